"""The command of an operation: reads the arguments, asks before it destroys, calls, shows the reply."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from doxa.cli.options import command_parameters
from doxa.cli.progress import working
from doxa.cli.refusal import Refused, refusing
from doxa.cli.streams import is_terminal
from doxa.cli.values import STDIN, TEXTS, Reader
from doxa.clock import SystemClock
from doxa.config import Config
from doxa.core import MEMORY
from doxa.memory import Memory
from doxa.operations import OperationSpec
from doxa.operations.plain import as_plain
from doxa.operations.projects import open_project, project_settings
from doxa.operations.spec import SCOPE
from doxa.operations.wording import SCOPE_WORDS
from doxa.records import ANY, Page, Recall, Receipt

HELP = {"help_option_names": ["-h", "--help"]}
COMMON = ("project", "home", "as_json")


_KEPT = "doxa."
"""How the keys of a click context begin under which options are kept that may stand before or after a command."""


@dataclass(frozen=True, slots=True)
class Common:
    """The options that every command has.

    Args:
        project: The project; `None` = the setting.
        home: Folder of the projects' files; `None` = the setting.
        as_json: Print the reply as JSON.
        scope: Whose memories, as it stood before the name of the command.
    """

    project: str | None = None
    home: str | None = None
    as_json: bool = False
    scope: Mapping[str, Any] = field(default_factory=dict)


def common_options() -> list[click.Parameter]:
    """Return the options that stand before or after the name of a command."""
    kept: dict[str, Any] = {"expose_value": False, "callback": _keep}
    return [
        click.Option(["project", "-p", "--project"], help="The project.", **kept),
        click.Option(["home", "--home"], metavar="FOLDER", help="The folder of the projects' files.", **kept),
        click.Option(["as_json", "--json"], is_flag=True, help="Print the reply as JSON.", **kept),
    ]


def scope_options() -> list[click.Parameter]:
    """Return the options of scope as they may stand before the name of a command."""
    kept: dict[str, Any] = {"expose_value": False, "callback": _keep}
    metavars = {"user": f"NAME|{ANY.value}", "contexts": "A,B,…"}
    return [
        click.Option(
            [name, f"--{name}"], multiple=name == "contexts", metavar=metavars.get(name), help=SCOPE_WORDS[name], **kept
        )
        for name in SCOPE
    ]


def _keep(ctx: click.Context, parameter: click.Parameter, value: Any) -> Any:
    if value not in (None, False, ()):
        ctx.meta[f"{_KEPT}{parameter.name}"] = value
    return value


def common_of(ctx: click.Context) -> Common:
    """Return what was given of the options that every command has, before its name or after."""
    given = {name: ctx.meta.get(f"{_KEPT}{name}") for name in (*COMMON, *SCOPE)}
    scope = {name: given[name] for name in SCOPE if given[name] is not None}
    return Common(given["project"], given["home"], bool(given["as_json"]), scope)


class OperationCommand(click.Command):
    """The command of an operation.

    Args:
        name: Its name.
        spec: The operation.
    """

    def __init__(self, name: str, spec: OperationSpec) -> None:
        self.spec = spec
        super().__init__(
            name,
            params=[*command_parameters(spec), *common_options()],
            help=spec.description,
            short_help=spec.summary,
            context_settings=HELP,
        )

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the operation's own options, then whose memories, then what every command has."""
        parts: dict[str, list[tuple[str, str]]] = {"Options": [], "Whose memories": [], "Every command": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None or isinstance(parameter, click.Argument):
                continue
            common = parameter.name in (*COMMON, "help")
            title = "Whose memories" if parameter.name in SCOPE else "Every command" if common else "Options"
            parts[title].append(record)
        for title, records in parts.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)

    def invoke(self, ctx: click.Context) -> None:
        """Call the operation and show its reply."""
        given = dict(ctx.params)
        common = common_of(ctx)
        before = {name: value for name, value in common.scope.items() if given.get(name, value) in (None, ())}
        given |= before  # what stands after the command's name goes first
        for parameter in self.params:
            if parameter.name in TEXTS and isinstance(parameter, click.Argument) and given[parameter.name] is None:
                self._take_stdin(ctx, parameter, given)
        with refusing(self.spec, as_json=common.as_json):
            run_operation(self.spec, given, common)

    def _take_stdin(self, ctx: click.Context, parameter: click.Argument, given: dict[str, Any]) -> None:
        """Read the text of an operation that needs one from a pipe; at a terminal it is missing."""
        if self.spec.parameters[parameter.name].default is not None:
            if is_terminal(sys.stdin):
                said = f"Missing argument '{parameter.name.upper()}': give a text, or pipe one in."
                raise click.UsageError(said, ctx=ctx)
            given[parameter.name] = STDIN


def run_operation(spec: OperationSpec, given: Mapping[str, Any], common: Common) -> None:
    """Call an operation and show its reply.

    Args:
        spec: The operation.
        given: Its arguments as the shell gave them.
        common: What every command has.

    Raises:
        DoxaError: The operation was refused.
        Refused: It was not confirmed, or the reply says that not all is well.
    """
    from doxa.cli.present import failure, present

    config = project_settings(common.project, common.home).override(draining="off")  # a command ends at once
    positional, keywords = Reader(spec, config, SystemClock().now()).arguments(given)
    with ExitStack() as opened:
        memory = opened.enter_context(open_project(spec, config, in_memory=common.home == MEMORY))
        if spec.destructive and not keywords.get("confirm"):
            keywords["confirm"] = _confirmed(spec, config, positional, keywords)
        positional, keywords = opened.enter_context(working(spec, positional, keywords))
        replaced = _files_to_replace(spec, positional)
        reply = spec.call(memory, *positional, **keywords)
        if keywords.get("follow"):
            return _follow(reply, common)
        if isinstance(reply, Iterator):
            reply = list(reply)
        _tell_unknown_kinds(memory, keywords, reply)
    present(reply, as_json=common.as_json, stream=sys.stderr if sys.stdout in positional else sys.stdout)
    for path in replaced:
        click.echo(f"{path} was here before and is replaced.", err=True)
    if "user" in spec.parameters and not keywords.get("user") and config.user is None:
        if spec.read_only:
            _hint(reply)
        elif isinstance(reply, Receipt) and is_terminal(sys.stderr):
            _tell_shared(reply)
    problem = failure(reply)
    if problem:
        raise Refused(problem, as_json=common.as_json, code="not_well")


def _follow(feed: Iterator[Any], common: Common) -> None:
    """Show each entry of a feed as it comes, one a line, until someone stops it."""
    from doxa.cli.present import present_line

    for entry in feed:
        present_line(entry, as_json=common.as_json)


def _confirmed(spec: OperationSpec, config: Config, refs: Sequence[Any], keywords: Mapping[str, Any]) -> bool:
    """Ask a person whether to destroy; without one at hand the answer is no, and the operation says what it needs."""
    if not (is_terminal(sys.stdin) and is_terminal(sys.stderr)):
        return False
    scope = {"user": keywords.get("user", config.user), "session": keywords.get("session", config.session)}
    scope["space"] = keywords.get("space", config.space)
    named = ", ".join(f"{name} {as_plain(value)}" for name, value in scope.items() if value is not None)
    if keywords.get("everything"):
        what = f"the whole project {config.project}"
    elif refs:
        what = "1 memory" if len(refs) == 1 else f"{len(refs)} memories"
    else:
        what = f"everything of {named}" if named else "shared memories"
    before = keywords.get("before")
    said = f" said before {before:%Y-%m-%d %H:%M} UTC" if before else ""
    if not click.confirm(f"{spec.name.capitalize()} {what}{said}? It cannot be undone.", err=True):
        raise Refused("Nothing was done.", as_json=False, code="not_confirmed")
    return True


_SHARED = "Shared with everybody of this project, since no user was named; --user NAME keeps it to one."


def _tell_shared(receipt: Receipt) -> None:
    """Say of what was told without a user that everybody of the project sees it."""
    shared = [each for each in receipt.outcomes if each.belief is not None and each.belief.user is None]
    if any(each.verdict not in (None, "rejected") for each in shared):
        click.echo(_SHARED, err=True)


def _files_to_replace(spec: OperationSpec, positional: Sequence[Any]) -> list[Path]:
    """Return the files that are here and that an export is about to write."""
    targets = positional if spec.name == "export" else ()
    return [Path(each) for each in targets if isinstance(each, str | Path) and Path(each).is_file()]


def _tell_unknown_kinds(memory: Memory, keywords: Mapping[str, Any], reply: Any) -> None:
    """Say which of the kinds that were asked for nothing is of, where that may be why nothing was found."""
    from doxa.belief.kinds import KINDS
    from doxa.cli.present import is_empty

    asked = [str(each) for each in keywords.get("kinds") or ()]
    if not isinstance(reply, Page | Recall) or not is_empty(reply) or all(each in KINDS for each in asked):
        return
    whose = {"user": keywords["user"]} if "user" in keywords else {}
    here = memory.stats(**whose).beliefs
    for each in asked:
        if each not in KINDS and each not in here:
            near = get_close_matches(each, [*KINDS, *here], n=1)
            mend = f"did you mean {near[0]}?" if near else f"here are {', '.join(sorted(here)) or 'none yet'}."
            click.echo(f"Nothing is of the kind {each!r}; {mend}", err=True)


def _hint(reply: Any) -> None:
    """Say whose memories were looked at where there was nothing to see."""
    from doxa.cli.present import is_empty

    if is_empty(reply) and is_terminal(sys.stderr):
        click.echo("Only shared memories were looked at: --user NAME shows a user's, --user ANY everybody's.", err=True)
