"""The eight tools with which a model looks around in memory and proposes what it finds; it writes nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from doxa.dream.drafts import Draft
from doxa.dream.instants import instant_of
from doxa.dream.memories import Memo
from doxa.dream.planned import Planned
from doxa.errors import DoxaError, InvalidInput
from doxa.graph.nodes import Filter, RevisionId
from doxa.llm.contract import Tool
from doxa.records import Json
from doxa.text.tokens import query_tokens

LIMIT: Final = 10
"""Calls of tools in one look around: dual-mem's limit of turns."""
Reply = dict[str, Any]
"""`ok` with `result`, or with `error`."""


class Toolbox:
    """Tools over a planned state.

    Args:
        planned: The state.
        limit: How many calls are answered.
    """

    def __init__(self, planned: Planned, limit: int = LIMIT) -> None:
        self._planned = planned
        self._left = limit
        self.drafts: list[Draft] = []
        self.trail: list[tuple[str, bool, str]] = []
        self._named: dict[str, Callable[..., Any]] = {
            "search": self._search,
            "search_graph": self._search_graph,
            "get": self._get,
            "expand": self._expand,
            "create_schema": self._create_schema,
            "create_intention": self._create_intention,
            "add_evidence": self._add_evidence,
            "add_edge": self._add_edge,
        }

    def tools(self) -> list[Tool]:
        """Return the tools as a model is offered them."""
        return [Tool(name, _DESCRIPTIONS[name], _named(self, name, call)) for name, call in self._named.items()]

    def call(self, name: str, **arguments: Any) -> Reply:
        """Call a tool; what goes wrong is its answer, so that the model can mend it."""
        try:
            if name not in self._named:
                raise InvalidInput(f"unknown tool: {name}")
            if self._left < 1:
                raise InvalidInput("the limit of calls is reached; answer now")
            self._left -= 1
            reply: Reply = {"ok": True, "result": self._named[name](**arguments)}
        except DoxaError as error:
            reply = {"ok": False, "error": error.message}
        except TypeError as error:
            reply = {"ok": False, "error": f"{name}: {error}"}
        self.trail.append((name, bool(reply["ok"]), str(reply.get("error", ""))))
        return reply

    def _search(self, query: str, top_k: int = 5) -> list[Reply]:
        hits = self._planned.view.search_text(query_tokens(query), limit=max(1, min(top_k, 20)), filter=Filter())
        return [_shown(memo) for memo in self._planned.find(hit.revision for hit in hits)]

    def _search_graph(self, id: int, top_k: int = 5) -> list[Reply]:
        memo = self._memo(id)
        edges = self._planned.edges([memo.revision])
        ends = [end for edge in edges for end in (edge.source, edge.target) if end != memo.revision]
        return [_shown(memo) for memo in self._planned.find(ends)][:top_k]

    def _get(self, id: int) -> Reply:
        return _shown(self._memo(id))

    def _expand(self, id: int) -> Reply:
        memo = self._memo(id)
        edges = [[edge.type, int(edge.source), int(edge.target)] for edge in self._planned.edges([memo.revision])]
        return {**_shown(memo), "edges": edges}

    def _create_schema(self, content: str = "", evidence: Sequence[int] = ()) -> Reply:
        return self._create("create_schema", content, evidence)

    def _create_intention(self, content: str = "", evidence: Sequence[int] = (), until: str = "") -> Reply:
        end = instant_of(until)
        if end is None or end <= self._planned.now:
            raise InvalidInput("until is required: an ISO date to come")
        return self._create("create_intention", content, evidence, {"expires": end, "metadata": {"until": until}})

    def _create(
        self, action: str, content: str, evidence: Sequence[int], details: Mapping[str, Json] | None = None
    ) -> Reply:
        if not content.strip():
            raise InvalidInput("content is required")
        memos = [self._memo(each) for each in evidence]
        if not memos:
            raise InvalidInput("evidence is required")
        targets = tuple(memo.revision for memo in memos)
        text = " ".join(content.split())[:1_000]
        self.drafts.append(
            Draft(
                action,
                "explore",
                targets,
                f"{len(memos)} memories show it",
                0.5,
                text=text,
                details=details or {},
                spoken=True,
            )
        )
        return {"proposed": len(self.drafts)}

    def _add_evidence(self, schema_id: int, evidence: Sequence[int] = ()) -> Reply:
        schema, memos = self._memo(schema_id), [self._memo(each) for each in evidence]
        if schema.kind not in ("schema", "core_schema", "intention"):
            raise InvalidInput(f"{schema_id} is a {schema.kind}, not a schema")
        targets = tuple(memo.revision for memo in memos if memo is not schema)
        if not targets:
            raise InvalidInput("evidence is required")
        self.drafts.append(
            Draft("add_evidence", "explore", targets, "more memories show it", 0.5, into=schema.revision)
        )
        return {"proposed": len(self.drafts)}

    def _add_edge(self, source: int, target: int, relation: str = "RELATED_TO") -> Reply:
        one, other = self._memo(source), self._memo(target)
        if one is other:
            raise InvalidInput("an edge needs two ends")
        known = relation if relation in _RELATIONS else "RELATED_TO"
        self.drafts.append(
            Draft(
                "link",
                "explore",
                (one.revision,),
                "they belong together",
                0.5,
                into=other.revision,
                details={"relation": known},
            )
        )
        return {"proposed": len(self.drafts)}

    def _memo(self, id: int) -> Memo:
        found = self._planned.find([RevisionId(id)]) if isinstance(id, int) else []
        if not found:
            raise InvalidInput(f"{id} not found")
        return found[0]


_RELATIONS: Final = ("RELATED_TO", "REFERENCED", "ABOUT", "CAUSES", "PART_OF")
_DESCRIPTIONS: Final = {
    "search": "Find memories by words; returns id, kind and text of each.",
    "search_graph": "Find the memories that are linked with one.",
    "get": "Read one memory by its id.",
    "expand": "Read one memory with its links.",
    "create_schema": "Propose a pattern in one sentence, with the ids of the memories that show it.",
    "create_intention": "Propose a concrete action that is meant to be done until an ISO date to come, with the ids of"
    " the memories that show it.",
    "add_evidence": "Propose more memories as evidence of a schema.",
    "add_edge": "Propose a link between two memories.",
}


def _named(box: Toolbox, name: str, call: Callable[..., Any]) -> Callable[..., Reply]:
    """Return a tool as a function with the signature that tells a model its arguments."""
    from functools import wraps

    @wraps(call)
    def tool(**arguments: Any) -> Reply:
        return box.call(name, **arguments)

    return tool


def _shown(memo: Memo) -> Reply:
    return {"id": int(memo.revision), "kind": memo.kind, "text": memo.text[:1_000]}
