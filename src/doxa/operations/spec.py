"""What a surface knows of a verb, read from the method itself: its signature and docstring are the only source."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, Literal, get_type_hints

from doxa.memory import Memory
from doxa.namespaces import Narratives

Right = Literal["read", "write", "operator"]
SCOPE = ("user", "agent", "session", "space", "contexts")
"""The scope keywords, which every surface fills from its own defaults."""

NAMESPACES: Mapping[str, type] = {"narratives": Narratives}
"""What `Memory` groups verbs under."""

_SECTION = re.compile(r"^(Args|Returns|Raises|Yields):\s*$", re.MULTILINE)
_ARGUMENT = re.compile(r"^ {4}(\w+): (.+(?:\n {6,}.+)*)", re.MULTILINE)


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
    """

    name: str
    method: str
    right: Right
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False
    open_world: bool = False
    begins: bool = False

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
        import doxa.core
        import doxa.envelope
        import doxa.index.embedder
        import doxa.recall.request
        import doxa.records

        homes = (doxa.records, doxa.envelope, doxa.core, doxa.recall.request, doxa.index.embedder)
        names = {name: value for home in homes for name, value in vars(home).items()}
        return get_type_hints(self.call, localns=names)

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
        parts = _SECTION.split(self._text)
        sections = dict(zip(parts[1::2], parts[2::2], strict=True))
        return {name: re.sub(r"\s+", " ", said).strip() for name, said in _ARGUMENT.findall(sections.get("Args", ""))}

    def unused(self, name: str) -> bool:
        """Return whether the operation takes an argument, for the sake of one form for all, and does not use it."""
        return self.arguments.get(name, "").startswith("Not used")

    @property
    def _text(self) -> str:
        return inspect.getdoc(self.call) or ""
