"""What is told to OpenTelemetry: every verb and every question to a model, with scope, never with text."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from opentelemetry import trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from doxa import ANY, Memory
from doxa.errors import DoxaError, ModelFailure
from doxa.operations import REGISTRY
from doxa.records import Usage
from doxa.telemetry import LOADED, Asked, listening, operation_name

Open = Callable[..., Memory]
SECRET = "an umbrella named Esmeralda"


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> tuple[InMemorySpanExporter, InMemoryMetricReader]:
    """Set up what a program would, for this test alone."""
    exporter, reader = InMemorySpanExporter(), InMemoryMetricReader()
    tracer, meter = TracerProvider(), MeterProvider([reader])
    tracer.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr("opentelemetry.trace.get_tracer", tracer.get_tracer)
    monkeypatch.setattr("opentelemetry.metrics.get_meter_provider", lambda: meter)
    return exporter, reader


@pytest.fixture
def spans(collected: Any) -> Callable[[], dict[str, ReadableSpan]]:
    return lambda: {span.name: span for span in collected[0].get_finished_spans()}


@dataclass
class Oracle:
    """A model that answers nothing, and what that costs."""

    id: str = "openai:oracle-1"
    fails: bool = False

    def ask(self, instructions: str, text: str, reply: Any, **_: Any) -> tuple[Any, Usage]:
        if self.fails:
            raise ModelFailure(f"It said {text}.", failing="blocked", usage=Usage(1, 7, 0))
        return reply(), Usage(1, 11, 3)


def measured(collected: Any, name: str) -> list[tuple[dict[str, Any], Any]]:
    found = collected[1].get_metrics_data()
    rows = [each for one in found.resource_metrics for scope in one.scope_metrics for each in scope.metrics]
    return [(dict(point.attributes), point) for each in rows if each.name == name for point in each.data.data_points]


def test_every_operation_is_told_of_by_its_own_name() -> None:
    for spec in REGISTRY.values():
        assert operation_name(inspect.unwrap(spec.call)) == spec.name


def test_a_verb_is_a_span_with_its_scope(open_memory: Open, spans: Any) -> None:
    memory = open_memory("trips", user="anna")
    memory.add(SECRET, kind="fact", agent="guide", session="s1", space="work/apollo", contexts=["domain:travel"])
    told = dict(spans()["doxa.add"].attributes)
    assert told == {
        "doxa.operation": "add",
        "gen_ai.operation.name": "upsert_memory",
        "gen_ai.provider.name": "doxa",
        "gen_ai.memory.store.id": "trips",
        "gen_ai.memory.record.count": 1,
        "gen_ai.agent.id": "guide",
        "gen_ai.conversation.id": "s1",
        "user.id": "anna",
        "doxa.space": "work/apollo",
        "doxa.contexts": ("domain:travel",),
    }


@pytest.mark.parametrize(("given", "told"), [({}, "anna"), ({"user": None}, None), ({"user": ANY}, "ANY")])
def test_whose_memories_a_call_is_about(open_memory: Open, spans: Any, given: Any, told: str | None) -> None:
    open_memory(user="anna").list(**given)
    assert spans()["doxa.list"].attributes.get("user.id") == told


def test_no_text_is_told_not_even_by_an_error(open_memory: Open, spans: Any) -> None:
    memory = open_memory(user="anna")
    memory.add(SECRET, kind="fact")
    memory.recall(SECRET)
    with pytest.raises(DoxaError, match="Esmeralda"):
        memory.list(limit=SECRET)  # type: ignore[arg-type]
    assert {"doxa.add", "doxa.recall", "doxa.list"} <= set(spans())
    assert not any("Esmeralda" in span.to_json() for span in spans().values())
    failed = spans()["doxa.list"]
    assert (failed.status.status_code, failed.attributes["error.type"]) == (StatusCode.ERROR, "invalid_input")
    assert failed.status.description is None
    assert not failed.events


def test_verbs_of_other_threads_hang_together(open_memory: Open, spans: Any) -> None:
    memory = open_memory(user="anna")
    with trace.get_tracer("host").start_as_current_span("turn") as turn:
        memory.narratives.list()
    assert spans()["doxa.narratives_list"].parent.span_id == turn.get_span_context().span_id


def test_a_question_to_a_model_is_a_span_of_the_conventions(open_memory: Open, spans: Any, collected: Any) -> None:
    model = open_memory(model=Oracle())._core.models.model()
    assert model is not None
    model.ask("Read.", SECRET, dict)
    span = spans()["chat oracle-1"]
    assert span.kind is SpanKind.CLIENT
    assert dict(span.attributes) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "oracle-1",
        "gen_ai.usage.input_tokens": 11,
        "gen_ai.usage.output_tokens": 3,
    }
    tokens = {told["gen_ai.token.type"]: point.sum for told, point in measured(collected, "gen_ai.client.token.usage")}
    assert tokens == {"input": 11, "output": 3}


def test_a_question_that_failed_is_told_with_what_it_cost(open_memory: Open, spans: Any) -> None:
    model = open_memory(model=Oracle(fails=True))._core.models.model()
    assert model is not None
    heard: list[Asked] = []
    with listening(heard.append), pytest.raises(ModelFailure):
        model.ask("Read.", SECRET, dict)
    span = spans()["chat oracle-1"]
    assert (span.attributes["error.type"], span.attributes["gen_ai.usage.input_tokens"]) == ("model_failure", 7)
    assert "Esmeralda" not in span.to_json()
    assert heard == [Asked("oracle-1", "openai", Usage(1, 7, 0), "model_failure")]


def test_how_long_operations_take_is_measured(open_memory: Open, collected: Any, spans: Any) -> None:
    memory = open_memory(user="bob")
    memory.stats()
    with pytest.raises(DoxaError):
        memory.get("0" * 32)
    told = [dict(each) for each, _ in measured(collected, "doxa.operation.duration")]
    assert {"doxa.operation": "stats"} in told
    assert {"doxa.operation": "get", "error.type": "not_found"} in told


def test_a_program_without_opentelemetry_pays_nothing(open_memory: Open, spans: Any, monkeypatch: Any) -> None:
    monkeypatch.delitem(sys.modules, LOADED)
    open_memory(user="anna").stats()
    assert LOADED not in sys.modules
