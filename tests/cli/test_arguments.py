"""What a person types becomes what an operation takes: texts, times, periods, lists, JSON, scopes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from doxa.cli.values import Reader
from doxa.config import Config
from doxa.errors import InvalidInput
from doxa.operations import REGISTRY
from doxa.records import ANY, Claim, Period
from tests.cli.conftest import Reply, belief

NOW = datetime(2026, 4, 15, 10, tzinfo=UTC)


def read(operation: str, **given: Any) -> dict[str, Any]:
    return Reader(REGISTRY[operation], Config.load(tz="Europe/Berlin"), NOW).arguments(given)[1]


def texts(reply: Reply) -> list[str]:
    items = reply.data.get("items") or [hit["belief"] for hit in reply.data.get("hits", ())]
    return [item["text"] for item in items]


@pytest.mark.parametrize("arguments", [["add"], ["add", "-"]])
def test_a_text_may_come_from_standard_input(shell: Callable[..., Reply], arguments: list[str]) -> None:
    assert shell(*arguments, stdin="I live in Rome.\nI like tea.\n").code == 0
    assert texts(shell("list", "--kinds", "turn", "--json")) == ["I live in Rome.\nI like tea."]


def test_a_question_may_come_from_standard_input(anna: Callable[..., Reply]) -> None:
    assert "Lisbon" in anna("recall", stdin="where do I live?\r\n").out


@pytest.mark.parametrize("raw", ["我住在青岛".encode(), b"\xef\xbb\xbf" + "我住在青岛".encode()])
def test_standard_input_is_utf_8_with_or_without_a_mark(shell: Callable[..., Reply], raw: bytes) -> None:
    shell("add", stdin=raw)
    assert "我住在青岛" in texts(shell("list", "--json"))


def test_text_that_begins_with_a_dash_stands_behind_two(shell: Callable[..., Reply]) -> None:
    assert shell("add", "--", "--json is an option").code == 0
    assert texts(shell("list", "--json")) == ["--json is an option"]


def test_common_options_stand_before_or_after_the_command(shell: Callable[..., Reply], tmp_path: Any) -> None:
    place = ["--home", str(tmp_path / "other"), "-p", "diary"]
    shell(*place, "add", "I like tea.")
    assert texts(shell("list", *place, "--json")) == texts(shell("--json", *place, "list")) != []
    assert (tmp_path / "other" / "diary.doxa").exists()


def test_what_stands_behind_the_command_wins(shell: Callable[..., Reply]) -> None:
    shell("-p", "one", "add", "I like tea.", "-p", "two")
    assert shell("list", "-p", "one").code == 1
    assert shell("list", "-p", "two").code == 0


def test_scope_may_stand_before_the_command_and_what_stands_behind_wins(shell: Callable[..., Reply]) -> None:
    shell("--user", "anna", "--contexts", "domain:code", "add", "I like tea.")
    shell("--user", "anna", "add", "I like jazz.", "--user", "bob")
    assert texts(shell("--user", "anna", "list", "--kinds", "turn", "--json")) == ["I like tea."]
    assert texts(shell("--user", "bob", "list", "--kinds", "turn", "--json")) == ["I like jazz."]
    assert shell("--user", "anna", "status").code == 0  # which is about nobody in particular


def test_scopes_are_options(shell: Callable[..., Reply]) -> None:
    scope = [
        "--user",
        "anna",
        "--agent",
        "helper",
        "--session",
        "s1",
        "--space",
        "work/apollo",
        "--contexts",
        "a:b,c:d",
    ]
    shell("add", "I like tea.", *scope)
    made = belief(lambda *arguments: shell(*arguments, "--user", "anna"), "preference")
    assert made["user"] == "anna"
    assert (made["agent"], made["session"], made["space"]) == ("helper", "s1", "work/apollo")
    assert made["contexts"] == ["a:b", "c:d"]
    assert texts(shell("list", "--user", "anna", "--space", "work", "--kinds", "preference", "--json")) != []
    assert texts(shell("list", "--user", "anna", "--space", "home", "--json")) == []


def test_anybody_everybody_and_nobody_can_be_named(
    shell: Callable[..., Reply], monkeypatch: pytest.MonkeyPatch
) -> None:
    for user in ("anna", "bob", ""):
        shell("add", f"note of {user}.", "--kind", "fact", "--user", user)
    assert len(texts(shell("list", "--user", "ANY", "--json"))) == 3
    monkeypatch.setenv("DOXA_USER", "anna")
    assert sorted(texts(shell("list", "--json"))) == ["note of .", "note of anna."]
    assert texts(shell("list", "--user", "", "--json")) == ["note of ."]


def test_lists_take_commas_and_repetition(anna: Callable[..., Reply]) -> None:
    commas = texts(anna("list", "--kinds", "profile, fact", "--json"))
    assert texts(anna("list", "--kinds", "profile", "--kinds", "fact", "--json")) == commas
    assert commas == ["user lives in Lisbon", "user is allergic to peanuts"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2026-03-01", "2026-03-01T23:59:59.999999+01:00"),
        ("yesterday", "2026-04-14T23:59:59.999999+02:00"),
        ("昨天", "2026-04-14T23:59:59.999999+02:00"),
        ("2026-02", "2026-02-28T23:59:59.999999+01:00"),
        ("2026-03-01T14:30", "2026-03-01T14:30:00+01:00"),
        ("2026-03-01 14:30", "2026-03-01T14:30:00+01:00"),
        ("2026-03-01T14:30:00Z", "2026-03-01T14:30:00+00:00"),
        ("2026-03-01T14:30+08:00", "2026-03-01T14:30:00+08:00"),
    ],
)
def test_as_of_a_day_includes_that_day(typed: str, meant: str) -> None:
    assert read("list", as_of=typed) == {"as_of": datetime.fromisoformat(meant)}


def test_as_of_takes_an_operation(anna: Callable[..., Reply]) -> None:
    assert read("list", as_of="17") == {"as_of": "17"}
    assert "user lives in Berlin" in anna("get", belief(anna, "profile")["id"], "--as-of", "1").out
    assert "user lives in Lisbon" in anna("recall", "where do I live?", "--as-of", "2").out


def test_what_was_said_before_a_day_was_said_before_it_began() -> None:
    assert read("erase", before="2026-03-01") == {"before": datetime(2026, 2, 28, 23, tzinfo=UTC)}


def test_what_holds_on_a_day_holds_in_its_middle() -> None:
    assert read("list", valid_at="2026-03-01") == {"valid_at": datetime(2026, 3, 1, 11, tzinfo=UTC)}


@pytest.mark.parametrize("typed", ["yesterdy", "2026-13-01", "", "soon", "2026-03-01x", "12:30"])
def test_what_names_no_time_is_refused_with_examples(typed: str) -> None:
    with pytest.raises(InvalidInput, match=r"--as-of is '.*'\. Give a day such as 2026-03-01 .* operation's number"):
        read("list", as_of=typed)


@pytest.mark.parametrize(
    ("typed", "start", "end", "precision"),
    [
        ("2026-03", "2026-03-01", "2026-04-01", "month"),
        ("2026-03-01..2026-04-15", "2026-03-01", "2026-04-16", "day"),
        ("2026-03..", "2026-03-01", None, "month"),
        ("..2026-03", None, "2026-04-01", "month"),
        ("last week", "2026-04-06", "2026-04-13", "day"),
    ],
)
def test_a_period_includes_both_its_ends(typed: str, start: str | None, end: str | None, precision: Any) -> None:
    zone = ZoneInfo("Europe/Berlin")
    bounds = [None if day is None else datetime.fromisoformat(day).replace(tzinfo=zone) for day in (start, end)]
    assert read("add", content="x", valid=typed) == {"valid": Period(bounds[0], bounds[1], precision)}


def test_no_period_is_refused_with_examples() -> None:
    with pytest.raises(InvalidInput, match=r"--valid is 'someday'\. Give a period such as 2026-03"):
        read("add", content="x", valid="someday")


def test_records_come_as_json(anna: Callable[..., Reply]) -> None:
    claim = '{"text": "Anna owns a bike", "subject": "user", "attribute": "owns", "value": "a bike"}'
    anna("add", "The bike is mine.", "--claims", claim, "--no-extract")
    assert "Anna owns a bike" in texts(anna("list", "--json"))
    attachment = '{"name": "photo", "location": "file:///bike.jpg"}'
    made = anna("add", "See the photo.", "--attachments", attachment, "--json").data["outcomes"][0]["belief"]
    assert made["attachments"] == [{"name": "photo", "location": "file:///bike.jpg", "metadata": {}}]


def test_claims_come_one_by_one_as_a_list_or_from_standard_input(anna: Callable[..., Reply]) -> None:
    claims = [f'{{"text": "I like {thing}"}}' for thing in ("tea", "jazz", "chess")]
    assert len(anna("revise", *claims, "--json").data["outcomes"]) == 3
    assert len(anna("revise", f"[{', '.join(claims)}]", "--json").data["outcomes"]) == 3
    assert len(anna("revise", "-", "--json", stdin=f"[{', '.join(claims)}]").data["outcomes"]) == 3


def test_a_belief_or_a_claim_may_be_contracted() -> None:
    given = ("0" * 32, '{"text": "x", "valid": {"start": "2026-03-01T00:00:00Z", "end": null}}')
    positional, _ = Reader(REGISTRY["contract"], Config.load(), NOW).arguments({"claims": given})
    assert positional == [("0" * 32, Claim("x", valid=Period(datetime(2026, 3, 1, tzinfo=UTC), None)))]


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ('{"txt": "x"}', "claims[0] has no 'txt'. Did you mean 'text'?"),
        ('{"subject": "user"}', "claims[0] is incomplete"),
        ('{"text": 5}', "claims[0].text is 5. Give a text."),
        ('{"text": "x", "polarity": "no"}', "claims[0].polarity is 'no'. Give true or false."),
        ('{"text": "x", "origin": "dream"}', "one of explicit, inferred, reinforced"),
        ('{"text": "x", "valid": {"start": "2026-03-01"}}', "2026-03-01"),
        ("{text}", "claims is not JSON"),
        ("[1]", "claims[0] is 1. Give an object."),
    ],
)
def test_a_claim_that_is_none_is_refused_by_its_place(shell: Callable[..., Reply], claim: str, said: str) -> None:
    reply = shell("revise", claim)
    assert reply.code == 1
    assert said in reply.err


def test_metadata_and_conditions_are_json(anna: Callable[..., Reply]) -> None:
    anna("add", "The wifi name is doxa.", "--kind", "fact", "--metadata", '{"priority": 3}')
    assert texts(anna("list", "--where", '{"priority": {"$gte": 2}}', "--json")) == ["The wifi name is doxa."]
    reply = anna("list", "--where", "priority=3")
    assert (reply.code, "--where is not JSON" in reply.err) == (1, True)


def test_everybody_is_the_any_of_python() -> None:
    assert read("list", user="ANY") == {"user": ANY}
    assert read("list", user="") == {"user": None}
    assert read("list") == {}
