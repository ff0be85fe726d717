"""What one reader sees of a state, now or as of a past operation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from doxa.belief.confidence import DEFAULT_POLICY
from doxa.records import ANY, User
from tests.conformance.model.walks import Walks


class ModelView(Walks):
    """A `View` by naive scans: `Sight`, `Nodes`, `Assertions`, `Lookups`, `Log`, `Walks`."""

    curve = None
    decay = DEFAULT_POLICY

    def count_live(self, kinds: Sequence[str], *, owner: User) -> int:
        everybody = ModelView(self.state_, self.at, ANY, self.project)
        items = {row.item for row in everybody.seen_revisions()}
        heads = [everybody._head_row(everybody.state_.revisions[everybody.head(item)]) for item in items]
        rows = [(row, self.state_.items[row.item].owner) for row in heads]
        return sum(row.status == "live" and row.kind in kinds and owner in (ANY, user) for row, user in rows)

    def owners(self) -> list[str | None]:
        made = {row.owner for row in self.state_.spaces.values() if row.op <= self.at and self.sees_owner(row.owner)}
        return [None, *(user for user in self.state_.owners if user is not None and user in made)]

    def count_kinds(self) -> Mapping[str, int]:
        counts = self.counts()
        return {name.removeprefix("kind:"): count for name, count in counts.items() if name.startswith("kind:")}

    def counts(self) -> Mapping[str, int]:
        revisions = self.seen_revisions()
        heads = [self._head_row(self.state_.revisions[self.head(item)]) for item in {row.item for row in revisions}]
        users = [row.owner for row in self.state_.spaces.values() if row.op <= self.at and self.sees_owner(row.owner)]
        return {
            **Counter(f"kind:{row.kind}" for row in heads if row.status == "live"),
            **Counter(f"status:{row.status}" for row in heads),
            "revisions": len(revisions),
            "edges": len(self.edges([row.id for row in revisions])),
            "operations": len(self.operations(limit=100_000).items),
            "vectors": sum(row.new.vector is not None for row in revisions),
            "users": len({*users} - {None}),
        }
