"""What every write needs, and how a write becomes one operation with one receipt."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import tzinfo

from doxa.belief.attributes import AttributeRegistry
from doxa.clock import Clock
from doxa.errors import InvalidInput
from doxa.frozen import quickly_made
from doxa.graph.contract import Graph, Writer
from doxa.index.embedding import Embedding
from doxa.llm.contract import Model
from doxa.plugins import NO_PLUGINS, Plugins
from doxa.records import ANY, Scope
from doxa.sessions import Sessions
from doxa.write.assessing.rules import AssessmentRules
from doxa.write.gate import GateRules
from doxa.write.limits import NO_LIMITS, Limits, within


@dataclass(frozen=True, slots=True)
class WriteContext:
    """The parts a write works with.

    Args:
        graph: The store.
        clock: Time and ids.
        embedding: Makes vectors, or none.
        attributes: The registry of attributes.
        tz: The user's time zone.
        corroboration: How many independent sources make a claim corroborated.
        supports: Whether what several sources claim of different times is linked SUPPORTS.
        gate: What the gate does with personal data.
        extraction: What finds claims in what is said: `rules`, `model` or `off`.
        model: The language model, behind the gate; `None` where there is none.
        novelty: The score of a text above which a model is asked about it, 0 to 1.
        plugins: Parts of the application's own.
        wake: Tells a worker in this process that there is work; `None` where there is none.
        limits: What a user and the project may hold and write.
        assessment: When a running conversation is looked over.
        sessions: Returns working memory.
        missing: What the mode wants and cannot have; told with every receipt of an `add`.
    """

    graph: Graph
    clock: Clock
    embedding: Embedding
    attributes: AttributeRegistry
    tz: tzinfo
    corroboration: int = 2
    supports: bool = False
    gate: GateRules = field(default_factory=GateRules)
    extraction: str = "rules"
    model: Model | None = None
    novelty: float = 0.3
    plugins: Plugins = NO_PLUGINS
    wake: Callable[[], None] | None = None
    limits: Limits = NO_LIMITS
    assessment: AssessmentRules = field(default_factory=AssessmentRules)
    sessions: Callable[[], Sessions] | None = None
    missing: tuple[str, ...] = ()


@quickly_made
@dataclass(frozen=True, slots=True)
class WriteRequest:
    """How a write is asked for.

    Args:
        kind: The verb.
        scope: Whose memory, under which labels.
        request_id: Makes a repeat of the same call give its first receipt.
        expect_revision: The newest revision number the caller knows of the memory it changes.
        reason: Why; kept as erasable content.
        content: What is written, for telling a replay from a reuse of the request id.
    """

    kind: str
    scope: Scope
    request_id: str | None = None
    expect_revision: int | None = None
    reason: str | None = None
    content: Mapping[str, object] | None = None

    def digest(self) -> str:
        """Return a digest of the verb, the scope and what is written."""
        said = {"kind": self.kind, "scope": repr(self.scope), "content": self.content}
        return hashlib.blake2b(
            json.dumps(said, sort_keys=True, default=repr).encode("utf-8", "surrogatepass")
        ).hexdigest()


def actor_of(scope: Scope) -> str:
    """Return who acts: the agent, else the user, else nobody named."""
    if scope.agent:
        return scope.agent
    return scope.user if isinstance(scope.user, str) else ""


SOMEBODY = "user"
"""The source of what is told to shared memory by nobody in particular."""


def owner_of(scope: Scope) -> str | None:
    """Return who will own what is written: the scope's user; with `ANY`, what is shared."""
    return scope.user if isinstance(scope.user, str) else None


def speaker_of(scope: Scope) -> str:
    """Return who says what is written where the call does not: the user, else the agent, else some user."""
    return owner_of(scope) or scope.agent or SOMEBODY


def refuse_anybody(scope: Scope) -> None:
    """Refuse to write for everybody at once.

    Raises:
        InvalidInput: The scope's user is `ANY`.
    """
    if scope.user is ANY:
        raise InvalidInput(
            "ANY cannot own what is written.", mend="Name a user, or None for a shared memory.", field="user", value=ANY
        )


def operation(context: WriteContext, request: WriteRequest) -> AbstractContextManager[Writer]:
    """Open the transaction of a write; its reason has passed the gate.

    Raises:
        LimitReached: What is written inside would pass a limit; it is rolled back whole.
    """
    reason = request.reason and context.gate.opened().line(request.reason, "reason")
    scope = request.scope
    opened = context.graph.transaction(request.kind, actor=actor_of(scope), user=scope.user, reason=reason)
    return _limited(opened, context.limits, owner_of(scope)) if context.limits.any else opened


@contextmanager
def _limited(opened: AbstractContextManager[Writer], limits: Limits, owner: str | None) -> Iterator[Writer]:
    with opened as writer, within(limits, writer, owner):
        yield writer
