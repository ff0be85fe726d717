"""What a surface knows of a verb, read from the method itself: its signature and docstring are the only source."""

from __future__ import annotations

import builtins
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from doxa import errors
from doxa.access import Right
from doxa.code_verbs import Code
from doxa.errors import DoxaError, Forbidden, InvalidInput
from doxa.experience_verbs import Experience
from doxa.key_verbs import Keys
from doxa.memory import Memory
from doxa.namespaces import Narratives
from doxa.operations.toolsets import toolsets_of
from doxa.queue_verbs import Queue
from doxa.records import Page
from doxa.session_namespace import Conversations
from doxa.skill_verbs import Skills

if TYPE_CHECKING:
    from pydantic import BaseModel

SCOPE = ("user", "agent", "session", "space", "contexts")
"""The scope keywords, which every surface fills from its own defaults."""

NAMESPACES: Mapping[str, type] = {
    "narratives": Narratives,
    "sessions": Conversations,
    "skills": Skills,
    "code": Code,
    "experience": Experience,
    "keys": Keys,
    "queue": Queue,
}
"""What `Memory` groups verbs under."""

IN_SESSION = ("Label of what is written", "The session", "The conversation", "Which session", "Which conversation")
"""How the docstring of a verb begins to speak of `session` where that names what it writes to."""

_SECTION = re.compile(r"^(Args|Returns|Raises|Yields):\s*$", re.MULTILINE)
_ARGUMENT = re.compile(r"^ {4}(\w+): (.+(?:\n {6,}.+)*)", re.MULTILINE)
_RAISED = re.compile(r"^ {4}(\w+):", re.MULTILINE)


_HOMES = (
    "doxa.records",
    "doxa.core",
    "doxa.recall.request",
    "doxa.envelope",
    "doxa.context_records",
    "doxa.sessions.contract",
    "doxa.session_records",
    "doxa.dream_records",
    "doxa.skills.report",
    "doxa.code.records",
    "doxa.experience.records",
    "doxa.index.embedder",
)
"""Where the types of signatures are made that the modules of the verbs name only for the type checker."""


class _Names(dict[str, object]):
    """Names as a signature has them: those its module does not know are looked for, home by home, when they are met.

    Args:
        known: The names of the module.
    """

    def __init__(self, known: Mapping[str, object]) -> None:
        super().__init__()
        self._known = known

    def __missing__(self, name: str) -> object:
        if name not in self._known and not hasattr(builtins, name):
            for home in _HOMES:
                found = vars(import_module(home)).get(name)
                if found is not None:
                    return found
        raise KeyError(name)


@dataclass(frozen=True)
class OperationSpec:
    """One verb.

    Args:
        name: Its name on every surface.
        method: The method of `Memory` that does it, after the name of its namespace where it has one.
        right: What a caller needs: `read`, `write`, or `operator` for what can destroy, vouch or see everybody's.
        read_only: It changes nothing but use counters.
        destructive: It can take away what cannot be brought back.
        idempotent: The same call again changes nothing more.
        open_world: It may reach beyond this machine.
        begins: It makes the project where there is none yet; what only looks at memories or changes them does not.
        local: Arguments for callers in this process and at its shell; a call from outside cannot give them.
        writing: Arguments with which an operation that reads writes, so that a call which gives one needs that right.
    """

    name: str
    method: str
    right: Right
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False
    open_world: bool = False
    begins: bool = False
    local: frozenset[str] = frozenset()
    writing: frozenset[str] = frozenset()

    @property
    def call(self) -> Callable[..., Any]:
        """The function: its first argument is the memory."""
        space, _, verb = self.method.rpartition(".")
        if not space:
            plain: Callable[..., Any] = getattr(Memory, verb)
            return plain
        function: Callable[..., Any] = getattr(NAMESPACES[space], verb)

        @wraps(function)
        def call(memory: Memory, *args: Any, **kwargs: Any) -> Any:
            return function(getattr(memory, space), *args, **kwargs)

        return call

    @property
    def namespace(self) -> str:
        """The attribute of `Memory` that has the method, such as `narratives`; empty for its own verbs."""
        return self.method.rpartition(".")[0]

    @cached_property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        """The arguments, the scope keywords included, without the memory itself."""
        found = dict(inspect.signature(self.call).parameters)
        found.pop("self")
        return found

    @cached_property
    def types(self) -> Mapping[str, Any]:
        """The types of the arguments and, as `return`, of the reply."""
        return get_type_hints(self.call, localns=_Names(inspect.unwrap(self.call).__globals__))

    @cached_property
    def summary(self) -> str:
        """The first sentence of the docstring."""
        return self._text.partition("\n")[0]

    @cached_property
    def description(self) -> str:
        """The docstring up to its first section."""
        return _SECTION.split(self._text)[0].strip()

    @cached_property
    def arguments(self) -> Mapping[str, str]:
        """What the docstring says of each argument."""
        said = self._sections.get("Args", "")
        return {name: re.sub(r"\s+", " ", words).strip() for name, words in _ARGUMENT.findall(said)}

    @cached_property
    def returns(self) -> str:
        """What the docstring says of the reply; empty where the summary says it all."""
        return re.sub(r"\s+", " ", self._sections.get("Returns", "")).strip()

    @cached_property
    def errors(self) -> tuple[type[DoxaError], ...]:
        """The errors it may raise: those its docstring names, and what any call may meet."""
        named = [getattr(errors, name, None) for name in _RAISED.findall(self._sections.get("Raises", ""))]
        return tuple(dict.fromkeys([*(each for each in named if each is not None), InvalidInput, Forbidden]))

    @property
    def feeds(self) -> bool:
        """Whether its reply is a feed without an end of its own, of which a call from outside gets a page."""
        return get_origin(self.types["return"]) is Iterator

    @property
    def in_session(self) -> bool:
        """Whether it writes to a conversation, so that `session` labels what it makes and does not filter."""
        if self.right == "read" or self.destructive or "session" not in self.parameters or self.unused("session"):
            return False
        return self.begins or self.arguments.get("session", "").startswith(IN_SESSION)

    @property
    def toolsets(self) -> frozenset[str]:
        """The sets of tools it belongs to: `full`, and those that name it."""
        return toolsets_of(self.name)

    def request_model(self) -> type[BaseModel]:
        """Return a pydantic model of the arguments; what it refuses is an error of doxa, as everywhere."""
        from doxa.operations.request import request_model

        return request_model(self)

    def request_schema(self) -> dict[str, Any]:
        """Return the JSON schema of the arguments."""
        from doxa.operations.request import request_schema

        return request_schema(self)

    def reply_schema(self, *, depth: int | None = None) -> dict[str, Any]:
        """Return the JSON schema of the reply; of a feed, that of a page.

        Args:
            depth: How many records deep to describe; what lies deeper is only said to be an object.
        """
        from doxa.operations.schema import Schemas

        return Schemas(depth=depth).of_reply(self.reply_type)

    @property
    def reply_type(self) -> Any:
        """The type of the reply; of a feed, a page of its entries."""
        form: Any = self.types["return"]
        page: Any = Page
        return page[get_args(form)[0]] if self.feeds else form

    def unused(self, name: str) -> bool:
        """Return whether the operation takes an argument, for the sake of one form for all, and does not use it."""
        return self.arguments.get(name, "").startswith("Not used")

    @cached_property
    def _sections(self) -> Mapping[str, str]:
        parts = _SECTION.split(self._text)
        return dict(zip(parts[1::2], parts[2::2], strict=True))

    @property
    def _text(self) -> str:
        return inspect.getdoc(self.call) or ""
