"""The task of looking a running conversation over: asked for after a response, done in the background."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from doxa.errors import ModelFailure, NotFound
from doxa.graph.contract import View
from doxa.graph.nodes import Filter
from doxa.graph.tasks import SESSION, Task
from doxa.llm.tallies import tally_usage
from doxa.records import Claim, Message, Outcome, Quote, Receipt, Scope, Usage
from doxa.sessions import Session
from doxa.sessions.contract import Sessions
from doxa.text.tokens import query_tokens
from doxa.write.add import vectors_of
from doxa.write.assessing.reply import INSTRUCTIONS, Assessment
from doxa.write.assessing.rules import not_worth_asking
from doxa.write.context import WriteContext, WriteRequest, operation
from doxa.write.model_reading.quotes import Quotable
from doxa.write.receipts import Result, receipt_of
from doxa.write.settle import Asserted, settle

ASSESS: Final = "assess"
"""The kind of the task."""
LOOKED: Final = "assessed"
"""The key in a session's metadata: how many of its messages were looked over."""
WHY: Final = "assessment"
"""The key in a session's metadata: what the last look came to."""
_KNOWN: Final = 5
_DAY: Final = "assess:"


def ask_for_assessment(context: WriteContext, session: str, owner: str | None) -> None:
    """Let a session be looked over in the background, unless that is asked for already."""
    body = {SESSION: session}
    waiting = context.graph.tasks(user=owner, states=("pending", "failed"), limit=1000).items
    if any(task.kind == ASSESS and task.body == body for task in waiting):
        return
    context.graph.enqueue(ASSESS, body, user=owner)
    if context.wake is not None:
        context.wake()


def assess(context: WriteContext, task: Task) -> Receipt | None:
    """Look a session over: keep one thing of it, or say in its metadata why not.

    Raises:
        ModelFailure: The model could not be asked; nothing was kept.
    """
    name = str(task.body.get(SESSION, ""))
    sessions = context.sessions() if context.sessions is not None else None
    session = _session(sessions, name, task.user)
    if sessions is None or session is None:
        context.graph.drop_task(task.id, user=task.user)
        return None
    rules = context.assessment
    start = max(0, session.messages - rules.window)
    messages = [each.message for each in sessions.read(name, limit=rules.window, offset=start, user=task.user)]
    why = _too_early(context, session, task.user) or not_worth_asking(messages, rules)
    if why is not None:
        return _skip(context, task, sessions, session, why)
    return _asked(context, task, sessions, session, messages)


def _session(sessions: Sessions | None, name: str, owner: str | None) -> Session | None:
    try:
        return None if sessions is None else sessions.get(name, user=owner)
    except NotFound:
        return None


def _too_early(context: WriteContext, session: Session, owner: str | None) -> str | None:
    rules = context.assessment
    looked = session.metadata.get(LOOKED)
    new = session.messages - (looked if isinstance(looked, int) else 0)
    if new < rules.min_messages:
        return "too few messages since the last look"
    if context.graph.tallies(_today(context), user=owner).get("", 0) >= rules.budget:
        return f"the day's budget of {rules.budget} questions is spent"
    return None


def _today(context: WriteContext) -> str:
    return f"{_DAY}{context.clock.now():%Y-%m-%d}"


def _asked(
    context: WriteContext, task: Task, sessions: Sessions, session: Session, messages: Sequence[Message]
) -> Receipt:
    if context.model is None:
        raise ModelFailure("There is no model.", mend="Set DOXA_MODEL.", field="model", failing="blocked")
    context.graph.tally({_today(context): 1}, user=task.user)
    with context.graph.view(user=task.user) as view:
        known = _known(context, view, messages)
    told = [f"[{number}] {each.name or each.role}: {each.content[:2000]}" for number, each in enumerate(messages, 1)]
    shown = "\n".join([*told, "", "Known memories:", *(f"- {text}" for text in known)])
    answer, usage = context.model.ask(INSTRUCTIONS, shown, Assessment, light=True)
    if not answer.store:
        return _skip(context, task, sessions, session, "the model saw nothing to keep", usage)
    claim = _claim(answer, messages)
    if isinstance(claim, str):
        return _skip(context, task, sessions, session, claim, usage)
    return _keep(context, task, sessions, session, claim, messages[answer.turn - 1], usage)


def _known(context: WriteContext, view: View, messages: Sequence[Message]) -> list[str]:
    """Return what is believed of the matter."""
    said = " ".join(each.content for each in messages[-3:])[-300:]
    hits = view.search_text(query_tokens(said), limit=4 * _KNOWN, filter=Filter())
    nodes = view.revisions([hit.revision for hit in hits])
    kinds = view.items_by_id([node.item for node in nodes.values()])
    return [node.text for node in nodes.values() if kinds[node.item].kind != "turn"][:_KNOWN]


def _claim(answer: Assessment, messages: Sequence[Message]) -> Claim | str:
    """Return the claim of an answer, or why it cannot be kept."""
    if not 1 <= answer.turn <= len(messages) or not answer.content.strip():
        return "the model named no turn"
    content = messages[answer.turn - 1].content
    place = Quotable(content).place_of(answer.quote)
    if place is None:
        return "the words the model quotes are not in the turn"
    quote = Quote(content[place.start : place.end], "", place.start, place.end)
    origin = "explicit" if place.verbatim else "inferred"
    return Claim(answer.content.strip(), kind=answer.kind, quote=quote, origin=origin)  # type: ignore[arg-type]


def _keep(
    context: WriteContext,
    task: Task,
    sessions: Sessions,
    session: Session,
    claim: Claim,
    message: Message,
    usage: Usage,
) -> Receipt:
    passage = context.gate.opened()
    if passage.flags(claim.text, "content"):
        return _skip(context, task, sessions, session, "it looks like an instruction", usage)
    claim, screened = passage.claim(claim, "content")
    if screened.rejected is not None:
        return _skip(context, task, sessions, session, screened.rejected, usage)
    vectors = vectors_of(context, [claim.text])
    space = session.metadata.get("space")
    asserted = Asserted(
        claim=claim,
        owner=task.user,
        said_at=message.time or context.clock.now(),
        source=message.name or task.user or message.role,
        session=session.name,
        space=space if isinstance(space, str) else "",
        tags=("auto-memorized",),
        vector=None if vectors is None else vectors[0],
    )
    request = WriteRequest(ASSESS, Scope(user=task.user, session=session.name))
    with operation(context, request) as writer:
        writer.finish(task)
        settled = settle(writer, context, asserted, 0)
        tally_usage(writer.tally, ASSESS, usage, task.user)
        result = Result(settled.verdict, settled.reason, settled.revision, settled.replaced)
        receipt = receipt_of(writer, request, [result], passage.warnings)
    _note(sessions, session, task.user, "kept")
    return replace(receipt, usage=usage)


def _skip(
    context: WriteContext, task: Task, sessions: Sessions, session: Session, why: str, usage: Usage | None = None
) -> Receipt:
    spent = usage or Usage()
    context.graph.drop_task(task.id, user=task.user)
    tally_usage(context.graph.tally, ASSESS, spent, task.user)
    early = why.startswith("too few messages")
    if not early:
        _note(sessions, session, task.user, why)
    return Receipt("0", (Outcome(None, "nothing_to_do", why),), usage=spent)


def _note(sessions: Sessions, session: Session, owner: str | None, why: str) -> None:
    """Keep with the session how far it was looked over, and what that came to."""
    sessions.describe(session.name, {LOOKED: session.messages, WHY: why}, user=owner)
