"""What a mode switches on: who finds claims, who summarises, whether offline passes run by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, cast

from doxa.config.settings import Config
from doxa.errors import InvalidInput
from doxa.records import Mode

Extraction = Literal["rules", "model", "off"]
Consolidation = Literal["extractive", "model"]
Dreaming = Literal["off", "background"]
Assessment = Literal["off", "background"]


@dataclass(frozen=True, slots=True)
class Switches:
    """What is on.

    Args:
        mode: The mode they were derived from.
        extraction: What finds claims in what is said.
        consolidation: What summarises a session.
        dreaming: Whether offline passes run by themselves.
        assessment: Whether running conversations are looked over by themselves.
        warnings: What of a mode cannot be had, and why.
    """

    mode: Mode
    extraction: Extraction
    consolidation: Consolidation
    dreaming: Dreaming
    assessment: Assessment = "off"
    warnings: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether anything asks a model while something is written or a session is closed."""
        return "model" in (self.extraction, self.consolidation)


_DERIVED: Final[dict[Mode, tuple[Extraction, Consolidation, Dreaming]]] = {
    "lite": ("rules", "extractive", "off"),
    "pro": ("model", "model", "off"),
    "ultra": ("model", "model", "background"),
}


def switches_of(config: Config, *, has_model: bool) -> Switches:
    """Return what is on: each switch as it is set, else as the mode says.

    A mode whose model is missing falls back to rules and says so in `warnings`; a switch that was set to `model` does
    not.

    Args:
        config: The settings.
        has_model: Whether there is a language model.

    Raises:
        InvalidInput: A switch is set to `model` and there is none.
    """
    mode = cast("Mode", config.mode or ("pro" if has_model else "lite"))
    for name in ("extraction", "consolidation"):
        if getattr(config, name) == "model" and not has_model:
            mend = "Set model, for example DOXA_MODEL=openai:gpt-5-mini, or give model=."
            raise InvalidInput(f"{name} is model, and there is no model.", mend=mend, field=name, value="model")
    extraction, consolidation, dreaming = _DERIVED[mode]
    warnings: tuple[str, ...] = ()
    if mode != "lite" and not has_model:
        extraction, consolidation = "rules", "extractive"
        warnings = (f"The mode is {mode}, and there is no model: rules read what is written. Set DOXA_MODEL.",)
    return Switches(
        mode=mode,
        extraction=cast("Extraction", config.extraction or extraction),
        consolidation=cast("Consolidation", config.consolidation or consolidation),
        dreaming=cast("Dreaming", config.dreaming or dreaming),
        assessment=_assessment(config, mode, has_model=has_model),
        warnings=warnings,
    )


def _assessment(config: Config, mode: Mode, *, has_model: bool) -> Assessment:
    if config.assessment == "background" and not has_model:
        mend = "Set model, for example DOXA_MODEL=openai:gpt-5-mini, or give model=."
        raise InvalidInput(
            "assessment is background, and there is no model.", mend=mend, field="assessment", value="background"
        )
    derived = "background" if mode == "ultra" and has_model else "off"
    return cast("Assessment", config.assessment or derived)
