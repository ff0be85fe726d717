"""The second question: how claims that stand in no slot stand to what is believed already.

Rules decide within a slot. Of free sentences they only know whether two say the same; where some that are believed
look alike, a model is asked once for all of them whether one replaces, repeats or contradicts another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, get_args

from doxa.graph.contract import View
from doxa.graph.nodes import Filter, RevisionId, RevisionNode
from doxa.llm.contract import Model
from doxa.records import Usage
from doxa.text.forms import text_form
from doxa.text.tokens import query_tokens
from doxa.write.context import WriteContext, owner_of
from doxa.write.model_reading.claims import ReadOut
from doxa.write.model_reading.instructions import JUDGING
from doxa.write.model_reading.reply import Judgement, ReadKind
from doxa.write.slotting import Slotting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ALIKE: Final = 0.6
"""Cosine from which two sentences may be about one matter; the same as the predecessor's for its candidates."""
SHARED: Final = 0.34
"""Share of their words that two sentences have in common, from which they may be about one matter."""
_MOST: Final = 20
_EACH: Final = 4
_KINDS: Final = get_args(ReadKind)


@dataclass(frozen=True, slots=True)
class Alike:
    """A claim and what is believed that may be about the same matter."""

    claim: int
    known: tuple[RevisionNode, ...]


def judged(
    context: WriteContext,
    model: Model,
    claims: Sequence[ReadOut],
    vectors: NDArray[np.float32] | None,
    view: View,
) -> tuple[list[ReadOut], Usage]:
    """Return claims with what they replace or contradict named, and what asking cost; nothing is asked of none alike.

    Args:
        context: The parts.
        model: What to ask.
        claims: As they were read.
        vectors: One per claim, or none.
        view: What is believed, for the eyes of the claims' owner.
    """
    alike = _alike(context, claims, vectors, view)
    if not alike:
        return list(claims), Usage()
    known = list({node.id: node for each in alike for node in each.known}.values())
    answer, usage = model.ask(JUDGING, _shown(claims, alike, known), Judgement, light=True)
    numbers = {each.claim for each in alike}
    made = list(claims)
    for pair in answer.pairs:
        if pair.new - 1 in numbers and 1 <= pair.known <= len(known):
            node = known[pair.known - 1]
            made[pair.new - 1] = _standing(made[pair.new - 1], node, pair.stands, view.kref(node.id))
    return made, usage


def _standing(read: ReadOut, node: RevisionNode, stands: str, ref: str) -> ReadOut:
    claim = read.found.claim
    if claim.replaces is not None or claim.conflicts_with is not None:
        return read  # the first word about a claim counts
    if stands == "replaces":
        claim = replace(claim, replaces=ref)
    elif stands == "contradicts":
        claim = replace(claim, conflicts_with=ref)
    elif stands == "same":
        claim = replace(node.claim or claim, text=node.text, quote=claim.quote, origin=claim.origin)
    else:
        return read
    return replace(read, found=replace(read.found, claim=claim))


def _shown(claims: Sequence[ReadOut], alike: Sequence[Alike], known: Sequence[RevisionNode]) -> str:
    new = [f"[{each.claim + 1}] {claims[each.claim].found.claim.text}" for each in alike]
    old = [f"[{number}] {node.text}" for number, node in enumerate(known, 1)]
    return "\n".join(["New:", *new, "", "Known:", *old])


def _alike(
    context: WriteContext, claims: Sequence[ReadOut], vectors: NDArray[np.float32] | None, view: View
) -> list[Alike]:
    slotting = Slotting(view, context.attributes)
    found: list[Alike] = []
    room = _MOST
    for number, read in enumerate(claims):
        claim = read.found.claim
        if read.found.mood != "asserted" or room <= 0:
            continue
        owner = owner_of(read.turn.scope)
        if not slotting.slot(claim, owner=owner or "", contexts=read.turn.scope.contexts).opaque:
            continue
        known = _near(claim.text, owner, None if vectors is None else vectors[number], view)[: min(_EACH, room)]
        room -= len(known)
        if known:
            found.append(Alike(number, tuple(known)))
    return found


def _near(text: str, owner: str | None, vector: NDArray[np.float32] | None, view: View) -> list[RevisionNode]:
    kept = Filter(kinds=_KINDS)
    tokens = query_tokens(text)
    words = set(tokens)
    wanted: dict[RevisionId, bool] = {hit.revision: False for hit in view.search_text(tokens, limit=_MOST, filter=kept)}
    if vector is not None:
        hits = view.search_vectors(vector, limit=_MOST, filter=kept)
        wanted |= {hit.revision: True for hit in hits if hit.cosine >= ALIKE}
    nodes = view.revisions(list(wanted))
    items = view.items_by_id([node.item for node in nodes.values()])
    near: list[RevisionNode] = []
    for revision, sure in wanted.items():
        node = nodes.get(revision)
        if node is None or items[node.item].user != owner or text_form(node.text) == text_form(text):
            continue
        if sure or _shared(words, set(query_tokens(node.text))) >= SHARED:
            near.append(node)
    return near


def _shared(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other) if one and other else 0.0
