"""Each command answers, readably and as JSON, and keeps to its exit code."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from doxa.cli.app import commands, doxa, namespaces
from tests.cli.conftest import Reply, belief

CLAIM = '{"text": "I live in Faro", "subject": "user", "attribute": "home", "value": "Faro"}'
HOME, ALLERGY, TURN = "{profile}", "{fact}", "{turn}"
CASES = {
    "add": (["add", "I like jazz"], "likes jazz"),
    "extract": (["extract", "I like jazz"], "jazz"),
    "recall": (["recall", "where do I live?"], "user lives in Lisbon"),
    "engage": (["engage", "where do I live?"], "user lives in Lisbon"),
    "missing": (["missing", "where do I live?", HOME], "hit: it came back, 1 of"),
    "compose": (["compose", HOME], "[1] user lives in Lisbon"),
    "validate-insight-response": (["validate-insight-response", "{}", "{}"], "valid: no"),
    "envelope": (["envelope"], "peanuts"),
    "get": (["get", HOME], "user lives in Lisbon"),
    "list": (["list"], "user is allergic to peanuts"),
    "history": (["history", HOME], "user lives in Lisbon"),
    "log": (["log"], "We moved to Lisbon!; user lives in Lisbon"),
    "why": (["why", HOME], "quote: “We moved to Lisbon”"),
    "needs-reconfirmation": (["needs-reconfirmation", "0"], "user lives in Lisbon"),
    "related-to": (["related-to", "user"], "user is allergic to peanuts"),
    "explain-path": (["explain-path", "user", "peanuts"], "user —allergic_to→ peanut"),
    "answer-path": (["answer-path", "Am I allergic to peanuts?"], "user —allergic_to→ peanut"),
    "impact": (["impact", TURN], "user lives in Lisbon"),
    "changes": (["changes"], "revision.created"),
    "scopes": (["scopes"], "anna"),
    "stats": (["stats"], "revisions: 5"),
    "status": (["status"], "project: default"),
    "update": (["update", ALLERGY, "I'm allergic to nuts"], "allergic to nuts"),
    "delete": (["delete", ALLERGY], "user is allergic to peanuts"),
    "restore": (["restore", "{deleted}"], "user is allergic to peanuts"),
    "relate": (["relate", HOME, "DEPENDS_ON", ALLERGY], "operation"),
    "confirm": (["confirm", HOME, "--source", "bob"], "user lives in Lisbon"),
    "contradict": (["contradict", HOME, "I live in Faro"], "conflict"),
    "set-evidence": (["set-evidence", HOME, "official"], "user lives in Lisbon"),
    "resolve": (["resolve", "{contested}", "--keep", "both"], "operation"),
    "pin": (["pin", HOME], "user lives in Lisbon"),
    "unpin": (["unpin", HOME], "operation"),
    "lock": (["lock", HOME], "user lives in Lisbon"),
    "unlock": (["unlock", HOME], "operation"),
    "alias": (["alias", ALLERGY, "nut problem"], "operation"),
    "merge": (["merge", ALLERGY, "--into", "{other}"], "operation"),
    "define-attribute": (["define-attribute", "favourite_stop", "--single"], "operation"),
    "ingest": (["ingest", "Where do I live?", "--session", "s1"], "user lives in Lisbon"),
    "consolidate": (["consolidate", "--session", "s1", "--summary", '{"summary": "We met in Faro"}'], "We met in Faro"),
    "promote": (["promote", "--policy", "always"], "promoted"),
    "add-raw": (["add-raw", "The mill is shut."], "The mill is shut."),
    "store-execution": (["store-execution", "run the tests", "--status", "failed"], "Failed: run the tests"),
    "procedures": (["procedures", "fix the lock"], "Nothing."),
    "consolidation-signal": (["consolidation-signal", "Lisbon"], "0.5"),
    "reflect": (["reflect", '{"statement": "We use Postgres", "type": "decision"}'], "We use Postgres"),
    "decompose": (["decompose", TURN, "--entities", "Lisbon", "--facts", '{"text": "Ana likes tea"}'], "likes tea"),
    "plan": (["plan", "{twins}"], "says the same in other words"),
    "review": (["review", "{plan}", "--refuse", "p1"], "refused"),
    "apply": (["apply", "{plan}"], "1 merge"),
    "dream": (["dream", "{twins}", "--dry-run"], "would be applied"),
    "link": (["link", "{other}"], "nothing is enough like it"),
    "spaces": (["spaces", "--space", "{space}"], "working"),
    "digest": (["digest"], "done: 0"),
    "expand": (["expand", CLAIM], "I live in Faro"),
    "contract": (["contract", HOME], "user lives in Lisbon"),
    "revise": (["revise", CLAIM], "I live in Faro"),
    "undo": (["undo", "2"], "operation 2 undone"),
    "rollback": (["rollback", "--to", "1"], "operation"),
    "erase": (["erase", ALLERGY, "--confirm"], "complete"),
    "export": (["export", "{folder}/out.jsonl"], "rows:"),
    "import": (["import", "{exported}", "--project", "copy"], "imported:"),
    "doctor": (["doctor"], "ok"),
    "reindex": (["reindex"], "ok"),
}
"""By command: its arguments, and something it shows. Words in braces stand for what `prepared` has made ready."""


@pytest.fixture
def prepared(anna: Callable[..., Reply], tmp_path: Path) -> Callable[[str], str]:
    """Return a function that fills in the refs and files of a case."""

    def deleted() -> str:
        ref = belief(anna, "fact")["id"]
        anna("delete", ref)
        return str(ref)

    def contested() -> str:
        ref = belief(anna, "profile")["id"]
        anna("contradict", ref, "I live in Faro")
        return str(ref)

    def exported() -> str:
        anna("export", str(tmp_path / "all.jsonl"))
        return str(tmp_path / "all.jsonl")

    def other() -> str:
        return str(
            anna("add", "allergic to groundnuts", "--kind", "fact", "--json").data["outcomes"][0]["belief"]["id"]
        )

    def twins() -> str:
        for text in ("The old mill by the river burned down.", "Well, the old mill by the river really burned down!"):
            anna("add", text, "--kind", "knowledge")
        return "duplicates"

    def plan() -> str:
        return str(anna("plan", twins(), "--json").data["id"])

    def space() -> str:
        anna("add", "The mill is closed.", "--kind", "knowledge", "--space", "work/mill")
        return "work"

    makers: dict[str, Callable[[], str]] = {
        **{f"{{{kind}}}": lambda kind=kind: str(belief(anna, kind)["id"]) for kind in ("profile", "fact", "turn")},
        "{deleted}": deleted,
        "{contested}": contested,
        "{exported}": exported,
        "{other}": other,
        "{twins}": twins,
        "{plan}": plan,
        "{space}": space,
    }

    def fill(word: str) -> str:
        return makers[word]() if word in makers else word.replace("{folder}", str(tmp_path))

    return fill


def test_every_command_has_a_case() -> None:
    assert list(CASES) == list(commands())


@pytest.mark.parametrize(("arguments", "shown"), CASES.values(), ids=CASES)
def test_a_command_answers_readably(
    anna: Callable[..., Reply], prepared: Callable[[str], str], arguments: list[str], shown: str
) -> None:
    reply = anna(*map(prepared, arguments))
    assert (reply.code, reply.err) == (0, "")
    assert shown in reply.out
    assert "\x1b" not in reply.out
    assert "(" not in reply.out.split(" ")[0], "a record shown as Python writes it"


@pytest.mark.parametrize("arguments", [case for case, _ in CASES.values()], ids=CASES)
def test_a_command_answers_as_json(
    anna: Callable[..., Reply], prepared: Callable[[str], str], arguments: list[str]
) -> None:
    reply = anna(*map(prepared, arguments), "--json")
    assert (reply.code, reply.err) == (0, "")
    assert isinstance(json.loads(reply.out), dict | list | float)


@pytest.mark.parametrize("name", [*commands(), *namespaces(), *doxa.commands])
def test_a_command_explains_itself(shell: Callable[..., Reply], name: str) -> None:
    reply = shell(name, "--help")
    assert (reply.code, reply.err) == (0, "")
    for python in ("Not used", "see the class", "see `Reader`", "`None`", "Memory`"):
        assert python not in reply.out
    if name in commands():
        assert all(f"--{option}" in reply.out for option in ("project", "home", "json"))


def test_groups_have_their_own_commands(anna: Callable[..., Reply]) -> None:
    told = anna("narratives", "add", "We got lost in Rome", "--tone", "playful", "--json").data
    ref = told["outcomes"][0]["belief"]["id"]
    assert "We got lost in Rome" in anna("narratives", "list").out
    assert anna("narratives", "delete", ref).code == 0
    assert anna("narratives", "list", "--json").data["items"] == []


def test_a_skill_is_read_shown_and_written_back(anna: Callable[..., Reply], tmp_path: Path) -> None:
    file = tmp_path / "SKILL.md"
    file.write_text("---\nname: tea\ndescription: Making tea\n---\n## Boil\nHot water.\n", encoding="utf-8")
    assert "new         tea/boil" in anna("skills", "ingest", str(file)).out
    assert "tea" in anna("skills", "list").out
    assert anna("skills", "get", "tea").out == file.read_text(encoding="utf-8")
    assert str(tmp_path / "out.md") in anna("skills", "export", "tea", str(tmp_path / "out.md")).out
    assert (tmp_path / "out.md").read_bytes() == file.read_bytes()


def test_a_repository_is_read_asked_about_and_told_of(
    anna: Callable[..., Reply], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("one\n", encoding="utf-8")
    who = ("-c", "user.name=A", "-c", "user.email=a@b.c")
    message = "Keep one lock\n\nTwo locks deadlocked, because each waited for the other."
    for command in (["init", "-q"], ["add", "a.txt"], ["commit", "-q", "-m", message]):
        subprocess.run(["git", *who, *command], cwd=tmp_path, check=True)
    assert "1 decisions" in anna("code", "ingest", ".").out
    assert "because each waited for the other" in anna("code", "why", "a.txt:1").out
    said = json.dumps([{"title": "Keep two", "decision": "Two are kept.", "supersedes": ["Keep one lock"]}])
    assert "1 decisions · 1 replaced" in anna("code", "capture", said).out
    assert "no longer in force" in anna("code", "why", "a.txt:1").out
    (tmp_path / "t.jsonl").write_text('{"role": "user", "content": "We decided to keep a.txt short."}\n', "utf-8")
    assert "1 decisions" in anna("code", "mine-session", "s1", "--transcript", "t.jsonl").out


def test_an_experience_is_recorded_followed_and_counted(anna: Callable[..., Reply]) -> None:
    fields = ("title", "situation", "goal", "decision", "rationale", "expected_outcome")
    said = json.dumps({"experience_id": "e1", "decision_kind": "plan", **{name: f"the {name}" for name in fields}})
    ref = anna("experience", "record", said, "--json").data["outcomes"][0]["belief"]["kref"]
    outcome = '{"observed_outcome": "It held.", "outcome_status": "success"}'
    assert anna("experience", "outcome", ref, outcome).code == 0
    packet = anna("experience", "patterns", ref, "--json").data
    assert "success: It held." in anna("experience", "patterns", ref).out
    lesson = {"kind": "conditional_lesson", "title": "T", "hypothesis": "H", "applicability_conditions": ["c"]}
    mark = ("--refs", ref, "--fingerprint", packet["fingerprint"])
    kept = anna("experience", "store", json.dumps(lesson), *mark, "--json").data["outcomes"][0]["belief"]["kref"]
    assert "reviewable" in anna("experience", "check", kept).out
    assert "100%" in anna("experience", "calibration").out


def test_a_key_is_made_listed_and_revoked(anna: Callable[..., Reply]) -> None:
    token, about = anna("keys", "create", "--right", "read", "--label", "phone").out.splitlines()
    assert token.startswith("doxa.")
    assert "read" in about
    assert "phone" in anna("keys", "list").out
    [made] = anna("keys", "list", "--json").data
    assert "revoked" in anna("keys", "revoke", made["id"]).out


def test_help_lists_every_command_once(shell: Callable[..., Reply]) -> None:
    listed = [line.split()[0] for line in shell("--help").out.splitlines() if line.startswith("  ") and line.split()]
    names = [*commands(), *namespaces(), *doxa.commands]
    assert sorted(name for name in listed if name in names) == sorted(names)


def test_a_session_is_held_listed_read_and_closed(anna: Callable[..., Reply]) -> None:
    assert "appended" in anna("sessions", "append", "I keep bees behind the house.", "--session", "s1").out
    assert "I keep bees" in anna("sessions", "read", "--session", "s1").out
    assert "s1" in anna("sessions", "active").out
    assert "topic bees" in anna("sessions", "metadata", '{"topic": "bees"}', "--session", "s1").out
    assert "1 messages" in anna("sessions", "list").out
    assert "summary" in anna("sessions", "consolidate-idle", "--minutes", "0").out
    assert "closed" in anna("sessions", "list").out
    assert anna("sessions", "claim").code == anna("sessions", "next-sequence").code == 0
    assert anna("sessions", "clear", "--session", "s1", "--confirm").out.strip() == "1"
