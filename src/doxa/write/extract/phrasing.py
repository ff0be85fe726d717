"""Says a claim as a short sentence, in the language it was said in."""

from __future__ import annotations

from typing import Final

from doxa.write.extract.parties import USER

_ENGLISH: Final[dict[str, tuple[str, str, str]]] = {
    "name": ("profile", "{s} is called {v}", "{s} is not called {v}"),
    "nickname": ("profile", "{s} goes by {v}", "{s} does not go by {v}"),
    "age": ("profile", "{s} is {v} years old", "{s} is not {v} years old"),
    "birthday": ("profile", "{s}'s birthday is {v}", "{s}'s birthday is not {v}"),
    "home": ("profile", "{s} lives in {v}", "{s} does not live in {v}"),
    "hometown": ("profile", "{s} is from {v}", "{s} is not from {v}"),
    "nationality": ("profile", "{s} is {v}", "{s} is not {v}"),
    "employer": ("profile", "{s} works for {v}", "{s} does not work for {v}"),
    "work_location": ("profile", "{s} works in {v}", "{s} does not work in {v}"),
    "occupation": ("profile", "{s} works as {v}", "{s} does not work as {v}"),
    "school": ("profile", "{s} studies at {v}", "{s} does not study at {v}"),
    "major": ("profile", "{s} studies {v}", "{s} does not study {v}"),
    "degree": ("profile", "{s}'s education is {v}", "{s}'s education is not {v}"),
    "birth_year": ("profile", "{s} was born in {v}", "{s} was not born in {v}"),
    "birthplace": ("profile", "{s} was born in {v}", "{s} was not born in {v}"),
    "surname": ("profile", "{s}'s surname is {v}", "{s}'s surname is not {v}"),
    "gender": ("profile", "{s}'s gender is {v}", "{s}'s gender is not {v}"),
    "weight": ("profile", "{s} weighs {v}", "{s} does not weigh {v}"),
    "neighbourhood": ("profile", "{s} lives in {v}", "{s} does not live in {v}"),
    "height": ("profile", "{s} is {v} tall", "{s} is not {v} tall"),
    "phone": ("profile", "{s}'s phone number is {v}", "{s}'s phone number is not {v}"),
    "email": ("profile", "{s}'s email is {v}", "{s}'s email is not {v}"),
    "address": ("profile", "{s}'s address is {v}", "{s}'s address is not {v}"),
    "likes": ("preference", "{s} likes {v}", "{s} does not like {v}"),
    "prefers": ("preference", "{s} prefers {v}", "{s} does not prefer {v}"),
    "eats": ("preference", "{s} eats {v}", "{s} does not eat {v}"),
    "drinks": ("preference", "{s} drinks {v}", "{s} does not drink {v}"),
    "diet": ("preference", "{s} is {v}", "{s} is not {v}"),
    "allergic_to": ("fact", "{s} is allergic to {v}", "{s} is not allergic to {v}"),
    "intolerant_to": ("fact", "{s} is intolerant to {v}", "{s} is not intolerant to {v}"),
    "anniversary": ("profile", "{s}'s anniversary is {v}", "{s}'s anniversary is not {v}"),
    "car": ("profile", "{s} drives {v}", "{s} does not drive {v}"),
    "wake_time": ("profile", "{s} gets up at {v}", "{s} does not get up at {v}"),
    "medical_condition": ("fact", "{s} has {v}", "{s} does not have {v}"),
    "owns": ("fact", "{s} has {v}", "{s} does not have {v}"),
    "uses": ("fact", "{s} uses {v}", "{s} does not use {v}"),
    "has_pet": ("fact", "{s} has a pet: {v}", "{s} does not have the pet {v}"),
    "speaks": ("fact", "{s} speaks {v}", "{s} does not speak {v}"),
    "skill": ("fact", "{s} can {v}", "{s} cannot {v}"),
    "plays": ("fact", "{s} plays {v}", "{s} does not play {v}"),
    "learning": ("fact", "{s} is learning {v}", "{s} is not learning {v}"),
    "visited": ("event", "{s} went to {v}", "{s} did not go to {v}"),
    "attended": ("event", "{s} attended {v}", "{s} did not attend {v}"),
    "met": ("event", "{s} met {v}", "{s} did not meet {v}"),
    "did": ("event", "{s} {v}", "{s} did not: {v}"),
    "passed_by": ("event", "{s} passed by {v}", "{s} did not pass by {v}"),
    "member_of": ("fact", "{s} is a member of {v}", "{s} is not a member of {v}"),
    "habit": ("trait", "{s} regularly does: {v}", "{s} does not regularly: {v}"),
    "does": ("fact", "{s} does {v}", "{s} does not do {v}"),
    "works_on": ("fact", "{s} is working on {v}", "{s} is not working on {v}"),
    "reads": ("fact", "{s} is reading {v}", "{s} is not reading {v}"),
    "watches": ("fact", "{s} is watching {v}", "{s} is not watching {v}"),
    "trains_for": ("fact", "{s} is training for {v}", "{s} is not training for {v}"),
    "works_with": ("fact", "{s} works with {v}", "{s} does not work with {v}"),
    "smokes": ("profile", "{s} smokes", "{s} does not smoke"),
    "plans": ("intention", "{s} plans to {v}", "{s} does not plan to {v}"),
    "wants": ("intention", "{s} wants {v}", "{s} does not want {v}"),
    "goal": ("intention", "{s} is trying to {v}", "{s} is not trying to {v}"),
    "feels": ("event", "{s} feels {v}", "{s} does not feel {v}"),
    "marital_status": ("profile", "{s} is {v}", "{s} is not {v}"),
    "partner": ("fact", "{s}'s partner is {v}", "{s}'s partner is not {v}"),
    "contains": ("knowledge", "{s} contains {v}", "{s} does not contain {v}"),
    "part_of": ("knowledge", "{s} is part of {v}", "{s} is not part of {v}"),
    "depends_on": ("knowledge", "{s} depends on {v}", "{s} does not depend on {v}"),
    "date": ("fact", "{s} is on {v}", "{s} is not on {v}"),
    "located_in": ("knowledge", "{s} is in {v}", "{s} is not in {v}"),
    "venue": ("fact", "{s} is at {v}", "{s} is not at {v}"),
    "duration": ("fact", "{s} takes {v}", "{s} does not take {v}"),
    "size": ("fact", "{s} has the size {v}", "{s} does not have the size {v}"),
    "topic": ("fact", "{s} is about {v}", "{s} is not about {v}"),
}
"""Kind, and how an attribute is said and denied: `{s}` is the subject, `{v}` the value."""
_CHINESE: Final[dict[str, tuple[str, str]]] = {
    "name": ("{s}名叫{v}", "{s}不叫{v}"),
    "nickname": ("{s}的称呼是{v}", "{s}不叫{v}"),
    "age": ("{s}的年龄是{v}", "{s}的年龄不是{v}"),
    "birthday": ("{s}的生日是{v}", "{s}的生日不是{v}"),
    "home": ("{s}住在{v}", "{s}不住在{v}"),
    "hometown": ("{s}的家乡是{v}", "{s}的家乡不是{v}"),
    "nationality": ("{s}是{v}", "{s}不是{v}"),
    "employer": ("{s}在{v}工作", "{s}不在{v}工作"),
    "work_location": ("{s}在{v}上班", "{s}不在{v}上班"),
    "occupation": ("{s}的职业是{v}", "{s}的职业不是{v}"),
    "school": ("{s}就读于{v}", "{s}不在{v}就读"),
    "major": ("{s}的专业是{v}", "{s}的专业不是{v}"),
    "degree": ("{s}的学历是{v}", "{s}的学历不是{v}"),
    "birth_year": ("{s}出生于{v}", "{s}不是出生于{v}"),
    "birthplace": ("{s}出生在{v}", "{s}不是出生在{v}"),
    "surname": ("{s}姓{v}", "{s}不姓{v}"),
    "gender": ("{s}的性别是{v}", "{s}的性别不是{v}"),
    "weight": ("{s}的体重是{v}", "{s}的体重不是{v}"),
    "neighbourhood": ("{s}住的小区是{v}", "{s}住的小区不是{v}"),
    "height": ("{s}的身高是{v}", "{s}的身高不是{v}"),
    "phone": ("{s}的电话是{v}", "{s}的电话不是{v}"),
    "email": ("{s}的邮箱是{v}", "{s}的邮箱不是{v}"),
    "address": ("{s}的地址是{v}", "{s}的地址不是{v}"),
    "likes": ("{s}喜欢{v}", "{s}不喜欢{v}"),
    "prefers": ("{s}更喜欢{v}", "{s}不偏爱{v}"),
    "eats": ("{s}吃{v}", "{s}不吃{v}"),
    "drinks": ("{s}喝{v}", "{s}不喝{v}"),
    "diet": ("{s}吃{v}", "{s}不吃{v}"),
    "allergic_to": ("{s}对{v}过敏", "{s}对{v}不过敏"),
    "intolerant_to": ("{s}对{v}不耐受", "{s}对{v}没有不耐受"),
    "anniversary": ("{s}的纪念日是{v}", "{s}的纪念日不是{v}"),
    "car": ("{s}开{v}", "{s}不开{v}"),
    "wake_time": ("{s}{v}起床", "{s}不是{v}起床"),
    "medical_condition": ("{s}有{v}", "{s}没有{v}"),
    "owns": ("{s}有{v}", "{s}没有{v}"),
    "uses": ("{s}用{v}", "{s}不用{v}"),
    "has_pet": ("{s}养了{v}", "{s}没有养{v}"),
    "speaks": ("{s}会说{v}", "{s}不会说{v}"),
    "skill": ("{s}会{v}", "{s}不会{v}"),
    "plays": ("{s}玩{v}", "{s}不玩{v}"),
    "learning": ("{s}在学{v}", "{s}没在学{v}"),
    "visited": ("{s}去了{v}", "{s}没去{v}"),
    "attended": ("{s}参加了{v}", "{s}没参加{v}"),
    "met": ("{s}见了{v}", "{s}没见{v}"),
    "did": ("{s}{v}", "{s}没有{v}"),
    "passed_by": ("{s}路过了{v}", "{s}没有路过{v}"),
    "member_of": ("{s}加入了{v}", "{s}没有加入{v}"),
    "habit": ("{s}经常{v}", "{s}不常{v}"),
    "does": ("{s}在做{v}", "{s}没在做{v}"),
    "works_on": ("{s}在做{v}", "{s}没在做{v}"),
    "reads": ("{s}在读{v}", "{s}没在读{v}"),
    "watches": ("{s}在看{v}", "{s}没在看{v}"),
    "trains_for": ("{s}在备战{v}", "{s}没在备战{v}"),
    "works_with": ("{s}和{v}共事", "{s}不和{v}共事"),
    "smokes": ("{s}抽烟", "{s}不抽烟"),
    "plans": ("{s}打算{v}", "{s}不打算{v}"),
    "wants": ("{s}想{v}", "{s}不想{v}"),
    "goal": ("{s}努力{v}", "{s}没有努力{v}"),
    "feels": ("{s}感到{v}", "{s}不感到{v}"),
    "marital_status": ("{s}{v}", "{s}没有{v}"),
    "partner": ("{s}的伴侣是{v}", "{s}的伴侣不是{v}"),
    "contains": ("{s}含有{v}", "{s}不含{v}"),
    "part_of": ("{s}属于{v}", "{s}不属于{v}"),
    "depends_on": ("{s}依赖{v}", "{s}不依赖{v}"),
    "date": ("{s}的时间是{v}", "{s}的时间不是{v}"),
    "located_in": ("{s}在{v}", "{s}不在{v}"),
    "venue": ("{s}的地点是{v}", "{s}的地点不是{v}"),
    "duration": ("{s}的持续时间是{v}", "{s}的持续时间不是{v}"),
    "size": ("{s}的规模是{v}", "{s}的规模不是{v}"),
    "topic": ("{s}的内容是{v}", "{s}的内容不是{v}"),
}
FORMS: Final = tuple(_ENGLISH)
"""The attributes that have a form of their own."""
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
    if attribute in _ENGLISH and word is None:
        positive, negative = _CHINESE[attribute] if chinese else _ENGLISH[attribute][1:]
        return (positive if polarity else negative).format(s=shown, v=value)
    form = _PERSON[(2 if chinese else 0) + (0 if polarity else 1)]
    return form.format(s=shown, a=word or attribute.replace("_", " "), v=value)


def forms_of(attribute: str, *, polarity: bool) -> tuple[str, str]:
    """How an attribute is said, or denied, in English and in Chinese; `{s}` is the subject, `{v}` the value."""
    if attribute in _ENGLISH:
        place = 0 if polarity else 1
        return _ENGLISH[attribute][1 + place], _CHINESE[attribute][place]
    forms = _PERSON[0::2] if polarity else _PERSON[1::2]
    return forms[0].replace("{a}", attribute.replace("_", " ")), forms[1].replace("{a}", attribute)


def kind_of(attribute: str) -> str:
    """The item kind a claim with that attribute has (`fact` for attributes without a form)."""
    if attribute.startswith("favourite"):
        return "preference"
    return _ENGLISH[attribute][0] if attribute in _ENGLISH else "fact"
