"""Claims read from conversation by rule, English and Chinese: no model, no I/O."""

from doxa.write.extract.claims import extract_claims
from doxa.write.extract.found import FoundClaim, Mood

__all__ = ["FoundClaim", "Mood", "extract_claims"]
