"""A dream over REST: planned, reviewed, applied once, taken back, each owner's own."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

FENCE = "The fence at the cottage needs a new coat of paint."
SAME = "Well, the fence at the cottage really requires a new coat of paint!"


@pytest.fixture
def ask(client: TestClient, everyone):
    def post(verb: str, *, status: int = 200, **body: object):
        reply = client.post(f"/v1/{verb}", json={"user": "ana", **body}, headers=everyone)
        assert reply.status_code == status, reply.json()
        return reply.json()

    return post


def test_a_plan_is_reviewed_applied_once_and_taken_back(ask):
    for text in (FENCE, SAME):
        ask("add", content=text, kind="knowledge", extract=False)
    before = [(each["id"], each["status"]) for each in ask("list")["items"]]
    plan = ask("plan", passes=["duplicates"])
    assert ask("review", plan=plan["id"], refuse=["p1"])["proposals"][0]["state"] == "refused"
    assert ask("review", plan=plan["id"], accept=["p1"])["proposals"][0]["state"] == "accepted"
    assert ask("apply", plan=plan["id"], dry_run=True)["operation"] is None
    done = ask("apply", plan=plan["id"])
    assert (done["before"], done["after"]) == ({"knowledge": 2}, {"knowledge": 1})
    assert ask("apply", plan=plan["id"])["counts"] == {"skipped": 1}
    ask("undo", operation=done["operation"])
    assert [(each["id"], each["status"]) for each in ask("list")["items"]] == before


@pytest.mark.parametrize(
    ("verb", "body", "status"),
    [
        ("dream", {"passes": ["nope"]}, 400),
        ("dream", {"budget": 0}, 400),
        ("spaces", {"window_days": 0}, 400),
        ("apply", {"plan": "f" * 32}, 404),
        ("plan", {"proposals": [{"action": "archive", "refs": ["f" * 32]}]}, 404),
        ("plan", {"proposals": [{"action": "fly", "refs": []}]}, 400),
    ],
)
def test_what_is_wrong_with_a_dream_is_told(ask, verb, body, status):
    assert ask(verb, status=status, **body)["mend"]


def test_another_owners_plan_is_as_if_absent(ask):
    ask("add", content=FENCE, kind="knowledge", extract=False)
    plan = ask("plan")
    assert ask("apply", plan=plan["id"], user="bob", status=404)["code"] == "not_found"
