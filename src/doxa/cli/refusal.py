"""What was refused comes out as one line, with the mend, and exit code 1."""

from __future__ import annotations

import errno
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any

import click

from doxa.errors import DoxaError
from doxa.operations import OperationSpec
from doxa.operations.refusal import error_plain

_ASSIGNED = re.compile(r"\b([a-z_]+)=(True|False|None|\.\.\.|…)?(?=[\s.,;)`]|$)")

_NUMBER = re.compile(r"\[(?:Errno|WinError) -?\d+\] ")
MENDS = {
    errno.ENOENT: "Check the path; folders are not made.",
    errno.EACCES: "Choose a place that you may read and write.",
    errno.EPERM: "Choose a place that you may read and write.",
    errno.EROFS: "Choose a place that can be written.",
    errno.ENOSPC: "Free some space, then repeat the command.",
    errno.EISDIR: "Name a file.",
    errno.ENOTDIR: "Name a file in a folder.",
}


class Refused(click.ClickException):
    """A call that doxa, or the machine, refused.

    Args:
        message: What was wrong and how to mend it.
        as_json: Whether the caller reads JSON.
        code: What kind of error it is.
        error: The error as plain JSON, where one of doxa's was raised.
    """

    exit_code = 1

    def __init__(self, message: str, *, as_json: bool, code: str, error: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.as_json = as_json
        self.error = error or {"code": code, "message": message, "field": None, "mend": "", "retry": False}

    def show(self, file: IO[Any] | None = None) -> None:
        """Print it to standard error."""
        if self.as_json:
            click.echo(json.dumps({"error": self.error}, ensure_ascii=False), err=True)
        else:
            click.echo(f"doxa: {self.message}", err=True)


@contextmanager
def refusing(spec: OperationSpec | None = None, *, as_json: bool = False) -> Iterator[None]:
    """Turn errors of doxa and of the machine into `Refused`.

    Args:
        spec: The operation, whose arguments the message may name.
        as_json: Whether the caller reads JSON.
    """
    try:
        yield
    except DoxaError as error:
        parameters = {} if spec is None else spec.parameters
        plain = error_plain(error)
        plain |= {part: in_shell_words(_NUMBER.sub("", plain[part]), parameters) for part in ("message", "mend")}
        said = f"{plain['message']} {plain['mend']}".strip()
        raise Refused(said, as_json=as_json, code=error.code, error=plain) from error
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Refused(_of_the_machine(error), as_json=as_json, code="environment") from error


def _of_the_machine(error: OSError) -> str:
    place = f"{error.filename}: " if error.filename else ""
    said = f"{place}{(error.strerror or str(error)).rstrip('.')}."
    return f"{said} {MENDS.get(error.errno or 0, '')}".strip()


def in_shell_words(message: str, parameters: Mapping[str, Any]) -> str:
    """Return a message with arguments as they are written in a shell: `--confirm` for `confirm=True`."""

    def option(found: re.Match[str]) -> str:
        return f"--{found[1].replace('_', '-')}" if found[1] in parameters else found[0]

    return _ASSIGNED.sub(option, message)
