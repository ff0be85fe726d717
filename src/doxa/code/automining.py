"""Decisions about the code out of a session when it is consolidated."""

from __future__ import annotations

from collections.abc import Sequence

from doxa.code.git import open_repository
from doxa.code.sessions import messages_seen, mine_messages
from doxa.code.storing import is_on
from doxa.code.transcripts import LONGEST, Said
from doxa.errors import DoxaError, InvalidInput
from doxa.graph.owners import CODE_MEMORY
from doxa.write.consolidate.conversation import Line
from doxa.write.context import WriteContext, WriteRequest, owner_of


def mine_lines(context: WriteContext, request: WriteRequest, lines: Sequence[Line], *, on: bool) -> Sequence[str]:
    """Read decisions out of what was said in a session, and return what the caller should know.

    Args:
        context: The parts.
        request: Whose session, and the operation to write.
        lines: What was said in it that no consolidation read before.
        on: Whether decision memory is on by setting; else it is where something was ingested.
    """
    session = request.scope.session
    if session is None:
        return ()
    with context.graph.view(user=CODE_MEMORY) as view:
        if not (on or is_on(view)):
            return ()
    try:
        repository = open_repository(".")
    except InvalidInput:  # doxa does not run in a repository, so the talk was of none
        return ()
    if repository.empty:
        return ()
    owner = owner_of(request.scope)
    messages = [Said(line.role, line.text[:LONGEST], line.time) for line in lines]
    try:
        with context.graph.view(user=owner) as view:
            seen = messages_seen(view, session, owner) + len(messages)
        mine_messages(context, request, repository, session, messages, seen=seen)
    except DoxaError as error:  # the session is consolidated; what it says of the code can be read again by hand
        return (f"Decisions about the code were not read: {error}",)
    return ()
