"""An example of every call, for the OpenAPI document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from doxa.operations import OperationSpec
from doxa.operations.request import argument_names, needed_arguments

REF = "0123456789abcdef0123456789abcdef"
OTHER = "fedcba9876543210fedcba9876543210"
CLAIM = {"text": "I live in Faro", "subject": "user", "attribute": "home", "value": "Faro"}
WHOLE: Mapping[str, Mapping[str, Any]] = {
    "add": {"content": "I moved to Lisbon"},
    "recall": {"query": "Where does Anna live?", "limit": 5},
    "engage": {"query": "Where does Anna live?", "max_tokens": 1000},
    "list": {"kinds": ["preference"]},
    "get": {"ref": REF},
    "update": {"ref": REF, "text": "I live in Faro"},
    "undo": {"operation": "12"},
    "erase": {"confirm": True},
    "relate": {"source": REF, "relation": "DEPENDS_ON", "target": OTHER},
    "define_attribute": {"name": "favourite_stop", "single": True},
    "narratives_add": {"text": "We got lost in Rome", "tone": "playful"},
    "export": {"target": "work.jsonl"},
    "import": {"source": "work.jsonl"},
    "procedures": {"query": "fix the lock"},
    "ingest": {"content": "Where do I live?", "session": "tuesday"},
    "sessions_append": {"content": {"role": "user", "content": "I moved to Lisbon"}, "session": "tuesday"},
    "validate_insight_response": {"request": {"answer_contract": {}}, "response": {"mode": "answer", "answer": "Faro"}},
}
"""Examples of operations whose arguments say more by themselves; whose memories is added where they take that."""
PARTS: Mapping[str, Any] = {
    "ref": REF,
    "hits": [REF],
    "refs": [REF, OTHER],
    "into": REF,
    "content": "I moved to Lisbon",
    "query": "Where does Anna live?",
    "question": "Am I allergic to peanuts?",
    "entity": "Lisbon",
    "source": "user",
    "target": "peanut",
    "days": 90,
    "evidence": "corroborated",
    "conflict": REF,
    "keep": "both",
    "task": "12",
    "status": "failed",
    "plan": REF,
    "name": "deploy",
    "path": "skills/deploy",
    "session": "tuesday",
    "decisions": [{"title": "Keep one worker", "decision": "One worker is kept.", "rationale": "Two deadlocked."}],
    "experience": {
        "experience_id": "release-12",
        "decision_kind": "plan",
        "title": "Ship on Friday",
        "situation": "The release was ready on Friday.",
        "goal": "Ship it",
        "decision": "Wait until Monday",
        "rationale": "Nobody watches it on a weekend.",
        "expected_outcome": "No call at night",
    },
    "outcome": {"observed_outcome": "Nobody was called.", "outcome_status": "success"},
    "pattern": {
        "kind": "conditional_lesson",
        "title": "No Fridays",
        "hypothesis": "What ships on Monday goes well.",
        "applicability_conditions": ["a release that somebody has to watch"],
    },
    "fingerprint": "0" * 64,
    "id": "0123456789abcdef",
    "claims": [CLAIM],
    "to": "2026-03-01T12:00:00Z",
}
"""An example of each argument that some operation needs."""


def example_of(spec: OperationSpec) -> dict[str, Any]:
    """Return the arguments of an example call of an operation."""
    needed = needed_arguments(spec)
    given = dict(WHOLE[spec.name]) if spec.name in WHOLE else {name: PARTS.get(name, "text") for name in needed}
    return {**given, "user": "anna"} if "user" in argument_names(spec) and given else given
