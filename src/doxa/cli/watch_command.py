"""`doxa watch`: opens the project, then shows its changes."""

from __future__ import annotations

from typing import Any

from doxa.cli.command import Common
from doxa.cli.values import scope_of
from doxa.cli.watch import Watch, run_watch
from doxa.core import MEMORY
from doxa.memory import Memory
from doxa.operations.projects import exists, missing_project, project_settings


def open_watch(common: Common, **given: Any) -> None:
    """Show changes until someone stops it.

    Args:
        common: The project, its home, and whose changes are meant.
        **given: See `Watch`.

    Raises:
        NotFound: There is no such project.
        InvalidInput: The cursor or a pattern is none.
    """
    config = project_settings(common.project, common.home).override(draining="off")
    in_memory = common.home == MEMORY
    if not in_memory and not exists(config):
        raise missing_project(config)
    with Memory(config=config, home=MEMORY if in_memory else None, **scope_of(common.scope)) as memory:
        run_watch(Watch(memory, **given), as_json=common.as_json)
