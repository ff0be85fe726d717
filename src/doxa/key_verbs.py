"""`memory.keys`: who may reach a project through a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doxa.access import Key, NewKey, Right, new_token, read_token
from doxa.arguments import checks_arguments
from doxa.clock import to_micros
from doxa.core import UNSET, UserArgument, checked_scope
from doxa.errors import AlreadyExists, InvalidInput, NotFound
from doxa.moments import Snapshots

if TYPE_CHECKING:
    from doxa.graph.key_rows import KeyRows

MAX_LABEL = 200


@checks_arguments
class Keys(Snapshots):
    """Keys that callers of `doxa serve` show. Only a hash is kept; exports leave keys out."""

    def create(
        self,
        *,
        right: Right = "write",
        label: str = "",
        token: str | None = None,
        user: UserArgument = UNSET,
    ) -> NewKey:
        """Make a key for this project, or let a key of another project in as well.

        Args:
            right: What its holder may: `read`, `write`, or `operator`, who may also destroy and vouch.
            label: What it is for, at most 200 characters.
            token: The token of a key made in another project, which this project is to accept too.
            user: Whose memories it is for: one user's, `None` = shared ones only, `ANY` = whichever user a call names.

        Returns:
            The key with its token, which is shown this once.

        Raises:
            InvalidInput: The right or label cannot be used, or the token is none.
            AlreadyExists: The project knows the token already.
        """
        if right not in ("read", "write", "operator"):
            mend = "Give read, write or operator."
            raise InvalidInput(f"right is {right!r}.", mend=mend, field="right", value=right)
        if len(label) > MAX_LABEL or not label.isprintable():
            mend = f"Give at most {MAX_LABEL} printable characters."
            raise InvalidInput("label cannot be used.", mend=mend, field="label", value=label[:40])
        owner = checked_scope(self._core.scoped(user, None, None, None, ())).user
        made = new_token(self._core.graph.project) if token is None else read_token(token)
        key = Key(made.id, owner, right, label, self._core.clock.now())
        if not self._rows().add(made, key):
            mend = "Revoke it and make another to change what it may."
            raise AlreadyExists("The project knows this key already.", mend=mend, field="token")
        return NewKey(key, made.text)

    def list(self) -> tuple[Key, ...]:
        """List every key, the newest first, revoked ones too; never what opens."""
        return self._rows().list()

    def revoke(self, id: str) -> Key:
        """Let a key open nothing in this project from now on.

        Args:
            id: The key's id, as `list` shows it.

        Raises:
            NotFound: There is no such key.
        """
        key = self._rows().revoke(id, to_micros(self._core.clock.now()))
        if key is None:
            raise NotFound(f"There is no key {id!r}.", mend="`list` shows them.", field="id", value=id)
        return key

    def _rows(self) -> KeyRows:
        from doxa.graph.key_rows import KeyRows
        from doxa.graph.store import SqlGraph

        graph = self._core.graph
        if not isinstance(graph, SqlGraph):
            mend = "Guard such a project in front of it."
            raise InvalidInput("A store of your own keeps no keys.", mend=mend, field="store")
        return KeyRows(graph)
