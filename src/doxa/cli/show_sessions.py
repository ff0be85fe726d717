"""Working memory as lines for a person: sessions, their messages, what became of a message."""

from __future__ import annotations

from collections.abc import Iterator

from doxa.cli.blocks import Block, Span, dim, dotted, line, short
from doxa.cli.show import NOTE, blocks_of, outcome_blocks
from doxa.session_records import Ingested
from doxa.sessions.contract import Session, SessionMessage


@blocks_of.register
def _(reply: Session) -> Iterator[Block]:
    closed = f"closed {reply.closed_at:%Y-%m-%d %H:%M}" if reply.closed_at else "open"
    yield line(Span(reply.name, "bold"), dim(f"  {closed}"))
    used = f"last used {reply.used_at:%Y-%m-%d %H:%M}"
    kept = ", ".join(f"{key} {value}" for key, value in reply.metadata.items())
    yield line(dim(dotted(f"{reply.messages} messages", used, kept)), indent=2)


@blocks_of.register
def _(reply: SessionMessage) -> Iterator[Block]:
    message = reply.message
    time = f"{message.time:%Y-%m-%d %H:%M}" if message.time else ""
    yield line(dim(f"{reply.number:4}  "), Span(f"{message.name or message.role}: ", "bold"), short(message.content))
    named = ", ".join(each.name for each in message.attachments)
    yield line(dim(dotted(time, named)), indent=6)


@blocks_of.register
def _(reply: Ingested) -> Iterator[Block]:
    yield from outcome_blocks(reply.outcome)
    yield line(dim(dotted(f"session {reply.session}", f"{reply.messages} messages wait")))
    if reply.consolidate:
        yield line(Span(f"due to be consolidated: {'; '.join(reply.why)}", NOTE))
    yield from blocks_of(reply.recall)
