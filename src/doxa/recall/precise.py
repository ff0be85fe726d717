"""Precise recall: the beliefs a question calls by name, those that relate them, and nothing else.

A belief answers to its canonical name and its aliases, not to stray words of its text; a relation brings what it
relates, one hop away. What has been replaced answers with what replaced it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from doxa.belief.kinds import NARRATIVE, kind_of
from doxa.graph.aliases import alias_form
from doxa.graph.beliefs import holds_at, read_beliefs
from doxa.graph.contract import View
from doxa.graph.nodes import ItemId, RevisionId
from doxa.recall.conditions import check_conditions, matches
from doxa.recall.misspelling import PREFIX, Lexicon, Slip, is_another_word, may_be_misspelt, one_slip_away
from doxa.recall.naming import SEPARATORS, Spoken, Unit, forms_of, spoken_names, units_of
from doxa.recall.request import Request
from doxa.recall.showing import applies, is_current
from doxa.records import Belief, Hit, Reason

QUESTION = "question"
RELATION = "relation"
SCORES: Mapping[str, float] = {"canonical": 1.0, "alias": 0.95, "misspelt": 0.85, "successor": 0.9, "related": 0.7}
"""How near a belief is to what the question calls by name; the order of hits."""
MOST_MISSPELT = 8
"""Words of one question that are looked up as misspellings at most."""
MOST_HOPS = 20
"""Replacements that are followed from an old belief to the present one."""
BOOKKEEPING = ("SUPERSEDES", "CONTRADICTS", "SUPPORTS", "DERIVED_FROM")
"""Edges that say how a belief came about, not what it relates."""


@dataclass(frozen=True, slots=True)
class Called:
    """That a question calls an item by a name."""

    how: str
    said: str
    words: int


@dataclass(frozen=True, slots=True)
class NamedBeliefs:
    """What a question calls by name: hits best first, with their revisions, and open questions apart."""

    hits: tuple[tuple[RevisionId, Hit], ...] = ()
    questions: tuple[Belief, ...] = ()


def recall_names(view: View, request: Request, exists: Lexicon | None = None) -> NamedBeliefs:
    """Find the beliefs that a question calls by name.

    Args:
        view: What is seen.
        request: The question and what shapes its answer; its `limit` is not applied here.
        exists: Knows the words there are, for telling misspellings from other words.

    Raises:
        InvalidInput: A condition has an operator that does not exist.
    """
    check_conditions(request.where)
    called = called_items(view, request.query, exists)
    found = _Finding(view, request)
    found.add(called)
    return found.answer()


def called_items(view: View, query: str, exists: Lexicon | None) -> dict[ItemId, Called]:
    """Return the items whose canonical name or an alias stands in a question, each by its nearest name."""
    units = units_of(query)
    spoken = list(spoken_names(query, units))
    known = view.items_by_alias(list(dict.fromkeys(form for each in spoken for form in each.forms)))
    named = [(each, _items(known, each.forms)) for each in spoken]
    named = _longest_unspaced([(each, items) for each, items in named if items])
    called: dict[ItemId, Called] = {}
    for each, items in named:
        for item in _really_named(view, each, items):
            _keep_nearest(called, item, Called("alias", each.said, len(each.said.split())))
    taken = {place for each, _ in named for place in range(each.start, each.end)}
    loose = [unit for unit in units if unit.start not in taken]
    for unit, items in _misspelt(view, units, loose, exists):
        for item in items:
            _keep_nearest(called, item, Called("misspelt", unit.said, 1))
    return called


def _items(known: Mapping[str, Sequence[ItemId]], forms: Iterable[str]) -> tuple[ItemId, ...]:
    return tuple(dict.fromkeys(item for form in forms for item in known.get(form, ())))


def _longest_unspaced(named: list[tuple[Spoken, tuple[ItemId, ...]]]) -> list[tuple[Spoken, tuple[ItemId, ...]]]:
    """Drop names without spaces that are a part of a longer one: 北京 in 北京大学 is not the city."""
    spans = [(each.start, each.end) for each, _ in named]
    return [
        (each, items)
        for each, items in named
        if not each.unspaced
        or not any(
            start <= each.start and each.end <= end and end - start > each.end - each.start for start, end in spans
        )
    ]


def _really_named(view: View, spoken: Spoken, items: Sequence[ItemId]) -> Sequence[ItemId]:
    """Leave out what only the letters of a common word name: `IT` is a name where it is written so, `it` is none."""
    if not spoken.ambiguous:
        return items
    aliases = view.aliases(items)
    return [item for item in items if spoken.said in aliases.get(item, ())]


def _keep_nearest(called: dict[ItemId, Called], item: ItemId, now: Called) -> None:
    before = called.get(item)
    if before is None or (SCORES[now.how], now.words) > (SCORES[before.how], before.words):
        called[item] = now


def _misspelt(
    view: View, units: list[Unit], loose: list[Unit], exists: Lexicon | None
) -> Iterator[tuple[Unit, tuple[ItemId, ...]]]:
    """Yield words that are a misspelling of a name, or of a word in a name of two, with the items of the name.

    Words that exist are tried too, since a name may be spelt in a way that no word is.
    """
    words = [unit for unit in loose if not unit.unspaced and may_be_misspelt(unit.word)]
    unknown = [unit for unit in words if exists is not None and not exists(unit.word)]
    tried = [*unknown, *(unit for unit in words if unit not in unknown)][:MOST_MISSPELT]
    beginnings = {unit: _beginnings(units, unit) for unit in tried}
    there = view.name_beginnings([each for some in beginnings.values() for each in some]) if tried else set()
    for unit in tried:
        if there.isdisjoint(beginnings[unit]):
            continue
        guesses = {name: slip for name, slip in one_slip_away(unit.word) if slip != "other" or unit in unknown}
        forms = dict(_guessed_forms(units, unit, guesses))
        known = view.items_by_alias(list(forms))
        right = [form for form in known if not is_another_word(unit.word, forms[form], guesses[forms[form]], exists)]
        if right:
            yield unit, _items(known, right)


def _beginnings(units: list[Unit], unit: Unit) -> list[str]:
    """Return with what every form that `_guessed_forms` gives begins: the first letters of a guess are the word's."""
    place = units.index(unit)
    before = [each.word for each in units[max(place - 1, 0) : place] if not each.unspaced]
    start = unit.word[:PREFIX]
    return [start, *(f"{each}{joint}{start}" for joint in SEPARATORS for each in before)]


def _guessed_forms(units: list[Unit], unit: Unit, guesses: Mapping[str, Slip]) -> Iterator[tuple[str, str]]:
    """Yield forms of names with the guessed word in them: alone, and for the commonest slips beside its neighbours."""
    place = units.index(unit)
    before = [each.word for each in units[max(place - 1, 0) : place] if not each.unspaced]
    after = [each.word for each in units[place + 1 : place + 2] if not each.unspaced]
    for guess, slip in guesses.items():
        yield guess, guess
        if slip != "other":
            for joint in SEPARATORS:
                yield from ((f"{each}{joint}{guess}", guess) for each in before)
                yield from ((f"{guess}{joint}{each}", guess) for each in after)


@dataclass(slots=True)
class _Finding:
    """Follows called items to the beliefs that are to be shown."""

    view: View
    request: Request
    found: dict[RevisionId, Called] = field(default_factory=dict)
    beliefs: dict[RevisionId, Belief] = field(default_factory=dict)

    def add(self, called: Mapping[ItemId, Called]) -> None:
        """Take in what was called by name, what replaced it, and what a relation among it relates."""
        heads = {self.view.head(item): how for item, how in called.items()}
        self._take(heads)
        relations = [each for each in self.found if self.beliefs[each].kind == RELATION]
        self._take({head: Called("related", self.found[of].said, 1) for of in relations for head in self._related(of)})

    def answer(self) -> NamedBeliefs:
        """Return what may be shown, best first, questions apart."""
        hits = [(each, self._hit(each)) for each in self.found]
        ordered = sorted(hits, key=lambda pair: (-pair[1].score, -self.found[pair[0]].words, -pair[0]))
        asked = QUESTION in self.request.kinds
        return NamedBeliefs(
            tuple(pair for pair in ordered if asked or pair[1].belief.kind != QUESTION),
            tuple(hit.belief for _, hit in ordered if hit.belief.kind == QUESTION),
        )

    def _take(self, heads: Mapping[RevisionId, Called]) -> None:
        waiting = dict(heads)
        for _ in range(MOST_HOPS):
            beliefs = self._read(waiting)
            replaced = [each for each, belief in beliefs.items() if belief.status == "superseded"]
            for each, belief in beliefs.items():
                if each not in replaced and is_current(belief, self.request.now):
                    self.found.setdefault(each, waiting[each])
                    self.beliefs[each] = belief
            after = {each: waiting[each] for each in replaced}
            waiting = {new: replace(after[old], how="successor") for old, new in self._successors(after)}
            if not waiting:
                return

    def _read(self, revisions: Iterable[RevisionId]) -> dict[RevisionId, Belief]:
        rows = self.view.heads(list(revisions))
        scope, wanted = self.request.scope, self.request
        seen = [each for each, row in rows.items() if row.status == "live" and row.standing == "accepted"]
        applying = [each for each in seen if applies(rows[each], scope) and self._of_kind(rows[each].kind)]
        if wanted.valid_at is not None:
            holding = holds_at(self.view, [rows[each] for each in applying], wanted.valid_at)
            applying = [each for each in applying if each in holding]
        beliefs = read_beliefs(self.view, applying, now=wanted.now, about=wanted.valid_at, chain=True)
        return {each: belief for each, belief in beliefs.items() if matches(belief, wanted.where)}

    def _of_kind(self, kind: str) -> bool:
        route = kind_of(kind).route
        if self.request.routes and route not in self.request.routes:
            return False
        return kind in self.request.kinds and kind != NARRATIVE if self.request.kinds else route is not None

    def _successors(self, replaced: Iterable[RevisionId]) -> Iterator[tuple[RevisionId, RevisionId]]:
        for edge in self.view.edges(list(replaced), direction="in", types=("SUPERSEDES",)):
            head = self._head_of(edge.source)
            if head is not None and head not in self.found and head != edge.target:
                yield edge.target, head

    def _related(self, relation: RevisionId) -> list[RevisionId]:
        """Return the heads of what any version of a relation relates."""
        row = self.view.heads([relation])[relation]
        versions = [node.id for node in self.view.versions(row.item)]
        edges = [each for each in self.view.edges(versions, direction="out") if each.type not in BOOKKEEPING]
        heads = [self._head_of(edge.target) for edge in edges]
        return [head for head in dict.fromkeys(heads) if head is not None and head not in self.found]

    def _head_of(self, revision: RevisionId) -> RevisionId | None:
        row = self.view.heads([revision]).get(revision)
        return None if row is None else row.head

    def _hit(self, revision: RevisionId) -> Hit:
        called, belief = self.found[revision], self.beliefs[revision]
        how = called.how
        if how == "alias" and belief.canonical_name is not None and _is_called(belief.canonical_name, called.said):
            how = "canonical"
        score = SCORES[how]
        why = (Reason("names", f"{called.said!r}: {how}", score=score),) if self.request.explain else ()
        return Hit(belief, score, score, score, kind_of(belief.kind).route or "normal", why)


def _is_called(name: str, said: str) -> bool:
    return alias_form(name) in forms_of(said, units_of(said), False)
