"""Readers of other memories: mem0, LangGraph stores, plain JSON Lines, folders of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final

from doxa.errors import InvalidInput
from doxa.graph.inputs import MAX_LABEL
from doxa.records import Json, Message
from doxa.write.imports.opening import array_items, files_of, json_lines, lines_of, opened
from doxa.write.imports.rows import Counter, Row, Skipped, no_time, time_of, words_of

_HEADING: Final = re.compile(r"^(#{1,6})\s+(.+?)\s*#*$")
_FENCE: Final = re.compile(r"^\s*(?:```|~~~)")
_LONGEST: Final = 4000
"""Characters of a Markdown section that is kept as one memory; a longer one is cut between paragraphs."""
_TEXTS: Final = ("memory", "text", "content", "data", "statement", "fact")


def read_mem0(source: Path | str | IO[str]) -> Iterator[Row | Skipped]:
    """Yield the memories of a mem0 export: what `get_all` returns, or a structured export with a list of memories."""
    counter = Counter()
    with opened(source) as file:
        for each in array_items(file, "results", "memories"):
            yield _mem0(each, counter.next())


def _mem0(memory: Any, place: int) -> Row | Skipped:
    text = words_of(memory) if isinstance(memory, str) else None
    if isinstance(memory, Mapping):
        text = next((words for key in _TEXTS if (words := words_of(memory.get(key)))), None)
    if text is None:
        return Skipped(place, "no memory")
    given = memory if isinstance(memory, Mapping) else {}
    metadata = _plain(given.get("metadata"))
    if given.get("categories"):
        metadata["categories"] = [str(each) for each in given["categories"]]
    metadata |= {key: str(given[key]) for key in ("agent_id", "run_id", "app_id") if given.get(key)}
    if undated := no_time(given.get("updated_at"), given.get("created_at")):
        return Skipped(place, undated)
    time = time_of(given.get("updated_at")) or time_of(given.get("created_at"))
    key = f"mem0:{given.get('id') or text}"
    user = words_of(given.get("user_id"))
    return Row(place, key, Message("user", text, time, metadata=metadata), kind="fact", user=user)


def read_langgraph(source: Path | str | IO[str]) -> Iterator[Row | Skipped]:
    """Yield the items of a LangGraph store, as an array or as JSON Lines: `namespace`, `key`, `value`, its times."""
    counter = Counter()
    for _, file in files_of(source, "*.json*"):
        for each in _array_or_lines(file):
            yield _langgraph(each, counter.next())


def _array_or_lines(file: IO[str]) -> Iterator[Any]:
    """Yield members of an array, or the values of lines."""
    lines = lines_of(file)
    first = next((line for line in lines if line.strip()), "")
    rest = _Chain(first, lines)
    if first.lstrip("\ufeff \t").startswith("["):
        yield from array_items(rest)  # type: ignore[arg-type]
    else:
        yield from (value for _, value in json_lines(rest))  # type: ignore[arg-type]


class _Chain:
    """A text file whose first line was looked at already."""

    def __init__(self, first: str, lines: Iterator[str]) -> None:
        self._first, self._lines = first, lines

    def __iter__(self) -> Iterator[str]:
        yield self._first
        yield from self._lines

    def read(self, size: int) -> str:
        first, self._first = self._first, ""
        return first or next(self._lines, "")


def _langgraph(item: Any, place: int) -> Row | Skipped:
    if not isinstance(item, Mapping) or not isinstance(item.get("value"), Mapping):
        return Skipped(place, "no item with a value")
    value = item["value"]
    text = next((words for key in _TEXTS if (words := words_of(value.get(key)))), None) or _told(value)
    if not text:
        return Skipped(place, "no words in its value")
    namespace = item.get("namespace") or item.get("prefix") or ()
    path = namespace.split(".") if isinstance(namespace, str) else [str(each) for each in namespace]
    space = "/".join(part.replace("/", "-").strip() for part in path if part.strip()) or None
    key = f"langgraph:{space or ''}:{item.get('key') or place}"
    metadata: dict[str, Json] = {"key": str(item["key"])} if item.get("key") else {}
    if undated := no_time(item.get("updated_at"), item.get("created_at")):
        return Skipped(place, undated)
    time = time_of(item.get("updated_at")) or time_of(item.get("created_at"))
    kind = words_of(value.get("kind"))
    kind = kind if kind and re.fullmatch(r"[a-z][a-z0-9_]{0,49}", kind) else "fact"
    return Row(place, key, Message("user", text, time, metadata=metadata), kind=kind, space=space)


def _told(value: Mapping[str, Any]) -> str:
    """Return a value without one text of its own as `key: value` pairs."""
    pairs = ((key, each) for key, each in value.items() if isinstance(each, str | int | float) and str(each).strip())
    return "; ".join(f"{key}: {each}" for key, each in pairs)


def read_json_lines(source: Path | str | IO[str]) -> Iterator[Row | Skipped]:
    """Yield the rows of plain JSON Lines: texts, or objects with a text under `text` or `content`.

    Where known, an object has `role`, `name`, `time`, `session`, `user`, `kind`, `space`, `id` and `metadata` too.
    """
    counter = Counter()
    for _, file in files_of(source, "*.jsonl"):
        for number, line in json_lines(file):
            yield _plain_row(line, number, counter.next())


def _plain_row(line: Any, number: int, place: int) -> Row | Skipped:
    if isinstance(line, ValueError):
        return Skipped(place, f"not JSON: {line}")
    given = {"text": line} if isinstance(line, str) else line
    if not isinstance(given, Mapping):
        return Skipped(place, "neither a text nor an object")
    text = next((words for key in _TEXTS if (words := words_of(given.get(key)))), None)
    if text is None:
        return Skipped(place, "no text or content")
    role, kind = words_of(given.get("role")) or "user", words_of(given.get("kind"))
    session, user = words_of(given.get("session")), words_of(given.get("user"))
    for field, label in (("role", role), ("session", session), ("user", user)):
        if label is not None and len(label) > MAX_LABEL:
            return Skipped(place, f"its {field} is too long")
    said_at = time_of(given.get("time"))
    if said_at is None and (undated := no_time(given.get("time"))):
        return Skipped(place, undated)
    said = Message(role, text, said_at, words_of(given.get("name")), _plain(given.get("metadata")))
    key = f"jsonl:{given.get('id') or f'{number}:{text[:200]}'}"
    return Row(place, key, said, session, kind, user, words_of(given.get("space")))


def read_markdown(source: Path | str | IO[str]) -> Iterator[Row | Skipped]:
    """Yield the sections of Markdown notes: a file, or a folder with all below it. Front matter is left out."""
    counter = Counter()
    for name, file in files_of(source, "*.md"):
        try:
            lines = list(lines_of(file))
        except InvalidInput as error:
            yield Skipped(counter.next(), f"{name}: {error.message}")
            continue
        for path, text in sections_of(lines):
            place = counter.next()
            heading = " / ".join(path)
            metadata: dict[str, Json] = {"path": name} if name else {}
            if heading:
                metadata["heading"] = heading
            said = Message("user", f"{heading}\n{text}" if heading else text, metadata=metadata)
            yield Row(place, f"markdown:{name}#{heading}", said, kind="knowledge")


def sections_of(lines: list[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the sections of Markdown with the headings above each; empty ones are left out."""
    path: list[tuple[int, str]] = []
    body: list[str] = []
    fenced = False
    for line in _without_front_matter(lines):
        fenced ^= bool(_FENCE.match(line))
        heading = None if fenced else _HEADING.match(line.rstrip("\n"))
        if heading is None:
            body.append(line.rstrip("\n"))
            continue
        yield from _cut(path, body)
        body = []
        path = [*(each for each in path if each[0] < len(heading[1])), (len(heading[1]), heading[2])]
    yield from _cut(path, body)


def _cut(path: list[tuple[int, str]], body: list[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    headings = tuple(text for _, text in path)
    part = ""
    for paragraph in re.split(r"\n\s*\n", "\n".join(body).strip()):
        if part and len(part) + len(paragraph) > _LONGEST:
            yield headings, part
            part = ""
        part = f"{part}\n\n{paragraph}" if part else paragraph
    if part.strip():
        yield headings, part


def _without_front_matter(lines: list[str]) -> list[str]:
    if not lines or lines[0].strip() != "---":
        return lines
    end = next((at for at, line in enumerate(lines[1:], start=1) if line.strip() in ("---", "...")), None)
    return lines if end is None else lines[end + 1 :]


def _plain(value: Any) -> dict[str, Json]:
    return {str(key): each for key, each in value.items()} if isinstance(value, Mapping) else {}
