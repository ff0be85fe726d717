"""Names, addresses and birth dates by Presidio's recognisers, with the extra `presidio`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from doxa.errors import MissingExtra
from doxa.privacy.spans import Span
from doxa.text.language import guess_language
from doxa.text.patterns import lazy_pattern

MODELS: Mapping[str, str] = {"en": "en_core_web_sm", "zh": "zh_core_web_sm"}
"""The spaCy model of each language; those that are not installed are left out."""

_KINDS = {"PERSON": "person", "LOCATION": "address", "GPE": "address", "ADDRESS": "address", "DATE_TIME": "birth_date"}
_BIRTH = lazy_pattern(r"\bborn\b|\bbirth\w*|\bdob\b|\bd\.o\.b|生日|出生|生于", 2)
_REACH = 40


class PresidioNames:
    """Finds what Presidio takes for a person, a place or, near a word of birth, a date.

    Args:
        models: The spaCy model of each language; nothing is ever downloaded.
        score: The least score of Presidio's that counts, 0 to 1; .5 is what its own documentation starts from.

    Raises:
        MissingExtra: Presidio or every model is missing; the message says what to install.
    """

    def __init__(self, models: Mapping[str, str] = MODELS, score: float = 0.5) -> None:
        installed = {language: model for language, model in models.items() if find_spec(model) is not None}
        if find_spec("presidio_analyzer") is None or not installed:
            raise MissingExtra(
                "Names, addresses and birth dates need presidio-analyzer and a spaCy model, and one is missing.",
                mend="Run: pip install 'doxa[presidio]' && python -m spacy download en_core_web_sm",
                field="privacy_kinds",
            )
        self._languages = tuple(installed)
        self._score = score
        self._engine = _engine(installed)

    def find(self, text: str) -> Iterator[Span]:
        """Yield names, addresses and birth dates, those of higher score first."""
        guessed = guess_language(text)
        language = guessed if guessed in self._languages else self._languages[0]
        results = self._engine.analyze(text=text, language=language, entities=[*_KINDS], score_threshold=self._score)
        for result in sorted(results, key=lambda each: (-each.score, each.start)):
            kind = _KINDS[result.entity_type]
            if kind != "birth_date" or _BIRTH.search(text, max(0, result.start - _REACH), result.start):
                yield Span(result.start, result.end, kind)


def _engine(models: Mapping[str, str]) -> Any:
    analyzer: Any = import_module("presidio_analyzer")
    providers: Any = import_module("presidio_analyzer.nlp_engine")
    configuration = {
        "nlp_engine_name": "spacy",
        "models": [{"lang_code": language, "model_name": model} for language, model in models.items()],
    }
    engine = providers.NlpEngineProvider(nlp_configuration=configuration).create_engine()
    return analyzer.AnalyzerEngine(nlp_engine=engine, supported_languages=[*models])
