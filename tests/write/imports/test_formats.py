"""What others wrote, read in the shape they write it, kept once, and what was left out said with the reason."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import UTC, datetime

import pytest

from doxa import ANY
from doxa.errors import InvalidInput

KEY = "AKIA" + "IOSFODNN7EXAMPLE"


def node(name, role, parts, parent, *, time=1_766_000_000, kind="text", **more):
    message = {
        "id": name,
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": time,
        "content": {"content_type": kind, "parts": parts},
        "recipient": "all",
        "metadata": {},
        **more,
    }
    return {"id": name, "message": message, "parent": parent, "children": []}


def spoken(role, kind, text):
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


CHATGPT = [
    {
        "conversation_id": "c1",
        "title": "Moving",
        "create_time": 1_766_000_000,
        "current_node": "d",
        "mapping": {
            "root": {"id": "root", "message": None, "parent": None, "children": ["a"]},
            "a": node("a", "system", [""], "root"),
            "b": node("b", "user", ["I live in Porto."], "a"),
            "b2": node("b2", "user", ["I live in Faro."], "a", time=1_766_000_100),
            "c": node("c", "assistant", ["Nice."], "b2", time=1_766_000_200),
            "t": node("t", "tool", ["searching"], "c"),
            "d": node(
                "d",
                "user",
                [{"content_type": "image_asset_pointer", "asset_pointer": "file-service://f1"}, "Look!"],
                "t",
                kind="multimodal_text",
            ),
        },
    }
]
CLAUDE = [
    {
        "uuid": "c9",
        "name": "Work",
        "created_at": "2025-12-02T03:04:05.000000Z",
        "chat_messages": [
            {
                "uuid": "m1",
                "sender": "human",
                "text": "old form",
                "content": [{"type": "text", "text": "I work for Siemens."}],
                "created_at": "2025-12-02T03:05:00Z",
                "attachments": [{"file_name": "cv.pdf", "file_size": 12, "file_type": "pdf"}],
            },
            {"uuid": "m2", "sender": "assistant", "text": "Good.", "content": [], "created_at": "2025-12-02T03:06:00Z"},
            {"uuid": "m3", "sender": "human", "text": " ", "content": []},
        ],
    }
]
MEM0 = {
    "results": [
        {
            "id": "1",
            "memory": "User lives in Lisbon",
            "user_id": "ana",
            "categories": ["personal"],
            "metadata": {"k": 1},
            "created_at": "2025-12-01T10:00:00-07:00",
            "updated_at": None,
        },
        {"id": "2"},
    ]
}
CLAUDE_CODE = [
    {"type": "summary", "summary": "x"},
    {
        "type": "user",
        "uuid": "u1",
        "sessionId": "s",
        "cwd": "/w",
        "gitBranch": "main",
        "timestamp": "2026-01-01T10:00:00.000Z",
        "message": {"role": "user", "content": "I prefer tabs over spaces."},
    },
    {
        "type": "assistant",
        "uuid": "u2",
        "sessionId": "s",
        "timestamp": "2026-01-01T10:01:00.000Z",
        "message": {"role": "assistant", "content": [{"type": "thinking"}, {"type": "text", "text": "Ok."}]},
    },
    {
        "type": "user",
        "uuid": "u3",
        "sessionId": "s",
        "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "42"}]},
    },
    {"type": "user", "uuid": "u4", "sessionId": "s", "isMeta": True, "message": {"role": "user", "content": "x"}},
    {"type": "user", "uuid": "u5", "sessionId": "s", "message": {"role": "user", "content": "<command-name>/clear"}},
]
CODEX = [
    {"timestamp": "2026-01-01T10:00:00Z", "type": "session_meta", "payload": {"id": "z1", "cwd": "/w"}},
    {
        "timestamp": "2026-01-01T10:00:01Z",
        "type": "response_item",
        "payload": spoken("user", "input_text", "<environment_context>"),
    },
    {
        "timestamp": "2026-01-01T10:00:02Z",
        "type": "response_item",
        "payload": spoken("user", "input_text", "I use Fedora."),
    },
    {"timestamp": "2026-01-01T10:00:02Z", "type": "event_msg", "payload": {"type": "user_message"}},
    {
        "timestamp": "2026-01-01T10:00:03Z",
        "type": "response_item",
        "payload": spoken("assistant", "output_text", "Noted."),
    },
]
LANGGRAPH = [
    {
        "namespace": ["memories", "ana"],
        "key": "k1",
        "value": {"text": "User is allergic to nuts"},
        "created_at": "2025-12-01T00:00:00+00:00",
        "updated_at": "2025-12-02T00:00:00+00:00",
    },
    {"namespace": ["memories"], "key": "k2", "value": {"colour": "blue", "size": 3}},
    {"namespace": ["memories"], "key": "k3", "value": []},
]
JSONL = [
    "I own a boat called Tern.",
    {"text": "User speaks Dutch", "kind": "fact", "time": "2025-12-01"},
    {"role": "user", "content": "I moved to Faro.", "session": "s7", "user": "ana"},
    {"note": 1},
]
MARKDOWN = (
    "---\ntitle: x\n---\n# Boats\n\nTern is a sloop.\n\n## Engine\n\n```\n# no heading\n```\nIt needs oil.\n\n# Empty\n"
)


def lines(rows):
    return io.StringIO("\n".join(json.dumps(row) for row in rows))


def whole(rows):
    return io.StringIO(json.dumps(rows))


SOURCES = {
    "chatgpt": (
        lambda: whole(CHATGPT),
        3,
        ["1 messages of other branches of c1", "a message of tool"],
        "user lives in Faro",
    ),
    "claude": (lambda: whole(CLAUDE), 2, ["no words"], "user works for Siemens"),
    "mem0": (lambda: whole(MEM0), 1, ["no memory"], "User lives in Lisbon"),
    "claude_code": (lambda: lines(CLAUDE_CODE), 2, ["summary, no message", "put in by the host"], "user prefers tabs"),
    "codex": (lambda: lines(CODEX), 2, ["put in by the host", "event_msg, no message"], "user uses Fedora"),
    "langgraph": (lambda: lines(LANGGRAPH), 2, ["no item with a value"], "User is allergic to nuts"),
    "jsonl": (lambda: lines(JSONL), 3, ["no text or content"], "User speaks Dutch"),
    "markdown": (lambda: io.StringIO(MARKDOWN), 2, [], "Boats\nTern is a sloop."),
}


@pytest.mark.parametrize("form", SOURCES)
def test_a_format_is_read_once_and_what_is_left_out_is_told(memory, form):
    source, rows, reasons, belief = SOURCES[form]
    report = memory.import_(source(), format=form)
    assert sum(count for kind, count in report.imported.items() if kind != "claim") == rows
    told = [reason for _, reason in report.skipped]
    assert set(reasons) <= set(told)
    beliefs = [each for each in memory.list(user=ANY).items if each.kind != "turn"]
    assert any(each.text.startswith(belief) for each in beliefs)
    assert {each.author for each in beliefs} == {"imported"}
    before = memory.stats(user=ANY).beliefs
    again = memory.import_(source(), format=form)
    assert sum(again.imported.get(kind, 0) for kind in ("turn", "fact", "knowledge")) == 0
    assert again.unchanged == rows
    assert memory.stats(user=ANY).beliefs == before


def test_a_conversation_keeps_its_times_session_and_files(memory):
    memory.import_(whole(CHATGPT), format="chatgpt", user="ana")
    turns = sorted(memory.list(kinds=["turn"], user="ana").items, key=lambda each: each.text)
    assert [each.text for each in turns] == ["I live in Faro.", "Look!", "Nice."]
    assert {each.session for each in turns} == {"chatgpt:c1"}
    assert turns[0].said_at == datetime.fromtimestamp(1_766_000_100, UTC)
    assert turns[1].attachments[0].location == "file-service://f1"
    assert turns[0].metadata["conversation"] == "Moving"


def test_an_archive_and_a_folder_are_read_as_they_were_downloaded(memory, tmp_path):
    archive = tmp_path / "export.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("data/conversations.json", json.dumps(CLAUDE))
    assert memory.import_(archive, format="claude").imported["turn"] == 2
    (tmp_path / "conversations.json").write_text(json.dumps(CLAUDE), encoding="utf-8")
    assert memory.import_(tmp_path, format="claude").unchanged == 2
    with pytest.raises(InvalidInput, match="is no file"):
        memory.import_(tmp_path / "none.zip", format="claude")


def test_folders_of_notes_and_sessions_are_read_whole(memory, tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "boat.md").write_text(MARKDOWN, encoding="utf-8")
    (tmp_path / "bad.md").write_bytes(b"\xff\xfe\x00")
    report = memory.import_(tmp_path, format="markdown")
    assert report.imported["knowledge"] == 2
    assert report.skipped[0][1].startswith("bad.md")
    note = next(each for each in memory.list(kinds=["knowledge"]).items if "oil" in each.text)
    assert (note.metadata["path"], note.metadata["heading"]) == ("a/boat.md", "Boats / Engine")
    (tmp_path / "s.jsonl").write_text(lines(CODEX).getvalue(), encoding="utf-8")
    assert memory.import_(tmp_path, format="codex").imported["turn"] == 2


def test_what_is_imported_passes_the_gate(open_memory):
    from doxa import Config

    memory = open_memory(config=Config.load(privacy_kinds="email=reject"))
    rows = [{"text": f"My key is {KEY}, keep it."}, {"text": "Write to ana@example.com"}, {"text": "I like tea."}]
    report = memory.import_(lines(rows), format="jsonl")
    assert report.imported["turn"] == 2
    assert [place for place, _ in report.skipped] == [2]
    assert not any(KEY in str(row) for row in memory._core.graph.export_rows(user=None))


def test_memories_go_to_whom_the_source_names_unless_the_caller_says(memory):
    memory.import_(whole(MEM0), format="mem0")
    assert [each.text for each in memory.list(user="ana").items] == ["User lives in Lisbon"]
    memory.import_(whole(MEM0), format="mem0", user="bob")
    assert memory.list(user="bob").items[0].user == "bob"


def test_an_older_import_does_not_replace_what_was_said_since(memory):
    memory.add("I live in Berlin.", user="ana")
    memory.import_(whole(MEM0), format="mem0", user="ana")
    home = next(each for each in memory.list(user="ana").items if each.kind == "profile")
    assert home.claim.value == "Berlin"


@pytest.mark.parametrize(
    ("form", "text"),
    [("chatgpt", "nonsense"), ("chatgpt", '[{"mapping": {'), ("mem0", "3"), ("claude", "[" * 100_000)],
)
def test_a_source_that_is_broken_is_refused_in_words(memory, form, text):
    with pytest.raises(InvalidInput):
        memory.import_(io.StringIO(text), format=form)


def test_a_bad_line_costs_no_other(memory):
    source = io.StringIO('{"text": "I like tea."}\n{broken\n{"text": "a\\u0000b"}\n{"text": "I like jazz."}\n')
    report = memory.import_(source, format="jsonl")
    assert report.imported["turn"] == 2
    assert [place for place, _ in report.skipped] == [2, 3]
    with pytest.raises(InvalidInput, match="chatgpt"):
        memory.import_(source, format="notion")


def test_a_long_array_is_read_piece_by_piece(memory):
    from doxa.write.imports.opening import array_items

    class Counting(io.StringIO):
        most = 0

        def read(self, size=-1):
            Counting.most = max(Counting.most, size)
            return super().read(size)

    many = Counting(json.dumps([{"n": n, "text": "x" * 50} for n in range(20_000)]))
    assert sum(1 for _ in array_items(many)) == 20_000
    assert Counting.most < 200_000


def test_a_message_too_long_for_one_memory_loses_none_of_its_parts(memory):
    text = " ".join(f"word{n}" for n in range(130_000))
    rows = [{"text": text}, {"text": "I like tea."}]
    report = memory.import_(lines(rows), format="jsonl")
    turns = [each for each in memory.list(kinds=["turn"]).items if "part" in each.metadata]
    turns.sort(key=lambda each: each.metadata["part"])
    assert "".join(each.text for each in turns).split() == text.split()
    assert (report.imported["turn"], report.unchanged, report.skipped) == (len(turns) + 1, 0, ())
    assert memory.import_(lines(rows), format="jsonl").imported == {}


def test_an_archive_that_is_damaged_is_refused(memory, tmp_path):
    archive = tmp_path / "export.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("conversations.json", "[" + "1," * 2000 + "1]")
    raw = bytearray(archive.read_bytes())
    raw[200:260] = b"\x00" * 60
    archive.write_bytes(bytes(raw))
    with pytest.raises(InvalidInput, match=r"unpacked|JSON"):
        memory.import_(archive, format="chatgpt")
