"""Sessions on a Redis server, shared by several hosts.

Every write is one script on the server, so hosts never see half of one. It carries a token, so that a write whose
answer got lost is not done twice when it is sent again.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar
from urllib.parse import quote, unquote

from doxa.clock import Clock, SystemClock, from_micros, to_micros
from doxa.errors import Busy, InvalidInput, MissingExtra, NotFound
from doxa.records import ANY, Json, Message, User
from doxa.sessions.contract import MAX_READ, Session, SessionMessage
from doxa.sessions.messages import checked_name, kept_row, restored

if TYPE_CHECKING:
    from redis import Redis

P = ParamSpec("P")
T = TypeVar("T")

TOKEN_SECONDS = 600
"""How long a write is known, so that it is not done twice."""
RETRIES = 3
_META = "meta:"
"""How the fields of a session's metadata begin."""

_APPEND = """
if redis.call('SET', KEYS[5], '1', 'NX', 'EX', ARGV[1]) then
  for number = 4, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[number]) end
  redis.call('HSETNX', KEYS[1], 'opened_at', ARGV[2])
  redis.call('HDEL', KEYS[1], 'closed_at')
  local used = redis.call('HGET', KEYS[1], 'used_at')
  if not used or tonumber(used) < tonumber(ARGV[2]) then redis.call('HSET', KEYS[1], 'used_at', ARGV[2]) end
  used = redis.call('HGET', KEYS[1], 'used_at')
  redis.call('ZADD', KEYS[3], used, ARGV[3])
  redis.call('ZADD', KEYS[4], used, KEYS[1])
  redis.call('PERSIST', KEYS[1])
  redis.call('PERSIST', KEYS[2])
end
return redis.call('LLEN', KEYS[2])
"""
_DESCRIBE = """
for number = 4, 3 + 2 * ARGV[3], 2 do redis.call('HSET', KEYS[1], ARGV[number], ARGV[number + 1]) end
for number = 4 + 2 * ARGV[3], #ARGV do redis.call('HDEL', KEYS[1], ARGV[number]) end
redis.call('HSETNX', KEYS[1], 'opened_at', ARGV[1])
redis.call('HSETNX', KEYS[1], 'used_at', ARGV[1])
local used = redis.call('HGET', KEYS[1], 'used_at')
redis.call('ZADD', KEYS[2], used, ARGV[2])
if redis.call('HEXISTS', KEYS[1], 'closed_at') == 0 then redis.call('ZADD', KEYS[3], used, KEYS[1]) end
"""
_CLOSE = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if redis.call('HSETNX', KEYS[1], 'closed_at', ARGV[1]) == 0 then return 0 end
redis.call('ZREM', KEYS[3], KEYS[1])
if tonumber(ARGV[2]) > 0 then
  redis.call('EXPIRE', KEYS[1], ARGV[2])
  redis.call('EXPIRE', KEYS[2], ARGV[2])
end
return 1
"""
_CLEAR = """
local count = redis.call('LLEN', KEYS[2])
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZREM', KEYS[4], KEYS[1])
return count
"""
_COUNT = """
if redis.call('SET', KEYS[2], '0', 'NX', 'EX', ARGV[1]) then
  redis.call('SET', KEYS[2], redis.call('INCR', KEYS[1]), 'EX', ARGV[1])
end
return tonumber(redis.call('GET', KEYS[2]))
"""


def _reached(
    verb: Callable[Concatenate[RedisSessions, P], T],
) -> Callable[Concatenate[RedisSessions, P], T]:
    """Let a verb say in doxa's terms that the server cannot be reached."""

    @wraps(verb)
    def call(self: RedisSessions, /, *args: P.args, **kwargs: P.kwargs) -> T:
        from redis.exceptions import ConnectionError, TimeoutError

        try:
            return verb(self, *args, **kwargs)
        except (ConnectionError, TimeoutError) as error:
            mend = "Start it, or look at the address; the same call may be made again."
            raise Busy(f"The Redis server of sessions cannot be reached: {error}.", mend=mend) from error

    return call


class RedisSessions:
    """Working memory on a Redis server; see `Sessions`.

    Nothing expires before it is consolidated: only closed sessions have a time to live. A lost connection is opened
    again, and what was sent is sent again, a few times.

    Args:
        url: Where it is, such as `redis://host:6379/0` (`rediss://` for TLS), or a `redis.Redis`.
        project: The project; sessions of others are not seen.
        clock: Stamps messages that bring no time.
        keep_closed: How long a consolidated session stays; `None` = until it is cleared.

    Raises:
        MissingExtra: The package `redis` is not installed.
        InvalidInput: The address cannot be used.
    """

    def __init__(
        self,
        url: str | Redis,
        *,
        project: str = "default",
        clock: Clock | None = None,
        keep_closed: timedelta | None = timedelta(days=7),
    ) -> None:
        self._redis: Any = _client(url) if isinstance(url, str) else url
        self._prefix = f"doxa:{quote(project, safe='')}"
        self._clock = clock or SystemClock()
        self._keep = 0 if keep_closed is None else max(1, int(keep_closed.total_seconds()))

    @_reached
    def append(self, messages: Message | Sequence[Message], *, session: str, user: str | None = None) -> Session:
        """Append messages in order; see `Sessions.append`."""
        given = [messages] if isinstance(messages, Message) else list(messages)
        if not given:
            raise InvalidInput("messages is empty.", mend="Give at least one message.", field="messages")
        rows = [kept_row(each, self._clock) for each in given]
        keys = [*self._keys(user, session), self._token()]
        told = [json.dumps(row, ensure_ascii=False) for row in rows]
        self._redis.eval(_APPEND, len(keys), *keys, TOKEN_SECONDS, rows[-1][3], _name(session), *told)
        return self.get(session, user=user)

    @_reached
    def read(
        self, session: str, *, limit: int = 10, offset: int = 0, user: str | None = None
    ) -> tuple[SessionMessage, ...]:
        """Return messages in order; see `Sessions.read`."""
        if not 1 <= limit <= MAX_READ:
            raise InvalidInput(f"limit is {limit}.", mend=f"Give 1 to {MAX_READ}.", field="limit", value=limit)
        key = self._keys(user, session)[1]
        start = max(0, int(self._redis.llen(key)) + offset) if offset < 0 else offset
        rows = self._redis.lrange(key, start, start + limit - 1)
        return tuple(SessionMessage(number, _restored(row)) for number, row in enumerate(rows, start + 1))

    @_reached
    def get(self, session: str, *, user: str | None = None) -> Session:
        """Return a session; see `Sessions.get`."""
        found = self._session(user, checked_name(session))
        if found is None:
            raise NotFound(f"There is no session {session!r}.", field="session", value=session)
        return found

    @_reached
    def describe(self, session: str, metadata: Mapping[str, Json], *, user: str | None = None) -> Session:
        """Set keys of a session's metadata; see `Sessions.describe`."""
        set_to = {key: json.dumps(value, ensure_ascii=False) for key, value in metadata.items() if value is not None}
        words = [word for key, value in set_to.items() for word in (_META + key, value)]
        words += [_META + key for key, value in metadata.items() if value is None]
        keys = self._keys(user, session)
        now = to_micros(self._clock.now())
        self._redis.eval(_DESCRIBE, 3, keys[0], keys[2], keys[3], now, _name(session), len(set_to), *words)
        return self.get(session, user=user)

    @_reached
    def list(self, *, open_only: bool = False, limit: int = 20, user: str | None = None) -> tuple[Session, ...]:
        """Return sessions, the last used first; see `Sessions.list`."""
        found: list[Session] = []
        key = f"{self._prefix}:used:{_owner(user)}"
        for name in self._redis.zrevrange(key, 0, -1):
            session = self._session(user, unquote(name))
            if session is None:
                self._redis.zrem(key, name)  # its time to live is over
            elif not (open_only and session.closed_at is not None):
                found.append(session)
            if len(found) >= limit:
                break
        return tuple(found)

    def active(self, *, user: str | None = None) -> Session | None:
        """Return the open session that was used last; see `Sessions.active`."""
        return next(iter(self.list(open_only=True, limit=1, user=user)), None)

    @_reached
    def idle(self, before: datetime, *, user: User = ANY, limit: int = 100) -> tuple[Session, ...]:
        """Return open sessions that were last used before an instant; see `Sessions.idle`."""
        found: list[Session] = []
        for key in self._redis.zrangebyscore(f"{self._prefix}:open", "-inf", f"({to_micros(before)}"):
            owner, name = key.removeprefix(f"{self._prefix}:session:").split(":")
            whose = None if owner == "-" else unquote(owner[1:])
            if user is ANY or whose == user:
                session = self._session(whose, unquote(name))
                found += [session] if session is not None else []
            if len(found) >= limit:
                break
        return tuple(found)

    @_reached
    def close_session(self, session: str, *, user: str | None = None) -> bool:
        """End a session; see `Sessions.close_session`."""
        keys = self._keys(user, session)
        now = to_micros(self._clock.now())
        return bool(self._redis.eval(_CLOSE, 3, keys[0], keys[1], keys[3], now, self._keep))

    @_reached
    def clear(self, session: str, *, user: str | None = None) -> int:
        """Delete a session; see `Sessions.clear`."""
        keys = self._keys(user, session)
        return int(self._redis.eval(_CLEAR, 4, *keys, _name(session)))

    @_reached
    def next_sequence(self, *, day: date, user: str | None = None) -> int:
        """Return the number of the user's next session of a day; see `Sessions.next_sequence`."""
        key = f"{self._prefix}:sequence:{_owner(user)}:{day.isoformat()}"
        return int(self._redis.eval(_COUNT, 2, key, self._token(), TOKEN_SECONDS))

    def close(self) -> None:
        """Close the connections."""
        self._redis.close()

    def _keys(self, user: str | None, session: str) -> tuple[str, str, str, str]:
        """Return the keys of a session, its messages, its user's sessions, and the open ones of everybody."""
        own = f"{self._prefix}:session:{_owner(user)}:{_name(session)}"
        return own, f"{own}:messages", f"{self._prefix}:used:{_owner(user)}", f"{self._prefix}:open"

    def _token(self) -> str:
        return f"{self._prefix}:token:{secrets.token_hex(12)}"

    def _session(self, user: str | None, name: str) -> Session | None:
        own, messages, *_ = self._keys(user, name)
        row, count = self._redis.pipeline().hgetall(own).llen(messages).execute()
        if not row:
            return None
        closed = row.get("closed_at")
        return Session(
            name=name,
            user=user,
            messages=int(count),
            opened_at=from_micros(int(row["opened_at"])),
            used_at=from_micros(int(row["used_at"])),
            closed_at=None if closed is None else from_micros(int(closed)),
            metadata={key[len(_META) :]: json.loads(value) for key, value in row.items() if key.startswith(_META)},
        )


def _client(url: str) -> Any:
    try:
        import redis
        from redis.backoff import ExponentialWithJitterBackoff
        from redis.retry import Retry
    except ModuleNotFoundError as error:
        raise MissingExtra("Shared sessions need the package redis.", mend="Install doxa[redis].") from error
    try:
        return redis.Redis.from_url(
            url,
            decode_responses=True,
            socket_timeout=5,
            socket_connect_timeout=5,
            retry=Retry(ExponentialWithJitterBackoff(cap=0.5, base=0.02), RETRIES),
        )
    except ValueError as error:
        mend = "Give one such as redis://localhost:6379/0."
        raise InvalidInput(f"{url!r} is no address of a Redis server.", mend=mend, field="url") from error


def _owner(user: str | None) -> str:
    return "-" if user is None else f"={quote(user, safe='')}"


def _name(session: str) -> str:
    return quote(checked_name(session), safe="")


def _restored(row: str) -> Message:
    role, name, content, at, meta = json.loads(row)
    return restored(role, content, int(at), name, json.loads(meta or "{}"))
