"""Completion: each shell has its script, installing it twice is installing it once, and it completes."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from doxa.cli.completion import SHELLS
from tests.cli.conftest import Reply

Process = Callable[..., subprocess.CompletedProcess[bytes]]
STARTS = {"bash": ".bashrc", "zsh": ".zshrc"}


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a person who has nothing yet."""
    folder = tmp_path / "person"
    folder.mkdir()
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "ZDOTDIR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(Path, "home", lambda: folder)
    return folder


@pytest.mark.parametrize("name", SHELLS)
def test_each_shell_has_a_script(shell: Callable[..., Reply], name: str) -> None:
    reply = shell("completion", name)
    assert reply.code == 0
    assert "_DOXA_COMPLETE" in reply.out


@pytest.mark.parametrize("name", ["bash", "zsh"])
def test_what_a_shell_reads_at_its_start_is_kept(shell: Callable[..., Reply], person: Path, name: str) -> None:
    start = person / STARTS[name]
    start.write_text("alias ll='ls -l'", encoding="utf-8")
    for _ in range(2):
        assert shell("completion", name, "--install").code == 0
    first, second = start.read_text(encoding="utf-8").splitlines()
    assert first == "alias ll='ls -l'"
    script = Path(second.removeprefix('source "').removesuffix('"'))
    assert script.read_text(encoding="utf-8").rstrip() == shell("completion", name).out.rstrip()


def test_fish_finds_it_by_itself(shell: Callable[..., Reply], person: Path) -> None:
    assert shell("completion", "fish", "--install").code == 0
    assert (person / ".config/fish/completions/doxa.fish").exists()


def test_powershell_has_a_profile(shell: Callable[..., Reply], person: Path) -> None:
    assert shell("completion", "powershell", "--install").code == 0
    (profile,) = person.rglob("Microsoft.PowerShell_profile.ps1")
    assert "completion.powershell" in profile.read_text(encoding="utf-8")


def test_the_shell_is_known_by_its_name(shell: Callable[..., Reply], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/usr/bin/zsh")
    assert "#compdef doxa" in shell("completion").out
    monkeypatch.setenv("SHELL", "/usr/bin/ksh")
    monkeypatch.setattr("sys.platform", "linux")
    reply = shell("completion")
    assert (reply.code, "Name one of bash" in reply.err) == (1, True)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("doxa rec", "recall"),
        ("doxa recall --ex", "--explain"),
        ("doxa narratives l", "list"),
        ("doxa set-evidence x off", "official"),
        ("doxa --pro", "--project"),
    ],
)
def test_commands_options_and_choices_are_completed(process: Process, words: str, found: str) -> None:
    done = process(_DOXA_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(len(words.split()) - 1))
    assert f"plain,{found}" in done.stdout.decode().splitlines()
