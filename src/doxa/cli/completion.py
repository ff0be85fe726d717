"""Completion of commands and options by a shell."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from doxa.errors import InvalidInput

SHELLS = ("bash", "zsh", "fish", "powershell")
VARIABLE = "_DOXA_COMPLETE"


def running_shell() -> str:
    """Return the shell that this process was started from, as the environment names it.

    Raises:
        InvalidInput: It names none that can be completed.
    """
    name = Path(os.environ.get("SHELL", "")).stem
    if name in SHELLS:
        return name
    if sys.platform == "win32":
        return "powershell"
    raise InvalidInput("SHELL names no shell that can be completed.", mend=f"Name one of {', '.join(SHELLS)}.")


def completion_script(shell: str) -> str:
    """Return the script that a shell of this name reads."""
    from click.shell_completion import get_completion_class

    from doxa.cli.app import doxa

    completer = get_completion_class(shell)
    if completer is None:
        raise InvalidInput(f"There is no completion for {shell}.", mend=f"Name one of {', '.join(SHELLS)}.")
    if shell == "bash":
        return _bash_script()
    return completer(doxa, {}, "doxa", VARIABLE).source()


def install_completion(shell: str) -> Path:
    """Write the script for a shell, have the shell read it at its start, and return the script's place.

    What is there already is left as it is; a second time changes nothing more.
    """
    home = Path.home()
    if shell == "fish":
        script = _folder("XDG_CONFIG_HOME", home / ".config") / "fish" / "completions" / "doxa.fish"
        return _written(script, completion_script(shell))
    script = _folder("XDG_DATA_HOME", home / ".local" / "share") / "doxa" / f"completion.{shell}"
    _written(script, completion_script(shell))
    if shell == "powershell":
        _append_once(_powershell_profile(home), f'. "{script}"')
    else:
        start = home / ".bashrc" if shell == "bash" else _folder("ZDOTDIR", home) / ".zshrc"
        _append_once(start, f'source "{script}"')
    return script


def _bash_script() -> str:
    """Return the script for bash without asking bash for its version, which need not be on the path here."""
    from click.shell_completion import BashComplete

    from doxa.cli.app import doxa

    completer = BashComplete(doxa, {}, "doxa", VARIABLE)
    return completer.source_template % completer.source_vars()


def _folder(variable: str, default: Path) -> Path:
    return Path(os.environ.get(variable) or default)


def _powershell_profile(home: Path) -> Path:
    if sys.platform == "win32":
        return home / "Documents" / "PowerShell" / "Microsoft.PowerShell_profile.ps1"
    return _folder("XDG_CONFIG_HOME", home / ".config") / "powershell" / "Microsoft.PowerShell_profile.ps1"


def _written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n", encoding="utf-8", newline="\n")
    return path


def _append_once(path: Path, line: str) -> None:
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    if line in before.splitlines():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(("" if before.endswith("\n") or not before else "\n") + line + "\n")
