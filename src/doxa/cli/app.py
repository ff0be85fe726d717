"""The `doxa` command and its list of commands; each is built when it is asked for, since a call needs only one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

import click

from doxa.cli.command import HELP, OperationCommand, common_of, common_options, scope_options
from doxa.cli.refusal import refusing
from doxa.memory import Memory
from doxa.operations import REGISTRY, OperationSpec, Right

NAMES = {"operations": "log"}
"""Commands whose name in a shell differs from the operation's."""
SECTIONS: Mapping[str, Callable[[OperationSpec], bool]] = {
    "Ask": lambda spec: spec.right == "read",
    "Remember and revise": lambda spec: spec.right == "write",
    "Look after a project": lambda spec: spec.right == "operator",
}


def commands(namespace: str = "") -> dict[str, OperationSpec]:
    """Return the operation behind each command of `doxa`, or of a group such as `doxa narratives`."""
    return {_command_name(spec): spec for spec in REGISTRY.values() if spec.namespace == namespace}


def namespaces() -> list[str]:
    """Return the names of the groups."""
    return list(dict.fromkeys(spec.namespace for spec in REGISTRY.values() if spec.namespace))


def _command_name(spec: OperationSpec) -> str:
    name = spec.name.removeprefix(f"{spec.namespace}_") if spec.namespace else spec.name
    return NAMES.get(name, name).replace("_", "-")


class Operations(click.Group):
    """A group whose commands are operations, each built when it is asked for.

    Args:
        namespace: Whose operations; empty for the verbs of `Memory` itself.
        **given: See `click.Group`.
    """

    def __init__(self, *given: Any, namespace: str = "", **keywords: Any) -> None:
        self.namespace = namespace
        super().__init__(*given, **keywords)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return [*commands(self.namespace), *self.commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, built now."""
        spec = commands(self.namespace).get(cmd_name)
        return super().get_command(ctx, cmd_name) if spec is None else OperationCommand(cmd_name, spec)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that was asked for; the error for an unknown one names those that look like it."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(error.command_name, possibilities=self.list_commands(ctx), ctx=ctx) from None


class Doxa(Operations):
    """The group of all commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands and groups."""
        return [*commands(), *namespaces(), *self.commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command or a group, built now."""
        if cmd_name in namespaces():
            about = getattr(Memory, cmd_name).__doc__
            return Operations(cmd_name, namespace=cmd_name, help=about, context_settings=HELP)
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in sections."""
        names = self.list_commands(ctx)
        width = max(map(len, names))
        rows = {title: [name for name, spec in commands().items() if has(spec)] for title, has in SECTIONS.items()}
        rows["More"] = [*namespaces(), *self.commands]
        for title, listed in rows.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:{width}}", self._about(ctx, name, formatter, width)) for name in listed])

    def _about(self, ctx: click.Context, name: str, formatter: click.HelpFormatter, width: int) -> str:
        spec = commands().get(name)
        if spec is not None:
            return _brief(spec.summary, formatter.width - 6 - width)
        command = self.get_command(ctx, name)
        return _brief(command.get_short_help_str(200) if command else "", formatter.width - 6 - width)


def _brief(summary: str, limit: int) -> str:
    """Return as much of the first sentence as fits a line, cut where it can be."""
    summary = summary.partition(". ")[0].rstrip(".")
    if len(summary) <= limit:
        return summary
    cuts = [at for at, character in enumerate(summary[:limit]) if character in ",;:(" and at > limit // 3]
    return summary[: cuts[-1]].rstrip() if cuts else summary[: summary.rfind(" ", 0, limit - 1)] + "…"


def _version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from doxa import __version__

        click.echo(f"doxa {__version__}")
        ctx.exit()


@click.group(cls=Doxa, context_settings=HELP)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def doxa(**given: object) -> None:
    """Long-term memory for AI agents: what it is told, kept as versioned, sourced, dated beliefs."""


doxa.params += [*common_options(), *scope_options()]


@doxa.command()
@click.pass_context
def config(ctx: click.Context) -> None:
    """Print every setting, its value and where that came from."""
    from doxa.cli.present import present
    from doxa.operations.projects import project_settings

    before = common_of(ctx)
    with refusing(as_json=before.as_json):
        settings = project_settings(before.project, before.home).explain()
        present(list(settings), as_json=before.as_json)


@doxa.command()
@click.option("--once", is_flag=True, help="Stop when nothing is due.")
@click.option("--poll", type=click.FloatRange(0.1, 3600), default=5.0, help="Seconds between two looks.  [5]")
@click.pass_context
def worker(ctx: click.Context, once: bool, poll: float) -> None:
    """Do what waits for a language model, until it is stopped: what was written in `pro` and `ultra`.

    Several may run at the same time, also beside programs that use the project; each task is done by one.
    """
    from doxa.cli.worker_command import run_worker
    from doxa.operations.projects import project_settings

    before = common_of(ctx)
    with refusing(as_json=before.as_json):
        run_worker(project_settings(before.project, before.home), once=once, poll=poll)


@doxa.command()
@click.option("--model/--no-model", default=True, help="Whether the language model that is set answers.")
@click.pass_context
def chat(ctx: click.Context, model: bool) -> None:
    """Talk, and see what is remembered of every message and what is recalled for it.

    At a terminal it is a conversation; /help lists its commands. From a pipe each line is a message. With a language
    model, which DOXA_MODEL names, somebody answers; without one it shows memory at work.
    """
    from doxa.cli.chat_command import open_chat

    before = common_of(ctx)
    with refusing(as_json=before.as_json):
        open_chat(before, answered=model)


@doxa.command()
@click.option("--kinds", multiple=True, metavar="A,B,…", help="Kinds of changes, such as `revision.*`; left out: all.")
@click.option("--match", metavar="PATTERN", help="Only what has such a kref, such as `**.preference*`.")
@click.option("--after", metavar="CURSOR", help="Begin behind a change that was seen.")
@click.option("--last", type=click.IntRange(0), default=5, help="Begin with so many of the latest operations.  [5]")
@click.option("--once", is_flag=True, help="Show what there is and stop.")
@click.pass_context
def watch(ctx: click.Context, /, kinds: tuple[str, ...], last: int, **given: Any) -> None:
    """Show changes as they come, with the words of the memories that change, until it is stopped.

    On a terminal it is a table that grows; else, and with --json, a line for each change.
    """
    from doxa.cli.watch_command import open_watch

    before = common_of(ctx)
    with refusing(as_json=before.as_json):
        named = tuple(part.strip() for each in kinds for part in each.split(",") if part.strip())
        open_watch(before, kinds=named, last=last, **given)


@doxa.command()
@click.argument("file", required=False, type=click.Path(path_type=Path), help="A transcript; see below.")
@click.option("--ask", multiple=True, metavar="QUESTION", help="Ask this about the transcript; may be repeated.")
@click.option("--keep", metavar="PROJECT", help="Keep what was remembered as this new project.")
@click.pass_context
def demo(ctx: click.Context, /, file: Path | None, ask: tuple[str, ...], keep: str | None) -> None:
    """Remember a conversation, answer questions about it with sources, show what changed.

    Without a file it takes the two conversations that come along, one in English and one in Chinese. A transcript is
    JSON Lines of role, name, time and content, messages as JSON, what ChatGPT, Claude, Claude Code, Codex or a
    messenger writes, subtitles, or lines of `Name: text`. Without `--keep` nothing of it is kept.
    """
    from doxa.cli.demo import run_demo
    from doxa.operations.projects import project_settings

    before = common_of(ctx)
    with refusing(as_json=before.as_json):
        if ask and file is None:
            raise click.UsageError("--ask needs a transcript.")
        kept = None if keep is None else project_settings(keep, before.home)
        run_demo(file, ask, kept, as_json=before.as_json)


@doxa.command()
@click.option("--host", default="127.0.0.1", help="The address to listen at; 127.0.0.1 when left out.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, help="The port; 8000 when left out.")
@click.option("--no-auth", is_flag=True, help="Ask for no keys; only where no other machine reaches the address.")
@click.option("--operator", is_flag=True, help="With --no-auth: let callers also erase, lock, export, see everybody's.")
@click.option("--rate", type=click.IntRange(0), default=1200, help="Requests a minute of one key; 0 = any number.")
@click.pass_context
def serve(ctx: click.Context, /, host: str, port: int, no_auth: bool, operator: bool, rate: int) -> None:
    """Serve memory over HTTP, with an OpenAPI document at /openapi.json.

    Callers show a key, which `doxa keys create` makes for a project, a user and a right.
    """
    from doxa.cli.serve_command import run_serve

    before = common_of(ctx)
    with refusing(as_json=before.as_json):
        if operator and not no_auth:
            raise click.UsageError("--operator goes with --no-auth; elsewhere a key says what its holder may.")
        run_serve(before, host=host, port=port, keys=not no_auth, right="operator" if operator else "write", rate=rate)


@doxa.command("mcp")
@click.option(
    "--transport", type=click.Choice(["stdio", "http"]), default="stdio", help="Over what; stdio when left out."
)
@click.option("--host", default="127.0.0.1", help="The address to listen at for http; 127.0.0.1 when left out.")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, help="The port for http; 8765 when left out.")
@click.option("--no-auth", is_flag=True, help="Ask for no keys over http; only where no other machine reaches it.")
@click.option("--toolset", default="core", help="core, full, graph, dual-mem or reference; core when left out.")
@click.option(
    "--operator", is_flag=True, help="Let callers also erase, lock, export, vouch officially, see everybody's."
)
@click.option("--read-only", is_flag=True, help="Let callers only look.")
@click.option(
    "--sampling", is_flag=True, help="Ask the host's own language model, where it offers that (MCP sampling)."
)
@click.option("--user", help="Whose memories calls mean that name no user.")
@click.option("--agent", help="The agent's label for calls that name none.")
@click.option("--session", help="The conversation's label for calls that name none.")
@click.option("--space", help="The path for calls that name none.")
@click.pass_context
def mcp(
    ctx: click.Context,
    /,
    transport: Literal["stdio", "http"],
    host: str,
    port: int,
    no_auth: bool,
    toolset: str,
    operator: bool,
    read_only: bool,
    sampling: bool,
    **scope: str | None,
) -> None:
    """Serve memory to AI agents as MCP tools, resources and prompts.

    Over standard input and output a host such as an editor starts it. Over HTTP it listens at /mcp, and callers show a
    key, which `doxa keys create` makes for a project, a user and a right. `DOXA_PROJECT`, `DOXA_HOME` and `DOXA_USER`
    work too.
    """
    from doxa.cli.mcp_command import ServerOptions, run_mcp

    before = common_of(ctx)
    with refusing(as_json=before.as_json):
        if operator and read_only:
            raise click.UsageError("--operator and --read-only exclude each other.")
        keys = transport == "http" and not no_auth
        if keys and (operator or read_only):
            raise click.UsageError(
                "Over http a key says what its holder may; --operator and --read-only go with --no-auth."
            )
        right: Right = "operator" if operator else "read" if read_only else "write"
        given: ServerOptions = {"toolset": toolset, "right": right, "sampling": sampling, "keys": keys}
        run_mcp(
            before,
            {name: scope[name] or before.scope.get(name) for name in scope},
            given,
            transport=transport,
            host=host,
            port=port,
        )


@doxa.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish", "powershell"]), required=False, help="Your shell.")
@click.option("--install", is_flag=True, help="Write it where the shell reads it at its start.")
def completion(shell: str | None, install: bool) -> None:
    """Print the script that lets a shell complete commands and options."""
    from doxa.cli.completion import completion_script, install_completion, running_shell

    with refusing():
        shell = shell or running_shell()
        if install:
            click.echo(f"Completion for {shell} is installed in {install_completion(shell)}. Open a new shell.")
        else:
            click.echo(completion_script(shell))


for _command in (config, worker, serve, mcp, chat, watch):
    _command.params += common_options()
for _command in (chat, watch):
    _command.params += scope_options()
demo.params += [each for each in common_options() if each.name == "as_json"]
