"""What nobody recalls and nothing makes sure any more is archived: out of sight, and restorable."""

from __future__ import annotations

from collections.abc import Iterator

from doxa.belief.confidence import ASSERT_FROM, DAY
from doxa.belief.kinds import kind_of
from doxa.belief.strength import FORGOTTEN_FROM
from doxa.dream.drafts import Draft
from doxa.dream.memories import Memo
from doxa.dream.planned import Planned
from doxa.dream.setting import Setting
from doxa.write.fading import faded_claims

MOST_SALIENCE = 0.5
"""What matters more than the default is not forgotten for want of use."""


def archive(planned: Planned, setting: Setting) -> Iterator[Draft]:
    """Propose to archive claims that are too unsure to be shown, and texts that are forgotten and unsure."""
    within = None if planned.new is None else sorted(planned.new)
    faded = set(faded_claims(planned.view, setting.scope, planned.now, within=within))
    for memo in planned.live():
        if not planned.concerns([memo]):
            continue
        if memo.revision in faded and memo.protected is None and not memo.contested:
            reason = f"too unsure to be shown: {memo.confidence:.2f}"
        elif is_forgotten(memo):
            reason = f"not recalled for {(planned.now - memo.used) // DAY} days, and {memo.confidence:.2f} sure"
        else:
            continue
        yield Draft("archive", "archive", (memo.revision,), reason, round(1 - memo.strength, 2))


def is_forgotten(memo: Memo) -> bool:
    """Whether a text is weak enough in strength and in confidence to be put away; raw turns never are."""
    claim_class = kind_of(memo.kind).class_for("inferred" if memo.inferred else "explicit")
    return (
        claim_class is not None
        and claim_class != "SHARED_NARRATIVE"
        and memo.opaque
        and memo.protected is None
        and not memo.contested
        and memo.strength <= FORGOTTEN_FROM
        and memo.salience <= MOST_SALIENCE
        and memo.confidence < ASSERT_FROM[claim_class]
    )
