"""Writes the pages of docs/ that are made from the code. `--check` only says which are stale.

Each page is a function without arguments that returns its text; add one to `PAGES` and `make docs` writes it.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import yaml

from doxa.cli.app import SECTIONS, commands, doxa, namespaces
from doxa.cli.command import COMMON, common_options
from doxa.config import SETTINGS, Declaration
from doxa.operations.spec import SCOPE
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

**Projects.** `--project` and `--home` stand before or after the command; `DOXA_PROJECT` and `DOXA_HOME` set them for
good. Commands that make memories begin a project where there is none; all others refuse, so that a mistyped name makes
no file.

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


PAGES: Mapping[str, Callable[[], str]] = {"settings.md": settings_page, "cli.md": command_line_page}


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
