"""A model judges what every memory is worth, in batches; what it finds useless is looked at twice before it goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from doxa.belief.kinds import kind_of
from doxa.dream.asking import ask, chosen, listed, share
from doxa.dream.drafts import Draft
from doxa.dream.journal import Journal
from doxa.dream.memories import Memo
from doxa.dream.planned import Planned
from doxa.dream.replies import Assessed, Assessments, Upheld
from doxa.dream.setting import Setting
from doxa.dream.suggestions import allowed_tags
from doxa.errors import ModelFailure
from doxa.graph.nodes import RevisionId

BATCH = 20
MOST_FAILURES = 3
"""Dreams that could not get one memory judged, among others that were, before it is left alone."""
ASSESSED_LAYERS = ("L2_FACT", "L4_IDENTITY", "L5_KNOWLEDGE")
NEVER = ("entity", "skill", "document")
INSTRUCTIONS = """You look after the long-term memory of an assistant. Judge each memory of the list by how much it will
still matter: 1 for what must never be lost, 0 for noise. Deprecate only what is of no use any more to anybody, such as
small talk, and say why in a sentence. When in doubt, keep. Suggest at most three short tags where they help to find it,
and name the numbers of memories that it refers to. Judge every memory once."""
SECOND_LOOK = """Each memory of the list is about to be deprecated. Try to refute that: is there any use it could still
have? Answer with the numbers of those that are certainly of no use."""


def assess(planned: Planned, setting: Setting) -> Iterator[Draft]:
    """Propose tags, links and deprecations as a model judges; without one only what an earlier one left waiting."""
    journal = setting.findings.journal
    suggested = _waiting(planned, journal)
    batches = list(_batches(planned, journal)) if setting.model is not None else []
    referred: set[RevisionId] = set()
    judged: list[tuple[Memo, Assessed]] = []
    for batch in batches:
        if setting.out_of_time():
            break
        answered = False
        for memos, answer in _ask(setting, batch):
            answered = True
            judged += _read(memos, answer)
            referred |= {other.revision for each in answer.memories for other in chosen(memos, each.related)}
            journal.done.update(memo.revision for memo in memos)
            setting.findings.assessed += len(memos)
            yield from _links(memos, answer)
        if not answered and len(batch) > 1:
            break  # the model is away; the next dream begins here
    if batches:
        _move_cursor(planned, journal, judged=bool(judged))
    for memo, each in judged:
        yield from _tags(memo, each)
        if each.deprecate:
            suggested.append(_draft(memo, share(each.relevance), each.reason, referred))
    yield from _second_look(planned, setting, suggested)


def _waiting(planned: Planned, journal: Journal) -> list[Draft]:
    """Return the suggestions of earlier dreams that were held back for a time; a dream over all looks at them again."""
    if planned.new is not None:
        return []
    kept = {revision: score for revision, score in journal.waiting.items() if revision in planned.memos}
    journal.waiting = dict(kept)
    return [_draft(planned.memos[revision], score, "", set()) for revision, score in kept.items()]


def _batches(planned: Planned, journal: Journal) -> Iterator[list[Memo]]:
    due = [
        memo
        for memo in planned.live()
        if is_assessable(memo) and memo.revision > journal.cursor and not _is_settled(memo.revision, journal)
    ]
    due.sort(key=lambda memo: memo.revision)
    for start in range(0, len(due), BATCH):
        yield due[start : start + BATCH]


def _is_settled(revision: RevisionId, journal: Journal) -> bool:
    """Whether a memory was judged, or could not be so often that it is left alone."""
    return revision in journal.done or journal.failed.get(revision, 0) >= MOST_FAILURES


def is_assessable(memo: Memo) -> bool:
    """Whether a model is asked about a memory: texts only, since what a slot holds is decided by the belief rules."""
    kind = kind_of(memo.kind)
    known = kind.layer in ASSESSED_LAYERS and kind.route is not None and memo.kind not in NEVER
    return known and memo.opaque and memo.revision > 0


def _ask(setting: Setting, batch: Sequence[Memo]) -> Iterator[tuple[Sequence[Memo], Assessments]]:
    """Ask about a batch; where that fails, about each by itself, unless the first two fail as well."""
    try:
        yield batch, ask(setting, INSTRUCTIONS, listed(batch), Assessments)
    except ModelFailure as error:
        if len(batch) == 1:
            _note_failure(setting, batch[0])
            setting.findings.errors.append(f"assess: 1 memory was not judged: {error.message}")
            return
        yield from _one_by_one(setting, batch, error)


def _one_by_one(
    setting: Setting, batch: Sequence[Memo], error: ModelFailure
) -> Iterator[tuple[Sequence[Memo], Assessments]]:
    failed: list[Memo] = []
    for number, memo in enumerate(batch):
        try:
            yield [memo], ask(setting, INSTRUCTIONS, listed([memo]), Assessments)
        except ModelFailure:
            failed.append(memo)
            if number == 1 and len(failed) == 2:  # it is not one memory that the model cannot read, it is the model
                failed = list(batch)
                break
    if len(failed) < len(batch):
        for memo in failed:
            _note_failure(setting, memo)
    if failed:
        said = f"assess: {len(failed)} of a batch of {len(batch)} memories were not judged"
        setting.findings.errors.append(f"{said}; the next dream tries again: {error.message}")


def _note_failure(setting: Setting, memo: Memo) -> None:
    failed = setting.findings.journal.failed
    failed[memo.revision] = failed.get(memo.revision, 0) + 1


def _read(memos: Sequence[Memo], answer: Assessments) -> list[tuple[Memo, Assessed]]:
    """Return each memory with the first judgement of it."""
    first: dict[int, Assessed] = {}
    for each in answer.memories:
        if 0 <= each.index < len(memos):
            first.setdefault(each.index, each)
    return [(memos[index], each) for index, each in sorted(first.items())]


def _move_cursor(planned: Planned, journal: Journal, *, judged: bool) -> None:
    """Move past everything up to the first memory that is still to be judged, or else past all there is."""
    due = sorted(memo.revision for memo in planned.live() if is_assessable(memo) and memo.revision > journal.cursor)
    for revision in due:
        if not _is_settled(revision, journal):
            break
        journal.cursor = int(revision)
    else:
        if judged:
            journal.cursor = max(journal.cursor, *map(int, planned.memos))
    journal.done = {revision for revision in journal.done if revision > journal.cursor}
    journal.failed = {revision: count for revision, count in journal.failed.items() if revision > journal.cursor}


def _links(memos: Sequence[Memo], answer: Assessments) -> Iterator[Draft]:
    for memo, each in _read(memos, answer):
        for other in chosen(memos, each.related):
            if other is not memo:
                yield Draft(
                    "link",
                    "assess",
                    (memo.revision,),
                    "one refers to the other",
                    share(each.relevance),
                    into=other.revision,
                    details={"relation": "REFERENCED"},
                )


def _tags(memo: Memo, each: Assessed) -> Iterator[Draft]:
    tags = allowed_tags(each.tags)[:3]
    if tags:
        yield Draft(
            "relabel",
            "assess",
            (memo.revision,),
            "labels that help to find it",
            0.5,
            details={"tags": [*tags]},
            spoken=True,
        )


def _draft(memo: Memo, relevance: float, reason: str, referred: set[RevisionId]) -> Draft:
    return Draft(
        "deprecate",
        "assess",
        (memo.revision,),
        " ".join(reason.split())[:300] or f"judged of no use: relevance {relevance:.2f}",
        round(1 - relevance, 4),
        spoken=bool(reason),
        why="another memory refers to it" if memo.revision in referred else "",
    )


def _second_look(planned: Planned, setting: Setting, suggested: Sequence[Draft]) -> Iterator[Draft]:
    """Yield what a second look does not refute; without an answer nothing is deprecated that a model suggested now."""
    fresh = [draft for draft in suggested if draft.targets[0] not in setting.findings.journal.waiting]
    yield from (draft for draft in suggested if draft.targets[0] in setting.findings.journal.waiting)
    for start in range(0, len(fresh), BATCH):
        part = fresh[start : start + BATCH]
        memos = [planned.memos[draft.targets[0]] for draft in part]
        try:
            answer = ask(setting, SECOND_LOOK, listed(memos), Upheld)
        except ModelFailure as error:
            setting.findings.errors.append(f"assess: the second look at {len(part)} memories failed: {error.message}")
            setting.findings.journal.done -= {memo.revision for memo in memos}
            setting.findings.journal.cursor = min(
                [setting.findings.journal.cursor, *(int(memo.revision) - 1 for memo in memos)]
            )
            continue
        upheld = {memo.revision for memo in chosen(memos, answer.upheld)}
        for draft in part:
            if draft.targets[0] in upheld:
                yield draft
            else:
                setting.findings.refuted.append(draft)
