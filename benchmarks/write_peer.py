"""Asks another library's extractor, with its own interpreter: `python write_peer.py NAME`. Imports nothing of doxa.

Texts come on standard input as a JSON array; what is found in each goes to standard output, as rows of subject,
attribute, value and whether it is stated. What the library calls a thing is said in doxa's words, nothing is left out.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator

Found = Iterator[tuple[str, str, str, bool]]


def tiered_memory() -> Callable[[str], Found]:
    """tiered-memory: nine patterns, English."""
    from memory_system.events import MemoryEvent
    from memory_system.extraction.rules_based import RuleBasedEntityExtractor

    extractor = RuleBasedEntityExtractor()
    names = {"ALLERGIC_TO": "allergic_to", "WORKS_AT": "employer", "LIVES_IN": "home", "CONTAINS": "contains"}

    def extract(text: str) -> Found:
        entities, relations = extractor.extract(MemoryEvent(content=text))
        labels = {each.id: each.label for each in entities}
        for each in relations:
            subject = "user" if each.source_id == "user" else labels.get(each.source_id, each.source_id)
            attribute = names.get(each.relation_type, "likes")
            value = labels.get(each.target_id, each.target_id)
            yield subject, attribute, value, each.relation_type != "DISLIKES"

    return extract


def dual_mem_lite() -> Callable[[str], Found]:
    """dual-mem 0.1.0, mode lite: patterns of likes, first-person deeds and time words, English and Chinese."""
    from dual_mem.agent.lightweight_extractor import LightweightExtractor

    extractor = LightweightExtractor()
    liking = re.compile(r"(?:User |用户)(loves|likes|enjoys|prefers|adores|最喜欢|最爱|喜欢|爱|偏好) ?(.+)", re.DOTALL)
    hating = re.compile(r"(?:User |用户)(hates|dislikes|不喜欢|讨厌) ?(.+)", re.DOTALL)

    def extract(text: str) -> Found:
        found = extractor.extract(text)
        for each in found["identity"]:
            liked, hated = liking.match(each["content"]), hating.match(each["content"])
            match = hated or liked
            if match is not None:
                yield "user", "likes", match[2], hated is None
        for each in found["facts"]:
            yield "user", "did", re.sub(r"^(?:User |用户)", "", each["content"]), True

    return extract


PEERS = {"tiered-memory": tiered_memory, "dual-mem lite": dual_mem_lite}


def main() -> None:
    """Read texts, write what is found in each."""
    extract = PEERS[sys.argv[1]]()
    json.dump([list(extract(text)) for text in json.load(sys.stdin)], sys.stdout)


if __name__ == "__main__":
    main()
