"""Writes the pages of docs/ that are made from the code. `--check` only says which are stale.

Each page is a function without arguments that returns its text; add one to `PAGES` and `make docs` writes it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from doxa.config import SETTINGS, Declaration

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


PAGES: Mapping[str, Callable[[], str]] = {"settings.md": settings_page}


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
