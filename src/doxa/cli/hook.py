"""`doxa hook`: what an agent host runs at moments of a conversation. It answers fast and never breaks the host.

No click, numpy or pydantic is loaded here: the answer is found by words alone. Whatever goes wrong is said on standard
error, and the host goes on as if nothing was remembered.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

LEGS: Final = ("bm25",)
PROMPT_TOKENS: Final = 800
PROMPT_HITS: Final = 5
MAX_PROMPT: Final = 4_000
"""Characters of a prompt that are asked about; what follows is mostly pasted text."""

EVENTS: Final[Mapping[str, str]] = {
    "sessionstart": "session-start",
    "userpromptsubmit": "user-prompt-submit",
    "beforesubmitprompt": "user-prompt-submit",
    "precompact": "pre-compact",
    "stop": "stop",
    "sessionend": "session-end",
}
"""Events of Claude Code, Codex and Cursor, in small letters, and ours."""

TRANSCRIPTS: Final[Mapping[str, str]] = {"codex": "codex", "claude": "claude_code"}
"""The format of a transcript, by a word of its path; the last is the default."""

USAGE = """Usage: doxa hook [EVENT] < EVENT.json

Answers an event of an agent host: session-start and user-prompt-submit with what is remembered, pre-compact, stop and
session-end by remembering the transcript in the background. EVENT may be left out where the JSON names it.
DOXA_PROJECT, DOXA_USER and DOXA_HOME say whose memory. The exit code is always 0.
"""


def run(arguments: Sequence[str], *, start: Callable[[Sequence[str]], None] | None = None) -> None:
    """Answer one event that is read from standard input.

    Args:
        arguments: The words behind `doxa hook`.
        start: Starts a process that goes on by itself; `None` = for real.
    """
    if any(word in ("-h", "--help") for word in arguments):
        sys.stdout.write(USAGE)
        return
    try:
        told = sys.stdin.buffer.read().decode("utf-8", "replace") if not sys.stdin.isatty() else ""
        given = json.loads(told or "{}")
        given = given if isinstance(given, dict) else {}
        named = str(given.get("hook_event_name") or (arguments[0] if arguments else ""))
        answer = answered(named, given, start or _start)
        if answer:
            sys.stdout.buffer.write(json.dumps(answer, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
    except Exception as error:  # a host must not stop because of its memory
        sys.stderr.write(f"doxa hook: {error}\n")


def answered(named: str, given: Mapping[str, Any], start: Callable[[Sequence[str]], None]) -> dict[str, Any]:
    """Return what the host is to be told of an event.

    Args:
        named: The event as the host calls it.
        given: What the host says of it.
        start: Starts a process that goes on by itself.

    Raises:
        ValueError: There is no such event.
    """
    event = EVENTS.get(re.sub(r"[^a-z]", "", named.lower()))
    if event is None:
        raise ValueError(f"There is no event {named!r}. There are: {', '.join(dict.fromkeys(EVENTS.values()))}.")
    if event in ("stop", "pre-compact", "session-end"):
        _remember(given, start)
        return {}
    text = _standing() if event == "session-start" else _found(str(given.get("prompt") or ""))
    return _shaped(named, text)


def _shaped(named: str, text: str) -> dict[str, Any]:
    """Return a text as the host takes it: Cursor names its events with a small letter."""
    if named.startswith("beforeSubmit"):
        return {"continue": True, **({"additional_context": text} if text else {})}
    if not text:
        return {}
    if named[:1].islower() and named.isalpha():
        return {"additional_context": text}
    name = "".join(part.capitalize() for part in named.split("-")) if "-" in named else named
    return {"hookSpecificOutput": {"hookEventName": name, "additionalContext": text}}


def _standing() -> str:
    """Return what is known of the user: who they are, what they like, what always applies."""
    from doxa.config import Config
    from doxa.files import project_file

    config = Config.load(embedder="none")
    if not project_file(config.home, config.project).exists():
        return ""
    from doxa.memory import Memory

    with Memory(config=config, embedder=None) as memory:
        envelope = memory.envelope()
        return f"What doxa remembers of the user:\n{text}" if (text := envelope.text().strip()) else ""


def _found(prompt: str) -> str:
    """Return what is remembered of the matter of a prompt."""
    from doxa.config import Config
    from doxa.files import project_file

    config = Config.load(embedder="none")
    if not prompt.strip() or not project_file(config.home, config.project).exists():
        return ""
    from doxa.memory import Memory

    with Memory(config=config, embedder=None) as memory:
        found = memory.recall(prompt[:MAX_PROMPT], limit=PROMPT_HITS, legs=LEGS)
        return memory.compose(found.hits, max_tokens=PROMPT_TOKENS).text if found.hits else ""


def _remember(given: Mapping[str, Any], start: Callable[[Sequence[str]], None]) -> None:
    """Remember the transcript in a process of its own; what was remembered before is not told again."""
    path = given.get("transcript_path")
    if not isinstance(path, str) or not Path(path).expanduser().is_file():
        return
    form = next((form for word, form in TRANSCRIPTS.items() if word in path.lower()), "claude_code")
    start([sys.executable, "-m", "doxa", "import", str(Path(path).expanduser()), "--format", form])


def _start(command: Sequence[str]) -> None:
    import subprocess

    quiet: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    apart = {"creationflags": 0x00000208} if os.name == "nt" else {"start_new_session": True}
    subprocess.Popen(command, **quiet, **apart)
