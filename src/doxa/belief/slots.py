"""Where a claim belongs: its slot, the group of claims that can bear on it, and the item it is a revision of."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from doxa.belief.attributes import Attribute, AttributeRegistry
from doxa.belief.counts import total_of
from doxa.errors import InvalidInput
from doxa.records import Claim
from doxa.text.forms import text_form, value_form
from doxa.text.measures import height_form, weight_form

YES: Final = "yes"
_YES: Final = frozenset({"yes", "true", "y", "是", "是的", "有", "对"})
_NO: Final = frozenset({"no", "false", "n", "否", "不", "不是", "没有", "无"})


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a claim belongs and what it says there, in normal forms.

    Args:
        owner: Whose memory it is in, as the caller names owners.
        contexts: The labels under which it applies, sorted; another set is another slot.
        subject: Whom or what it is about; `None` for a text without a slot.
        attribute: The attribute's registered name; `None` for a text without a slot.
        value: The value in its normal form, or the normal form of the whole text.
        polarity: False for a denial.
        single: Whether the attribute holds one value at a time.
    """

    owner: str
    contexts: tuple[str, ...]
    subject: str | None
    attribute: str | None
    value: str
    polarity: bool = True
    single: bool = False

    @property
    def opaque(self) -> bool:
        """Whether it is a text without a slot: equal or different, never contradictory by itself."""
        return self.attribute is None

    @property
    def group_key(self) -> str:
        """The canonical name of all the claims that can bear on this one; the store hashes it."""
        if self.opaque:
            return _key("text", self.owner, self.contexts, self.value)
        if self.single:
            return _key("one", self.owner, self.contexts, self.subject, self.attribute)
        return _key("many", self.owner, self.contexts, self.subject, self.attribute, self.value)

    @property
    def item_key(self) -> str:
        """The canonical name of the item: the attribute for a positive single value, else the value as well."""
        if self.opaque:
            return _key("text", self.owner, self.contexts, self.value)
        if self.single and self.polarity:
            return _key("item", self.owner, self.contexts, self.subject, self.attribute)
        return _key("item", self.owner, self.contexts, self.subject, self.attribute, self.value)

    def entails(self, other: Slot) -> bool:
        """Say whether the claim here cannot be true without `other` being true, if at the same time.

        Berlin entails Berlin and, where an attribute is single-valued, not Paris.
        """
        if self.group_key != other.group_key:
            return False
        if self.value == other.value:
            return self.polarity == other.polarity
        return self.single and self.polarity and not other.polarity


def slot_of(claim: Claim, registry: AttributeRegistry, *, owner: str = "", contexts: Iterable[str] = ()) -> Slot:
    """Return the slot of a claim.

    A claim with subject, attribute and value has one; any other is a text of its own. Names of denials (`dislikes`)
    and values of yes-or-no attributes become polarity.

    Args:
        claim: What is claimed.
        registry: The attributes that are known.
        owner: Whose memory it goes to: the slab, the user or "" for shared.
        contexts: The labels under which the claim applies.

    Raises:
        InvalidInput: The claim says nothing: neither slot nor text has a normal form.
    """
    labels = tuple(sorted(set(contexts)))
    if not (claim.subject and claim.attribute and claim.value):
        return Slot(owner, labels, None, None, _said(text_form(claim.text), claim.text))
    attribute, denied = registry.resolve(claim.attribute)
    value, says_yes = _value(claim.value, attribute)
    subject = _said(value_form(claim.subject), claim.subject)
    total = total_of(attribute.name, value, claim.text if claim.quote is None else claim.quote.text)
    if total is not None and says_yes:
        return Slot(owner, labels, subject, *total, claim.polarity != denied, True)
    return Slot(
        owner,
        labels,
        subject,
        attribute.name,
        _said(value, claim.value),
        claim.polarity != (denied != (not says_yes)),
        attribute.single and not attribute.boolean,
    )


def renamed(slot: Slot, *, subject: str | None = None, registry: AttributeRegistry | None = None) -> Slot:
    """Return the slot after a merge of entities or a change of the registry.

    Args:
        slot: As it was.
        subject: The subject's new normal form; `None` keeps it.
        registry: The attributes as they are known now; `None` keeps the attribute.
    """
    if slot.opaque:
        return slot
    changed = slot if subject is None else replace(slot, subject=subject)
    if registry is None or slot.attribute is None:
        return changed
    attribute, denied = registry.resolve(slot.attribute)
    return replace(
        changed,
        attribute=attribute.name,
        polarity=slot.polarity != denied,
        single=attribute.single and not attribute.boolean,
    )


def _value(value: str, attribute: Attribute) -> tuple[str, bool]:
    form = _form(value, attribute.name)
    plain = value.strip().lower()
    if plain in _YES or form in _YES:
        return YES, True
    if plain in _NO or form in _NO:
        return YES, False
    return form, True


def _form(value: str, attribute: str) -> str:
    if attribute == "height":
        # 5'11" loses its inches in the normal form of any value
        told = height_form(value)
        return told if told != value else height_form(value_form(value))
    return weight_form(value_form(value)) if attribute == "weight" else value_form(value)


def _said(form: str, original: str) -> str:
    if not form:
        raise InvalidInput(
            f"{original!r} says nothing that can be believed.",
            mend="Give words, a number or a sign with a meaning.",
            field="value",
            value=original,
        )
    return form


def _key(*parts: object) -> str:
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
