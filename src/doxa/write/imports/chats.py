"""Readers of chat exports: ChatGPT and Claude, as they are downloaded from the two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from doxa.records import Attachment, Json, Message
from doxa.write.imports.opening import array_items, opened
from doxa.write.imports.rows import Counter, Row, Skipped, no_time, time_of, words_of

CONVERSATIONS = "conversations.json"


def read_chatgpt(source: Path | str | IO[str]) -> Iterator[Row | Skipped]:
    """Yield the messages of a ChatGPT export: `conversations.json`, or the archive or folder that holds it.

    Of a conversation that was branched by editing, the branch that was open last is read.
    """
    counter = Counter()
    with opened(source, CONVERSATIONS) as file:
        for conversation in array_items(file, "conversations"):
            if isinstance(conversation, Mapping) and isinstance(conversation.get("mapping"), Mapping):
                yield from _chatgpt(conversation, counter)
            else:
                yield Skipped(counter.next(), "no conversation")


def _chatgpt(conversation: Mapping[str, Any], counter: Counter) -> Iterator[Row | Skipped]:
    name = str(conversation.get("conversation_id") or conversation.get("id") or conversation.get("title") or "")
    mapping = conversation["mapping"]
    branch = _branch(mapping, conversation.get("current_node"))
    spoken = [node for node in mapping.values() if isinstance(node, Mapping) and _message(node)]
    others = len(spoken) - sum(bool(_message(node)) for node in branch)
    if others > 0:
        yield Skipped(counter.next(), f"{others} messages of other branches of {name}")
    for node in branch:
        message = _message(node)
        if message:
            yield _chatgpt_row(message, name, conversation, counter.next())


def _branch(mapping: Mapping[str, Any], leaf: Any) -> list[Mapping[str, Any]]:
    """Return the nodes from the root to the open leaf; without one, all of them in the order they stand."""
    if leaf not in mapping:
        return [node for node in mapping.values() if isinstance(node, Mapping)]
    path: list[Mapping[str, Any]] = []
    seen: set[str] = set()
    while leaf in mapping and leaf not in seen and isinstance(mapping[leaf], Mapping):
        seen.add(leaf)
        path.append(mapping[leaf])
        leaf = mapping[leaf].get("parent")
    return path[::-1]


def _message(node: Mapping[str, Any]) -> Mapping[str, Any]:
    message = node.get("message")
    return message if isinstance(message, Mapping) else {}


def _chatgpt_row(message: Mapping[str, Any], name: str, conversation: Mapping[str, Any], place: int) -> Row | Skipped:
    author = message.get("author")
    role = str(author.get("role") if isinstance(author, Mapping) else "")
    content = message.get("content")
    kind = str(content.get("content_type") if isinstance(content, Mapping) else "")
    hidden = (message.get("metadata") or {}).get("is_visually_hidden_from_conversation")
    if role not in ("user", "assistant") or hidden:
        return Skipped(place, f"a {'hidden ' if hidden else ''}message of {role or 'nobody'}")
    if kind not in ("text", "multimodal_text") or message.get("recipient") not in (None, "all"):
        return Skipped(place, f"{kind or 'nothing'}, no words between people")
    parts = content.get("parts") if isinstance(content, Mapping) else ()
    parts = parts if isinstance(parts, list) else []
    text = "\n".join(words for part in parts if (words := words_of(part)))
    attachments = tuple(_pointer(part, at) for at, part in enumerate(parts) if isinstance(part, Mapping))
    if not text:
        return Skipped(place, "no words")
    if undated := no_time(message.get("create_time"), conversation.get("create_time")):
        return Skipped(place, undated)
    time = time_of(message.get("create_time")) or time_of(conversation.get("create_time"))
    key = f"chatgpt:{name}:{message.get('id') or place}"
    said = Message(role, text, time, metadata=_titled(conversation, "title"), attachments=attachments)
    return Row(place, key, said, name)


def _pointer(part: Mapping[str, Any], at: int) -> Attachment:
    location = str(part.get("asset_pointer") or f"chatgpt:part-{at}")
    metadata: dict[str, Json] = {"type": str(part.get("content_type") or "file")}
    if isinstance(part.get("size_bytes"), int):
        metadata["size"] = part["size_bytes"]
    return Attachment(f"{at}-{location.rsplit('/', 1)[-1]}", location, metadata)


def _titled(conversation: Mapping[str, Any], key: str) -> dict[str, Json]:
    title = words_of(conversation.get(key))
    return {"conversation": title} if title else {}


def read_claude(source: Path | str | IO[str]) -> Iterator[Row | Skipped]:
    """Yield the messages of a Claude export: `conversations.json`, or the archive or folder that holds it."""
    counter = Counter()
    with opened(source, CONVERSATIONS) as file:
        for conversation in array_items(file, "conversations"):
            messages = conversation.get("chat_messages") if isinstance(conversation, Mapping) else None
            if not isinstance(messages, list):
                yield Skipped(counter.next(), "no conversation")
                continue
            name = str(conversation.get("uuid") or conversation.get("name") or "")
            for message in messages:
                yield _claude_row(message, name, conversation, counter.next())


def _claude_row(message: Any, name: str, conversation: Mapping[str, Any], place: int) -> Row | Skipped:
    if not isinstance(message, Mapping):
        return Skipped(place, "no message")
    role = {"human": "user", "user": "user", "assistant": "assistant"}.get(str(message.get("sender")))
    if role is None:
        return Skipped(place, f"a message of {message.get('sender') or 'nobody'}")
    text = text_of_blocks(message.get("content")) or words_of(message.get("text"))
    if not text:
        return Skipped(place, "no words")
    if undated := no_time(message.get("created_at"), conversation.get("created_at")):
        return Skipped(place, undated)
    time = time_of(message.get("created_at")) or time_of(conversation.get("created_at"))
    files = [*(message.get("attachments") or ()), *(message.get("files") or ())]
    attachments = tuple(_file(each, at) for at, each in enumerate(files) if isinstance(each, Mapping))
    said = Message(role, text, time, metadata=_titled(conversation, "name"), attachments=attachments)
    return Row(place, f"claude:{message.get('uuid') or f'{name}:{place}'}", said, name)


def _file(file: Mapping[str, Any], at: int) -> Attachment:
    name = words_of(file.get("file_name")) or "file"
    metadata: dict[str, Json] = {}
    if isinstance(file.get("file_size"), int):
        metadata["size"] = file["file_size"]
    if words_of(file.get("file_type")):
        metadata["type"] = str(file["file_type"])
    return Attachment(f"{at}-{name}", f"claude:{file.get('file_uuid') or name}", metadata)


def text_of_blocks(content: Any) -> str | None:
    """Return the words of a message's content: a text, or the text blocks in it; tools and thoughts are left out."""
    if isinstance(content, str):
        return words_of(content)
    if not isinstance(content, Sequence):
        return None
    kinds = ("text", "input_text", "output_text")
    blocks = [each for each in content if isinstance(each, Mapping) and each.get("type") in kinds]
    return "\n".join(words for each in blocks if (words := words_of(each.get("text")))) or None
