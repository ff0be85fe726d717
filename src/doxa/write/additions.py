"""The checks of what `add` was given beside its texts, before anything is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doxa.arguments import checked_number
from doxa.belief.authorship import checked_author
from doxa.belief.evidence import checked_grade
from doxa.clock import aware
from doxa.errors import InvalidInput
from doxa.graph.inputs import checked_label, encode_object
from doxa.graph.kref import checked_kind, checked_tag
from doxa.write.attachments import check_attachments
from doxa.write.claims import checked_claims
from doxa.write.messages import checked_text
from doxa.write.periods import checked_period

if TYPE_CHECKING:
    from doxa.write.add import Addition


def check_addition(addition: Addition) -> None:
    """Check every field but the content.

    Raises:
        InvalidInput: One cannot be used; the message names it.
    """
    for name, share in (("confidence", addition.confidence), ("salience", addition.salience)):
        if share is not None:
            checked_number(share, name, least=0, most=1)
    if addition.evidence is not None:
        checked_grade(addition.evidence)
    if addition.author is not None:
        checked_author(addition.author)
    if addition.source is not None:
        checked_label(addition.source, "source")
    if addition.kind is not None:
        checked_kind(addition.kind)
    if addition.valid is not None:
        checked_period(addition.valid, "valid")
    if addition.expires is not None:
        aware(addition.expires, "expires")
    for tag in addition.tags:
        checked_tag(tag)
    checked_claims(addition.claims)
    encode_object(addition.metadata, "metadata")
    check_attachments(addition.attachments, "attachments")
    _check_names(addition)


def _check_names(addition: Addition) -> None:
    if addition.canonical_name is not None:
        checked_label(addition.canonical_name, "canonical_name")
    for number, alias in enumerate(addition.aliases):
        checked_text(alias, f"aliases[{number}]")
    if (addition.canonical_name is not None or addition.aliases) and addition.kind in (None, "turn"):
        mend = "Give the kind of belief that the text is."
        raise InvalidInput("A name is of one belief, and no kind is given.", mend=mend, field="canonical_name")
