"""docs/cli.md: its examples run, and it has every command with every option."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from doxa.cli.app import commands, doxa, namespaces
from doxa.cli.command import COMMON
from doxa.operations.spec import SCOPE
from tests.cli.conftest import Reply

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")


def test_the_examples_run(shell: Callable[..., Reply]) -> None:
    (block,) = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    for example in block.splitlines():
        piped, _, command = example.rpartition(" | ")
        stdin = shlex.split(piped)[1] + "\n" if piped else None
        words = shlex.split(command)
        assert words[0] == "doxa"
        reply = shell(*words[1:], stdin=stdin)
        assert (reply.code, reply.err) == (0, ""), example


@pytest.mark.parametrize("name", [*commands(), *doxa.commands])
def test_every_command_is_there_with_its_options(name: str) -> None:
    part = PAGE.partition(f"\n### doxa {name}\n")[2].partition("\n### ")[0]
    command = doxa.get_command(click.Context(doxa), name)
    assert command is not None
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.name not in COMMON:
            assert f"`{parameter.opts[-1]}`" in part, parameter.name
    assert ("Also `--" in part) == any(parameter.name in SCOPE for parameter in command.params)


def test_the_commands_of_groups_are_there() -> None:
    for namespace in namespaces():
        for name in commands(namespace):
            assert f"\n### doxa {namespace} {name}\n" in PAGE
