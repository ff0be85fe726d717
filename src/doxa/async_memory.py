"""`AsyncMemory`: the verbs of `Memory`, run in worker threads so that an event loop is never blocked."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Sequence
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypeVar

from doxa.code_verbs import Code
from doxa.core import UNSET, UserArgument
from doxa.experience_verbs import Experience
from doxa.key_verbs import Keys
from doxa.memory import Memory
from doxa.moments import Moment
from doxa.namespaces import Narratives
from doxa.queue_verbs import Queue
from doxa.reader import Reader
from doxa.records import Change
from doxa.session_namespace import Conversations
from doxa.skill_verbs import Skills

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")


class _Wrapper(Protocol):
    """What holds the synchronous twin of itself."""

    _sync: Any


def _awaited(
    verb: Callable[Concatenate[S, P], R],
) -> Callable[Concatenate[_Wrapper, P], Coroutine[Any, Any, R]]:
    """Return a verb of `Memory` as a coroutine method with the same arguments."""

    async def call(self: _Wrapper, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await asyncio.to_thread(verb, self._sync, *args, **kwargs)

    functools.update_wrapper(call, verb)
    return call


def _gathered(
    verb: Callable[Concatenate[S, P], Iterable[R]],
) -> Callable[Concatenate[_Wrapper, P], Coroutine[Any, Any, list[R]]]:
    """Return a verb that yields as a coroutine method that returns all of it."""

    async def call(self: _Wrapper, /, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        return await asyncio.to_thread(lambda: list(verb(self._sync, *args, **kwargs)))

    functools.update_wrapper(call, verb)
    return call


def _changes_so_far(
    memory: Memory,
    *,
    after: str | None = None,
    kinds: Sequence[str] = (),
    match: str | None = None,
    user: UserArgument = UNSET,
) -> Iterator[Change]:
    """Return the changes there are; `AsyncMemory.watch` waits for more."""
    return memory.changes(after=after, kinds=kinds, match=match, user=user)


class AsyncReader:
    """The read verbs of `Reader`, each awaited."""

    _sync: Any

    def __init__(self, reader: Reader) -> None:
        self._sync = reader

    recall = _awaited(Reader.recall)
    engage = _awaited(Reader.engage)
    compose = _awaited(Reader.compose)
    missing = _awaited(Reader.missing)
    validate_insight_response = _awaited(Reader.validate_insight_response)
    envelope = _awaited(Reader.envelope)
    needs_reconfirmation = _awaited(Reader.needs_reconfirmation)
    get = _awaited(Reader.get)
    list = _awaited(Reader.list)
    history = _awaited(Reader.history)
    operations = _awaited(Reader.operations)
    why = _awaited(Reader.why)
    related_to = _awaited(Reader.related_to)
    explain_path = _awaited(Reader.explain_path)
    answer_path = _awaited(Reader.answer_path)
    impact = _awaited(Reader.impact)
    scopes = _awaited(Reader.scopes)
    stats = _awaited(Reader.stats)


class AsyncNarratives:
    """The verbs of `Narratives`, each awaited."""

    def __init__(self, narratives: Narratives) -> None:
        self._sync = narratives

    add = _awaited(Narratives.add)
    list = _awaited(Narratives.list)
    delete = _awaited(Narratives.delete)


class AsyncQueue:
    """The verbs of `Queue`, each awaited."""

    def __init__(self, queue: Queue) -> None:
        self._sync = queue

    list = _awaited(Queue.list)
    retry = _awaited(Queue.retry)
    drop = _awaited(Queue.drop)


class AsyncSkills:
    """The verbs of `Skills`, each awaited."""

    def __init__(self, skills: Skills) -> None:
        self._sync = skills

    ingest = _awaited(Skills.ingest)
    list = _awaited(Skills.list)
    get = _awaited(Skills.get)
    export = _awaited(Skills.export)
    release = _awaited(Skills.release)


class AsyncCode:
    """The verbs of `Code`, each awaited."""

    def __init__(self, code: Code) -> None:
        self._sync = code

    ingest = _awaited(Code.ingest)
    capture = _awaited(Code.capture)
    mine_session = _awaited(Code.mine_session)
    why = _awaited(Code.why)


class AsyncExperience:
    """The verbs of `Experience`, each awaited."""

    def __init__(self, experience: Experience) -> None:
        self._sync = experience

    record = _awaited(Experience.record)
    outcome = _awaited(Experience.outcome)
    patterns = _awaited(Experience.patterns)
    store = _awaited(Experience.store)
    check = _awaited(Experience.check)
    calibration = _awaited(Experience.calibration)


class AsyncConversations:
    """The verbs of `Conversations`, each awaited."""

    def __init__(self, sessions: Conversations) -> None:
        self._sync = sessions

    append = _awaited(Conversations.append)
    read = _awaited(Conversations.read)
    metadata = _awaited(Conversations.metadata)
    clear = _awaited(Conversations.clear)
    list = _awaited(Conversations.list)
    active = _awaited(Conversations.active)
    claim = _awaited(Conversations.claim)
    next_sequence = _awaited(Conversations.next_sequence)
    consolidate_idle = _awaited(Conversations.consolidate_idle)


class AsyncKeys:
    """The verbs of `Keys`, each awaited."""

    def __init__(self, keys: Keys) -> None:
        self._sync = keys

    create = _awaited(Keys.create)
    list = _awaited(Keys.list)
    revoke = _awaited(Keys.revoke)


class AsyncMemory(AsyncReader):
    """`Memory` for asyncio: the same arguments and verbs, awaited; `as_of` and `scoped` stay as they are.

    A cancelled call either committed or did not, never half: its thread finishes the transaction.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(Memory(*args, **kwargs))

    def scoped(self, **scope: Any) -> AsyncMemory:
        """Return the same memory with other defaults; see `Memory.scoped`."""
        twin = object.__new__(type(self))
        AsyncReader.__init__(twin, self._sync.scoped(**scope))
        return twin

    def as_of(self, time: Moment) -> AsyncReader:
        """Return a read-only view of what had been told by a past moment."""
        return AsyncReader(self._sync.as_of(time))

    @property
    def sessions(self) -> AsyncConversations:
        """Working memory; see `Memory.sessions`."""
        return AsyncConversations(self._sync.sessions)

    @property
    def narratives(self) -> AsyncNarratives:
        """Shared stories; see `Memory.narratives`."""
        return AsyncNarratives(self._sync.narratives)

    @property
    def keys(self) -> AsyncKeys:
        """Keys of callers that come through a server; see `Memory.keys`."""
        return AsyncKeys(self._sync.keys)

    @property
    def queue(self) -> AsyncQueue:
        """Work that waits for a language model; see `Memory.queue`."""
        return AsyncQueue(self._sync.queue)

    @property
    def code(self) -> AsyncCode:
        """Decision memory over git; see `Memory.code`."""
        return AsyncCode(self._sync.code)

    @property
    def experience(self) -> AsyncExperience:
        """Decisions and what came of them; see `Memory.experience`."""
        return AsyncExperience(self._sync.experience)

    @property
    def skills(self) -> AsyncSkills:
        """Skills as versioned memory; see `Memory.skills`."""
        return AsyncSkills(self._sync.skills)

    add = _awaited(Memory.add)
    extract = _awaited(Memory.extract)
    update = _awaited(Memory.update)
    delete = _awaited(Memory.delete)
    restore = _awaited(Memory.restore)
    relate = _awaited(Memory.relate)
    confirm = _awaited(Memory.confirm)
    contradict = _awaited(Memory.contradict)
    set_evidence = _awaited(Memory.set_evidence)
    resolve = _awaited(Memory.resolve)
    pin = _awaited(Memory.pin)
    unpin = _awaited(Memory.unpin)
    lock = _awaited(Memory.lock)
    unlock = _awaited(Memory.unlock)
    alias = _awaited(Memory.alias)
    merge = _awaited(Memory.merge)
    define_attribute = _awaited(Memory.define_attribute)
    ingest = _awaited(Memory.ingest)
    consolidate = _awaited(Memory.consolidate)
    promote = _awaited(Memory.promote)
    add_raw = _awaited(Memory.add_raw)
    store_execution = _awaited(Memory.store_execution)
    procedures = _awaited(Memory.procedures)
    consolidation_signal = _awaited(Memory.consolidation_signal)
    reflect = _awaited(Memory.reflect)
    decompose = _awaited(Memory.decompose)
    plan = _awaited(Memory.plan)
    review = _awaited(Memory.review)
    apply = _awaited(Memory.apply)
    dream = _awaited(Memory.dream)
    digest = _awaited(Memory.digest)
    link = _awaited(Memory.link)
    spaces = _awaited(Memory.spaces)
    expand = _awaited(Memory.expand)
    contract = _awaited(Memory.contract)
    revise = _awaited(Memory.revise)
    undo = _awaited(Memory.undo)
    rollback = _awaited(Memory.rollback)
    erase = _awaited(Memory.erase)
    changes = _gathered(_changes_so_far)

    async def watch(
        self,
        *,
        after: str | None = None,
        kinds: Sequence[str] = (),
        match: str | None = None,
        user: UserArgument = UNSET,
    ) -> AsyncIterator[Change]:
        """Yield changes as they come, without end: `Memory.changes(follow=True)` for an event loop.

        Args:
            after: The cursor of the last change seen; `None` = from the beginning.
            kinds: Kinds of change to keep; see `Memory.changes`.
            match: Pattern on krefs; see `Memory.changes`.
            user: Whose changes; see `Reader`.
        """
        from doxa.recall.feed import FOLLOW_SECONDS

        while True:
            found = await self.changes(after=after, kinds=kinds, match=match, user=user)
            for change in found:
                yield change
            after = found[-1].cursor if found else after
            await asyncio.sleep(FOLLOW_SECONDS)

    status = _awaited(Memory.status)
    doctor = _awaited(Memory.doctor)
    reindex = _awaited(Memory.reindex)
    export = _awaited(Memory.export)
    import_ = _awaited(Memory.import_)
    close = _awaited(Memory.close)

    async def __aenter__(self) -> Self:
        """Return itself; leaving the block closes it."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        await asyncio.to_thread(self._sync.close)
