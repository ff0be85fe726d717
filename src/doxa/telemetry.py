"""Spans and metrics of OpenTelemetry: one for every verb and every question to a model, with scope and never with text.

They go to what the program that runs doxa has set up. Where it has not loaded OpenTelemetry there is nobody to tell, so
nothing is made. Names follow the conventions for generative AI:
https://github.com/open-telemetry/semantic-conventions-genai
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from time import perf_counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from doxa.errors import DoxaError
from doxa.records import Usage

if TYPE_CHECKING:
    from opentelemetry.metrics import Histogram, MeterProvider
    from opentelemetry.trace import Span, SpanKind

LOADED: Final = "opentelemetry.trace"
"""The module that a program loads to say where spans go."""
NAME: Final = "doxa"
SPACES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Narratives": "narratives",
        "Conversations": "sessions",
        "Skills": "skills",
        "Code": "code",
        "Experience": "experience",
        "Keys": "keys",
        "Queue": "queue",
    }
)
"""What the verbs of a class are grouped under; all other verbs are those of `Memory` itself."""
NO_OPERATIONS: Final = frozenset({"as_of", "scoped", "close"})
CONVENTIONAL: Final[Mapping[str, str]] = MappingProxyType(
    {
        "recall": "search_memory",
        "engage": "search_memory",
        "add": "upsert_memory",
        "update": "update_memory",
        "delete": "delete_memory",
        "erase": "delete_memory",
    }
)
"""`gen_ai.operation.name` of the verbs that the conventions know."""
_UNSAID: Final = object()
SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
TOKENS: Final = (1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864)
"""The bounds that the conventions name for `gen_ai.client.token.usage`."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to a model, as it is told of.

    Args:
        model: The model's name.
        provider: Whose it is.
        usage: What it cost, failed tries too.
        error: The code of the error it ended with; empty where it was answered.
    """

    model: str
    provider: str
    usage: Usage
    error: str = ""


@dataclass(slots=True)
class Asking:
    """A question that goes on.

    Args:
        usage: What it has cost.
    """

    usage: Usage = field(default_factory=Usage)


Listener = Callable[[Asked], None]
_listeners: list[Listener] = []


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Tell a function of every question to a model in this process, until the block ends."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def operation_name(verb: Callable[..., Any]) -> str:
    """Return the name of a verb as every surface knows it, such as `narratives_add`."""
    owner, _, name = verb.__qualname__.rpartition(".")
    space, name = SPACES.get(owner), name.rstrip("_")
    return name if space is None else f"{space}_{name}"


def observed(verb: Callable[..., Any]) -> Callable[..., Any]:
    """Return a verb that is told of; see the module."""
    if verb.__name__ in NO_OPERATIONS:
        return verb
    name = operation_name(verb)

    @wraps(verb)
    def call(self: object, /, *args: object, **kwargs: object) -> object:
        if LOADED not in sys.modules:
            return verb(self, *args, **kwargs)
        with _span(f"{NAME}.{name}", _of_call(name, self, kwargs)) as span, _timed(name):
            reply = verb(self, *args, **kwargs)
            count = _count(reply)
            if count is not None:
                span.set_attribute("gen_ai.memory.record.count", count)
            return reply

    return call


@contextmanager
def asking(model: str, provider: str) -> Iterator[Asking]:
    """Tell of a question to a model for as long as the block runs; the block says what it cost."""
    question = Asking()
    began = perf_counter()
    code = ""
    try:
        if LOADED not in sys.modules:
            yield question
            return
        told = {"gen_ai.operation.name": "chat", "gen_ai.provider.name": provider, "gen_ai.request.model": model}
        with _span(f"chat {model}", told, client=True) as span:
            try:
                yield question
            finally:
                span.set_attribute("gen_ai.usage.input_tokens", question.usage.input_tokens)
                span.set_attribute("gen_ai.usage.output_tokens", question.usage.output_tokens)
    except BaseException as error:
        code = error_code(error)
        raise
    finally:
        asked = Asked(model, provider, question.usage, code)
        _measure(asked, perf_counter() - began)
        for listener in tuple(_listeners):
            listener(asked)


def error_code(error: BaseException) -> str:
    """Return an error's kind: the code of doxa's own, else the name of its class. What it says may quote memory."""
    return error.code if isinstance(error, DoxaError) else type(error).__name__


def _of_call(name: str, memory: object, given: Mapping[str, object]) -> dict[str, Any]:
    """Return the attributes of a call: the operation and the scope, of which nothing was said by anybody."""
    told: dict[str, Any] = {"doxa.operation": name, "gen_ai.provider.name": NAME}
    if name in CONVENTIONAL:
        told["gen_ai.operation.name"] = CONVENTIONAL[name]
    core = getattr(memory, "_core", None)
    default = getattr(core, "scope", None)
    named = {"user": "user.id", "agent": "gen_ai.agent.id", "session": "gen_ai.conversation.id", "space": "doxa.space"}
    for argument, attribute in named.items():
        value = given.get(argument, _UNSAID)
        if value is _UNSAID or not _named(value, argument):
            value = getattr(default, argument, None)
        if value is not None:
            told[attribute] = str(getattr(value, "value", value))
    contexts = given.get("contexts") or getattr(default, "contexts", ())
    if contexts and isinstance(contexts, list | tuple):
        told["doxa.contexts"] = [str(each) for each in contexts]
    if core is not None:
        told["gen_ai.memory.store.id"] = core.config.project
    return told


def _named(value: object, argument: str) -> bool:
    """Return whether an argument says something: `UNSET` leaves it to the default, and so does `None` but for users."""
    return isinstance(value, str) or getattr(value, "value", None) == "ANY" or (value is None and argument == "user")


def _count(reply: object) -> int | None:
    for part in ("hits", "items", "outcomes"):
        found = getattr(reply, part, None)
        if isinstance(found, tuple | list):
            return len(found)
    return None


@contextmanager
def _span(name: str, told: Mapping[str, Any], *, client: bool = False) -> Iterator[Span]:
    from opentelemetry.trace import SpanKind, Status, StatusCode, get_tracer

    kind: SpanKind = SpanKind.CLIENT if client else SpanKind.INTERNAL
    tracer = get_tracer(NAME)
    # what an error says may quote what was remembered, so only its code is told
    with tracer.start_as_current_span(
        name, kind=kind, attributes=dict(told), record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield span
        except BaseException as error:
            span.set_attribute("error.type", error_code(error))
            span.set_status(Status(StatusCode.ERROR))
            raise


@contextmanager
def _timed(name: str) -> Iterator[None]:
    """Measure how long an operation takes."""
    began = perf_counter()
    told = {"doxa.operation": name}
    try:
        yield
    except BaseException as error:
        told["error.type"] = error_code(error)
        raise
    finally:
        _instruments_now().operations.record(perf_counter() - began, told)


def _measure(asked: Asked, seconds: float) -> None:
    if LOADED not in sys.modules:
        return
    told = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": asked.provider,
        "gen_ai.request.model": asked.model,
        **({"error.type": asked.error} if asked.error else {}),
    }
    instruments = _instruments_now()
    instruments.questions.record(seconds, told)
    for kind, count in (("input", asked.usage.input_tokens), ("output", asked.usage.output_tokens)):
        if count:
            instruments.tokens.record(count, {**told, "gen_ai.token.type": kind})


@dataclass(frozen=True, slots=True)
class _Instruments:
    operations: Histogram
    questions: Histogram
    tokens: Histogram


def _instruments_now() -> _Instruments:
    from opentelemetry.metrics import get_meter_provider

    return _instruments(get_meter_provider())


@lru_cache(maxsize=4)
def _instruments(provider: MeterProvider) -> _Instruments:
    meter = provider.get_meter(NAME)

    def histogram(name: str, unit: str, about: str, bounds: tuple[float, ...]) -> Histogram:
        return meter.create_histogram(name, unit, about, explicit_bucket_boundaries_advisory=bounds)

    return _Instruments(
        histogram("doxa.operation.duration", "s", "How long operations take.", SECONDS),
        histogram("gen_ai.client.operation.duration", "s", "How long questions to a model take.", SECONDS),
        histogram("gen_ai.client.token.usage", "{token}", "Tokens that questions to a model cost.", TOKENS),
    )
