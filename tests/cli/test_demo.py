"""The walk: answers with their words and who said them, versions with dates, as of then, over any transcript."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import pytest

from doxa.cli.demo_words import CHINESE, ENGLISH, words_for
from tests.cli.conftest import Reply

MOVES = """\
[2025-01-10 10:00] Ann: I live in Rome. I'm allergic to cashews.
[2025-01-10 10:01] Bot: Noted.
[2025-03-10 10:00] Ann: We moved to Faro!
"""


@pytest.fixture(scope="module")
def walk() -> list[str]:
    """Return what the demo shows, run once."""
    from click.testing import CliRunner

    from doxa.cli.app import doxa

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOXA_EMBEDDER", "none")
        result = CliRunner().invoke(doxa, ["demo"])
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout.splitlines()


def answers(walk: list[str], question: str, as_of: str = "") -> list[str]:
    """Return the lines under a question."""
    asked = f"? {question}"
    start = next(at for at, line in enumerate(walk) if line.startswith(asked) and as_of in line[len(asked) :])
    end = next(at for at in range(start, len(walk)) if not walk[at])
    return walk[start + 1 : end]


def test_both_conversations_are_told(walk: list[str]) -> None:
    assert [line for line in walk if line.startswith("━━")] == ["━━ English ━━", "━━ 中文 ━━"]
    assert len(walk) < 200


@pytest.mark.parametrize("name", ["demo_en", "demo_zh"])
def test_every_question_is_answered_as_it_should_be(walk: list[str], name: str) -> None:
    data = files("doxa") / "cli" / "data" / f"{name}.questions.json"
    for question in json.loads(data.read_text(encoding="utf-8")):
        said = "\n".join(answers(walk, question["question"], question.get("as_of", "")[:10]))
        assert all(expected in said for expected in question["expect"]), question


@pytest.mark.parametrize(
    ("question", "source"),
    [
        ("Where does Rhiannon live?", "“We live in Utrecht now, third floor, no lift” — Rhiannon, 2025-07-26"),
        ("老周住在哪儿？", "“我们又搬回青岛了” — 周启明, 2025-09-07"),
    ],
)
def test_an_answer_has_the_words_it_was_read_from(walk: list[str], question: str, source: str) -> None:
    assert answers(walk, question)[1].strip() == source


def test_what_changed_is_shown_with_its_versions(walk: list[str]) -> None:
    said = [line.strip() for line in answers(walk, "What is Rhiannon's favourite tea?")]
    assert said[-3:] == [
        "2025-06-05 –  user's favourite tea is lapsang",
        "2025-04-02 – 2025-06-05  user's favourite tea is genmaicha",
        "2025-01-12 – 2025-04-02  user's favourite tea is lapsang",
    ]


def test_a_path_has_the_source_of_each_step(walk: list[str]) -> None:
    said = [line.strip() for line in answers(walk, "What connects Rhiannon to peanut protein?")]
    assert said[0] == "user —allergic_to→ peanut"
    assert said[2] == "peanut —contains→ peanut protein"
    assert all("— Rhiannon, 2025-05-16" in line for line in (said[1], said[3]))


def test_a_transcript_of_ones_own_shows_what_changed(shell: Callable[..., Reply], tmp_path: Path) -> None:
    file = tmp_path / "talk.txt"
    file.write_text(MOVES, encoding="utf-8")
    reply = shell("demo", str(file), "--ask", "Where does Ann live?", "--ask", "What is Ann allergic to?")
    assert (reply.code, reply.err) == (0, "")
    assert "3 turns from 2025-01-10 to 2025-03-10" in reply.out
    assert "Ann is the user of this memory." in reply.out
    walk = reply.out.splitlines()
    assert answers(walk, "Where does Ann live?")[1].strip() == "“We moved to Faro” — Ann, 2025-03-10"
    assert answers(walk, "Where does Ann live?")[-1].strip() == "2025-01-10 – 2025-03-10  user lives in Rome"
    assert "cashews" in answers(walk, "What is Ann allergic to?")[0]


def test_the_demo_keeps_nothing(shell: Callable[..., Reply], tmp_path: Path, home: Path) -> None:
    file = tmp_path / "talk.txt"
    file.write_text(MOVES, encoding="utf-8")
    shell("demo", str(file))
    assert not home.exists()


def test_a_chinese_transcript_is_told_in_chinese(shell: Callable[..., Reply], tmp_path: Path) -> None:
    file = tmp_path / "talk.txt"
    file.write_text("小明：我住在北京\n助手：好的\n小明：我搬到上海了\n", encoding="utf-8")
    reply = shell("demo", str(file), "--ask", "小明住在哪儿？")
    assert "这份记忆的用户是小明。" in reply.out
    assert "其间的变化，最新的在前：" in reply.out
    assert words_for(["hello", "我住在这个很大很大的城市"]) is CHINESE
    assert words_for(["hello there", "你好"]) is ENGLISH
    assert words_for([]) is ENGLISH


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "No such file"), (b"", "is empty"), (b"\xff\xfe\x00", "not text in UTF-8"), (b"hello", "names no speaker")],
)
def test_a_file_that_is_no_transcript_is_refused(
    shell: Callable[..., Reply], tmp_path: Path, content: bytes | None, said: str
) -> None:
    file = tmp_path / "talk.txt"
    if content is not None:
        file.write_bytes(content)
    reply = shell("demo", str(file))
    assert (reply.code, reply.out, reply.err.count("\n")) == (1, "", 1)
    assert said in reply.err


def test_a_short_transcript_shows_what_is_believed_of_it(shell: Callable[..., Reply], tmp_path: Path) -> None:
    file = tmp_path / "short.txt"
    file.write_text("Ann: I live in Berlin.\nAnn: I like tea.\n", encoding="utf-8")
    out = shell("demo", str(file)).out
    assert "What is believed, the latest first:" in out
    assert "  user likes tea\n  “I like tea” — Ann" in out
    file.write_text("Ann: hello there\n", encoding="utf-8")
    assert "every turn is kept word for word, the latest first:\n  “hello there” — Ann" in shell("demo", str(file)).out


def test_a_transcript_where_everything_changed_says_so_alone(shell: Callable[..., Reply], tmp_path: Path) -> None:
    file = tmp_path / "changed.txt"
    file.write_text("安娜：我住在北京。\n安娜：我搬到青岛了。\n", encoding="utf-8")
    out = shell("demo", str(file)).out
    assert "其间的变化，最新的在前：" in out
    assert "没有从中读出信息" not in out


@pytest.mark.slow
def test_a_kept_demo_is_dreamt_over_readably_and_an_undo_gives_everything_back(
    shell: Callable[..., Reply], home: Path
) -> None:
    from doxa import ManualClock, Memory
    from tests.dream.conftest import present

    assert "Kept: doxa --project walk dream --dry-run --user 'Rhiannon'" in shell("demo", "--keep", "walk").out
    assert "There is a project 'walk'" in shell("demo", "--keep", "walk").err
    plan = shell("dream", "--dry-run", "--project", "walk", "--user", "Rhiannon").out
    assert "would be applied:\np1   link  about one thing: likeness" in plan
    now = ManualClock(datetime.now(UTC), seed=9)
    with Memory("walk", home=home, embedder=None, user="Rhiannon", clock=now) as memory:
        before, then = present(memory, ["Where does Rhiannon live?", "peanuts"]), memory.status().last_operation
        past = memory.as_of(then).list(limit=1000).items
        report = memory.apply(memory.plan())
        assert present(memory, ["Where does Rhiannon live?", "peanuts"]) != before
        memory.undo(report.operation)
        assert present(memory, ["Where does Rhiannon live?", "peanuts"]) == before
        assert memory.as_of(then).list(limit=1000).items == past


def test_the_walk_can_be_read_by_a_program(shell: Callable[..., Reply], tmp_path: Path) -> None:
    file = tmp_path / "moves.txt"
    file.write_text(MOVES, encoding="utf-8")
    told = json.loads(shell("demo", str(file), "--ask", "Where does Ann live?", "--json").out)
    assert (told["turns"], told["user"], told["first"][:10], told["claims"]["supersede"]) == (3, "Ann", "2025-01-10", 1)
    assert [each["question"] for each in told["answers"]] == ["Where does Ann live?"]
    assert told["answers"][0]["beliefs"][0]["text"] == "user lives in Faro"
    assert [each["claim"]["value"] for each in told["changed"][0]["chain"]] == ["Faro", "Rome"]
