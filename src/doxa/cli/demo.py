"""`doxa demo`: remember a conversation, answer questions with sources, show what changed, answer as of then."""

from __future__ import annotations

import json
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import resources
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import track

from doxa.cli.transcript import Turn, main_speaker, read_transcript
from doxa.clock import ManualClock
from doxa.memory import Memory
from doxa.reader import Reader
from doxa.records import Belief, Recall

SHIPPED = {"English": "demo_en", "中文": "demo_zh"}


@dataclass(frozen=True, slots=True)
class Script:
    """A conversation with the questions to ask about it."""

    title: str
    turns: Sequence[Turn]
    questions: Sequence[Mapping[str, Any]]


def run_demo(file: Path | None) -> None:
    """Run the walk over a transcript of the caller's, or over the two that come along."""
    console = Console()
    for script in [_given(file)] if file is not None else _shipped():
        with tempfile.TemporaryDirectory(prefix="doxa-demo-", ignore_cleanup_errors=True) as home:
            _walk(script, Path(home), console)


def _shipped() -> list[Script]:
    folder = resources.files("doxa.cli") / "data"
    return [
        Script(
            title,
            read_transcript((folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()),
            json.loads((folder / f"{name}.questions.json").read_text(encoding="utf-8")),
        )
        for title, name in SHIPPED.items()
    ]


def _given(file: Path) -> Script:
    return Script(file.name, read_transcript(file.read_text(encoding="utf-8").splitlines()), ())


def _walk(script: Script, home: Path, console: Console) -> None:
    user = main_speaker(script.turns)
    clock = ManualClock(script.turns[0].time)
    console.rule(f"[bold]{escape(script.title)}")
    with Memory("demo", home=home, clock=clock, user=user) as memory:
        _remember(memory, clock, script.turns, console)
        clock.set(script.turns[-1].time + timedelta(hours=1))
        for question in script.questions:
            _answer(memory, question, console)
        _show_changes(memory, console, most=3 if script.questions else 10)


def _remember(memory: Memory, clock: ManualClock, turns: Sequence[Turn], console: Console) -> None:
    verdicts: Counter[str] = Counter()
    began = time.perf_counter()
    for turn in track(turns, description="Remembering", console=console, transient=True):
        clock.set(max(turn.time, clock.now()))
        receipt = memory.add(turn.message, session=turn.session)
        verdicts.update(outcome.verdict or "" for outcome in receipt.outcomes if _is_claim(outcome.belief))
    seconds = time.perf_counter() - began
    first, last = turns[0].time, turns[-1].time
    console.print(f"{len(turns)} turns from {first:%Y-%m-%d} to {last:%Y-%m-%d} remembered in {seconds:.1f} s.")
    counts = ", ".join(f"{count} {verdict.replace('_', ' ')}" for verdict, count in verdicts.most_common())
    console.print(f"Claims found in them, by what became of each: {counts or 'none'}.\n")
    for warning in memory.status().warnings:
        console.print(f"note: {warning}", style="yellow")


def _is_claim(belief: Belief | None) -> bool:
    return belief is not None and belief.kind != "turn"


def _answer(memory: Memory, question: Mapping[str, Any], console: Console) -> None:
    asked = question["question"]
    moment = datetime.fromisoformat(question["as_of"]) if question["kind"] == "as_of" else None
    when = f" [dim](asked as of {moment:%Y-%m-%d})[/]" if moment else ""
    console.print(f"[bold cyan]? {escape(asked)}[/]{when}")
    if question["kind"] == "path":
        _show_path(memory, question["source"], question["target"], console)
        return
    reader: Reader = memory if moment is None else memory.as_of(moment)
    found = reader.recall(asked, limit=3, now=moment)
    _show_answer(reader, found, console, versions=question["kind"] == "changed")


def _show_answer(reader: Reader, found: Recall, console: Console, *, versions: bool) -> None:
    if not found.hits:
        console.print("  Nothing that was said answers this.\n")
        return
    belief = found.hits[0].belief
    console.print(f"  [green]{escape(belief.text)}[/]  [dim]{_standing(belief)}[/]", soft_wrap=True)
    for quote in _quotes(reader, belief):
        console.print(f"  [dim]source:[/] {escape(quote)}", soft_wrap=True)
    if versions:
        _show_versions(belief, console)
    console.print()


def _standing(belief: Belief) -> str:
    parts = [belief.status, belief.evidence or "as said", f"{belief.confidence:.0%} sure"]
    return ", ".join(parts)


def _quotes(reader: Reader, belief: Belief) -> list[str]:
    """Return the sentence a belief was read from with its date, the newest first; a turn quotes itself."""
    story = reader.why(belief.kref)
    if not story.quotes:
        return [_cited(belief)]
    turns = [reader.get(quote.ref) for quote in story.quotes]
    cited = [f"“{quote.text}” — {_said(turn)}" for quote, turn in zip(story.quotes, turns, strict=True)]
    return list(dict.fromkeys(reversed(cited)))[:2]


def _cited(belief: Belief) -> str:
    return f"“{belief.text}” — {_said(belief)}"


def _said(belief: Belief) -> str:
    said = belief.said_at or belief.recorded_at
    return f"{belief.metadata.get('speaker') or ', '.join(belief.sources) or 'unknown'}, {said:%Y-%m-%d}"


def _show_versions(belief: Belief, console: Console) -> None:
    console.print("  versions, newest first:")
    for version in belief.chain:
        console.print(f"    {_period(version)}: {escape(version.text)}", soft_wrap=True)


def _period(version: Belief) -> str:
    valid = version.valid
    start = valid.start if valid is not None else version.said_at
    end = valid.end if valid is not None else None
    if start is None:
        return f"until {end:%Y-%m-%d}" if end else "at some time"
    return f"{start:%Y-%m-%d} to {end:%Y-%m-%d}" if end else f"{start:%Y-%m-%d} on"


def _show_path(memory: Memory, source: str, target: str, console: Console) -> None:
    steps = memory.explain_path(source, target)
    if steps is None:
        console.print("  No chain of claims leads there.\n")
        return
    for step in steps:
        console.print(
            f"  [green]{escape(step.source)} —{escape(step.relation)}→ {escape(step.target)}[/]", soft_wrap=True
        )
        for quote in _quotes(memory, step.belief)[:1]:
            console.print(f"    [dim]source:[/] {escape(quote)}", soft_wrap=True)
    console.print()


def _show_changes(memory: Memory, console: Console, *, most: int) -> None:
    changed: list[Belief] = []
    cursor: str | None = None
    while True:
        page = memory.list(limit=500, cursor=cursor)
        changed += [memory.get(belief.id) for belief in page.items if belief.revision > 1]
        cursor = page.cursor
        if cursor is None:
            break
    if changed:
        console.print("[bold]What changed on the way:[/]")
    for belief in changed[:most]:
        console.print(f"  [green]{escape(belief.text)}[/]", soft_wrap=True)
        _show_versions(belief, console)
    console.print()
