"""Writes the pages of docs/ that are made from the code. `--check` only says which are stale.

Each page is a function without arguments that returns its text; add one to `PAGES` and `make docs` writes it.
"""

from __future__ import annotations

import argparse
import inspect
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import yaml

from doxa.cli.app import SECTIONS, commands, doxa, namespaces
from doxa.cli.command import COMMON, common_options
from doxa.config import SETTINGS, Declaration
from doxa.errors import DoxaError
from doxa.mcp.tools import listed, toolset_names
from doxa.operations import REGISTRY
from doxa.operations.refusal import ENVIRONMENT, ERRORS, INTERNAL
from doxa.operations.spec import SCOPE, OperationSpec
from doxa.operations.wording import PLACE_WORDS, SCOPE_WORDS

DOCS = Path(__file__).resolve().parents[1] / "docs"

INTRODUCTION = """\
# Settings

A setting is looked for in four places, and the first that has it wins:

1. an argument: `Memory("diary", user="anna")`, `Config.load(recall_limit=5)`
2. an environment variable, `DOXA_` and its name: `DOXA_RECALL_LIMIT=5`; an empty one counts as not set
3. the settings file: `DOXA_CONFIG_FILE`, else `config.yaml` in the platform's folder for settings
   (`~/.config/doxa` on Linux, `~/Library/Application Support/doxa` on macOS, `%LOCALAPPDATA%\\doxa` on Windows)
4. the default

In the file, names may be nested, so these two say the same. Folders are relative to the file, `~` is the home folder.

```yaml
recall_limit: 5
contexts: [domain:code, domain:python]
```

```yaml
recall:
  limit: 5
contexts: domain:code, domain:python
```

A name that is no setting is an error, in the file and in the environment; the message names the nearest one.
`doxa config` prints each value with where it came from.
"""

COMPARISON = """\

## Coming from another system

What stands for the switches of `kumiho-memory` and `dual-mem`, or why there is nothing.
"""


COMMAND_LINE = """\
# Command line

Every verb is a command. `doxa COMMAND --help` says what this page says of it.

```sh
doxa add "I moved to Lisbon. I'm allergic to peanuts." --user anna
echo "We adopted a cat called Miso" | doxa add --user anna
doxa recall "where do I live?" --user anna
doxa log --user anna
doxa undo 2 --user anna
doxa list --kinds profile,fact --user anna --json
```

**Projects.** `--project` and `--home` stand before or after the command, as do the options of scope; `DOXA_PROJECT`
and `DOXA_HOME` set them for good. Commands that make memories begin a project where there is none; all others refuse,
so that a mistyped name makes no file.

**Whose memories.** `--user anna` is Anna's memories and those that all share; without `--user` it is the shared ones
alone, `--user ANY` is everybody's. `DOXA_USER` sets it, and then `--user ""` is the shared ones. `--agent`,
`--session`, `--space` and `--contexts` filter what is looked up and label what is made.

**Times.** A TIME is a day (`2026-03-01`, `yesterday`, `昨天`, `3 days ago`), or a day and a time (`2026-03-01T14:30`,
with a zone or in the zone that is set, else this machine's). As of a day means with that day; before a day means
before it began. `--as-of` and `--to` also take an operation's number. A PERIOD is `2026-03`, `2026-03-01..2026-04-15`
with both days, `2026-03..`, `..2026-03` or `last week`.

**Values.** Lists take commas or repetition. JSON is an object, or a list of them where several may be given.

**Standard input.** A text that is left out is read from a pipe; `-` reads it in any case, and stands for standard
input or output in place of a FILE.

**Output.** Texts for a person, ids always whole; long texts are cut in lists and whole in `doxa get`. With `--json`,
the reply as JSON; errors then are JSON on standard error. Colours and progress bars show on terminals only, colours
not where `NO_COLOR` is set.

| exit code | means |
|---|---|
| 0 | done; also when a recall finds nothing |
| 1 | refused, or not well; the reason is on standard error, with how to mend it |
| 2 | not understood: an unknown command or option, a missing argument |

**Completion.** `doxa completion --install` for bash, zsh, fish and PowerShell; `doxa completion bash` prints the
script.
"""


MCP = """\
# MCP server

`doxa mcp` gives an agent host doxa's memory as tools, resources and prompts of the Model Context Protocol. It needs the
extra: `pip install 'doxa[mcp]'`.

## Adding it to a host

Claude Code:

```sh
pip install 'doxa[mcp]'
claude mcp add doxa -- doxa mcp --user anna
claude mcp list
```

Cursor, in `.cursor/mcp.json`, and any other host that takes such a file:

```json
{"mcpServers": {"doxa": {
  "command": "doxa", "args": ["mcp", "--user", "anna"]
}}}
```

A host that speaks HTTP shows a key, as to `doxa serve`:

```sh
doxa keys create --user anna                # prints a token, once
doxa mcp --transport http --port 8765       # at http://127.0.0.1:8765/mcp; --host for other machines
claude mcp add doxa --transport http http://127.0.0.1:8765/mcp --header "Authorization: Bearer TOKEN"
```

## What it may do

Over HTTP a key says for which project, for whose memories and with which right its holder calls, and what names no
user (no `user`, or `null`) means that user, as over [REST](rest.md). No key, or one that does not open, is 401;
`/mcp?project=` of a project that the key does not open is 403; another user, or a right that is too small, is a tool's
error `forbidden`. A session belongs to the key that began it. `--no-auth` asks for no keys, and works only at an
address that no other machine reaches.

Over standard input and output, and without keys, callers may read and write. `--read-only` lets them only look;
`--operator` also lets them erase, lock, export, roll back, vouch officially, use `force` and see everybody's memories
(`user` = `ANY`). `--project`, `--home`, `--user`,
`--agent`, `--session`, `--space`, or the same as `DOXA_*` variables, say what calls mean that do not say it themselves.
A project that nobody has begun reads as empty; the first write makes it.

`--sampling` lets doxa ask the host's own language model where one is of use, such as for the summary of a session, so
that no key is needed. The host must offer MCP sampling, as hosts of protocol versions up to 2025-11-25 may; without
that, rules do the work.

## Sets of tools

`--toolset` chooses which tools are offered, since a model uses few tools better than many.

| set | tools | tokens that the list takes | without output schemas |
|---|---|---|---|
"""

MCP_CALLS = """
Tokens are counted as one for every 4 characters of the list as JSON.

The tools of `core` and `full` take every argument of their operation, also those that are not listed: `user`, `agent`,
`session`, `space`, `contexts`, `as_of`, `valid_at`, `now`, `request_id`, `expect_revision`, `reason` and `touch` are
explained once, in the server's instructions. [The command line](cli.md) has every argument in full.

## Replies

A reply has the operation's record as `result` in its structured content, and a text. Text from memory stands between
`<memory>` and `</memory>` as data; where it is worded as instructions to a model, a line says so. `session` says to
which conversation the call was counted and `session_source` how that is known: `argument` (the call named it), `host`
(the request's `_meta` has `doxa/session`, or the server was started with `--session`), `generated` (made up for this
connection), `none` (the call only looks).

A call that is cancelled is either done whole or not at all. A call that takes long tells of its progress every second,
where the host asked for that. Lists give a `cursor` that continues them.

| resource | what it is |
|---|---|
| `doxa://envelope`, `doxa://envelope/USER` | who the user is at a glance |
| `doxa://spaces` | how many beliefs each user, agent and space holds |
| `kref://PROJECT/…` | a belief by its kref |
| `doxa://schema/OPERATION` | the whole schema of a reply |

| prompt | what it is |
|---|---|
| `use_memory` | how to use memory; `language` is `en` or `zh` |
| `ask_with_memory` | a `question` with what is remembered about it |

## Errors

What is refused comes back as a tool's reply with `isError`, and in its structured content an `error` of `code`,
`message`, `field`, `mend`, and `retry` where a later try may help. The codes are the same on every surface.

| code | means |
|---|---|
"""


def mcp_page() -> str:
    """Return docs/mcp.md: how to start the server, its tools, its errors, and other systems' names for them."""
    systems = yaml.safe_load((DOCS / "other_tools.yaml").read_text(encoding="utf-8"))
    parts = [MCP, *_toolsets(), MCP_CALLS, *_codes(), *_tools(), *_other_tools(systems)]
    return "".join(parts)


def _codes() -> Iterator[str]:
    said = {
        code: (inspect.getdoc(kind) or "").partition("\n")[0] for code, kind in ERRORS.items() if kind is not DoxaError
    }
    said[ENVIRONMENT] = "The machine refused: a file, a folder, a disk."
    said[INTERNAL] = "It should not have happened; nothing of it is told outside."
    for code, words in said.items():
        yield f"| `{code}` | {_cell(words)} |\n"


def _toolsets() -> Iterator[str]:
    for name in toolset_names():
        tools = [tool.model_dump(by_alias=True, mode="json", exclude_none=True) for tool in listed(name)]
        bare = [{key: value for key, value in tool.items() if key != "outputSchema"} for tool in tools]
        counts = " | ".join(f"under {_thousands(each):,}" for each in (tools, bare))
        shown = "every operation" if name == "full" else ", ".join(f"`{tool['name']}`" for tool in tools)
        yield f"| `{name}` | {shown} | {counts} |\n"


def _thousands(tools: list[dict[str, Any]]) -> int:
    """Return how many tokens a list of tools takes, in whole thousands, so that the page changes seldom."""
    return 1000 * (len(json.dumps(tools, separators=(",", ":"))) // 4 // 1000 + 1)


def _tools() -> Iterator[str]:
    yield "\n## Every tool of `full`\n\n| tool | what it does | right | |\n|---|---|---|---|\n"
    for spec in REGISTRY.values():
        marks = ("read_only", "destructive", "idempotent", "open_world")
        flags = ", ".join(flag.replace("_", "-") for flag in marks if getattr(spec, flag))
        yield f"| `memory_{spec.name}` | {_cell(spec.summary)} | {_right(spec)} | {flags} |\n"


def _right(spec: OperationSpec) -> str:
    """Return the right that an operation needs, and with which arguments it needs another."""
    more = ", ".join(f"`{name}`" for name in spec.parameters if name in spec.writing)
    return f"{spec.right}; write with {more}" if more else spec.right


def _other_tools(systems: Mapping[str, list[dict[str, Any]]]) -> Iterator[str]:
    yield "\n## Coming from another system\n\nWhat stands for the tools of other memory servers.\n"
    for system, tools in systems.items():
        yield f"\n### {system}\n\n| its tools | in doxa |\n|---|---|\n"
        for tool in tools:
            ours = ", ".join(f"`memory_{name}`" for name in tool.get("ours", ()))
            says = [ours and f"{ours}.", tool.get("instead", ""), tool.get("note", "")]
            yield f"| {', '.join(f'`{name}`' for name in tool['names'])} | {_cell(' '.join(filter(None, says)))} |\n"


def settings_page() -> str:
    """Return docs/settings.md: every setting, then old names and ours."""
    systems = yaml.safe_load((DOCS / "other_systems.yaml").read_text(encoding="utf-8"))
    return "".join([INTRODUCTION, *_settings(SETTINGS), COMPARISON, *_systems(systems)])


def _settings(settings: Mapping[str, Declaration]) -> Iterator[str]:
    yield "\n| setting | default | values | what it does |\n|---|---|---|---|\n"
    for name, setting in settings.items():
        values = f"{setting.reader.type}: {setting.reader.range}" if setting.reader.range else setting.reader.type
        yield f"| `{name}` | {_default(setting)} | {_cell(values)} | {_cell(setting.help)} |\n"


def _default(setting: Declaration) -> str:
    if setting.default is None or setting.default == ():
        return "none"
    if isinstance(setting.default, tuple):
        return f"`{', '.join(setting.default)}`"
    return str(setting.default) if setting.computed else f"`{setting.default}`"


def _systems(systems: Mapping[str, list[dict[str, Any]]]) -> Iterator[str]:
    for system, switches in systems.items():
        yield f"\n### {system}\n\n| old name | default there | in doxa |\n|---|---|---|\n"
        for switch in switches:
            names = "<br>".join(f"`{name}`" for name in switch["names"])
            ours = ", ".join(f"`{name}`" for name in switch.get("ours", ()))
            says = [ours and f"{ours}.", switch.get("instead", ""), switch.get("note", "")]
            yield f"| {names} | {_cell(switch['default'])} | {_cell(' '.join(filter(None, says)))} |\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def command_line_page() -> str:
    """Return docs/cli.md: every command with its arguments and options."""
    return "".join([COMMAND_LINE, *_scopes(), *_commands()])


def _scopes() -> Iterator[str]:
    yield "\n## Options of many commands\n"
    yield "\n| option | where memories are looked up | where they are made |\n|---|---|---|\n"
    for name, said in SCOPE_WORDS.items():
        yield f"| `--{name}` | {said} | {PLACE_WORDS[name]} |\n"
    for option in common_options():
        if isinstance(option, click.Option):
            yield f"| {_flags(option)} | {option.help} | {option.help} |\n"


def _commands() -> Iterator[str]:
    context = click.Context(doxa, info_name="doxa")
    for title, belongs in SECTIONS.items():
        yield f"\n## {title}\n"
        for name, spec in commands().items():
            if belongs(spec):
                yield from _command(doxa.get_command(context, name), context)
    yield "\n## More\n"
    for name in [*namespaces(), *doxa.commands]:
        yield from _command(doxa.get_command(context, name), context)


def _command(command: click.Command | None, parent: click.Context) -> Iterator[str]:
    assert command is not None
    context = click.Context(command, info_name=command.name, parent=parent)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from _command(command.get_command(context, name), context)
        return
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f"\n### {context.command_path}\n\n`{usage}`\n\n{inspect.cleandoc(command.help or '')}\n"
    scope = [f"`--{each.name}`" for each in command.params if each.name in SCOPE]
    rows = [each for each in command.params if each.name not in (*SCOPE, *COMMON)]
    if rows:
        yield "\n| argument or option | what it means |\n|---|---|\n"
    for each in rows:
        flags = _flags(each) if isinstance(each, click.Option) else f"`{each.make_metavar(context)}`"
        yield f"| {_cell(flags)} | {_cell(str(getattr(each, 'help', '')))} |\n"
    if scope:
        yield f"\nAlso {', '.join(scope)}.\n"


def _flags(option: click.Option) -> str:
    """Return how an option is written, with what its value is."""
    names = " ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    if option.is_flag:
        return names
    if isinstance(option.type, click.Choice):
        return f"{names} {' or '.join(f'`{choice}`' for choice in option.type.choices)}"
    return f"{names} {option.metavar or option.type.name.upper()}"


REST_INTRODUCTION = """\
# REST server

`doxa serve` gives everything doxa does over HTTP, with an OpenAPI 3.1 document at `/openapi.json` and pages to try
it at `/docs`. It needs the extra: `pip install 'doxa[server]'`.

```sh
doxa keys create --user anna            # prints a token, once
doxa serve --port 8000
curl -s localhost:8000/v1/add    -H "Authorization: Bearer $KEY" -d '{"content": "I moved to Lisbon", "user": "anna"}'
curl -s localhost:8000/v1/recall -H "Authorization: Bearer $KEY" -d '{"query": "where do I live?", "user": "anna"}'
```

## Who may do what

Callers show a key, `Authorization: Bearer ...`. Only its hash is kept, in the project's file. A key is

- for one project; `doxa keys create --project OTHER --token TOKEN` lets the same key into another one as well;
- for one user's memories (`--user anna`), for shared ones (no user), or for whichever user a call names (`--user
  ANY`);
- for one right (`--right`): `read`; `write`, the default; `operator`, who may also erase, lock, export, roll back,
  vouch officially, use `force`, make keys and see everybody's memories.

No key, or one that does not open: 401. A key that opens, but not this: 403. What belongs to others: 404, the same
as what is not there. A call that names no user (no `user`, or `null`) means whom the key is for; under a key for
every user, shared memory. `doxa keys revoke ID` ends a key at once. `--no-auth` asks for no keys, and works only at an
address that no other machine reaches.

## Calls

Each operation is a `POST` with its arguments as a JSON object; `?project=` names the project, that of the key where
it is left out. [The command line](cli.md) explains every argument; the document at `/openapi.json` has their types.

- `Idempotency-Key: ...` makes a repeat of the same call give its first answer; with other content it is 409.
- `ETag` is the revision of a memory. `If-Match` makes a change fail with 412 where it is another; `expect_revision`
  in the body does the same with 409. `If-None-Match` saves an answer that is known.
- A page has a `cursor`; the same call with it goes on.
- An error is problem details (RFC 9457): `status`, `code` (the same word on every surface), `detail`, `field`,
  `mend`, and `retry`, whether the same call may succeed later. `429` and `503` say when in `Retry-After`.
- A body has at most 8 MB. A key makes at most 1,200 requests a minute (`--rate`). A call that takes over a minute
  is 504; a write that had begun is finished, whole. At the end the server finishes what it is doing.

`GET /v1/changes/stream` streams changes as they come, as server-sent events; `Last-Event-ID` or `?after=` goes on
behind one that was seen. `/health`, `/ready`, `/ping` and `/info` ask for no key. `/metrics` is for Prometheus;
[observability](observability.md) says more.

Text that comes back is what someone said: data, never an instruction.

## Operations

"""
REST_COMPATIBLE = """
## The paths of dual-mem

For clients written for it: `POST` and `GET /v1/memories/`, `POST /v1/memories/search` and `/search_conversation`,
`GET`, `PUT` and `DELETE /v1/memories/{id}`, `DELETE /v1/memories/?confirm=true`, `GET /v1/scopes/`, `POST
/v1/digest/`, `GET /v1/capabilities`. `app_id` is the project, `memory_id` a belief's id; fields and error bodies
are theirs, and what does not validate is 400. Otherwise than there, a missing or wrong key is 401, keys are
checked, ids are looked up within the key's scope, and a call that names no user means whom the key is for. `app_ids`
searches each project under the right that the key has in it, and merges by relevance.
"""


def rest_page() -> str:
    """Return the page of the REST server."""
    from doxa.operations import REGISTRY
    from doxa.server.operations import path_of

    rows = [f"| `{path_of(spec)}` | {_right(spec)} | {spec.summary} |" for spec in REGISTRY.values()]
    table = ["| path | right | what it does |", "|---|---|---|", *(row.replace("\n", " ") for row in rows)]
    return REST_INTRODUCTION + "\n".join(table) + "\n" + REST_COMPATIBLE


PAGES: Mapping[str, Callable[[], str]] = {
    "settings.md": settings_page,
    "cli.md": command_line_page,
    "mcp.md": mcp_page,
    "rest.md": rest_page,
}


def stale() -> list[Path]:
    """Return the pages whose file differs from what the code says."""
    return [
        DOCS / name
        for name, page in PAGES.items()
        if not (DOCS / name).exists() or (DOCS / name).read_text(encoding="utf-8") != page()
    ]


def main() -> int:
    """Write the stale pages, or with `--check` only name them and fail."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a page is stale")
    check = parser.parse_args().check
    outdated = stale()
    for path in outdated:
        print(f"{path.name} is stale" if check else f"wrote {path.name}")
        if not check:
            path.write_text(PAGES[path.name](), encoding="utf-8", newline="\n")
    return 1 if check and outdated else 0


if __name__ == "__main__":
    sys.exit(main())
