"""Says a claim as a short sentence, in the language it was said in."""

from __future__ import annotations

from typing import Final, NamedTuple

from doxa.write.extract.parties import USER


class Phrasing(NamedTuple):
    """How an attribute is said: `{s}` is the subject, `{v}` the value."""

    kind: str
    en: str
    en_not: str
    zh: str
    zh_not: str


def _row(kind: str, en: str, en_not: str, zh: str, zh_not: str) -> Phrasing:
    return Phrasing(kind, en, en_not, zh, zh_not)


PHRASINGS: Final[dict[str, Phrasing]] = {
    "name": _row("profile", "{s} is called {v}", "{s} is not called {v}", "{s}名叫{v}", "{s}不叫{v}"),
    "nickname": _row("profile", "{s} goes by {v}", "{s} does not go by {v}", "{s}的称呼是{v}", "{s}不叫{v}"),
    "age": _row("profile", "{s} is {v} years old", "{s} is not {v} years old", "{s}的年龄是{v}", "{s}的年龄不是{v}"),
    "birthday": _row("profile", "{s}'s birthday is {v}", "{s}'s birthday is not {v}", "{s}的生日是{v}", "{s}的生日不是{v}"),
    "home": _row("profile", "{s} lives in {v}", "{s} does not live in {v}", "{s}住在{v}", "{s}不住在{v}"),
    "hometown": _row("profile", "{s} is from {v}", "{s} is not from {v}", "{s}的家乡是{v}", "{s}的家乡不是{v}"),
    "nationality": _row("profile", "{s} is {v}", "{s} is not {v}", "{s}是{v}", "{s}不是{v}"),
    "employer": _row("profile", "{s} works for {v}", "{s} does not work for {v}", "{s}在{v}工作", "{s}不在{v}工作"),
    "work_location": _row("profile", "{s} works in {v}", "{s} does not work in {v}", "{s}在{v}上班", "{s}不在{v}上班"),
    "occupation": _row("profile", "{s} works as {v}", "{s} does not work as {v}", "{s}的职业是{v}", "{s}的职业不是{v}"),
    "school": _row("profile", "{s} studies at {v}", "{s} does not study at {v}", "{s}就读于{v}", "{s}不在{v}就读"),
    "major": _row("profile", "{s} studies {v}", "{s} does not study {v}", "{s}的专业是{v}", "{s}的专业不是{v}"),
    "degree": _row("profile", "{s}'s education is {v}", "{s}'s education is not {v}", "{s}的学历是{v}", "{s}的学历不是{v}"),
    "birthplace": _row("profile", "{s} was born in {v}", "{s} was not born in {v}", "{s}出生在{v}", "{s}不是出生在{v}"),
    "surname": _row("profile", "{s}'s surname is {v}", "{s}'s surname is not {v}", "{s}姓{v}", "{s}不姓{v}"),
    "gender": _row("profile", "{s}'s gender is {v}", "{s}'s gender is not {v}", "{s}的性别是{v}", "{s}的性别不是{v}"),
    "weight": _row("profile", "{s} weighs {v}", "{s} does not weigh {v}", "{s}的体重是{v}", "{s}的体重不是{v}"),
    "neighbourhood": _row("profile", "{s} lives in {v}", "{s} does not live in {v}", "{s}住的小区是{v}", "{s}住的小区不是{v}"),
    "height": _row("profile", "{s} is {v} tall", "{s} is not {v} tall", "{s}的身高是{v}", "{s}的身高不是{v}"),
    "phone": _row("profile", "{s}'s phone number is {v}", "{s}'s phone number is not {v}", "{s}的电话是{v}", "{s}的电话不是{v}"),
    "email": _row("profile", "{s}'s email is {v}", "{s}'s email is not {v}", "{s}的邮箱是{v}", "{s}的邮箱不是{v}"),
    "address": _row("profile", "{s}'s address is {v}", "{s}'s address is not {v}", "{s}的地址是{v}", "{s}的地址不是{v}"),
    "likes": _row("preference", "{s} likes {v}", "{s} does not like {v}", "{s}喜欢{v}", "{s}不喜欢{v}"),
    "prefers": _row("preference", "{s} prefers {v}", "{s} does not prefer {v}", "{s}更喜欢{v}", "{s}不偏爱{v}"),
    "eats": _row("preference", "{s} eats {v}", "{s} does not eat {v}", "{s}吃{v}", "{s}不吃{v}"),
    "drinks": _row("preference", "{s} drinks {v}", "{s} does not drink {v}", "{s}喝{v}", "{s}不喝{v}"),
    "diet": _row("preference", "{s} is {v}", "{s} is not {v}", "{s}吃{v}", "{s}不吃{v}"),
    "allergic_to": _row("fact", "{s} is allergic to {v}", "{s} is not allergic to {v}", "{s}对{v}过敏", "{s}对{v}不过敏"),
    "medical_condition": _row("fact", "{s} has {v}", "{s} does not have {v}", "{s}有{v}", "{s}没有{v}"),
    "owns": _row("fact", "{s} has {v}", "{s} does not have {v}", "{s}有{v}", "{s}没有{v}"),
    "uses": _row("fact", "{s} uses {v}", "{s} does not use {v}", "{s}用{v}", "{s}不用{v}"),
    "has_pet": _row("fact", "{s} has a pet: {v}", "{s} does not have the pet {v}", "{s}养了{v}", "{s}没有养{v}"),
    "speaks": _row("fact", "{s} speaks {v}", "{s} does not speak {v}", "{s}会说{v}", "{s}不会说{v}"),
    "skill": _row("fact", "{s} can {v}", "{s} cannot {v}", "{s}会{v}", "{s}不会{v}"),
    "plays": _row("fact", "{s} plays {v}", "{s} does not play {v}", "{s}玩{v}", "{s}不玩{v}"),
    "learning": _row("fact", "{s} is learning {v}", "{s} is not learning {v}", "{s}在学{v}", "{s}没在学{v}"),
    "visited": _row("event", "{s} went to {v}", "{s} did not go to {v}", "{s}去了{v}", "{s}没去{v}"),
    "attended": _row("event", "{s} attended {v}", "{s} did not attend {v}", "{s}参加了{v}", "{s}没参加{v}"),
    "met": _row("event", "{s} met {v}", "{s} did not meet {v}", "{s}见了{v}", "{s}没见{v}"),
    "did": _row("event", "{s} {v}", "{s} did not: {v}", "{s}{v}", "{s}没有{v}"),
    "passed_by": _row("event", "{s} passed by {v}", "{s} did not pass by {v}", "{s}路过了{v}", "{s}没有路过{v}"),
    "member_of": _row("fact", "{s} is a member of {v}", "{s} is not a member of {v}", "{s}加入了{v}", "{s}没有加入{v}"),
    "habit": _row("trait", "{s} regularly does: {v}", "{s} does not regularly: {v}", "{s}经常{v}", "{s}不常{v}"),
    "does": _row("fact", "{s} does {v}", "{s} does not do {v}", "{s}在做{v}", "{s}没在做{v}"),
    "works_on": _row("fact", "{s} is working on {v}", "{s} is not working on {v}", "{s}在做{v}", "{s}没在做{v}"),
    "reads": _row("fact", "{s} is reading {v}", "{s} is not reading {v}", "{s}在读{v}", "{s}没在读{v}"),
    "watches": _row("fact", "{s} is watching {v}", "{s} is not watching {v}", "{s}在看{v}", "{s}没在看{v}"),
    "trains_for": _row("fact", "{s} is training for {v}", "{s} is not training for {v}", "{s}在备战{v}", "{s}没在备战{v}"),
    "works_with": _row("fact", "{s} works with {v}", "{s} does not work with {v}", "{s}和{v}共事", "{s}不和{v}共事"),
    "smokes": _row("profile", "{s} smokes", "{s} does not smoke", "{s}抽烟", "{s}不抽烟"),
    "plans": _row("intention", "{s} plans to {v}", "{s} does not plan to {v}", "{s}打算{v}", "{s}不打算{v}"),
    "wants": _row("intention", "{s} wants {v}", "{s} does not want {v}", "{s}想{v}", "{s}不想{v}"),
    "marital_status": _row("profile", "{s} is {v}", "{s} is not {v}", "{s}{v}", "{s}没有{v}"),
    "partner": _row("fact", "{s}'s partner is {v}", "{s}'s partner is not {v}", "{s}的伴侣是{v}", "{s}的伴侣不是{v}"),
    "contains": _row("knowledge", "{s} contains {v}", "{s} does not contain {v}", "{s}含有{v}", "{s}不含{v}"),
    "part_of": _row("knowledge", "{s} is part of {v}", "{s} is not part of {v}", "{s}属于{v}", "{s}不属于{v}"),
    "depends_on": _row("knowledge", "{s} depends on {v}", "{s} does not depend on {v}", "{s}依赖{v}", "{s}不依赖{v}"),
    "date": _row("fact", "{s} is on {v}", "{s} is not on {v}", "{s}的时间是{v}", "{s}的时间不是{v}"),
    "venue": _row("fact", "{s} is at {v}", "{s} is not at {v}", "{s}的地点是{v}", "{s}的地点不是{v}"),
    "duration": _row("fact", "{s} takes {v}", "{s} does not take {v}", "{s}的持续时间是{v}", "{s}的持续时间不是{v}"),
    "size": _row("fact", "{s} has the size {v}", "{s} does not have the size {v}", "{s}的规模是{v}", "{s}的规模不是{v}"),
    "topic": _row("fact", "{s} is about {v}", "{s} is not about {v}", "{s}的内容是{v}", "{s}的内容不是{v}"),
}  # fmt: skip
_PERSON: Final = ("{s}'s {a} is {v}", "{s}'s {a} is not {v}", "{s}的{a}是{v}", "{s}的{a}不是{v}")


def sentence_of(
    subject: str, attribute: str, value: str, *, polarity: bool, chinese: bool, word: str | None = None
) -> str:
    """The claim as a sentence.

    Args:
        subject: The subject's name.
        attribute: Attribute name.
        value: The value as said.
        polarity: False for a denial.
        chinese: Whether to say it in Chinese, else in English.
        word: The attribute in the speaker's words, where it has no form of its own.

    Returns:
        A sentence without a final mark, in the third person.
    """
    shown = "用户" if chinese and subject == USER else subject
    phrasing = PHRASINGS.get(attribute)
    if phrasing is None or word is not None:
        form = _PERSON[(2 if chinese else 0) + (0 if polarity else 1)]
        return form.format(s=shown, a=word or attribute.replace("_", " "), v=value)
    positive, negative = (phrasing.zh, phrasing.zh_not) if chinese else (phrasing.en, phrasing.en_not)
    return (positive if polarity else negative).format(s=shown, v=value)


def kind_of(attribute: str) -> str:
    """The item kind a claim with that attribute has (`fact` for attributes without a form)."""
    if attribute.startswith("favourite"):
        return "preference"
    phrasing = PHRASINGS.get(attribute)
    return phrasing.kind if phrasing else "fact"
