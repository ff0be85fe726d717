"""Spaces get the label that their memories' changes give them."""

from __future__ import annotations

from collections.abc import Iterator

from doxa.clock import to_micros
from doxa.dream.drafts import Draft
from doxa.dream.planned import Planned
from doxa.dream.setting import Setting
from doxa.dream.space_profiles import KEPT_DRIFT, read_profiles
from doxa.dream_records import SpaceProfile
from doxa.graph.contract import View
from doxa.graph.nodes import space_node
from doxa.records import Json
from doxa.write.space_rules import OBSERVED


def spaces(planned: Planned, setting: Setting) -> Iterator[Draft]:
    """Propose to keep the profile of every space whose observed label is not the one that was kept last."""
    now = planned.now
    for profile in read_profiles(planned.view, setting.scope, now, window_days=setting.window_days):
        kept = kept_label(planned.view, profile, setting.scope.user)
        if kept == profile.observed:
            continue
        reason = f"{profile.observed}: churn {profile.scores['churn']:.2f}, stability {profile.scores['stability']:.2f}"
        yield Draft(
            "relabel_space",
            "spaces",
            (),
            reason if kept is None else f"{reason}; {kept} before",
            1.0,
            text=None,
            details={"space": profile.space, "profile": kept_profile(profile, now)},
        )


def kept_profile(profile: SpaceProfile, now: int) -> dict[str, Json]:
    """Return a profile as it is kept with its space: the label now and since when, and those before, newest first."""
    before: list[Json] = [[label, to_micros(since)] for label, since in profile.drift]
    drift: list[Json] = [[profile.observed, now], *before] if _changed(profile) else before
    return {
        "label": profile.observed,
        "scores": dict(profile.scores),
        "signals": dict(profile.signals),
        "window_days": profile.window_days,
        "drift": drift[:KEPT_DRIFT],
    }


def _changed(profile: SpaceProfile) -> bool:
    return not profile.drift or profile.drift[0][0] != profile.observed


def kept_label(view: View, profile: SpaceProfile, user: object) -> str | None:
    """Return the observed label that was kept last, `None` where none was."""
    for space in view.spaces(profile.space.rpartition("/")[0], limit=100_000).items:
        if space.path == profile.space and space.user == user:
            state = view.state([space_node(space.id)]).get(space_node(space.id), {})
            kept = state.get(OBSERVED)
            return str(kept.get("label")) if isinstance(kept, dict) else None
    return None
