"""What Prometheus reads at `/metrics`: numbers of calls, waits and tasks, and nothing of what is remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from doxa.telemetry import Asked

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
STATES = ("pending", "running", "failed", "parked")
Depths = Callable[[], Mapping[str, int]]


class Metrics:
    """The numbers of one server.

    Args:
        depths: Counts the tasks that wait, by state.
        streams: Counts the streams of changes that are open.
    """

    def __init__(self, depths: Depths, streams: Callable[[], int]) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "doxa_requests", "Requests answered.", ("operation", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "doxa_request_seconds",
            "Seconds until an answer begins.",
            ("operation",),
            registry=self._registry,
            buckets=SECONDS,
        )
        self._tokens = Counter(
            "doxa_model_tokens", "Tokens that models took.", ("model", "direction"), registry=self._registry
        )
        self._questions = Counter(
            "doxa_model_questions", "Questions to models.", ("model", "outcome"), registry=self._registry
        )
        self._registry.register(_Now(depths, streams))
        ProcessCollector(registry=self._registry)

    def answered(self, operation: str, status: int, seconds: float) -> None:
        """Count an answer.

        Args:
            operation: The route's name; paths that there are not have one name together.
            status: The HTTP status.
            seconds: How long it took until the answer began.
        """
        self._requests.labels(operation, str(status)).inc()
        self._seconds.labels(operation).observe(seconds)

    def asked(self, question: Asked) -> None:
        """Count a question to a model and what it cost."""
        self._questions.labels(question.model, question.error or "answered").inc()
        for direction, tokens in (("input", question.usage.input_tokens), ("output", question.usage.output_tokens)):
            self._tokens.labels(question.model, direction).inc(tokens)

    def page(self, accept: str) -> tuple[bytes, str]:
        """Return every number as Prometheus reads them, and the form it is in.

        Args:
            accept: The forms that the caller reads.
        """
        encode, form = choose_encoder(accept)
        return encode(self._registry), form


class _Now(Collector):
    """What is counted when it is asked for."""

    def __init__(self, depths: Depths, streams: Callable[[], int]) -> None:
        self._depths = depths
        self._streams = streams

    def describe(self) -> Iterator[Metric]:
        yield from ()

    def collect(self) -> Iterator[Metric]:
        counts = self._depths()
        tasks = GaugeMetricFamily(
            "doxa_queue_tasks", "Tasks that wait, in the projects that are open.", labels=["state"]
        )
        for state in STATES:
            tasks.add_metric([state], counts.get(state, 0))
        yield tasks
        yield GaugeMetricFamily("doxa_open_streams", "Streams of changes that are open.", self._streams())
