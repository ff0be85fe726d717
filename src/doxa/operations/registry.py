"""The table of operations."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from doxa.operations.spec import OperationSpec

_OPERATIONS = (
    OperationSpec("add", "add", "write", begins=True),
    OperationSpec("extract", "extract", "read", read_only=True, idempotent=True),
    OperationSpec("recall", "recall", "read", read_only=True, idempotent=True),
    OperationSpec("engage", "engage", "read", read_only=True, idempotent=True),
    OperationSpec("envelope", "envelope", "read", read_only=True, idempotent=True),
    OperationSpec("get", "get", "read", read_only=True, idempotent=True),
    OperationSpec("list", "list", "read", read_only=True, idempotent=True),
    OperationSpec("history", "history", "read", read_only=True, idempotent=True),
    OperationSpec("operations", "operations", "read", read_only=True, idempotent=True),
    OperationSpec("why", "why", "read", read_only=True, idempotent=True),
    OperationSpec("needs_reconfirmation", "needs_reconfirmation", "read", read_only=True, idempotent=True),
    OperationSpec("related_to", "related_to", "read", read_only=True, idempotent=True),
    OperationSpec("explain_path", "explain_path", "read", read_only=True, idempotent=True),
    OperationSpec("impact", "impact", "read", read_only=True, idempotent=True),
    OperationSpec("changes", "changes", "read", read_only=True, idempotent=True, local=frozenset({"follow"})),
    OperationSpec("scopes", "scopes", "read", read_only=True, idempotent=True),
    OperationSpec("stats", "stats", "read", read_only=True, idempotent=True),
    OperationSpec("status", "status", "read", read_only=True, idempotent=True),
    OperationSpec("update", "update", "write"),
    OperationSpec("delete", "delete", "write", idempotent=True),
    OperationSpec("restore", "restore", "write", idempotent=True),
    OperationSpec("relate", "relate", "write", idempotent=True),
    OperationSpec("confirm", "confirm", "write"),
    OperationSpec("contradict", "contradict", "write"),
    OperationSpec("set_evidence", "set_evidence", "write", idempotent=True),
    OperationSpec("resolve", "resolve", "write", idempotent=True),
    OperationSpec("pin", "pin", "write", idempotent=True),
    OperationSpec("unpin", "unpin", "write", idempotent=True),
    OperationSpec("lock", "lock", "operator", idempotent=True),
    OperationSpec("unlock", "unlock", "operator", idempotent=True),
    OperationSpec("alias", "alias", "write", idempotent=True),
    OperationSpec("merge", "merge", "write"),
    OperationSpec("define_attribute", "define_attribute", "operator", idempotent=True, begins=True),
    OperationSpec("narratives_add", "narratives.add", "write", begins=True),
    OperationSpec("narratives_list", "narratives.list", "read", read_only=True, idempotent=True),
    OperationSpec("narratives_delete", "narratives.delete", "write", idempotent=True),
    OperationSpec("consolidate", "consolidate", "write", begins=True),
    OperationSpec("reflect", "reflect", "write", begins=True),
    OperationSpec("decompose", "decompose", "write"),
    OperationSpec("plan", "plan", "write"),
    OperationSpec("review", "review", "write", idempotent=True),
    OperationSpec("apply", "apply", "write", idempotent=True),
    OperationSpec("dream", "dream", "write", open_world=True),
    OperationSpec("link", "link", "write", idempotent=True),
    OperationSpec("spaces", "spaces", "write", idempotent=True),
    OperationSpec("skills_ingest", "skills.ingest", "operator", idempotent=True, begins=True),
    OperationSpec("skills_list", "skills.list", "read", read_only=True, idempotent=True),
    OperationSpec("skills_get", "skills.get", "read", read_only=True, idempotent=True),
    OperationSpec("skills_export", "skills.export", "operator", read_only=True, idempotent=True),
    OperationSpec("skills_release", "skills.release", "operator", idempotent=True),
    OperationSpec("expand", "expand", "write", begins=True),
    OperationSpec("contract", "contract", "write", idempotent=True),
    OperationSpec("revise", "revise", "write", begins=True),
    OperationSpec("undo", "undo", "write"),
    OperationSpec("rollback", "rollback", "operator"),
    OperationSpec("erase", "erase", "operator", destructive=True, idempotent=True),
    OperationSpec("export", "export", "operator", read_only=True, idempotent=True),
    OperationSpec("import", "import_", "operator", idempotent=True, begins=True),
    OperationSpec("doctor", "doctor", "operator", idempotent=True),
    OperationSpec("reindex", "reindex", "operator", idempotent=True, open_world=True),
)

REGISTRY: Mapping[str, OperationSpec] = MappingProxyType({spec.name: spec for spec in _OPERATIONS})
"""Every operation by its name."""
