"""Decisions out of a conversation: they belong to code memory, their quotes to whoever may read the conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

from doxa.code.drafts import Draft
from doxa.code.git import Repository, open_repository
from doxa.code.history import read_commits
from doxa.code.ingest import screen_draft
from doxa.code.mining import LONGEST_TITLE, MOST_ANCHORS, anchors_of, cut, question_of, symbols_in
from doxa.code.records import CodeAnchor, CodeAnswer, CodeDecision, CodeQuote, CodeReport, SkippedCommits
from doxa.code.storing import code_operation, draft_vectors, form_of, named, store_draft
from doxa.code.talk import Talked, decisions_in
from doxa.code.transcripts import Said, read_session, read_transcript
from doxa.errors import InvalidInput, NotFound
from doxa.graph.contract import View, Writer
from doxa.graph.nodes import Filter, Key, NewItem, NewRevision, RevisionId
from doxa.sessions.contract import Sessions
from doxa.write.context import WriteContext, WriteRequest, owner_of, refuse_anybody

EVIDENCE: Final = "code_evidence"
SEEN: Final = "code_session"
SPACE: Final = "code"


def mine_conversation(
    context: WriteContext,
    request: WriteRequest,
    sessions: Sessions | None,
    session: str,
    transcript: Path | None,
    path: Path | str,
) -> CodeReport:
    """Read decisions out of a conversation; see `Code.mine_session`."""
    refuse_anybody(request.scope)
    owner = owner_of(request.scope)
    if transcript is not None:
        messages = read_transcript(transcript)
    else:
        assert sessions is not None
        messages = read_session(sessions, session, owner)
    if not messages:
        mend = "Name its transcript."
        raise NotFound(f"Nothing was said in {session!r}.", mend=mend, field="session", value=session)
    repository = open_repository(path)
    if repository.empty:
        raise InvalidInput(f"{repository.name} has no commit.", mend="Commit something first.", field="repo")
    with context.graph.view(user=owner) as view:
        seen = messages_seen(view, session, owner)
    return mine_messages(context, request, repository, session, messages, start=seen, seen=len(messages))


def mine_messages(
    context: WriteContext,
    request: WriteRequest,
    repository: Repository,
    session: str,
    messages: Sequence[Said],
    *,
    start: int = 0,
    seen: int,
) -> CodeReport:
    """Read decisions out of messages.

    Args:
        context: The parts.
        request: The operation.
        repository: What they are about.
        session: The conversation.
        messages: What was said.
        start: The first that was not read before.
        seen: How many of the conversation are then read.
    """
    owner = owner_of(request.scope)
    found = decisions_in(messages, start=start)
    drafts = _drafts(context, repository, messages, found)
    kept = [(draft, quotes) for draft, quotes in drafts if draft is not None]
    vectors = draft_vectors(context, [draft for draft, _ in kept])
    with code_operation(context, request) as writer:
        refs, new, revised = [], 0, 0
        for (draft, quotes), vector in zip(kept, vectors, strict=True):
            stored_at, change = _decision(writer, repository.name, draft, vector)
            new, revised = new + (change == "new"), revised + (change == "revised")
            _evidence(
                writer, session, owner, stored_at, quotes, "DISCUSSED_IN" if change == "carried" else "DERIVED_FROM"
            )
            refs.append(writer.view.kref(stored_at))
        _note(writer, session, owner, seen)
        operation = str(writer.operation)
    lost = len(drafts) - len(kept)
    skipped = (SkippedCommits("personal data that must not be kept", lost),) if lost else ()
    return CodeReport(repository.name, 0, 0, new, revised, 0, skipped, (operation,), tuple(refs), ())


def with_conversations(view: View, code: View, answer: CodeAnswer) -> CodeAnswer:
    """Return an answer with the quotes of conversations that a caller may read.

    Args:
        view: Memory as the caller sees it.
        code: Code memory.
        answer: What was found.
    """
    told = [_with_quotes(view, each, code.item(each.ref).uid) for each in answer.decisions]
    return replace(answer, decisions=tuple(told))


def _with_quotes(view: View, decision: CodeDecision, uid: str) -> CodeDecision:
    form = f"decision:{uid}"
    found = view.mentions([form], limit=20).get(form, [])
    quotes: list[CodeQuote] = []
    conversation = None
    for node in view.revisions([revision for revision, _ in found]).values():
        conversation = str(node.metadata.get("session") or "") or conversation
        listed = node.metadata.get("quotes")
        for each in listed if isinstance(listed, list) else ():
            if isinstance(each, dict):
                quotes.append(CodeQuote(str(each["text"]), f"conversation {conversation}", str(each["kind"])))
    fresh = tuple(dict.fromkeys((*decision.quotes, *quotes)))
    return replace(decision, quotes=fresh, conversation=conversation) if quotes else decision


def _drafts(
    context: WriteContext, repository: Repository, messages: Sequence[Said], found: Sequence[Talked]
) -> list[tuple[Draft | None, tuple[CodeQuote, ...]]]:
    if not found:
        return []
    tracked = repository.ask("ls-tree", "-r", "--name-only", "-z", repository.head).split("\0")[:-1]
    passage = context.gate.opened()
    drafts: list[tuple[Draft | None, tuple[CodeQuote, ...]]] = []
    for each in found:
        quotes = tuple(CodeQuote(text, "conversation", kind) for text, kind in each.quotes)
        time = messages[each.at].time or context.clock.now()
        draft = screen_draft(passage, replace(_draft(repository, each, tracked, time), quotes=quotes))
        # the quotes stay with the conversation's owner
        drafts.append((None, ()) if draft is None else (replace(draft, quotes=()), draft.quotes))
    return drafts


def _draft(repository: Repository, talked: Talked, tracked: Sequence[str], time: datetime) -> Draft:
    sha = next((whole for each in talked.shas if (whole := _verified(repository, each))), "")
    commit = next(iter(read_commits(repository, [sha]))) if sha else None
    files = [file for name in talked.files if (file := _tracked(name, tracked)) is not None]
    anchors = [CodeAnchor(repository.name, sha, file, role="mentioned") for file in dict.fromkeys(files)]
    touched = () if commit is None else anchors_of(commit, repository.name)
    title = cut(talked.sentence.rstrip(".。!！"), LONGEST_TITLE)
    return Draft(
        title=title,
        decision=talked.sentence,
        rationale="",
        question=question_of(title),
        decided_at=time,
        author="",
        commit=sha,
        origin="session",
        confidence=talked.confidence,
        symbols=tuple(symbols_in(" ".join(text for text, _ in talked.quotes))[:24]),
        anchors=(*touched, *(each for each in anchors if each.file not in {one.file for one in touched}))[
            :MOST_ANCHORS
        ],
    )


def _verified(repository: Repository, name: str) -> str:
    return repository.resolve(name)  # empty where it only looked like a commit


def _tracked(name: str, tracked: Sequence[str]) -> str | None:
    """Return the tracked file that a name means: itself, or the only one that it is the end of."""
    plain = name.replace("\\", "/").removeprefix("./")
    if plain in tracked:
        return plain
    ends = [file for file in tracked if file.endswith(f"/{plain}") or plain.endswith(f"/{file}")]
    return ends[0] if len(ends) == 1 else None


def _decision(writer: Writer, repo: str, draft: Draft, vector: object) -> tuple[RevisionId, str]:
    """Return the decision that the talk was about: the one that its commit carries, else a new one."""
    if draft.commit:
        form = form_of("commit", repo, draft.commit)
        carried = named(writer.view, [form]).get(form, [])
        if carried:
            return writer.view.head(carried[0]), "carried"
    stored = store_draft(writer, repo, draft, vector)  # type: ignore[arg-type]
    return stored.revision, stored.change


def _evidence(
    writer: Writer, session: str, owner: str | None, decision: RevisionId, quotes: Sequence[CodeQuote], edge: str
) -> None:
    """Keep quotes with the conversation's owner. What is derived from them goes with them when they are erased."""
    uid = writer.view.item(writer.view.revision(decision).item).uid
    new = NewItem(kind=EVIDENCE, user=owner, space=SPACE, session=session, state={Key.TIER: "long_term"})
    evidence = writer.revision(
        writer.item(new),
        NewRevision(
            text="",  # the quotes are in no index, so that recall of the conversation is what it was
            metadata={"session": session, "quotes": [{"text": each.text, "kind": each.kind} for each in quotes]},
            mentions=((f"decision:{uid}", "mention"),),
        ),
    )
    writer.edge(decision, edge, evidence)


def messages_seen(view: View, session: str, owner: str | None) -> int:
    """Return how many messages of a conversation were read already."""
    rows = view.list_heads(Filter(kinds=(SEEN,), session=session, space=SPACE), limit=200).items
    nodes = view.revisions([row.revision for row in rows if row.user == owner])
    counts = [node.metadata.get("messages") for node in nodes.values()]
    return max((count for count in counts if isinstance(count, int)), default=0)


def _note(writer: Writer, session: str, owner: str | None, count: int) -> None:
    new = NewItem(kind=SEEN, user=owner, space=SPACE, session=session, state={Key.TIER: "long_term"})
    writer.revision(writer.item(new), NewRevision(text="", metadata={"messages": count}))
