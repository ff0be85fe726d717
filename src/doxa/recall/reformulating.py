"""Asks the application for other wordings of a question; one that fails leaves the question alone and says so."""

from __future__ import annotations

from doxa.plugins import Reformulation


def reformulated(reformulation: Reformulation, question: str, warnings: list[str]) -> list[str]:
    """Return other wordings of a question, each once, without the question itself.

    Args:
        reformulation: The plug-in.
        question: As it was asked.
        warnings: Told what went wrong.
    """
    try:
        given = reformulation(question)
        if isinstance(given, str):
            raise TypeError("it gave one text; give a list of texts")
        texts = list(given)
    except Exception as error:  # whatever a plug-in raises, the answer must come
        warnings.append(f"The reformulation raised {type(error).__name__}: {error}; only the question was asked.")
        return []
    wrong = [each for each in texts if not isinstance(each, str)]
    if wrong:
        warnings.append(f"The reformulation gave {wrong[0]!r}, which is no text; only the question was asked.")
        return []
    return [each for each in dict.fromkeys(map(str.strip, texts)) if each and each != question.strip()]
