"""What the rules find in marked turns, by attribute, and what the predecessors' extractors find in the same ones.

`PEERS=1` installs the predecessors into an environment of their own (`benchmarks/.peers`), by pip from the package
index; one that cannot be installed or fails is a row that says so. Kumiho and tdos-memory find nothing without a model.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from datetime import UTC
from pathlib import Path

from doxa.write.add import GATES
from doxa.write.extract import FoundClaim, extract_claims
from doxa.write.extract.replies import claims_in_reply
from recall_peers import interpreter, made_environment
from report import Report
from write_gold import FOLDER, LANGUAGES, Marked, Score, Slots, marked_turns
from write_peer import PEERS

PRECISION, RECALL = 0.95, 0.6
OFTEN = 8
"""Claims of an attribute, found or marked, from which it has a row of its own."""
PACKAGES = {"tiered-memory": "tiered-memory", "dual-mem lite": "dual-mem==0.1.0"}
WITHOUT_RULES = ("kumiho", "tdos-memory")


def measure(report: Report, data: Path | None, *, install: bool) -> None:
    """Add the rows of every language."""
    if data is None:
        report.skip("extraction", "DATA names no folder")
        return
    missing = _installed() if install else {}
    for language, name in LANGUAGES.items():
        if not (FOLDER / f"write_{language}.json").exists():
            report.skip(f"extraction, {name}", "nobody has marked turns")
            continue
        turns = marked_turns(language, data)
        _ours(report, name, turns)
        for peer in PEERS:
            why = missing.get(peer) or _theirs(report, f"{name}, {peer}", peer, turns)
            if why:
                report.skip(f"{name}, {peer}", why)
    for peer in WITHOUT_RULES:
        report.skip(f"extraction, {peer}", "finds nothing without a language model")


def found_in(turn: Marked) -> list[Slots]:
    """Return the claims that would be believed, and what is wished, which is remembered as such."""
    message = turn.message
    found: Sequence[FoundClaim] = extract_claims(
        message.content, speaker=None, role="user", now=turn.now, tz=UTC, addressee=turn.addressee
    )
    if not found:
        found = claims_in_reply(message.content, turn.before, speaker=None, now=turn.now, tz=UTC, name=message.name)
    kept = [each for each in found if GATES[each.mood] == "pass" or each.claim.attribute == "wants"]
    return [
        Slots(each.claim.subject or "", each.claim.attribute or "", each.claim.value or "", each.claim.polarity)
        for each in kept
        if each.mood not in ("question", "hypothetical", "quotation")
    ]


def _ours(report: Report, name: str, turns: Sequence[Marked]) -> None:
    score = Score()
    for turn in turns:
        score.add(turn, found_in(turn))
    note = f"{len(turns)} turns marked by an annotator who had not seen the rules"
    report.add(
        f"{name}, precision", score.precision, "share", at_least=PRECISION, note=f"{score.found} claims in {note}"
    )
    report.add(f"{name}, recall", score.recall, "share", at_least=RECALL, note=f"{score.core} core claims")
    for attribute, (right, found, reached, core) in sorted(score.by_attribute.items()):
        if found >= OFTEN:
            report.add(f"{name}, precision of {attribute}", right / found, "share", note=f"{found} found")
        if core >= OFTEN:
            report.add(f"{name}, recall of {attribute}", reached / core, "share", note=f"{core} core")


def _theirs(report: Report, name: str, peer: str, turns: Sequence[Marked]) -> str:
    """Add a library's rows, or return why there are none."""
    if not interpreter().exists():
        return "PEERS=1 installs it into an environment of its own and asks it"
    texts = json.dumps([each.message.content for each in turns])
    command = [str(interpreter()), str(Path(__file__).with_name("write_peer.py")), peer]
    done = subprocess.run(command, input=texts, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode:
        return f"failed: {(done.stderr.strip().splitlines() or ['no word of why'])[-1][:160]}"
    score = Score()
    for turn, rows in zip(turns, json.loads(done.stdout), strict=True):
        score.add(turn, [Slots(*row) for row in rows])
    report.add(f"{name}, precision", score.precision, "share", note=f"{score.found} claims")
    report.add(f"{name}, recall", score.recall, "share", note=f"{score.core} core claims")
    return ""


def _installed() -> dict[str, str]:
    """Install the libraries and return why some of them are missing."""
    missing: dict[str, str] = {}
    python = made_environment()
    for peer, package in PACKAGES.items():
        command = [str(python), "-m", "pip", "install", "--quiet", package]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            missing[peer] = f"not installed: {(done.stderr.strip().splitlines() or ['no word of why'])[-1][:160]}"
    return missing
