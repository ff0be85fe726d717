"""The places a setting may be given: arguments, `DOXA_*` variables, and the settings file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from doxa.config.declarations import Declaration, Found, Origin, beside, unknown
from doxa.errors import InvalidInput, UnknownSetting

if TYPE_CHECKING:
    import yaml

PREFIX = "DOXA_"
FILE_VARIABLE = "DOXA_CONFIG_FILE"

Table = Mapping[str, Declaration]


def from_arguments(table: Table, arguments: Mapping[str, object]) -> dict[str, Found]:
    """Return what Python arguments set; `None` counts only where a setting may be `None`.

    Raises:
        UnknownSetting: An argument names no setting.
    """
    for name in arguments:
        if name not in table:
            raise unknown(name, table)
    return {
        name: Found(value, Origin("argument"))
        for name, value in arguments.items()
        if value is not None or table[name].optional
    }


def from_environment(table: Table, environ: Mapping[str, str]) -> dict[str, Found]:
    """Return what `DOXA_*` variables set; an empty variable counts as not set.

    Raises:
        UnknownSetting: A variable starts with `DOXA_` and names no setting.
    """
    variables = {declaration.variable: name for name, declaration in table.items()}
    found = {}
    for variable, raw in environ.items():
        if not variable.startswith(PREFIX) or variable == FILE_VARIABLE:
            continue
        if variable not in variables:
            raise unknown(variable, [*variables, FILE_VARIABLE])
        if raw.strip():
            found[variables[variable]] = Found(raw, Origin("environment", variable))
    return found


def settings_file(environ: Mapping[str, str]) -> Path:
    """Return the settings file: `DOXA_CONFIG_FILE`, else `config.yaml` in the platform's folder for settings."""
    named = environ.get(FILE_VARIABLE, "").strip()
    if named:
        return Path(named).expanduser().absolute()
    import platformdirs

    return platformdirs.user_config_path("doxa", appauthor=False) / "config.yaml"


def from_file(table: Table, path: Path, *, required: bool) -> dict[str, Found]:
    """Return what a settings file sets. Nested keys join with `_`: `recall: {limit: 5}` is `recall_limit: 5`.

    No setting is a mapping itself, so names below a setting are joined too: `session: {idle: 5}` is `session_idle: 5`.

    Args:
        table: The settings that exist.
        path: The YAML file.
        required: Whether a missing file is an error.

    Raises:
        InvalidInput: The file cannot be read, is not YAML, is not a mapping, or gives a setting twice.
        UnknownSetting: A key names no setting.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        if not required:
            return {}
        raise _unusable(path, "does not exist", f"Create it, or unset {FILE_VARIABLE}.") from None
    except OSError as error:
        raise _unusable(path, f"cannot be read ({error.strerror})", "Make it a readable file.") from error
    found: dict[str, Found] = {}
    for name, raw, line in _entries(table, path, content):
        where = f"{path}, line {line}"
        if name not in table:
            raise _no_setting(table, name, raw, where)
        if name in found:
            raise _unusable(path, f"gives {name} a second time in line {line}", "Keep one of the two.")
        found[name] = Found(beside(table, name, raw, path.parent), Origin("file", where))
    return found


def _no_setting(table: Table, name: str, raw: object, where: str) -> UnknownSetting:
    """Return the error for a key of the file that is no setting; it may be meant as the first part of some."""
    groups = _groups(table)
    if name not in groups:
        return unknown(name, [*table, *groups] if isinstance(raw, dict) else table, where)
    longer = [known for known in table if known.startswith(f"{name}_")]
    mend = (
        f"Did you mean {', '.join(longer[:-1])} or {longer[-1]}?" if len(longer) > 1 else f"Did you mean {longer[0]}?"
    )
    return UnknownSetting(f"{name} ({where}) is not a setting.", mend=mend, field=name)


def _groups(table: Table) -> set[str]:
    """Return the first parts of settings that have several, under which others may be nested."""
    words = [name.split("_") for name in table]
    return {"_".join(each[:end]) for each in words for end in range(1, len(each))} - table.keys()


def _unusable(path: Path, problem: str, mend: str) -> InvalidInput:
    return InvalidInput(f"The settings file {path} {problem}.", mend=mend, field="config_file", value=str(path))


def _entries(table: Table, path: Path, content: bytes) -> Iterator[tuple[str, object, int]]:
    """Yield name, raw value and line of each setting in a YAML document."""
    import yaml

    mend = "Write one `name: value` a line."
    try:
        loader = yaml.SafeLoader(content)
        document = loader.get_single_node()
        if document is None or document.tag == "tag:yaml.org,2002:null":
            return
        if not isinstance(document, yaml.MappingNode):
            raise _unusable(path, "is not a mapping of names to values", mend)
        yield from _leaves(table, loader, document, "")
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # ValueError: 2026-99-99, read as a date
        raise _unusable(path, f"cannot be read as YAML: {' '.join(str(error).split())}", mend) from error


def _leaves(
    table: Table, loader: yaml.SafeLoader, mapping: yaml.MappingNode, prefix: str
) -> Iterator[tuple[str, object, int]]:
    import yaml

    for key, node in mapping.value:
        written = key.value if isinstance(key, yaml.ScalarNode) else loader.construct_object(key, deep=True)
        name = prefix + str(written).strip().replace("-", "_")
        if isinstance(node, yaml.MappingNode) and any(known.startswith(f"{name}_") for known in table):
            yield from _leaves(table, loader, node, f"{name}_")
        else:
            yield name, loader.construct_object(node, deep=True), key.start_mark.line + 1
