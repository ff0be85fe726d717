"""Credentials, personal data and instruction-like text: found by rule, without a network."""

from __future__ import annotations

from doxa.privacy.instructions import looks_like_instruction
from doxa.privacy.personal import find_personal_data
from doxa.privacy.screen import Screen, Screened
from doxa.privacy.secrets import find_secrets

__all__ = ["Screen", "Screened", "find_personal_data", "find_secrets", "looks_like_instruction"]
