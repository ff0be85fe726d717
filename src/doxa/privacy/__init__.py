"""Credentials, personal data and instruction-like text: found by rule, without a network."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from doxa.privacy.instructions import looks_like_instruction as looks_like_instruction
    from doxa.privacy.personal import find_personal_data as find_personal_data
    from doxa.privacy.screen import Screen as Screen
    from doxa.privacy.screen import Screened as Screened
    from doxa.privacy.secrets import find_secrets as find_secrets

# loaded at first use (PEP 562): what is recalled is looked at for instructions alone
_HOMES = {
    "Screen": "doxa.privacy.screen",
    "Screened": "doxa.privacy.screen",
    "find_personal_data": "doxa.privacy.personal",
    "find_secrets": "doxa.privacy.secrets",
    "looks_like_instruction": "doxa.privacy.instructions",
}

__all__ = ["Screen", "Screened", "find_personal_data", "find_secrets", "looks_like_instruction"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'doxa.privacy' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
