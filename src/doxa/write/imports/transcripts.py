"""Readers of the session transcripts that coding agents write: Claude Code and Codex."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final

from doxa.records import Json, Message
from doxa.write.imports.chats import text_of_blocks
from doxa.write.imports.opening import files_of, json_lines
from doxa.write.imports.rows import Counter, Row, Skipped, no_time, time_of

_OF_THE_HOST: Final = re.compile(
    r"^\s*(?:<(?:command-name|command-message|local-command|bash-input|bash-stdout|system-reminder|user_instructions"
    r"|environment_context|ENVIRONMENT_CONTEXT|turn_aborted|INSTRUCTIONS)|# AGENTS\.md instructions"
    r"|Caveat: The messages)"
)


def read_claude_code(source: Path | str | IO[str]) -> Iterator[Row | Skipped]:
    """Yield what people and agent said in Claude Code's sessions: a `.jsonl` file, or a folder of them."""
    counter = Counter()
    for name, file in files_of(source, "*.jsonl"):
        for _, line in json_lines(file):
            yield _claude_code(line, name, counter.next())


def _claude_code(line: Any, name: str, place: int) -> Row | Skipped:
    if not isinstance(line, Mapping):
        return Skipped(place, f"not a JSON object: {line}" if isinstance(line, ValueError) else "not a JSON object")
    message = line.get("message")
    if line.get("type") not in ("user", "assistant") or not isinstance(message, Mapping):
        return Skipped(place, f"{line.get('type') or 'nothing'}, no message")
    if line.get("isSidechain") or line.get("isMeta"):
        return Skipped(place, "said by a subagent" if line.get("isSidechain") else "put in by the host")
    text = text_of_blocks(message.get("content"))
    if not text or _OF_THE_HOST.match(text):
        return Skipped(place, "a tool's input or output, or a thought" if not text else "put in by the host")
    session = str(line.get("sessionId") or name)
    key = f"claude-code:{line.get('uuid') or f'{session}:{place}'}"
    metadata = _where({"cwd": line.get("cwd"), "branch": line.get("gitBranch")})
    if undated := no_time(line.get("timestamp")):
        return Skipped(place, undated)
    return Row(place, key, Message(str(line["type"]), text, time_of(line.get("timestamp")), metadata=metadata), session)


def read_codex(source: Path | str | IO[str]) -> Iterator[Row | Skipped]:
    """Yield what people and agent said in Codex's sessions: a `.jsonl` file, or a folder of them."""
    counter = Counter()
    for name, file in files_of(source, "*.jsonl"):
        session, cwd = name, None
        for number, line in json_lines(file):
            if isinstance(line, Mapping) and (found := _session_of(line)) is not None:
                session, cwd = found
            else:
                yield _codex(line, session, cwd, number, counter.next())


def _session_of(line: Mapping[str, Any]) -> tuple[str, Any] | None:
    """Return a session's id and folder from its first line, in the present form or the one of before."""
    meta = line.get("payload") if line.get("type") == "session_meta" else line if "type" not in line else None
    if not isinstance(meta, Mapping) or not meta.get("id"):
        return None
    return str(meta["id"]), meta.get("cwd")


def _codex(line: Any, session: str, cwd: Any, number: int, place: int) -> Row | Skipped:
    if not isinstance(line, Mapping):
        return Skipped(place, f"not a JSON object: {line}" if isinstance(line, ValueError) else "not a JSON object")
    item = line.get("payload") if line.get("type") == "response_item" else line
    if not isinstance(item, Mapping) or item.get("type") != "message":
        kind = item.get("type") if isinstance(item, Mapping) else None
        return Skipped(place, f"{kind or line.get('type') or 'nothing'}, no message")
    role = str(item.get("role"))
    text = text_of_blocks(item.get("content"))
    if role not in ("user", "assistant"):
        return Skipped(place, f"a message of {role}")
    if not text or _OF_THE_HOST.match(text):
        return Skipped(place, "no words" if not text else "put in by the host")
    if undated := no_time(line.get("timestamp")):
        return Skipped(place, undated)
    said = Message(role, text, time_of(line.get("timestamp")), metadata=_where({"cwd": cwd}))
    return Row(place, f"codex:{session}:{number}", said, session)


def _where(values: Mapping[str, Any]) -> dict[str, Json]:
    return {key: str(value) for key, value in values.items() if value}
