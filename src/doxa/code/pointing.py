"""How a sentence points at something said before it, in words that every rule about that shares."""

from __future__ import annotations

from typing import Final

OPENERS: Final = (
    r"^(?:(?:since|because|as|if|when|where|while|although|though|with|without|for|of|in|by|both|all|each|none|most)"
    r" (?:of )?)?"
)
"""What may stand before the pronoun."""
PRONOUNS: Final = (
    r"it|its|they|them|their|theirs|this|these|those(?! (?:who|that|which|of)\b)|either|neither|both|such"
    r"|he|she|his|her"
)
BACK_CHINESE: Final = r"^(?:因为|由于)?(?:它|他|她|这|那|其|此|该|两者|前者|后者)"
"""Both at once."""
