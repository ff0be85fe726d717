"""The commands: one per operation, made from its declaration, and the few that are about the process itself."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from doxa.cli.options import call_arguments, command_parameters
from doxa.cli.plain import as_plain
from doxa.errors import DoxaError
from doxa.operations import REGISTRY, OperationSpec

NAMES = {"changes": "log"}
"""Commands whose name in a shell differs from the operation's."""
JSON = typer.Option("--json", help="Print the reply as JSON.")
COMMON: dict[str, Any] = {
    "project": Annotated[str | None, typer.Option("--project", "-p", help="The project.", show_default=False)],
    "home": Annotated[Path | None, typer.Option("--home", help="Folder of the projects.", show_default=False)],
    "json": Annotated[bool, JSON],
}
"""Options that every command of an operation has."""

app = typer.Typer(
    name="doxa",
    help="Long-term memory for AI agents: what it is told, kept as versioned, sourced, dated beliefs.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def run() -> None:
    """Run the command line; a refused call prints what was wrong and exits with 1."""
    try:
        app()
    except DoxaError as error:
        _refuse(error)


def _refuse(error: DoxaError) -> None:
    if "--json" in sys.argv:
        said = {"code": error.code, "message": str(error), "field": error.field}
        print(json.dumps({"error": said}, ensure_ascii=False), file=sys.stderr)
    else:
        print(f"doxa: {error}", file=sys.stderr)
    raise SystemExit(1)


def command_for(spec: OperationSpec) -> Callable[..., None]:
    """Return the command of an operation."""

    def command(**given: Any) -> None:
        as_json = given.pop("json")
        with _opened(given.pop("project"), given.pop("home")) as memory:
            positional, keywords = call_arguments(spec, given)
            reply = spec.call(memory, *positional, **keywords)
            present(list(reply) if isinstance(reply, Iterator) else reply, as_json=as_json)

    own = [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=False if name == "json" else None, annotation=form
        )
        for name, form in COMMON.items()
    ]
    command.__signature__ = inspect.Signature([*command_parameters(spec), *own])  # type: ignore[attr-defined]
    command.__doc__ = spec.description
    return command


def present(reply: Any, *, as_json: bool) -> None:
    """Print a reply, for a program or for a person."""
    if as_json:
        print(json.dumps(as_plain(reply), ensure_ascii=False, indent=2))
        return
    from rich.console import Console

    from doxa.cli.show import show

    show(reply, Console())


def _opened(project: str | None, home: Path | None) -> Any:
    from doxa.memory import Memory

    return Memory(project, home=home)


@app.command()
def config(json: Annotated[bool, JSON] = False) -> None:
    """Print every setting, its value and where that came from."""
    from doxa.config import Config

    settings = list(Config.load().explain())
    if json:
        present(settings, as_json=True)
        return
    for setting in settings:
        place = f"{setting.source} {setting.where}".strip()
        print(f"{setting.name} = {setting.value}  ({place})")


@app.command()
def demo(
    file: Annotated[
        Path | None, typer.Argument(help="A transcript as JSON Lines; left out = the two that come along.")
    ] = None,
) -> None:
    """Remember a conversation, answer questions about it with sources, show what changed, answer as of then."""
    from doxa.cli.demo import run_demo

    run_demo(file)


for _spec in REGISTRY.values():
    app.command(NAMES.get(_spec.name, _spec.name).replace("_", "-"), help=_spec.description)(command_for(_spec))
