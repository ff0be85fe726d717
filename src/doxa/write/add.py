"""`add`: the turns of a conversation and the claims in them, as one operation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

from doxa.belief.evidence import stated_grade
from doxa.belief.reconcile import reconcile
from doxa.belief.statements import Gate
from doxa.errors import InvalidInput
from doxa.frozen import quickly_made
from doxa.graph.contract import Writer
from doxa.graph.nodes import RevisionId
from doxa.privacy.screen import has_placeholder
from doxa.records import Attachment, Author, Claim, Evidence, Json, Message, Period, Receipt, Scope
from doxa.text.simplified import simplified
from doxa.write import taking_up
from doxa.write.additions import check_addition
from doxa.write.admission import Admission, admitted
from doxa.write.context import WriteContext, WriteRequest, operation, owner_of, refuse_anybody
from doxa.write.extract import FoundClaim, extract_claims, quiet_en
from doxa.write.extract.amending import put_right_since, puts_own_right
from doxa.write.extract.came_up import CameUp, points_back
from doxa.write.extract.forgetting import forgotten
from doxa.write.extract.quiet_en import is_quiet_message
from doxa.write.extract.replies import claims_in_reply
from doxa.write.extract.take_backs import taken_back, taken_from
from doxa.write.extract.traditional import in_its_characters
from doxa.write.held import held_now
from doxa.write.model_reading.choosing import model_reads
from doxa.write.model_reading.deferred import SaidTurn, ask_for_reading
from doxa.write.people_before import people_before, speaker_of
from doxa.write.plugged import plugged_claims, plugged_salience
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.settle import Asserted, settle, shared_slotting
from doxa.write.situation import Situation, situations
from doxa.write.supported import checked_against
from doxa.write.taking_back import link_taken_back
from doxa.write.taking_up import may_take_up
from doxa.write.turns import Turn, store_turns
from doxa.write.unsaid import unsaid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


GATES: Final[Mapping[str, Gate]] = {
    "asserted": "pass",
    "question": "question",
    "hypothetical": "hypothetical",
    "wish": "wish",
    "quotation": "quotation",
    "plan": "pass",
}
"""What the gate makes of a claim, by how it was said."""
NOT_LIVE: Final = ("imported", "external")
"""Authors whose words were not said just now: without a time they replace nothing."""


@quickly_made
@dataclass(frozen=True, slots=True)
class Addition:
    """What `Memory.add` was given; see there."""

    content: str | Message | Sequence[Message]
    kind: str | None = None
    claims: tuple[Claim, ...] = ()
    confidence: float | None = None
    evidence: Evidence | None = None
    source: str | None = None
    independent: bool = True
    author: Author | None = None
    salience: float | None = None
    time: datetime | None = None
    valid: Period | None = None
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, Json] = field(default_factory=dict)
    attachments: tuple[Attachment, ...] = ()
    expires: datetime | None = None
    extract: bool = True
    canonical_name: str | None = None
    aliases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check it, so that what cannot be used is refused before anything is done."""
        check_addition(self)


class Heard(NamedTuple):
    """A message with what was found in it; without a time of its own it is said when it is written.

    `takes_back` is the message that it takes back, where it does.
    """

    message: Message
    said_at: datetime | None
    source: str | None
    found: tuple[FoundClaim, ...]
    salience: float | None = None
    warnings: tuple[str, ...] = ()
    takes_back: Message | None = None

    @property
    def texts(self) -> list[str]:
        """What gets a vector: the message, then each claim that may be believed."""
        return [spoken(self.message), *(each.claim.text for each in self.found)]


@answered_once
def add_content(context: WriteContext, request: WriteRequest, addition: Addition, *, wait: bool = False) -> Receipt:
    """Store turns and claims as one operation; a replayed request id gives its first receipt.

    Where a model is to read them, that is asked for in the same operation; `wait` does it before returning.
    """
    refuse_anybody(request.scope)
    refuse_expired(addition.expires, context.clock.now())
    admission = admitted(context.gate.opened(), addition)
    reads = model_reads(context, request.scope, admission.addition, [each.message for each in admission.messages])
    heard = listen(context, request.scope, admission, by_rules=not reads)
    tasks: list[int] = []
    vectors = vectors_of(context, [text for each in heard for text in each.texts]) if heard else None
    with operation(context, request) as writer:
        results = write_all(writer, context, request.scope, admission.addition, heard, vectors)
        if reads:
            tasks = _ask_for_reading(writer, request.scope, admission.addition, heard, results)
        warnings = (*admission.warnings, *(warning for each in heard for warning in each.warnings))
        receipt = receipt_of(writer, request, admission.with_refused(results), warnings)
    receipt = with_warnings(receipt, context)
    return _with_tasks(context, request.scope, receipt, tasks, wait=wait) if tasks else receipt


def _ask_for_reading(
    writer: Writer, scope: Scope, addition: Addition, heard: Sequence[Heard], results: Sequence[Result]
) -> list[int]:
    turns = [
        SaidTurn(kept.revision, len(each.message.content), each.said_at or writer.at, each.said_at is not None)
        for each, kept in zip(heard, results, strict=False)
        if kept.revision is not None
    ]
    return ask_for_reading(writer, scope, addition, turns)


def _with_tasks(context: WriteContext, scope: Scope, receipt: Receipt, tasks: Sequence[int], *, wait: bool) -> Receipt:
    """Say what of a write is pending, and do it now or let a worker know."""
    pending = replace(receipt, pending=tuple(str(task) for task in tasks))
    if not wait:
        if context.wake is not None:
            context.wake()
        return pending
    from doxa.write.draining import do_now

    return do_now(context, pending, owner_of(scope))


def refuse_expired(expires: datetime | None, now: datetime) -> None:
    """Refuse what would have expired before it is kept.

    Raises:
        InvalidInput: `expires` is not after now.
    """
    if expires is not None and expires <= now:
        raise InvalidInput(f"expires is {expires}, which is past.", mend="Give a later instant.", field="expires")


def claims_in(
    context: WriteContext, scope: Scope, content: str | Message | Sequence[Message], now: datetime
) -> list[Claim]:
    """Return the claims that `add` would assert; stores nothing."""
    admission = admitted(context.gate.opened(), Addition(content, time=now))
    messages = [each.message for each in admission.messages]
    if model_reads(context, scope, admission.addition, messages):
        from doxa.write.model_reading.reading import claims_read

        return claims_read(context, scope, messages, now)
    heard = listen(context, scope, admission)
    return [each.claim for one in heard for each in one.found if each.mood == "asserted" and each.unsaid_since is None]


def listen(context: WriteContext, scope: Scope, admission: Admission, *, by_rules: bool = True) -> list[Heard]:
    """Read the claims of every message, before the write lock is taken."""
    now = context.clock.now()
    addition = admission.addition
    if not by_rules or context.extraction == "off":
        addition = replace(addition, extract=False)
    messages = [each.message for each in admission.messages]
    if not by_rules and addition.source:  # whoever reads them later must know
        messages = [replace(each, metadata={**each.metadata, "source": addition.source}) for each in messages]
    if len(messages) > 1 and addition.extract:
        contents = [each.content for each in messages]
        quiet_en.meet(contents)
        taking_up.meet(contents)
    around = situations(context, scope, messages) if addition.extract else [Situation()] * len(messages)
    came_up = people_before(context, scope, messages, around[0].before) if addition.extract and around else CameUp()
    heard: list[Heard] = []
    plain = addition.extract and context.plugins.extractor is None and context.plugins.salience is None
    for message, situation in zip(messages, around, strict=True):
        if plain and _says_nothing(message, situation, came_up):
            heard.append(Heard(message, message.time, _source(scope, addition, message), (), addition.salience))
            continue
        heard.append(_hear(context, scope, addition, message, situation, now, heard, came_up))
    claims = checked_against(addition.claims, [each.message.content for each in heard])
    given = tuple(FoundClaim(claim) for claim in claims)
    if not given or not heard:
        return heard
    last = heard[-1]
    return [*heard[:-1], last._replace(found=last.found + given)]


def _hear(
    context: WriteContext,
    scope: Scope,
    addition: Addition,
    message: Message,
    situation: Situation,
    now: datetime,
    before: Sequence[Heard],
    came_up: CameUp,
) -> Heard:
    warnings: list[str] = []
    found: Sequence[FoundClaim] | None = None
    if not addition.extract:
        found = ()
    elif context.plugins.extractor is not None:
        found = plugged_claims(context.plugins.extractor, message, message.time or now, warnings)
    if found is None:
        found = _by_rules(context, scope, message, situation, message.time or now, before, came_up)
    # what was taken out is no value, and two that were taken out are not the same
    found = [each for each in found if not has_placeholder(each.claim.value or "")]
    salience = addition.salience
    if salience is None and context.plugins.salience is not None:
        salience = plugged_salience(context.plugins.salience, message, warnings)
    source = _source(scope, addition, message)
    place = taken_from(message, situation.before) if addition.extract and message.role == "user" else None
    taken = None if place is None else situation.before[place]
    return Heard(message, message.time, source, tuple(found), salience, tuple(warnings), taken)


def _source(scope: Scope, addition: Addition, message: Message) -> str:
    return addition.source or message.name or (scope.user if isinstance(scope.user, str) else message.role)


def _says_nothing(message: Message, situation: Situation, came_up: CameUp) -> bool:
    """Whether a message claims nothing by any rule, as its words alone say; who came up is told of it."""
    content = message.content
    if message.role != "user" or situation.people or may_take_up(content) or not is_quiet_message(content):
        return False
    if came_up.before(content):
        return False
    came_up.heard(content, ())
    return True


def _by_rules(
    context: WriteContext,
    scope: Scope,
    message: Message,
    situation: Situation,
    said_at: datetime,
    before: Sequence[Heard],
    came_up: CameUp,
) -> Sequence[FoundClaim]:
    speaker = speaker_of(scope, message)
    found: Sequence[FoundClaim] = extract_claims(
        message.content,
        speaker=speaker,
        role=message.role,
        now=said_at,
        tz=context.tz,
        addressee=situation.addressee,
        known_people=situation.people,
        held=partial(held_now, context, scope, before),
        came_up=came_up,
    )
    if message.role != "user" or not may_take_up(message.content):
        return found
    renames = points_back(message.content) and puts_own_right(message, situation.before)  # "Sorry, his name is Marc"
    if found and not renames:
        return found
    read, *earlier = map(_simplified, (message, *situation.before))
    found = _against(context, scope, read, earlier, speaker, said_at, before, came_up) or found
    # what it takes up from before it was written there, the latest first
    plain, written = (
        "\n".join(each.content for each in told)
        for told in ((read, *reversed(earlier)), (message, *reversed(situation.before)))
    )
    return found if plain == written else [in_its_characters(each, plain, written, {}) for each in found]


def _simplified(message: Message) -> Message:
    plain = simplified(message.content)
    return message if plain == message.content else replace(message, content=plain)


def _against(
    context: WriteContext,
    scope: Scope,
    message: Message,
    earlier: Sequence[Message],
    speaker: str | None,
    said_at: datetime,
    before: Sequence[Heard],
    came_up: CameUp,
) -> Sequence[FoundClaim]:
    """Return what a message says by what was said just before it; all in simplified characters, as the rules know."""
    read_again = partial(extract_claims, speaker=speaker, role="user", tz=context.tz, came_up=came_up)
    if puts_own_right(message, earlier):
        return put_right_since(message, earlier, read_again, now=said_at)
    held = partial(held_now, context, scope, before)
    return (
        claims_in_reply(message.content, earlier, speaker=speaker, now=said_at, tz=context.tz, name=message.name)
        or taken_back(message, earlier, partial(read_again, held=partial(held, denied=True)), now=said_at)
        or forgotten(message, held, speaker=speaker)
    )


def spoken(message: Message) -> str:
    """Return a message as it is searched: with its speaker's name in front, where there is one."""
    return f"{message.name}: {message.content}" if message.name else message.content


def vectors_of(context: WriteContext, texts: Sequence[str]) -> NDArray[np.float32] | None:
    """Return one vector per text, or `None` without an embedder; the store is told whose vectors it will hold."""
    vectors = context.embedding.vectors(texts)
    embedder = None if vectors is None else context.embedding.embedder()
    if embedder is not None and context.graph.embedder != (embedder.id, embedder.dim):
        context.graph.set_embedder(embedder.id, embedder.dim)
    return vectors


def write_all(
    writer: Writer,
    context: WriteContext,
    scope: Scope,
    addition: Addition,
    heard: Sequence[Heard],
    vectors: NDArray[np.float32] | None,
    *,
    first: int = 0,
    stored: Sequence[Result] | None = None,
) -> list[Result]:
    """Write turns, then the claims in them, and return what became of each.

    Args:
        writer: The open transaction.
        context: The parts.
        scope: Whose memory, under which labels.
        addition: What was handed in with them.
        heard: The messages with what was found in them.
        vectors: Of all their texts, in order.
        first: The place of the first claim among all of the operation.
        stored: What became of the turns, where they are written already.
    """
    places, now = _places(heard), writer.at
    results: list[Result] = []
    if addition.kind in (None, "turn"):
        turns = turns_of(now, scope, addition, heard, vectors) if stored is None else []
        results = store_turns(writer, turns) if stored is None else list(stored)
        claims = [
            _asserted(now, scope, addition, each, claim, kept.revision, _row(vectors, at + 1 + offset))
            for each, at, kept in zip(heard, places, results, strict=False)
            for offset, claim in enumerate(each.found)
        ]
    else:
        claims = [
            _asserted(now, scope, addition, each, claim, None, _row(vectors, at))
            for each, at in zip(heard, places, strict=False)
            for claim in _as_one_belief(addition, each)
        ]
    # names that are given with the claims count from the first of them on, so that each is then slotted anew
    named = addition.canonical_name is not None or bool(addition.aliases)
    slotting = None if named or not claims else shared_slotting(writer, context, claims)
    for order, asserted in enumerate(claims, start=first):
        decide = reconcile if asserted.unsaid_since is None else unsaid(asserted.unsaid_since)
        settled = settle(writer, context, asserted, order, decide, slotting=slotting)
        results.append(Result(settled.verdict, settled.reason, settled.revision, settled.replaced))
    if addition.kind in (None, "turn"):
        link_taken_back(writer, scope, heard, results)
    return results


def turns_of(
    now: datetime, scope: Scope, addition: Addition, heard: Sequence[Heard], vectors: NDArray[np.float32] | None
) -> list[Turn]:
    """Return messages as the turns that they are kept as; `vectors` are of all their texts."""
    if vectors is None:
        return [_turn(now, scope, addition, each, None) for each in heard]
    places = _places(heard)
    return [_turn(now, scope, addition, each, vectors[at]) for each, at in zip(heard, places, strict=False)]


def _places(heard: Sequence[Heard]) -> list[int]:
    """Return where the texts of each message begin among those of all."""
    return list(accumulate((1 + len(each.found) for each in heard), initial=0))


def _as_one_belief(addition: Addition, heard: Heard) -> tuple[FoundClaim, ...]:
    """Return the claim that a text of a named kind is: in slots where exactly one was found in it."""
    kind = addition.kind or "fact"
    asserted = [each for each in heard.found if each.mood == "asserted"]
    text = heard.message.content
    if len(asserted) == 1:
        slots = asserted[0].claim
        claim = Claim(
            text=text,
            subject=slots.subject,
            attribute=slots.attribute,
            value=slots.value,
            polarity=slots.polarity,
            kind=kind,
            valid=slots.valid,
            confidence=slots.confidence,
            correction=slots.correction,
            replaces=slots.replaces,
            conflicts_with=slots.conflicts_with,
            origin=slots.origin,
        )
        return (FoundClaim(claim),)
    return (FoundClaim(Claim(text=text, kind=kind)),)


def _turn(at: datetime, scope: Scope, addition: Addition, heard: Heard, vector: NDArray[np.float32] | None) -> Turn:
    message, found = heard.message, heard.found
    # an undated text that says the same again is the same memory; a message of a conversation, and what brings more
    # than its words, is one of its own
    more = addition.metadata or addition.tags or addition.attachments
    event = not isinstance(addition.content, str) or addition.time is not None or bool(more)
    return Turn(
        text=message.content,
        speaker=message.name,
        role=message.role,
        owner=owner_of(scope),
        said_at=heard.said_at or at,
        source=heard.source,
        once=not event,
        believable=bool(found) and any(each.mood == "asserted" and each.unsaid_since is None for each in found),
        agent=scope.agent,
        session=scope.session,
        space=scope.space or "",
        contexts=scope.contexts,
        tags=addition.tags,
        metadata={**addition.metadata, **message.metadata} if addition.metadata else message.metadata,
        attachments=addition.attachments + message.attachments,
        salience=heard.salience,
        expires=addition.expires,
        vector=vector,
    )


def _asserted(
    at: datetime,
    scope: Scope,
    addition: Addition,
    heard: Heard,
    found: FoundClaim,
    turn: RevisionId | None,
    vector: NDArray[np.float32] | None,
) -> Asserted:
    author = addition.author or ("agent" if heard.message.role == "assistant" else "user")
    metadata = {**addition.metadata, **heard.message.metadata}
    return Asserted(
        claim=found.claim,
        owner=owner_of(scope),
        said_at=heard.said_at or at,
        source=heard.source,
        gate=GATES[found.mood],
        grade=stated_grade(addition.evidence, metadata, addition.tags),
        confidence=addition.confidence,
        independent=addition.independent,
        begins=found.begins,
        unsaid_since=found.unsaid_since,
        turn=turn,
        valid=addition.valid,
        agent=scope.agent,
        session=scope.session,
        space=scope.space or "",
        contexts=scope.contexts,
        author=author,
        live=author not in NOT_LIVE,
        dated=heard.said_at is not None,
        canonical_name=addition.canonical_name,
        aliases=addition.aliases,
        salience=heard.salience,
        expires=addition.expires,
        tags=addition.tags,
        metadata=metadata if turn is None else {},
        attachments=addition.attachments if turn is None else (),
        vector=vector,
    )


def _row(vectors: NDArray[np.float32] | None, position: int) -> NDArray[np.float32] | None:
    return None if vectors is None else vectors[position]


def with_warnings(receipt: Receipt, context: WriteContext) -> Receipt:
    """Add what the embedder has to say, and what the mode wants and cannot have."""
    more = (*context.embedding.warnings, *context.missing)
    return replace(receipt, warnings=receipt.warnings + more) if more else receipt
