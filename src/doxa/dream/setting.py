"""What every pass works with besides the state: whose memories, the limits, the model, the time left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from doxa.belief.attributes import AttributeRegistry
from doxa.dream.drafts import Draft
from doxa.dream.guardrails import Guardrails
from doxa.dream.journal import Journal
from doxa.llm.contract import Model
from doxa.records import Scope, Usage


@dataclass(slots=True)
class Findings:
    """What passes find besides proposals.

    Args:
        journal: What dreams remember from run to run, as it will be once the plan is applied.
        errors: What went wrong.
        refuted: Suggestions that a second look refuted.
        guarded: Proposals that a guardrail holds back.
        assessed: How many memories were judged.
        usage: What models cost.
        cut: Whether the pass that runs was told that time is out.
    """

    journal: Journal = field(default_factory=Journal)
    errors: list[str] = field(default_factory=list)
    refuted: list[Draft] = field(default_factory=list)
    guarded: list[Draft] = field(default_factory=list)
    assessed: int = 0
    usage: Usage = field(default_factory=Usage)
    cut: bool = False

    def spend(self, usage: Usage) -> None:
        """Add what a call of a model cost."""
        self.usage = Usage(
            self.usage.calls + usage.calls,
            self.usage.input_tokens + usage.input_tokens,
            self.usage.output_tokens + usage.output_tokens,
        )


@dataclass(frozen=True, slots=True)
class Setting:
    """What a dream is run with.

    Args:
        scope: Whose memories, under which labels.
        attributes: The registry of attributes.
        rules: The guardrails.
        model: A language model; `None` for none.
        policy: The deployment's own text on what matters; "" for none.
        expired: Says whether the time budget is spent.
        window_days: The days whose revisions count as recent in a space's profile.
        findings: Where passes leave what is no proposal.
        renew: Says that the dream is alive; called between passes and questions.
        progress: Is told which pass begins.
    """

    scope: Scope
    attributes: AttributeRegistry
    rules: Guardrails = field(default_factory=Guardrails)
    model: Model | None = None
    policy: str = ""
    expired: Callable[[], bool] = lambda: False
    window_days: int = 30
    findings: Findings = field(default_factory=Findings)
    renew: Callable[[], None] = lambda: None
    progress: Callable[[str, int, int], None] = lambda stage, done, of: None

    def out_of_time(self) -> bool:
        """Return whether the time budget is spent; a pass that is told so stops, and counts as not done."""
        self.findings.cut = self.findings.cut or self.expired()
        return self.findings.cut

    def fresh(self, journal: Journal) -> Setting:
        """Return the same with findings of its own, begun from what dreams remember."""
        return replace(self, findings=Findings(journal.copy()))
