"""What an application's own extractor and salience make of a message; one that fails changes nothing and is told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from doxa.plugins import Extractor, Salience
from doxa.records import Message
from doxa.write.claims import checked_claims
from doxa.write.extract import FoundClaim
from doxa.write.supported import checked_against


def plugged_claims(
    extractor: Extractor, message: Message, now: datetime, warnings: list[str]
) -> Sequence[FoundClaim] | None:
    """Return the claims that an extractor finds, each held against the words it quotes; `None` where it failed.

    Args:
        extractor: The plug-in.
        message: What was said, through the gate.
        now: When it was said.
        warnings: Is told of a failure.
    """
    try:
        claims = checked_claims(extractor.extract(message, now=now), "extractor")
    except Exception as error:  # whatever a plug-in raises, what was said is kept
        warnings.append(f"The extractor raised {type(error).__name__}; rules read the message.")
        return None
    return [FoundClaim(claim) for claim in checked_against(claims, [message.content])]


def plugged_salience(salience: Salience | None, message: Message, warnings: list[str]) -> float | None:
    """Return how much a message matters, 0 to 1; `None` without a plug-in, or where it failed.

    Args:
        salience: The plug-in.
        message: What was said, through the gate.
        warnings: Is told of a failure.
    """
    if salience is None:
        return None
    try:
        score = float(salience.score(message))
    except Exception as error:  # whatever a plug-in raises, what was said is kept
        warnings.append(f"The salience raised {type(error).__name__}; the message has the usual one.")
        return None
    if 0.0 <= score <= 1.0:
        return score
    warnings.append(f"The salience gave {score}, which is not from 0 to 1; the message has the usual one.")
    return None
