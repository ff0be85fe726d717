"""`doxa worker`: does what waits for a language model in a project, until it is stopped."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click

from doxa.config import Config
from doxa.errors import InvalidInput
from doxa.operations.projects import exists, missing_project
from doxa.records import ANY, Digested

ROUND = 30.0
"""Seconds after which a round begins no other task, so that being told to stop is not waited for long."""


def run_worker(config: Config, *, once: bool, poll: float) -> None:
    """Do what waits for everybody in a project.

    Args:
        config: The settings, which name the project and the model.
        once: Stop when nothing is due.
        poll: Seconds between two looks.

    Raises:
        NotFound: There is no such project.
        InvalidInput: No model is set.
    """
    from doxa.memory import Memory

    if not exists(config):
        raise missing_project(config)
    if config.model is None:
        raise InvalidInput("No model is set.", mend="Set DOXA_MODEL, such as openai:gpt-5-mini.", field="model")
    with Memory(config=config.override(draining="off")) as memory, _stopping() as stop:
        while not stop.is_set():
            _tell(memory.digest(user=ANY, timeout=ROUND))
            if once or stop.wait(poll):
                return


def _tell(round_: Digested) -> None:
    counts = (("done", round_.done), ("failed", round_.failed), ("parked", round_.parked))
    said = [f"{number} {what}" for what, number in counts if number]
    if said:
        usage = round_.usage
        click.echo(", ".join([*said, f"{usage.calls} calls, {usage.input_tokens} + {usage.output_tokens} tokens"]))
    for error in round_.errors:
        click.echo(f"  {error}", err=True)


@contextmanager
def _stopping() -> Iterator[threading.Event]:
    """Give an event that an interrupt or the end of a service sets, so that the task at hand is finished first."""
    stop = threading.Event()

    def told(number: int, frame: FrameType | None) -> None:
        stop.set()

    mine = threading.current_thread() is threading.main_thread()
    numbers = [signal.SIGINT, signal.SIGTERM] if mine else []
    before = {number: signal.signal(number, told) for number in numbers}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
