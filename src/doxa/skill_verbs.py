"""`memory.skills`: skills as versioned memory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from doxa.arguments import checks_arguments
from doxa.core import UNSET, UserArgument
from doxa.moments import Moment, Snapshots
from doxa.records import Belief, Evidence, Page, Receipt, Ref

if TYPE_CHECKING:
    from doxa.skills.report import Skill, SkillReport


@checks_arguments
class Skills(Snapshots):
    """Skills: `SKILL.md` files and their reference documents, with versions, found by recall (`kinds=["skill"]`).

    Every text is scanned before an agent can read it. One with hidden characters, words that turn an agent against its
    user, encoded or remote commands, or credentials is quarantined: no read returns it until `release`. Credentials
    themselves are never stored.
    """

    def ingest(
        self,
        path: Path | str,
        *,
        section: str | None = None,
        evidence: Evidence | None = None,
        dry_run: bool = False,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> SkillReport:
        """Read a skill, a folder of skills, or Markdown documents into memory.

        Each section under a `##` header is a memory of its own, unless `<!-- inline -->` marks it. What did not change
        since the last time is left alone; what did is a new version; a section that is gone is archived. A text that
        is quarantined does not take the place of the version before it.

        Args:
            path: A `SKILL.md`, its folder, a folder of such folders, or a Markdown file. Links are not followed.
            section: Only this section, by its slug.
            evidence: Who vouches for it; `official` only ever comes from here.
            dry_run: Only say what would happen.
            reason: Why, kept with the operation.
            user: Whose skills; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Where they are written; `skills` where none is given.
            contexts: Labels under which they apply; see `Reader`.

        Returns:
            What became of each file and section. A file that cannot be used is `skipped`, with the cause.

        Raises:
            NotFound: There is no such path, or no skill in it.
        """
        from doxa.skills.ingest import ingest_skills

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("skills_ingest", scope, None, None, reason, (str(path), section))
        return ingest_skills(
            self._core.writing(), request, Path(path), section=section, evidence=evidence, dry_run=dry_run
        )

    def list(
        self,
        *,
        quarantined: bool = False,
        limit: int = 100,
        cursor: str | None = None,
        as_of: Moment = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Page[Belief]:
        """List skills, newest first; their description, tags and sections are in the metadata.

        Args:
            quarantined: Instead those skills, sections and documents that wait to be looked at.
            limit: How many at most, 1 to 1,000.
            cursor: Continues after an earlier page.
            as_of: What was there by then.
            user: Whose; see `Reader`.
            agent: Label; see `Reader`.
            session: Label; see `Reader`.
            space: Path; see `Reader`.
            contexts: Labels; see `Reader`.
        """
        from doxa.recall.listing import list_beliefs
        from doxa.skills.preparing import ROLE

        scope = self._core.scoped(user, agent, session, space, contexts)
        with self._view(scope, as_of) as view:
            return list_beliefs(
                view,
                scope,
                now=self._moment(view, as_of),
                kinds=("skill", "document") if quarantined else ("skill",),
                where=None if quarantined else {ROLE: "skill"},
                include=("quarantined",) if quarantined else ("live",),
                limit=limit,
                cursor=cursor,
                valid_at=None,
            )

    def get(
        self,
        name: str,
        *,
        as_of: Moment = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Skill:
        """Return a skill whole: the text of its `SKILL.md`, and refs of its sections and documents.

        Args:
            name: The skill's name.
            as_of: As it was by then.
            user: Whose; see `Reader`.
            agent: Not used.
            session: Not used.
            space: Where it lies; `skills` where none is given.
            contexts: Not used.

        Raises:
            NotFound: There is no such skill in the scope, or it is quarantined.
        """
        from doxa.skills.serving import read_skill

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("skills_get", scope, None, None, None, name)
        with self._view(scope, as_of) as view:
            return read_skill(view, request, name)

    def export(
        self,
        name: str,
        target: Path | str,
        *,
        as_of: Moment = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Path:
        """Write a skill back as `SKILL.md`; what was not changed in memory is as it was read, to the byte.

        Args:
            name: The skill's name.
            target: A file, or a folder in which `SKILL.md` is written.
            as_of: As it was by then.
            user: Whose; see `Reader`.
            agent: Not used.
            session: Not used.
            space: Where it lies; `skills` where none is given.
            contexts: Not used.

        Returns:
            The file.

        Raises:
            NotFound: There is no such skill in the scope, or it is quarantined.
            InvalidInput: The file cannot be written.
        """
        from doxa.skills.serving import export_skill

        skill = self.get(
            name, as_of=as_of, user=user, agent=agent, session=session, space=space, contexts=tuple(contexts)
        )
        return export_skill(skill, Path(target))

    def release(
        self,
        ref: Ref,
        *,
        request_id: str | None = None,
        reason: str | None = None,
        user: UserArgument = UNSET,
        agent: str | None = None,
        session: str | None = None,
        space: str | None = None,
        contexts: Sequence[str] = (),
    ) -> Receipt:
        """Let agents see a skill, section or document that was quarantined, once someone has looked at it.

        Args:
            ref: Which. Where a quarantined version waits behind an older one, it takes its place.
            request_id: A repeat of the same call with it gives the first receipt.
            reason: Why, kept with the operation.
            user: Whose; see `Reader`.
            agent: Label of the actor.
            session: Not used.
            space: Not used.
            contexts: Not used.

        Raises:
            NotFound: There is no such memory in the scope.
        """
        from doxa.skills.serving import release_skill

        scope = self._core.scoped(user, agent, session, space, contexts)
        request = self._core.request("skills_release", scope, request_id, None, reason, ref)
        return release_skill(self._core.writing(), request, ref)
