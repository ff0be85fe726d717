"""Tools under the names and in the shapes of other memory systems, made of doxa's verbs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from doxa.access import Right
from doxa.arguments import wrong
from doxa.errors import Forbidden, InvalidInput
from doxa.memory import Memory
from doxa.operations.callers import Visit
from doxa.operations.plain import unknown_key
from doxa.operations.pool import Projects
from doxa.operations.rights import holds


@dataclass(frozen=True, slots=True)
class Told:
    """What such a tool replies.

    Args:
        data: Its reply as plain JSON values, an object.
        text: Its text where it holds no words from memory; `None` = the data as JSON, fenced.
    """

    data: Mapping[str, Any]
    text: str | None = None


@dataclass(frozen=True, slots=True)
class CompatibleTool:
    """A tool of another system.

    Args:
        name: Its name there.
        description: What it does.
        takes: JSON schema of its arguments.
        gives: JSON schema of its reply.
        right: What a caller needs.
        call: Does it, with arguments that were checked against `takes`.
        begins: Whether it makes the project where there is none yet.
        project: The argument that names the project, where one does.
        projects: The argument that lists several projects, where one does.
        user: The argument that names the user, where one does.
        merge: Makes one reply of those of several projects.
        read_only: It changes nothing but use counters.
        destructive: It takes something away.
        idempotent: The same call again changes nothing more.
        open_world: It may reach beyond this machine.
    """

    name: str
    description: str
    takes: Mapping[str, Any]
    gives: Mapping[str, Any]
    right: Right
    call: Callable[[Memory, Mapping[str, Any]], Told]
    begins: bool = False
    project: str | None = None
    projects: str | None = None
    user: str | None = None
    merge: Callable[[Sequence[Told], Mapping[str, Any]], Told] | None = None
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False
    open_world: bool = False

    def run(self, projects: Projects | Visit, arguments: Mapping[str, Any], held: Right) -> Told:
        """Check a call and do it, in each project that it names.

        Args:
            projects: The projects that are served, or what a key opens of them.
            arguments: Plain JSON values.
            held: What the caller may.

        Raises:
            Forbidden: The call needs more than `held`.
            InvalidInput: The arguments do not have the tool's shape.
            DoxaError: What the verbs raise.
        """
        if not holds(held, self.right):
            said = f"{self.name} needs the {self.right} right, and the caller has {held}."
            raise Forbidden(said, mend="Ask an operator.")
        check_shape(self.takes, arguments, "")
        named = self._named(arguments)
        if isinstance(projects, Visit) and self.user:
            for name in named:
                projects.check_user(arguments.get(self.user), name)
        replies = [self._run_in(projects, name, arguments) for name in named]
        return replies[0] if self.merge is None or len(replies) == 1 else self.merge(replies, arguments)

    def _run_in(self, projects: Projects | Visit, name: str | None, arguments: Mapping[str, Any]) -> Told:
        with projects.use(self, name) as memory:
            return self.call(memory, arguments)

    def _named(self, arguments: Mapping[str, Any]) -> list[str | None]:
        """Return the projects that a call names; the default one where it names none."""
        several = list(dict.fromkeys(arguments.get(self.projects) or ())) if self.projects else []
        one = arguments.get(self.project) if self.project else None
        return several or [one or None]


def check_shape(schema: Mapping[str, Any], value: Any, place: str) -> None:
    """Check plain JSON values against the part of JSON Schema that these tools use.

    Args:
        schema: `type`, `properties`, `required`, `items`, `maxLength`, `minimum` and `maximum`.
        value: What was given.
        place: How to name it in an error; empty for the whole.

    Raises:
        InvalidInput: It does not fit; the error names the place.
    """
    types = schema.get("type", ())
    forms = [types] if isinstance(types, str) else types
    if forms and not any(_is(value, form) for form in forms):
        raise wrong(value, place or "arguments", f"Give {' or '.join(_NAMES[form] for form in forms)}.")
    if isinstance(value, Mapping) and "properties" in schema:
        _check_members(schema, value, place)
    if isinstance(value, list) and "items" in schema:
        for number, each in enumerate(value):
            check_shape(schema["items"], each, f"{place}[{number}]")
    if isinstance(value, str) and len(value) > schema.get("maxLength", len(value)):
        raise InvalidInput(f"{place} has {len(value)} characters.", mend=f"Give {schema['maxLength']}.", field=place)
    if _is(value, "number") and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        bounds = f"{schema.get('minimum', 'any')} to {schema.get('maximum', 'any')}"
        raise wrong(value, place, f"Give a number from {bounds}.")


def _check_members(schema: Mapping[str, Any], value: Mapping[str, Any], place: str) -> None:
    known = schema["properties"]
    dot = f"{place}." if place else ""
    for name in value:
        if name not in known:
            raise unknown_key(f"There is no {dot}{name}.", str(name), known, field=f"{dot}{name}")
    for name in schema.get("required", ()):
        if name not in value:
            raise InvalidInput(f"{dot}{name} is missing.", mend="Give it.", field=f"{dot}{name}")
    for name, each in value.items():
        check_shape(known[name], each, f"{dot}{name}")


_NAMES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}


def _is(value: Any, form: str) -> bool:
    if isinstance(value, bool):
        return form == "boolean"
    kinds: dict[str, Any] = {
        "string": str, "integer": int, "number": int | float, "array": list, "object": Mapping, "null": type(None),
    }  # fmt: skip
    return form in kinds and isinstance(value, kinds[form])
