"""How often a language model is asked, and the tokens it took, over HTTP by a server that answers as it is told.

The server is the one that the tests use. A batch of six messages is read without a model, with one where nothing is in
doubt, and with one where what is new looks like what is known; and a session of the same messages is consolidated.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from doxa import Memory, Message
from doxa.config import Config
from doxa.llm.providers import open_model
from doxa.records import Usage
from report import Report
from tests.llm.scripted_server import Answer, ScriptedServer

CALM = (
    "Good morning, a few things about the office.",
    "I can tell you the office wifi is slow on Mondays.",
    "The kitchen on the second floor has a new kettle.",
    "Lunch is at half past twelve.",
    "The printer takes recycled paper.",
    "That is all for now.",
)
KNOWN = "I must say the office wifi is fast on Mondays."


def measure(report: Report, folder: Path) -> None:
    """Add the rows."""
    for name, answers, known, most in (
        ("lite", (), False, 0),
        ("pro, nothing in doubt", (_READ,), False, 1),
        ("pro, with a conflict", (_KNOWN_READ, _READ, _JUDGED), True, 2),
    ):
        asked, usage = _of_batch(folder / f"batch {name}", answers, known=known)
        tokens = f"{usage.input_tokens} tokens in, {usage.output_tokens} out"
        report.add(f"model calls of a batch of messages, {name}", asked, "", at_most=most, note=tokens)
    for name, answers, most in (("lite", (), 0), ("pro", (_SUMMARY,), 1)):
        asked, usage = _of_session(folder / f"session {name}", answers)
        tokens = f"{usage.input_tokens} tokens in, {usage.output_tokens} out"
        report.add(f"model calls of a consolidated session, {name}", asked, "", at_most=most, note=tokens)


def _read(turn: int, text: str) -> Answer:
    return Answer({"claims": [{"turn": turn, "quote": text, "text": text}]})


_READ = _read(2, CALM[1])
_KNOWN_READ = _read(1, KNOWN)
_JUDGED = Answer({"pairs": [{"new": 1, "known": 1, "stands": "replaces"}]})
_SUMMARY = Answer({"title": "Office", "summary": "The office in short."})


def _of_batch(home: Path, answers: tuple[Answer, ...], *, known: bool) -> tuple[int, Usage]:
    """Return how often a model was asked about a batch, and what it took."""
    server = ScriptedServer(*(answers or (Answer({}),)))
    try:
        with _opened(home, server, lite=not answers) as memory:
            if known:
                memory.add(KNOWN, wait=True)
            before = len(server.asked)
            receipt = memory.add([Message("user", said) for said in CALM], wait=bool(answers))
            return len(server.asked) - before, receipt.usage or Usage()
    finally:
        server.close()


def _of_session(home: Path, answers: tuple[Answer, ...]) -> tuple[int, Usage]:
    """Return how often a model was asked about a session that is consolidated, and what it took."""
    server = ScriptedServer(*(answers or (Answer({}),)))
    try:
        with _opened(home, server, lite=not answers) as memory:
            for said in CALM:
                memory.sessions.append(said, session="s1")
            receipt = memory.consolidate(session="s1")
            return len(server.asked), receipt.usage or Usage()
    finally:
        server.close()


def _opened(home: Path, server: ScriptedServer, *, lite: bool) -> Memory:
    if lite:
        return Memory(home=home, embedder=None, user="ann")
    config = Config.load(**{**server.settings(), "model_retries": 0, "user": "ann", "draining": "off", "mode": "pro"})
    return Memory(home=home, embedder=None, config=config, model=open_model(config.model, config))
