"""Asks for something to be forgotten by its name: "please forget my phone number", "把我的手机号忘了吧"."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

from doxa.records import Claim, Message, Quote
from doxa.write.extract.found import FoundClaim, Held
from doxa.write.extract.parties import USER
from doxa.write.extract.phrasing import kind_of, sentence_of

_ATTRIBUTES: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("phone number", "number", "phone", "mobile number", "cell number"), ("phone",)),
    **dict.fromkeys(("email", "email address", "e-mail", "e-mail address", "mail address"), ("email",)),
    **dict.fromkeys(("address", "home address", "home", "city"), ("home", "address")),
    **dict.fromkeys(("hometown", "home town", "家乡", "老家"), ("hometown",)),
    **dict.fromkeys(("birthday", "date of birth", "birth date"), ("birthday", "birth_year")),
    **dict.fromkeys(("age", "weight", "height", "name", "nickname"), ()),
    **dict.fromkeys(("job", "employer", "company"), ("employer", "occupation")),
    **dict.fromkeys(("boyfriend", "girlfriend", "partner", "husband", "wife"), ("partner",)),
    **dict.fromkeys(("手机号", "手机号码", "电话", "电话号码", "号码"), ("phone",)),
    **dict.fromkeys(("邮箱", "邮件地址", "电子邮箱", "邮箱地址"), ("email",)),
    **dict.fromkeys(("地址", "住址", "家庭住址"), ("home", "address")),
    **dict.fromkeys(("生日", "出生日期"), ("birthday", "birth_year")),
    **dict.fromkeys(("工作", "单位", "公司"), ("employer", "occupation")),
    "年龄": ("age",),
    "名字": ("name",),
    "身高": ("height",),
    "体重": ("weight",),
}
_NOUNS: Final = "|".join(sorted(map(re.escape, _ATTRIBUTES), key=len, reverse=True))
_ENGLISH: Final = re.compile(
    r"^(?:(?:ok|okay|actually|sorry|hey|oh|and)[,.! ]+)*(?:(?:can|could|would|will) you )?(?:please |now )*"
    r"(?:forget|delete|erase|remove) (?:about )?my (?:old )?"
    rf"(?P<what>{_NOUNS})(?:,? (?:please|again|now|thanks|from (?:your )?memory))*[.!?… ]*$",
    re.IGNORECASE | re.ASCII,  # else "bırthday" fits, which is no key
)
_CHINESE: Final = re.compile(
    r"^(?:好|那|请|麻烦|你|帮我|[，, ])*(?:"
    rf"把我的?(?P<what>{_NOUNS})(?:给)?(?:忘了|忘掉|忘记|删了|删掉|删除)|(?:忘掉|删除|删掉|别记|不要记)我的?(?P<named>{_NOUNS}))"
    r"(?:吧|好吗|好不好|谢谢|，|,)*[。！!？?… ]*$"
)
_EVER: Final = datetime(1, 1, 2, tzinfo=UTC)


def forgotten(message: Message, held: Held, *, speaker: str | None) -> list[FoundClaim]:
    """Return what is believed of what a message asks to forget by its name, each claim marked as taken back.

    Args:
        message: The message.
        held: Says what is believed now.
        speaker: The speaker's name; `None` for the user.
    """
    text = message.content.strip()
    match = _ENGLISH.match(text) or _CHINESE.match(text) if 4 < len(text) <= 80 else None
    if match is None:
        return []
    what = (match["what"] or match.groupdict().get("named") or "").lower()
    attributes = _ATTRIBUTES[what] or (what,)
    subject = speaker or USER
    start = message.content.find(text)
    quote = Quote(text, "", start, start + len(text))
    chinese = not text.isascii()
    return [
        FoundClaim(
            Claim(
                text=sentence_of(subject, attribute, value, polarity=True, chinese=chinese),
                subject=subject,
                attribute=attribute,
                value=value,
                kind=kind_of(attribute),
                quote=quote,
            ),
            unsaid_since=_EVER,
        )
        for attribute, value, *_ in held(subject, attributes, "")
    ]
