"""A process that is killed between a model's answer and the commit: nothing is lost, nothing is kept twice."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from doxa.config import Config
from doxa.llm.providers import open_model
from tests.llm.scripted_server import Answer

SAID = "I moved to Berlin in March 2024."
HOME = {"kind": "profile", "subject": "user", "attribute": "home", "value": "Berlin"}
READ = Answer({"claims": [{"turn": 1, "quote": "I moved to Berlin", "text": "The user moved to Berlin.", **HOME}]})
DYING = """
import os, signal, sys
from datetime import datetime
from doxa import ManualClock, Memory
from doxa.config import Config
from doxa.llm.providers import open_model
from doxa.write.model_reading import reading

url, home, now = sys.argv[1:]

def die(*given):
    os.kill(os.getpid(), signal.SIGKILL)

reading._note = die  # the last thing before the commit
config = Config.load(model="openai:scripted", model_url=url, model_key="test-key", model_retries=0, user="ann",
                     draining="off")
memory = Memory(home=home, embedder=None, clock=ManualClock(datetime.fromisoformat(now)), config=config,
                model=open_model(config.model, config))
memory.add("I moved to Berlin in March 2024.", wait=True)
print("alive")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_process_killed_between_the_answer_and_the_commit_leaves_work_that_is_done_once(
    serve: Callable[..., Any], open_memory: Callable[..., Any], home: Path, clock: Any
) -> None:
    server = serve(READ)
    arguments = [f"{server.url}/v1", str(home), clock.now().isoformat()]
    died = subprocess.run([sys.executable, "-c", DYING, *arguments], capture_output=True, text=True, check=False)
    assert (died.returncode, died.stdout, len(server.asked)) == (-9, "", 1)
    config = Config.load(**{**server.settings(), "model_retries": 0, "user": "ann", "draining": "off"})
    clock.advance(minutes=15)  # the dead worker's lease is over
    memory = open_memory(config=config, model=open_model(config.model, config))
    assert [each.text for each in memory.list().items] == [SAID]
    assert (memory.digest().done, memory.digest().done) == (1, 0)
    assert [each.claim.value for each in memory.list().items if each.claim is not None] == ["Berlin"]
    assert (len(server.asked), memory.doctor().ok) == (2, True)
