"""A connection lent for one transaction: after its end a writer or view that was kept is refused, not misled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from doxa.errors import Closed
from doxa.graph.engine import Connection


@contextmanager
def lend(connection: Connection) -> Iterator[Connection]:
    """Lend a connection until the block is left; later calls raise `Closed`."""
    lease = _Lease(connection)
    try:
        yield cast(Connection, lease)
    finally:
        lease.end()


class _Lease:
    def __init__(self, connection: Connection) -> None:
        self._connection: Connection | None = connection

    def end(self) -> None:
        # methods found so far are kept as attributes of this object
        self.__dict__.clear()
        self._connection = None

    def __getattr__(self, name: str) -> Any:
        connection = self.__dict__.get("_connection")
        if connection is None:
            raise Closed("This transaction is over.", mend="Open another view or transaction.")
        method = getattr(connection, name)
        self.__dict__[name] = method
        return method
