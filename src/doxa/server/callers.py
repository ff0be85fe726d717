"""Who calls: the key that was shown, checked in the project that is asked for, and whose memories it is for."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from doxa.access import Right, Token, read_token
from doxa.errors import DoxaError, Forbidden, InvalidInput, NotFound, Unauthorized
from doxa.graph.key_rows import KeyRows
from doxa.graph.store import SqlGraph
from doxa.memory import Memory
from doxa.operations import OperationSpec
from doxa.operations.pool import Projects
from doxa.operations.rights import holds
from doxa.records import ANY, User
from doxa.server.options import ServerOptions

SCHEME = "bearer"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, as one project knows them.

    Args:
        project: The project.
        user: Whose memories they reach; `ANY` = whichever user a call names.
        right: What they may.
    """

    project: str
    user: User
    right: Right

    def user_of(self, given: object, *, writes: bool) -> User:
        """Return whose memories a call means: a call that names no user means shared ones.

        Raises:
            Forbidden: The key is for another user, or a write would be shared that is only one user's to make.
        """
        if self.user is ANY or (given in (None, "") and not writes):
            return None if given == "" else given  # type: ignore[return-value]
        if given in (None, "") and self.user is None:
            return None
        if given != self.user:
            whose = "shared memories" if self.user is None else f"the user {self.user!r}"
            said = f"user is {given!r}, and the key is for {whose}."
            raise Forbidden(said, mend="Leave user out." if self.user is None else f"Name {self.user!r}.", field="user")
        return self.user

    def check_project_wide(self, spec: OperationSpec) -> None:
        """Refuse what changes a whole project, or tells who may reach it, to a key for one user's memories.

        Raises:
            Forbidden: The key is for less than the project.
        """
        whole = "user" not in spec.parameters or spec.unused("user")
        if self.user is not ANY and whole and (not spec.read_only or spec.right == "operator"):
            said = f"{spec.name} is about the whole project, and the key is for part of it."
            raise Forbidden(said, mend="Ask for a key for every user.")


class Looking:
    """What a project is opened for to look at what is beside its memories, such as its keys."""

    begins = False


class Doors:
    """Checks who comes in.

    Args:
        options: What the server was started with.
        projects: The projects that are open.
    """

    def __init__(self, options: ServerOptions, projects: Projects) -> None:
        self._options = options
        self._projects = projects

    @property
    def default(self) -> str:
        """The project of calls that name none and show no key."""
        return self._projects.default

    def caller(self, header: str | None, project: str | None) -> Caller:
        """Return who calls.

        Args:
            header: The `Authorization` header.
            project: The project the call names; `None` = that of its key.

        Raises:
            Unauthorized: No key, or one that does not open.
            Forbidden: The key opens another project.
        """
        if not self._options.keys:
            return Caller(project or self.default, ANY, self._options.right)
        token = _token_in(header)
        own = self._opened(token, token.project)
        if own is None:
            raise Unauthorized("That key does not open.", mend="Ask an operator for another.", field="Authorization")
        if project in (None, token.project):
            return own
        assert project is not None
        other = self._opened(token, project)
        if other is None:
            said = f"The key does not open the project {project!r}."
            raise Forbidden(said, mend="An operator of that project can let it in: `doxa keys create --token …`.")
        return other

    def _opened(self, token: Token, project: str) -> Caller | None:
        try:
            with self._memory(project) as memory:
                graph = memory.graph
                key = KeyRows(graph).opened_by(token) if isinstance(graph, SqlGraph) else None
        except (NotFound, InvalidInput, OSError):  # a name that no file can have is no project
            return None
        return None if key is None else Caller(project, key.user, key.right)

    def _memory(self, project: str) -> AbstractContextManager[Memory]:
        return self._projects.use(Looking(), project)


def permitted(caller: Caller, spec: OperationSpec, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a call with the user whose memories it means.

    Raises:
        Forbidden: The key is for another user, or for less than the call asks for.
    """
    caller.check_project_wide(spec)
    if "user" not in spec.parameters or spec.unused("user"):
        return dict(arguments)
    return {**arguments, "user": caller.user_of(arguments.get("user"), writes=not spec.read_only)}


def needs(caller: Caller, right: Right, what: str) -> None:
    """Refuse what needs more than a caller may.

    Raises:
        Forbidden: They may not.
    """
    if not holds(caller.right, right):
        raise Forbidden(f"{what} needs the {right} right, and the key has {caller.right}.", mend="Ask an operator.")


def needs_every_user(caller: Caller, what: str) -> None:
    """Refuse what is about everybody to a key for less.

    Raises:
        Forbidden: The key is for one user's memories, or for shared ones.
    """
    if caller.user is not ANY:
        said = f"{what} tells of everybody, and the key is for part of the project."
        raise Forbidden(said, mend="Ask for a key for every user: `doxa keys create --user ANY --right read`.")


def _token_in(header: str | None) -> Token:
    scheme, _, text = (header or "").strip().partition(" ")
    if scheme.lower() != SCHEME or not text.strip():
        mend = "Send `Authorization: Bearer KEY`; `doxa keys create` makes one."
        raise Unauthorized("The call shows no key.", mend=mend, field="Authorization")
    try:
        return read_token(text.strip())
    except DoxaError as error:
        raise Unauthorized(error.message, mend=error.mend, field="Authorization") from error
