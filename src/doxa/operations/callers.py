"""Who calls: the key that was shown, checked in the project that is asked for, and whose memories it is for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from doxa.access import Right, Token, read_token
from doxa.errors import DoxaError, Forbidden, InvalidInput, NotFound, Unauthorized
from doxa.graph.key_rows import KeyRows
from doxa.graph.store import SqlGraph
from doxa.memory import Memory
from doxa.operations.pool import Begins, Projects
from doxa.operations.rights import holds
from doxa.operations.spec import OperationSpec
from doxa.records import ANY, User

SCHEME = "bearer"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, as one project knows them.

    Args:
        project: The project.
        user: Whose memories they reach; `ANY` = whichever user a call names.
        right: What they may.
        key: The id of the key that they showed; empty where none is asked for.
    """

    project: str
    user: User
    right: Right
    key: str = ""

    def user_of(self, given: object) -> User:
        """Return whose memories a call means: one that names no user means whom the key is for.

        A key for every user, or for shared memories, means shared ones.

        Args:
            given: The user that the call names; `None` and the empty text are nobody.

        Raises:
            Forbidden: The key is for another user.
        """
        if given in (None, ""):
            return None if self.user is ANY else self.user
        if self.user is ANY:
            return given  # type: ignore[return-value]
        if given != self.user:
            whose = "shared memories" if self.user is None else f"the user {self.user!r}"
            said = f"user is {given!r}, and the key is for {whose}."
            mend = "Leave user out." if self.user is None else f"Leave user out, or name {self.user!r}."
            raise Forbidden(said, mend=mend, field="user")
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


class Tool(Begins, Protocol):
    """What a caller asks for: an operation, or a tool made of some."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def right(self) -> Right:
        """What a caller needs."""


class Looking:
    """What a project is opened for to look at what is beside its memories, such as its keys."""

    begins = False


class Doors:
    """Checks who comes in.

    Args:
        projects: The projects that are open.
        keys: Whether callers must show a key.
        right: What callers may where no keys are asked for.
    """

    def __init__(self, projects: Projects, *, keys: bool, right: Right) -> None:
        self._projects = projects
        self._keys = keys
        self._right = right

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
        if not self._keys:
            return Caller(project or self.default, ANY, self._right)
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
        return None if key is None else Caller(project, key.user, key.right, key.id)

    def _memory(self, project: str) -> AbstractContextManager[Memory]:
        return self._projects.use(Looking(), project)


@dataclass(frozen=True, slots=True)
class Visit:
    """One call of somebody who showed a key, where calls need not name the user whom the key is for.

    Args:
        doors: Checks who comes in.
        projects: The projects that are open.
        header: The `Authorization` header.
        caller: Who calls, as the project they came to knows them.
        default_user: Whose memories a call means that names no user, of a key for every user.
    """

    doors: Doors
    projects: Projects
    header: str | None
    caller: Caller
    default_user: User = None

    def addressed(self, spec: OperationSpec, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of a call with the user whose memories it means; see `permitted`."""
        known = self.caller.user is not ANY or "user" not in spec.parameters
        return permitted(self.caller, spec, arguments if known else {"user": self.default_user, **arguments})

    def check_user(self, user: object, project: str | None) -> None:
        """Refuse a call that names a user whom the key is not for.

        Args:
            user: Whom it names; nobody is whom the key is for.
            project: The project that it names; `None` = the caller's own.

        Raises:
            Forbidden: The key is for another user, or opens another project.
        """
        self._in(project).user_of(user)

    @contextmanager
    def use(self, spec: Tool, project: str | None = None) -> Iterator[Memory]:
        """Give the memory that a call is to work on, of the user whom the key is for; see `Projects.use`.

        Raises:
            Forbidden: The key opens another project, or has too small a right in this one.
        """
        caller = self._in(project)
        needs(caller, spec.right, spec.name)
        with self.projects.use(spec, caller.project) as memory:
            yield memory if caller.user is ANY else memory.scoped(user=caller.user)

    def _in(self, project: str | None) -> Caller:
        if project in (None, self.caller.project):
            return self.caller
        return self.doors.caller(self.header, project)


def permitted(caller: Caller, spec: OperationSpec, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a call with the user whose memories it means.

    Raises:
        Forbidden: The key is for another user, or for less than the call asks for.
    """
    caller.check_project_wide(spec)
    if "user" not in spec.parameters or spec.unused("user"):
        return dict(arguments)
    return {**arguments, "user": caller.user_of(arguments.get("user"))}


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
