"""What every verb works with: the store, the clock, the settings, the embedder and the default scope."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from dataclasses import field as made_by
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias
from zoneinfo import ZoneInfo

from doxa.arguments import checked_sequence
from doxa.belief.attributes import AttributeRegistry
from doxa.clock import Clock, aware
from doxa.config import Config
from doxa.config.modes import Switches, switches_of
from doxa.errors import InvalidInput, InvalidKref
from doxa.graph.contract import Graph
from doxa.graph.inputs import MAX_LABEL
from doxa.graph.kref import space_path
from doxa.graph.owners import CODE_MEMORY
from doxa.index.embedding import Embedding
from doxa.llm.opening import Models
from doxa.plugins import NO_PLUGINS, Plugins
from doxa.records import ANY, Receipt, Scope, User

if TYPE_CHECKING:
    from doxa.dream.by_itself import Dreamt
    from doxa.dream.dreaming import Dream
    from doxa.dream_records import Progress
    from doxa.index.embedder import Embedder
    from doxa.llm.contract import Model
    from doxa.recall.envelopes import Envelopes
    from doxa.sessions import Session, Sessions
    from doxa.write.consolidate.closing import Means
    from doxa.write.consolidate.conversation import Line
    from doxa.write.context import WriteContext, WriteRequest
    from doxa.write.gate import GateRules
    from doxa.write.worker import Worker


class Unset(Enum):
    """The type of `UNSET`."""

    UNSET = "UNSET"


UNSET: Final = Unset.UNSET
"""As `user=`: the memory's own default, as opposed to `None`, which means shared memories only."""

UserArgument: TypeAlias = User | Unset

MEMORY: Final = ":memory:"
"""As `home=`: keep the project in memory only."""


def _envelopes() -> Envelopes:
    from doxa.recall.envelopes import Envelopes

    return Envelopes()


@dataclass(frozen=True, slots=True)
class Core:
    """The parts that the verbs share."""

    graph: Graph
    clock: Clock
    config: Config
    embedding: Embedding
    attributes: AttributeRegistry
    scope: Scope
    models: Models
    switches: Switches
    envelopes: Envelopes = made_by(default_factory=_envelopes)
    plugins: Plugins = NO_PLUGINS
    worker: Worker | None = None
    own_sessions: Sessions | None = None
    _writing: list[WriteContext] = made_by(default_factory=list, init=False, repr=False, compare=False)

    @property
    def sessions(self) -> Sessions:
        """Working memory: the application's own, else the project's file.

        Raises:
            InvalidInput: The store is the application's own and keeps no sessions.
        """
        if self.own_sessions is not None:
            return self.own_sessions
        from doxa.graph.session_rows import SessionRows
        from doxa.graph.store import SqlGraph
        from doxa.sessions import StoredSessions

        if not isinstance(self.graph, SqlGraph):
            said = f"{type(self.graph).__name__} keeps no sessions."
            raise InvalidInput(said, mend="Give Memory(sessions=…).", field="sessions")
        return StoredSessions(SessionRows(self.graph), self.clock)

    def means(self) -> Means:
        """Return what closing a session may use: working memory, a model where the mode allows one, a summariser."""
        from doxa.write.consolidate.closing import Means

        model = self.model if self.switches.consolidation == "model" else None
        also = self._mine_lines if self.config.code_automine else None
        return Means(self.sessions, model, self.plugins.summariser, self.transcripts, also)

    def _mine_lines(self, scope: Scope, lines: Sequence[Line]) -> Sequence[str]:
        """Read the decisions about the code in what was said, where decision memory is on and this is a repository."""
        from doxa.code.automining import mine_lines

        request = self.request("code_mine_session", scope, None, None, "the session was consolidated", scope.session)
        return mine_lines(self.writing(), request, lines, on=self.config.code_enabled)

    def close_idle(self, user: User, minutes: float, limit: int) -> list[Receipt]:
        """Consolidate the open sessions that nobody has written to for so long, the longest idle first.

        Args:
            user: Whose; `ANY` = everybody's.
            minutes: How long, 0 and up.
            limit: How many sessions at most.

        Returns:
            One receipt per session; of one that failed, with an outcome `failed` that says why.
        """
        if not self.keeps_sessions:
            return []
        before = self.clock.now() - timedelta(minutes=minutes)
        idle = self.sessions.idle(before, user=user, limit=limit)
        if len(idle) < limit:
            idle = (*idle, *self._told_sessions(before, user, limit - len(idle)))
        if not idle:
            return []
        from doxa.write.consolidate.idle import close_sessions

        return close_sessions(self.writing(), idle, self.means, self.scope)

    def _told_sessions(self, before: datetime, user: User, limit: int) -> list[Session]:
        """Return idle sessions that were told with `add` alone, and that working memory knows nothing of."""
        from doxa.graph.store import SqlGraph

        if not isinstance(self.graph, SqlGraph):
            return []
        from doxa.sessions.told import told_alone

        return told_alone(self.graph, self.sessions, before, user=user, limit=limit)

    @property
    def keeps_sessions(self) -> bool:
        """Whether there is working memory: a store of the application's own may have none."""
        from doxa.graph.store import SqlGraph

        return self.own_sessions is not None or isinstance(self.graph, SqlGraph)

    @property
    def transcripts(self) -> Path | None:
        """The folder of the project's transcripts; `None` for one that is in memory only."""
        path = self.graph.info().get("path")
        return None if not isinstance(path, str) else Path(path).with_suffix(".transcripts")

    @property
    def tz(self) -> ZoneInfo:
        """The user's time zone."""
        return ZoneInfo(self.config.tz)

    def scoped(
        self,
        user: UserArgument,
        agent: str | None,
        session: str | None,
        space: str | None,
        contexts: Sequence[str],
    ) -> Scope:
        """Return the scope of a call: what it names, else the memory's default.

        Raises:
            InvalidInput: A label is empty, too long or has a control character, or the space is no path.
        """
        default = self.scope
        if user is UNSET and agent is None and session is None and space is None and contexts == ():
            return default  # checked when it was set
        scope = Scope(
            user=default.user if isinstance(user, Unset) else user,
            agent=agent if agent is not None else default.agent,
            session=session if session is not None else default.session,
            space=space if space is not None else default.space,
            contexts=checked_sequence(contexts, "contexts") or default.contexts,
        )
        return checked_scope(scope)

    def with_scope(self, scope: Scope) -> Core:
        """Return the same parts with another default scope."""
        return replace(self, scope=scope)

    def writing(self) -> WriteContext:
        """Return what a write needs; gathered once, as none of it changes."""
        if not self._writing:
            self._writing.append(self._gathered())
        return self._writing[0]

    def _gathered(self) -> WriteContext:
        from doxa.write.assessing.rules import AssessmentRules
        from doxa.write.context import WriteContext
        from doxa.write.limits import Limits

        return WriteContext(
            graph=self.graph,
            clock=self.clock,
            embedding=self.embedding,
            attributes=self.attributes,
            tz=self.tz,
            corroboration=self.config.corroboration,
            supports=self.config.supports_edges,
            gate=self.gate,
            extraction=self.switches.extraction,
            model=self.model,
            novelty=self.config.novelty,
            plugins=self.plugins,
            limits=Limits(**{each.name: getattr(self.config, f"limit_{each.name}") for each in fields(Limits)}),
            assessment=AssessmentRules(
                self.switches.assessment == "background",
                self.config.assessment_min_messages,
                self.config.assessment_window,
                self.config.assessment_budget,
                self.config.novelty,
            ),
            sessions=lambda: self.sessions,
            missing=self.switches.warnings,
            wake=None if self.worker is None else self.worker.wake,
        )

    @property
    def gate(self) -> GateRules:
        """What is done with personal data."""
        from doxa.write.gate import GateRules

        return GateRules(self.config.privacy, self.config.privacy_kinds, self.config.privacy_regions)

    @property
    def model(self) -> Model | None:
        """The language model, behind the gate; opened at the first question. `None` where there is none."""
        from doxa.write.asking import ScreenedModel

        return ScreenedModel(self.models.required, self.gate) if self.models.wanted else None

    def dreaming(
        self,
        scope: Scope,
        policy: str | None = None,
        budget: timedelta | None = None,
        progress: Progress | None = None,
    ) -> Dream:
        """Return what a dream is run with: the guardrails and the policy that are set, unless another is given."""
        from doxa.belief.confidence import DAY
        from doxa.dream.dreaming import Dream
        from doxa.dream.guardrails import Guardrails

        rules = Guardrails(self.config.dream_deprecation_ratio, int(self.config.dream_min_age_days * DAY))
        text = self.config.dream_policy or "" if policy is None else policy
        every = int(self.config.dream_every * 60_000_000)
        return Dream(self.writing(), scope, rules, self.models.model(), text, budget, progress=progress, every=every)

    def dream_by_itself(self, user: User) -> Dreamt:
        """Dream for an owner, or with `ANY` for each, where that is due."""
        from doxa.dream.by_itself import dream_where_due

        return dream_where_due(self.graph, user, self.dreaming)

    def request(
        self,
        kind: str,
        scope: Scope,
        request_id: str | None,
        expect_revision: int | None,
        reason: str | None,
        content: object,
    ) -> WriteRequest:
        """Return how a write is asked for.

        Args:
            kind: The verb.
            scope: Whose memory, under which labels.
            request_id: Makes a repeat give the first receipt.
            expect_revision: The newest revision number the caller knows of.
            reason: Why.
            content: What is written, for telling a replay from a reuse of the request id.
        """
        from doxa.write.context import WriteRequest

        return WriteRequest(kind, scope, request_id, expect_revision, reason, {"content": content})

    def now(self, given: datetime | None = None) -> datetime:
        """Return the instant given, checked, or the clock's."""
        return self.clock.now() if given is None else aware(given, "now")


def checked_scope(scope: Scope) -> Scope:
    """Return a scope with its labels checked and its space as it is stored.

    Raises:
        InvalidInput: A label is no text, empty, too long, or has control characters, or the space is no path.
    """
    named: dict[str, object] = {"agent": scope.agent, "session": scope.session}
    named |= {f"contexts[{number}]": context for number, context in enumerate(scope.contexts)}
    if scope.user is not ANY:
        named["user"] = scope.user
    for field, value in named.items():
        if value is not None:
            check_label(field, value)
    if scope.user == CODE_MEMORY:
        said = f"{CODE_MEMORY!r} is not a user: it is what doxa knows about code."
        raise InvalidInput(said, mend="Read it by `code why`; name another user.", field="user", value=scope.user)
    return scope if scope.space is None else replace(scope, space=checked_space(scope.space))


def checked_space(space: object) -> str:
    """Return a space's path in Unicode's NFC form, without slashes at its ends; `""` is the root.

    Raises:
        InvalidKref: It is none.
    """
    try:
        return "/".join(space_path(space))  # type: ignore[arg-type]
    except InvalidKref as error:
        said = f"space is {space!r}: {error.message}"
        raise InvalidKref(said, mend="Give a path such as `work/apollo`.", field="space", value=space) from error


def check_label(field: str, value: object) -> None:
    """Check a label such as a user's or session's name.

    Raises:
        InvalidInput: It is not text, empty, over 200 characters, or has control characters or lone surrogates.
    """
    problem = _label_problem(value)
    if problem:
        raise InvalidInput(
            f"{field} is {value!r}: {problem}.",
            mend=f"Give 1 to {MAX_LABEL} printable characters.",
            field=field,
            value=value,
        )


def _label_problem(value: object) -> str | None:
    if not isinstance(value, str):
        return f"it is {type(value).__name__}, not text"
    if not value.strip():
        return "it is empty"
    if len(value) > MAX_LABEL:
        return f"it has {len(value)} characters"
    if any(ord(character) < 32 or 0xD800 <= ord(character) <= 0xDFFF or ord(character) == 127 for character in value):
        return "it has a control character or a lone surrogate"
    return None


def open_core(
    project: str | None,
    *,
    home: Path | str | None,
    store: Graph | None,
    embedder: Embedder | str | None,
    model: Model | str | None,
    mode: str | None,
    config: Config | None,
    clock: Clock,
    tz: str | None,
    user: UserArgument,
    agent: str | None,
    session: str | None,
    space: str | None,
    contexts: Sequence[str],
    plugins: Plugins = NO_PLUGINS,
    sessions: Sessions | None = None,
) -> Core:
    """Open a project's store and gather the parts around it.

    Args:
        project: Its name; `None` = the setting.
        home: Folder of the projects' files; `":memory:"` keeps the project in memory only.
        store: A store of the caller's own instead of a file.
        embedder: An embedder, a setting for one, or `None` for lexical search only; `"default"` = the setting.
        model: A language model, its name, or `None` for the setting; `"none"` = no model.
        mode: `lite`, `pro` or `ultra`; `None` = the setting.
        config: Settings; loaded where `None`.
        clock: Time and ids.
        tz: The user's time zone, an IANA name.
        user: Default scope: whose memories; unset = the setting.
        agent: Default label.
        session: Default label.
        space: Default path.
        contexts: Default labels.
        plugins: Parts of the application's own.
        sessions: Working memory of the application's own; `None` = in the project's file.
    """
    given = {"project": project, "tz": tz, "home": None if home == MEMORY else home, "mode": mode}
    arguments = {name: value for name, value in given.items() if value is not None}
    settings = Config.load(**arguments) if config is None else config.override(**arguments)
    scope = Scope(
        user=settings.user if isinstance(user, Unset) else user,
        agent=agent if agent is not None else settings.agent,
        session=session if session is not None else settings.session,
        space=space if space is not None else settings.space,
        contexts=checked_sequence(contexts, "contexts") or settings.contexts,
    )
    spec = settings.embedder if embedder == "default" else embedder
    models = Models(model, settings)
    switches = switches_of(settings, has_model=models.wanted)
    opened: list[Core] = []
    background = models.wanted and settings.draining == "background"
    dreams = (lambda: opened[0].dream_by_itself(ANY)) if switches.dreaming == "background" else None
    core = Core(
        graph=store or _open_graph(settings.project, home == MEMORY, settings, clock, plugins),
        clock=clock,
        config=settings,
        embedding=Embedding(spec, settings.embedder_cache),
        attributes=AttributeRegistry.default(),
        scope=checked_scope(scope),
        models=models,
        switches=switches,
        plugins=plugins,
        worker=_worker(lambda: opened[0].writing(), dreams) if background else None,
        own_sessions=sessions or _shared_sessions(settings, clock),
    )
    opened.append(core)
    if settings.attributes:
        _define_attributes(core)
    return core


def _worker(context: Callable[[], WriteContext], idle: Callable[[], object] | None) -> Worker:
    from doxa.write.draining import own_work
    from doxa.write.worker import Worker

    return Worker(context, own_work, idle=idle)


def _define_attributes(core: Core) -> None:
    """Define the attributes of the settings; a store that cannot know them is closed again."""
    from doxa.write.attributes import define_configured

    try:
        define_configured(core.writing(), core.config.attributes)
    except Exception:
        core.graph.close()
        raise


def _shared_sessions(config: Config, clock: Clock) -> Sessions | None:
    if config.sessions_url is None:
        return None
    from doxa.sessions.shared import RedisSessions

    return RedisSessions(config.sessions_url, project=config.project, clock=clock)


def _open_graph(project: str, in_memory: bool, config: Config, clock: Clock, plugins: Plugins) -> Graph:
    from doxa.belief.confidence import POLICIES
    from doxa.files import project_file
    from doxa.graph.decaying import PluggedCurve, PluggedDecay
    from doxa.graph.kref import checked_name
    from doxa.graph.sqlite import SqliteEngine
    from doxa.graph.store import SqlGraph

    checked_name(project)
    path = None if in_memory else project_file(config.home, project)
    curve = None if plugins.decay is None else PluggedCurve(plugins.decay)
    policy = POLICIES[config.confidence_decay]
    decay = policy if plugins.confidence_decay is None else PluggedDecay(plugins.confidence_decay, policy)
    engine = SqliteEngine(path, busy_timeout=config.busy_timeout)
    try:
        return SqlGraph(engine, project, clock, curve, decay)
    except BaseException:
        engine.close()
        raise
