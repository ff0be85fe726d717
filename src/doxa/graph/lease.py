"""A connection lent for one transaction: after its end a writer or view that was kept is refused, not misled."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, cast

from doxa.errors import Closed
from doxa.graph.engine import Connection


def lend(connection: Connection) -> AbstractContextManager[Connection]:
    """Lend a connection until the block is left; later calls raise `Closed`."""
    return _Lending(_Lease(connection))


class _Lending:
    def __init__(self, lease: _Lease) -> None:
        self._lease = lease

    def __enter__(self) -> Connection:
        return cast(Connection, self._lease)

    def __exit__(self, *_: object) -> None:
        # methods found so far are kept as attributes of the lease
        self._lease.__dict__.clear()


class _Lease:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        connection = self.__dict__.get("_connection")
        if connection is None:
            raise Closed("This transaction is over.", mend="Open another view or transaction.")
        method = getattr(connection, name)
        self.__dict__[name] = method
        return method
