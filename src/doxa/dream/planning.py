"""Runs passes over the planned state and keeps what they propose, guarded; writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from time import monotonic
from types import MappingProxyType
from typing import Final, TypeAlias

from doxa.belief.kinds import BOOKKEEPING
from doxa.dream.drafts import Draft
from doxa.dream.guardrails import CAP_REACHED, CAPPED, objection, waits
from doxa.dream.journal import Journal, read_journal
from doxa.dream.memories import read_memories
from doxa.dream.news import News, new_since
from doxa.dream.passes.archive import archive
from doxa.dream.passes.assess import assess
from doxa.dream.passes.compress import compress
from doxa.dream.passes.duplicates import duplicates
from doxa.dream.passes.entities import entities, orphans
from doxa.dream.passes.explore import explore
from doxa.dream.passes.grounding import grounding
from doxa.dream.passes.links import links
from doxa.dream.passes.patterns import core_schemas, intentions, schemas
from doxa.dream.passes.spaces import spaces
from doxa.dream.passes.strengthen import strengthen
from doxa.dream.plan_items import Outline
from doxa.dream.planned import Planned
from doxa.dream.setting import Setting
from doxa.dream.suggestions import STAGE
from doxa.errors import InvalidInput
from doxa.graph.contract import View

Pass: TypeAlias = Callable[[Planned, Setting], Iterator[Draft]]
"""Reads the planned state and yields proposals; each is guarded and takes its effect before the next is asked for."""

PASSES: Final[Mapping[str, Pass]] = MappingProxyType(
    {
        "assess": assess,
        "duplicates": duplicates,
        "compress": compress,
        "strengthen": strengthen,
        "schemas": schemas,
        "intentions": intentions,
        "core_schemas": core_schemas,
        "explore": explore,
        "links": links,
        "entities": entities,
        "orphans": orphans,
        "grounding": grounding,
        "spaces": spaces,
        "archive": archive,
    }
)
"""Every pass by its name, in the order in which they run."""


def chosen_passes(names: Sequence[str]) -> tuple[str, ...]:
    """Return the passes named, in the order in which they run; all of them where none is named.

    Raises:
        InvalidInput: There is no such pass; the message names the near one.
    """
    for name in names:
        if name not in PASSES:
            from difflib import get_close_matches

            near = get_close_matches(str(name), PASSES, n=1)
            mend = f"Did you mean {near[0]!r}? " if near else ""
            raise InvalidInput(
                f"There is no pass {name!r}.", mend=f"{mend}There are {', '.join(PASSES)}.", field="passes", value=name
            )
    return tuple(name for name in PASSES if not names or name in names)


OF_ALL: Final = frozenset({"core_schemas", "spaces"})
"""Passes that only make sense over all there is: patterns across domains, and what is counted of whole spaces."""


def outline_of(
    view: View,
    setting: Setting,
    passes: Sequence[str],
    now: int,
    suggested: Callable[[Planned], Iterable[Draft]],
    since: int | None = None,
) -> Outline:
    """Compute a plan.

    Args:
        view: The snapshot.
        setting: What it is computed with.
        passes: Which passes run, in order; those that an earlier dream had no time for come first.
        now: The clock, in microseconds.
        suggested: Gives a host's own proposals, which come before the passes.
        since: An operation, for a plan about what was written after it; `None` for one about everything.
    """
    begun = monotonic()
    before = read_journal(view, setting.scope.user)
    setting = setting.fresh(before)
    planned = _planned(view, setting, now, since, before.cursor)
    population = len(planned.memos)
    hosted = list(suggested(planned))
    _keep(planned, setting, hosted, base=population)
    waiting = [name for name in before.unfinished if name in passes]
    ran = _run(planned, setting, [*waiting, *(each for each in passes if each not in waiting)])
    found = setting.findings
    unfinished = tuple(name for name in passes if name not in ran)
    left = tuple(dict.fromkeys((*unfinished, *(name for name in before.unfinished if name not in passes))))
    found.journal.unfinished = left
    found.journal.ran(now, found.assessed, sum(draft.action in CAPPED for draft in planned.drafts))
    return Outline(
        drafts=tuple(planned.drafts),
        guarded=tuple(found.guarded),
        refuted=tuple(found.refuted),
        errors=tuple(found.errors),
        assessed=found.assessed,
        policy=setting.policy,
        usage=found.usage,
        duration=timedelta(seconds=monotonic() - begun),
        passes=tuple(ran),
        population=population if hosted else 0,
        unfinished=unfinished,
        based_on=view.at,
        journal=found.journal if found.journal.encode() != before.encode() else None,
        before=before,
    )


def _planned(view: View, setting: Setting, now: int, since: int | None, cursor: int) -> Planned:
    """Return the state that a plan begins with: all memories, or what is new with what is around it."""
    if since is None:
        return Planned(view, read_memories(view, setting.scope, now, without=BOOKKEEPING), now, setting.scope)
    news = News(view, setting.scope, now, new_since(view, setting.scope.user, since))
    if setting.model is not None:
        news.add_later(cursor)
    return Planned(view, news.memos, now, setting.scope, news.new)


def _run(planned: Planned, setting: Setting, passes: Sequence[str]) -> list[str]:
    """Run passes for as long as there is time, and return those that came to their end."""
    ran: list[str] = []
    for done, name in enumerate(passes):
        if setting.out_of_time():
            break
        setting.renew()
        setting.progress(name, done, len(passes))
        _keep(planned, setting, PASSES[name](planned, setting))
        if not setting.findings.cut:
            ran.append(name)
    setting.progress("", len(ran), len(passes))
    return ran


def _keep(planned: Planned, setting: Setting, drafts: Iterable[Draft], *, base: int = 0) -> None:
    """Let each proposal that nothing holds back have its effect; the others are kept with what does."""
    findings, rules = setting.findings, setting.rules
    assessed, deprecated = findings.journal.counted(planned.now)
    taken = sum(len(each.targets) for each in planned.drafts if each.action in CAPPED)
    for proposed in drafts:
        # as it is stored, so that a dry run tells the same numbers
        draft = replace(proposed, confidence=round(proposed.confidence, 4))
        if any(each not in planned.memos for each in _needed(draft)):
            if draft.stage == STAGE:  # a pass goes on by what is left; a host is told
                findings.guarded.append(replace(draft, why="an earlier proposal takes what it names"))
            continue
        why = draft.why or objection(draft, [planned.memos[each] for each in draft.takes], planned.now, rules) or ""
        left = rules.allowed(max(assessed + findings.assessed, base + deprecated), deprecated + taken)
        if not why and draft.action in CAPPED and left < len(draft.targets):
            why = CAP_REACHED
        if why:
            findings.guarded.append(replace(draft, why=why))
        else:
            planned.take(draft)
            taken += len(draft.targets) if draft.action in CAPPED else 0
        if draft.action in CAPPED and draft.stage == "assess":
            _let_wait(findings.journal, draft, waits=waits(why))


def _let_wait(journal: Journal, draft: Draft, *, waits: bool) -> None:
    """Remember a suggestion that is held back for a time only, and forget one that is not."""
    for revision in draft.targets:
        if waits:
            journal.waiting[revision] = 1 - draft.confidence
        else:
            journal.waiting.pop(revision, None)


def _needed(draft: Draft) -> tuple[int, ...]:
    """Return the revisions that must be live for a proposal to make sense."""
    if draft.action == "strengthen":
        return ()
    return (*draft.targets, *(() if draft.into is None else (draft.into,)))
