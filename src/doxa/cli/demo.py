"""`doxa demo`: remember a conversation, answer questions with sources, show what changed, answer as of then."""

from __future__ import annotations

import codecs
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from importlib import resources
from pathlib import Path
from typing import Any, cast

import click

from doxa.cli.blocks import Block, Span, dim, line, short
from doxa.cli.demo_words import ENGLISH, Words, words_for
from doxa.cli.paint import paint
from doxa.cli.show import version_days
from doxa.cli.streams import is_terminal, takes_every_character
from doxa.cli.transcript import Turn, main_speaker, read_transcript
from doxa.clock import ManualClock
from doxa.config import Config
from doxa.errors import AlreadyExists, InvalidInput
from doxa.memory import Memory
from doxa.operations.plain import as_plain
from doxa.operations.projects import exists
from doxa.reader import Reader
from doxa.records import Belief

SHIPPED = {"English": "demo_en", "中文": "demo_zh"}
BESIDE = 0.1
"""How much less relevant than the best answer another may be to be shown beside it."""
BELIEVED = 5
"""Beliefs that are shown of a transcript about which nothing was asked."""


@dataclass(frozen=True, slots=True)
class Script:
    """A conversation with the questions to ask about it.

    Args:
        title: What it is called.
        turns: The conversation.
        questions: `question` and `kind`, with `as_of`, or `source` and `target` of a path.
        words: The language it is shown in.
    """

    title: str
    turns: Sequence[Turn]
    questions: Sequence[Mapping[str, Any]]
    words: Words = ENGLISH


@dataclass(frozen=True, slots=True)
class Walk:
    """A script under way.

    Args:
        script: What is walked through.
        memory: Where it is remembered.
        clock: Its clock, which goes with the conversation.
    """

    script: Script
    memory: Memory
    clock: ManualClock

    @property
    def words(self) -> Words:
        """The language it is shown in."""
        return self.script.words


def run_demo(
    file: Path | None, asked: Sequence[str] = (), kept: Config | None = None, *, as_json: bool = False
) -> None:
    """Run the walk over a transcript of the caller's, or over the two that come along.

    Args:
        file: The transcript; `None` = those that come along.
        asked: Questions about it.
        kept: The project that it is kept as; `None` = nothing of it is.
        as_json: Whether each walk is shown as one JSON object.

    Raises:
        InvalidInput: The file is no transcript.
        AlreadyExists: There is such a project.
    """
    scripts = [_given(file, asked)] if file is not None else _shipped()
    if kept is not None:
        _check_new(kept)
    for number, script in enumerate(scripts if kept is None else map(_brought_forward, scripts)):
        with ExitStack() as opened:
            clock, name = ManualClock(script.turns[0].time, seed=number), "demo" if kept is None else kept.project
            home = kept.home if kept is not None else Path(opened.enter_context(_passing()))
            user = main_speaker(script.turns)
            walk = Walk(script, opened.enter_context(Memory(name, home=home, clock=clock, user=user)), clock)
            if as_json:
                print(json.dumps(_walked(walk), ensure_ascii=not takes_every_character(sys.stdout)), flush=True)
                continue
            _walk(walk)
            if kept is not None:
                whose = f" --user {user!r}" if user else ""
                _say([line(dim(f"Kept: doxa --project {name} dream --dry-run{whose}"))])


def _passing() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="doxa-demo-", ignore_cleanup_errors=True)


def _brought_forward(script: Script) -> Script:
    """Return a conversation of long ago as one that ended within the last week, so that nothing of it has faded."""
    weeks = timedelta(weeks=max(0, (datetime.now(UTC) - script.turns[-1].time).days // 7))
    questions = [
        {**each, "as_of": (datetime.fromisoformat(each["as_of"]) + weeks).isoformat()} if "as_of" in each else each
        for each in script.questions
    ]
    return replace(script, turns=[replace(each, time=each.time + weeks) for each in script.turns], questions=questions)


def _check_new(kept: Config) -> None:
    if exists(kept):
        mend = "Name another, so that nothing is told twice."
        raise AlreadyExists(f"There is a project {kept.project!r}.", mend=mend, field="keep", value=kept.project)


def _shipped() -> list[Script]:
    folder = resources.files("doxa.cli") / "data"
    return [
        _script(
            title,
            (folder / f"{name}.jsonl").read_text(encoding="utf-8"),
            json.loads((folder / f"{name}.questions.json").read_text(encoding="utf-8")),
        )
        for title, name in SHIPPED.items()
    ]


def _given(file: Path, asked: Sequence[str]) -> Script:
    return _script(file.name, _text_of(file), [{"question": each, "kind": "changed"} for each in asked])


def _text_of(file: Path) -> str:
    """Return a file's text, in UTF-8 or UTF-16, or the conversations in an archive that a chat lets one download."""
    from doxa.write.imports.chats import CONVERSATIONS
    from doxa.write.imports.opening import opened

    raw = file.read_bytes()
    try:
        if raw.startswith(b"PK\x03\x04"):
            with opened(file, CONVERSATIONS) as inner:
                return inner.read()
        return raw.decode("utf-16" if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{file} is not text in UTF-8.", mend="Convert it.", field="file") from error


def _script(title: str, text: str, questions: Sequence[Mapping[str, Any]]) -> Script:
    turns = read_transcript(text, now=datetime.now(UTC))
    return Script(title, turns, questions, words_for(turn.message.content for turn in turns))


def _walk(walk: Walk) -> None:
    last = walk.script.turns[-1].time
    _say(_heading(walk.script))
    _say(_remembered(walk))
    walk.clock.set(last + timedelta(hours=1))
    for question in walk.script.questions:
        _say(_asked(walk, question))
    _say(_changes(walk, most=3 if walk.script.questions else 10))
    if not walk.script.questions:
        _say(_believed(walk))
    if not walk.script.questions and is_terminal(sys.stdin) and is_terminal(sys.stdout):
        _converse(walk)


def _walked(walk: Walk) -> dict[str, Any]:
    """Return what `_walk` shows, for a program."""
    turns = walk.script.turns
    verdicts = _remember(walk)
    walk.clock.set(turns[-1].time + timedelta(hours=1))
    shown = {
        "title": walk.script.title,
        "turns": len(turns),
        "first": turns[0].time,
        "last": turns[-1].time,
        "user": main_speaker(turns),
        "claims": dict(verdicts),
        "answers": [_answered(walk, question) for question in walk.script.questions],
        "changed": list(_changed(walk.memory)),
    }
    return cast("dict[str, Any]", as_plain(shown))


def _answered(walk: Walk, question: Mapping[str, Any]) -> dict[str, Any]:
    if question["kind"] == "path":
        return {**question, "steps": walk.memory.explain_path(question["source"], question["target"])}
    moment = datetime.fromisoformat(question["as_of"]) if question["kind"] == "as_of" else None
    reader: Reader = walk.memory if moment is None else walk.memory.as_of(moment)
    return {**question, "beliefs": _answers(reader, question["question"], moment)}


def _say(blocks: Iterable[Block]) -> None:
    paint(blocks, sys.stdout)
    sys.stdout.flush()


def _heading(script: Script) -> Iterator[Block]:
    yield line(Span(f"━━ {script.title} ━━", "bold"))


def _remember(walk: Walk) -> Counter[str]:
    """Tell the memory the conversation; return how often claims were given which verdict."""
    verdicts: Counter[str] = Counter()
    for turn in _tracked(walk.script.turns, walk.words.remembering):
        walk.clock.set(max(turn.time, walk.clock.now()))
        receipt = walk.memory.add(turn.message, session=turn.session)
        claims = [outcome for outcome in receipt.outcomes if outcome.belief and outcome.belief.kind != "turn"]
        verdicts.update(str(outcome.verdict) for outcome in claims)
    return verdicts


def _remembered(walk: Walk) -> Iterator[Block]:
    began = time.perf_counter()
    verdicts = _remember(walk)
    turns, words = walk.script.turns, walk.words
    told = words.remembered.format(
        turns=len(turns),
        first=f"{turns[0].time:%Y-%m-%d}",
        last=f"{turns[-1].time:%Y-%m-%d}",
        seconds=time.perf_counter() - began,
    )
    yield line(told)
    if verdicts:
        counts = words.comma.join(f"{count} {words.verdict(verdict)}" for verdict, count in verdicts.most_common())
        yield line(words.claims.format(counts))
    speaker = main_speaker(turns)
    if speaker:
        yield line(dim(words.user.format(speaker)))
    for warning in walk.memory.status().warnings:
        yield line(Span(f"note: {warning}", "yellow"))
    yield line("")


def _tracked(turns: Sequence[Turn], label: str) -> Iterable[Turn]:
    if not is_terminal(sys.stderr):
        return turns
    from rich.console import Console
    from rich.progress import track

    return track(turns, description=label, console=Console(stderr=True), transient=True)


def _asked(walk: Walk, question: Mapping[str, Any]) -> Iterator[Block]:
    asked = question["question"]
    moment = datetime.fromisoformat(question["as_of"]) if question["kind"] == "as_of" else None
    when = f"  {walk.words.as_of.format(f'{moment:%Y-%m-%d}')}" if moment else ""
    if not question.get("typed"):
        yield line(Span(f"? {asked}", "bold cyan"), dim(when))
    if question["kind"] == "path":
        yield from _path(walk, question["source"], question["target"])
    else:
        reader: Reader = walk.memory if moment is None else walk.memory.as_of(moment)
        answers = _answers(reader, asked, moment)
        for belief in answers:
            yield from _answer(walk, reader, belief, versions=question["kind"] == "changed")
        if not answers:
            yield line(Span(walk.words.nothing, "yellow"), indent=2)
    yield line("")


def _answers(reader: Reader, asked: str, moment: datetime | None) -> list[Belief]:
    """Return the best answer, and the claims that are nearly as good."""
    hits = reader.recall(asked, limit=3, now=moment).hits
    if not hits or hits[0].belief.claim is None:
        return [hit.belief for hit in hits[:1]]
    enough = hits[0].relevance - BESIDE
    return [hit.belief for hit in hits if hit.belief.claim and hit.relevance >= enough]


def _answer(walk: Walk, reader: Reader, belief: Belief, *, versions: bool) -> Iterator[Block]:
    """Yield what is believed and the words it was read from; a turn is its own source."""
    if belief.claim:
        yield line(Span(belief.text, "green"), indent=2)
    for quote in _quotes(reader, belief):
        yield line(dim(quote), indent=2)
    if versions and len(belief.chain) > 1:
        yield line(walk.words.versions, indent=2)
        yield from _versions(belief)


def _versions(belief: Belief) -> Iterator[Block]:
    for version in belief.chain:
        yield line(dim(f"{version_days(version)}  "), version.text, indent=4)


def _quotes(reader: Reader, belief: Belief) -> list[str]:
    """Return the words a belief was read from, with who said them when, the latest first; a turn quotes itself."""
    story = reader.why(belief.kref)
    if not story.quotes:
        return [_cited(belief.text, belief)]
    cited = [_cited(quote.text, reader.get(quote.ref)) for quote in story.quotes]
    return list(dict.fromkeys(reversed(cited)))[:2]


def _cited(text: str, turn: Belief) -> str:
    who = turn.metadata.get("speaker") or turn.title or ", ".join(turn.sources) or turn.metadata.get("role") or "?"
    return f"“{short(text)}” — {who}, {_said_on(turn)}"


def _said_on(belief: Belief) -> str:
    return f"{belief.said_at or belief.recorded_at:%Y-%m-%d}"


def _path(walk: Walk, source: str, target: str) -> Iterator[Block]:
    steps = walk.memory.explain_path(source, target)
    if steps is None:
        yield line(Span(walk.words.nothing, "yellow"), indent=2)
    for step in steps or ():
        yield line(Span(f"{step.source} —{step.relation}→ {step.target}", "green"), indent=2)
        for quote in _quotes(walk.memory, step.belief)[:1]:
            yield line(dim(quote), indent=4)


def _changes(walk: Walk, *, most: int) -> Iterator[Block]:
    """Yield what changed, with its versions, and what was believed of it before."""
    changed = list(_changed(walk.memory))[:most]
    if not changed:
        return
    yield line(Span(walk.words.changed, "bold"))
    for belief in changed:
        yield line(Span(belief.text, "green"), indent=2)
        yield from _versions(belief)
    yield line("")


def _believed(walk: Walk) -> Iterator[Block]:
    """Yield what is believed that did not change, with the words it was read from; or, where nothing is, the turns."""
    kept = walk.memory.list(limit=500).items
    claims = [belief for belief in kept if belief.claim and belief.revision == 1]
    if not claims and any(belief.claim for belief in kept):
        return
    yield line(Span(walk.words.believed if claims else walk.words.no_claims, "bold"))
    for belief in (claims or kept)[:BELIEVED]:
        yield from _answer(walk, walk.memory, belief, versions=False)
    yield line("")


def _changed(memory: Memory) -> Iterator[Belief]:
    cursor: str | None = None
    while True:
        page = memory.list(limit=500, cursor=cursor)
        yield from (memory.get(belief.id) for belief in page.items if belief.revision > 1)
        cursor = page.cursor
        if cursor is None:
            return


def _converse(walk: Walk) -> None:
    """Answer what a person asks until they have enough."""
    while True:
        asked = click.prompt(walk.words.prompt, default="", show_default=False)
        if not asked.strip():
            return
        _say(_asked(walk, {"question": asked, "kind": "changed", "typed": True}))
