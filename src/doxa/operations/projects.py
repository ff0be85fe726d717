"""Opening the project that an operation works on."""

from __future__ import annotations

from pathlib import Path

from doxa.config import Config
from doxa.core import MEMORY
from doxa.errors import NotFound
from doxa.files import SUFFIX, project_file
from doxa.memory import Memory
from doxa.operations.spec import OperationSpec


def project_settings(project: str | None, home: Path | str | None) -> Config:
    """Return the settings for a project.

    Args:
        project: The project; `None` = the setting.
        home: Folder of the projects' files; `None` = the setting.

    Raises:
        InvalidInput: A setting that cannot be used.
    """
    given = {"project": project, "home": None if home == MEMORY else home}
    return Config.load(**{name: value for name, value in given.items() if value is not None})


def open_project(spec: OperationSpec, config: Config, *, in_memory: bool = False) -> Memory:
    """Return the memory that an operation is to work on.

    Args:
        spec: The operation.
        config: Its settings.
        in_memory: Keep the project in memory only.

    Raises:
        NotFound: There is no such project and the operation begins none: a read never makes a file.
    """
    if in_memory or spec.begins or exists(config):
        return Memory(config=config, home=MEMORY if in_memory else None)
    if spec.unused("user"):
        return Memory(config=config, home=MEMORY)
    raise missing_project(config)


def exists(config: Config) -> bool:
    """Return whether the project that is set has a file."""
    try:
        return project_file(config.home, config.project).exists()
    except OSError:  # a name that no file can have
        return False


def missing_project(config: Config) -> NotFound:
    """Return the error for a project that is not there; it names those that are."""
    return NotFound(
        f"There is no project {config.project!r} in {config.home}.",
        mend=_mend(config.home),
        field="project",
        value=config.project,
    )


def projects_in(home: Path) -> list[str]:
    """Return the names of the projects in a folder, in order."""
    return sorted(path.stem for path in home.glob(f"*{SUFFIX}"))


def _mend(home: Path) -> str:
    there = projects_in(home)
    return f"There are: {', '.join(there)}." if there else "Nothing has been added yet; `add` begins one."
