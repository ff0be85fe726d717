"""What a failed call of a model means: whether to try again, later or never. No message repeats what was sent."""

from __future__ import annotations

from typing import Literal

from doxa.errors import ModelFailure
from doxa.records import Usage
from doxa.text.patterns import lazy_pattern

Failing = Literal["passing", "blocked", "lasting", "unknown"]

_PASSING_STATUS = frozenset({408, 409, 425, 429})
_BLOCKED_STATUS = frozenset({401, 402, 403, 404, 407})


_PASSING_WORDS = lazy_pattern(
    r"(?i)rate.?limit|too many requests|overloaded|unavailable|time[ds]?.?out|temporar|try again|retry|throttl"
    r"|connection (?:reset|refused|aborted|closed)|database is locked|\bbusy\b"
)
_BLOCKED_WORDS = lazy_pattern(r"(?i)api.?key|unauthori[sz]ed|forbidden|permission denied|credential|quota|billing")
_LASTING_WORDS = lazy_pattern(
    r"(?i)content.?(?:policy|filter)|\bsafety\b|invalid|unsupported|not supported|malformed|context.?length|too long"
)


def failing_of_status(status: int) -> Failing:
    """Return what an HTTP status means: 408, 409, 425, 429, 5xx pass; a key or address is mended; other 4xx last."""
    if status in _PASSING_STATUS or status >= 500:
        return "passing"
    return "blocked" if status in _BLOCKED_STATUS else "lasting"


def failing_of(error: BaseException) -> Failing:
    """Return what an exception of anybody's code means, such as that of an application's own model.

    Its HTTP status says most, then whether it is of the network, then whether it is about a value, then its words.
    """
    holders = (error, getattr(error, "response", None))
    for status in (getattr(each, name, None) for each in holders for name in ("status_code", "status", "code")):
        if isinstance(status, int) and not isinstance(status, bool) and 400 <= status < 600:
            return failing_of_status(status)
    if isinstance(error, TimeoutError | ConnectionError | OSError):
        return "passing"
    if isinstance(error, ValueError | TypeError):
        return "lasting"
    said = str(error)[:1_000]
    if _PASSING_WORDS.search(said):
        return "passing"
    if _BLOCKED_WORDS.search(said):
        return "blocked"
    return "lasting" if _LASTING_WORDS.search(said) else "unknown"


def model_failure(error: BaseException, model: str, usage: Usage) -> ModelFailure:
    """Return the failure that an exception of a model's library stands for.

    Bodies of replies are left out of the message, since servers repeat prompts and keys in them.

    Args:
        error: What was raised.
        model: The model's id.
        usage: What was spent.
    """
    from pydantic_ai import exceptions

    if isinstance(error, exceptions.ModelAPIError):
        return _of_api(error, model, usage)
    if isinstance(error, exceptions.OutputTokenLimitExceeded):
        return _failure(model, "broke off at its limit of tokens", "lasting", usage)
    if isinstance(error, exceptions.ContentFilterError):
        return _failure(model, "refused: its content filter", "lasting", usage)
    if isinstance(error, exceptions.UnexpectedModelBehavior):
        return _failure(model, "did not answer in the shape it was asked for", "lasting", usage)
    if isinstance(error, exceptions.UsageLimitExceeded):
        return _failure(model, "called tools without end", "lasting", usage)
    if isinstance(error, exceptions.UserError):
        return _failure(model, "cannot be asked: a setting or its key is missing", "blocked", usage)
    if isinstance(error, TimeoutError | ConnectionError | OSError):
        return _failure(model, f"could not be reached ({type(error).__name__})", "passing", usage)
    return _failure(model, f"failed ({type(error).__name__})", failing_of(error), usage)


def _of_api(error: object, model: str, usage: Usage) -> ModelFailure:
    from pydantic_ai import exceptions

    assert isinstance(error, exceptions.ModelAPIError)
    wait = error.retry_after
    if isinstance(error, exceptions.ModelQuotaExceededError):
        return _failure(model, "refused: the account's quota is used up", "blocked", usage, wait)
    if isinstance(error, exceptions.ModelContextWindowExceededError):
        return _failure(model, "refused: the text is longer than it can read", "lasting", usage, wait)
    if isinstance(error, exceptions.ModelAuthenticationError):
        return _failure(model, "refused the key", "blocked", usage, wait)
    if isinstance(error, exceptions.ModelRequestTimeout | exceptions.ModelTimeoutError):
        return _failure(model, "took too long", "passing", usage, wait)
    if isinstance(error, exceptions.ModelHTTPError):
        said = f"answered with HTTP {error.status_code}"
        return _failure(model, said, failing_of_status(error.status_code), usage, wait)
    if isinstance(error, exceptions.ModelConnectionError):
        return _failure(model, "could not be reached, or the connection broke", "passing", usage, wait)
    return _failure(model, f"failed ({type(error).__name__})", "unknown", usage, wait)


_MENDS: dict[Failing, str] = {
    "passing": "It is tried again.",
    "blocked": "Look at model, model_key and model_url.",
    "lasting": "Another model may do better.",
    "unknown": "",
}


def _failure(model: str, what: str, failing: Failing, usage: Usage, wait: float | None = None) -> ModelFailure:
    mend = _MENDS[failing]
    return ModelFailure(f"{model} {what}.", mend=mend, field="model", failing=failing, retry_after=wait, usage=usage)
