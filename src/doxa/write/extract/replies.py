"""Reads a short reply against what it replies to: "No, Lisbon.", "Yes.", "不是，是里斯本。", or a bare answer.

What was asked or said before is put into the speaker's own mouth as a statement, with the reply's value in its place,
and read by the same rules as anything that is told. So a reply claims nothing that the rules could not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Final

from doxa.records import Message, Quote
from doxa.text.forms import value_form
from doxa.text.sentences import split_sentences
from doxa.write.extract.claims import extract_claims
from doxa.write.extract.found import FoundClaim
from doxa.write.extract.parties import USER
from doxa.write.extract.phrasing import sentence_of

LONGEST_REPLY: Final = 80
"""Characters from which a message is no mere reply."""

_VALUE: Final = r"(?P<v>[^\s,.!?;:，。！？；：][^,.!?;:，。！？；：]{0,39}?)"
_NO: Final = re.compile(
    rf"^(?:(?:oh|um|uh|well|sorry),? )?(?:no+|nope|nah|actually|not quite|wrong|that['’]?s wrong|sorry)\b[,.!:—– -]*"
    r"(?:(?:sorry|actually|i meant?|i said|it['’]?s|it is|it was|that['’]?s|that is|make (?:it|that)|rather|in|at|from)"
    rf"\b[, ]*)*{_VALUE}[.!]*$",
    re.IGNORECASE,
)
_NO_ZH: Final = re.compile(
    r"^(?:哦|啊|呃)?(?:不是的?|不对|不|错了|说错了|记错了|搞错了)[，,。！!、 ]+(?:应该|我)?"
    rf"(?:是|在|叫|住在|说的是)?{_VALUE}[。！!]?$"
)
_BARE_NO: Final = re.compile(r"^(?:no+|nope|nah|not at all|不是的?|不|没有|没)[.!。！]*$", re.IGNORECASE)
_YES: Final = re.compile(
    r"^(?:yes|yeah|yep|yup|right|correct|exactly|that['’]?s (?:right|correct)|indeed|是的?|对的?|没错|正确|嗯嗯?)"
    r"[.!。！]*$",
    re.IGNORECASE,
)
_BARE: Final = re.compile(rf"^(?:(?:it['’]?s|i['’]?m|my|in|at|from|a|an|the) )*{_VALUE}[.!。！]?$", re.IGNORECASE)
_TAG: Final = re.compile(
    r"[,，]? ?(?:right|correct|yes|no|isn['’]t it|don['’]t you|aren['’]t you|didn['’]t you"
    r"|对吧|是吧|是吗|对吗|没错吧|吧|吗)?[?？.。!！]*$",
    re.IGNORECASE,
)
_DO: Final = re.compile(r"^(?:and |so |but )?(?P<aux>do|did|have|are|were|can) you (?P<rest>.+)$", re.IGNORECASE)
_IS_YOUR: Final = re.compile(r"^(?:and |so |but )?(?P<aux>is|are|was|were) your (?P<rest>.+)$", re.IGNORECASE)
_STATED: Final = re.compile(r"^(?:so |and |ah,? |oh,? |okay,? |ok,? )*(?:you|your)\b", re.IGNORECASE)
_ASKED: Final = (
    (
        re.compile(r"^where (?:do|did) you (?P<verb>live|come|stay|study|work)(?P<rest>\b.*)$", re.I),
        "I {verb} {at} {v}",
    ),
    (re.compile(r"^where are you from\b.*$", re.I), "I am from {v}"),
    (re.compile(r"^where are you (?:living|based|located)\b.*$", re.I), "I live in {v}"),
    (re.compile(r"^how old are you\b.*$", re.I), "I am {v} years old"),
    (re.compile(r"^how tall are you\b.*$", re.I), "I am {v} tall"),
    (re.compile(r"^what do you do(?: for (?:a living|work))?$", re.I), "I work as a {v}"),
    (re.compile(r"^(?:what|who|when|which)(?:['’]s| is| was| are) your (?P<noun>.+)$", re.I), "My {noun} is {v}"),
    (re.compile(r"^what (?:are you|should i) call(?:ed| you)$", re.I), "My name is {v}"),
    (re.compile(r"^who do you work for$", re.I), "I work for {v}"),
)
_ANY: Final = (
    (re.compile(r"^(?:and |so )?(?:do you have|have you got|any) .*\ballerg(?:y|ies)$", re.I), "I am allergic to {v}"),
    (re.compile(r"^(?:and |so )?are you allergic to (?:any|some)\w*\b.*$", re.I), "I am allergic to {v}"),
    (re.compile(r"^(?:and |so )?do you speak any (?:other |foreign )?languages?$", re.I), "I speak {v}"),
    (re.compile(r"^(?:and |so )?do you have any (?:pets?|animals?)$", re.I), "I have a {v}"),
    (
        re.compile(r"^(?:那|所以)?[你您](?:有没有|有)(?:什么|任何)?(?:东西)?过敏(?:史|的|的东西|的食物)?$"),
        "我对{v}过敏",
    ),
    (re.compile(r"^(?:那|所以)?[你您](?:会不会)?对(?:什么|任何)(?:东西|食物|药|药物)?过敏$"), "我对{v}过敏"),
)
"""Questions whether there is any of something, with what a named one says; without "?" and 吗."""
_CLAUSE: Final = re.compile(
    r"\b(?:i|i['’]m|we|he|she|they|let|can|could|will|would|question|point|good|great|nice|interesting|hi|hello|hey|hm+"
    r"|yes|was|were|is|are|have|had)\b|[我他她是了]|问题",
    re.IGNORECASE,
)
"""Words of no thing that somebody has."""
_AFFIRMED: Final = re.compile(
    r"^(?:yes|yeah|yep|yup|i do|i am|sure|有的?|是的?|对的?|嗯)(?=[,.!，。！ ])[,.!，。！ ]*"
    r"(?:i(?:['’]m| am) )?(?:allergic )?(?:to |对)?",
    re.IGNORECASE,
)
_IDLE: Final = frozenset(
    """thanks thank not never none nothing nowhere idea wait mind sure maybe guess please sorry why what how who when
    where you it that this don't ask stop later ok okay fine really anywhere somewhere everywhere anything something
    same both neither either all idk dunno secret private telling depends""".split()
)
"""Words that stand in no value: a reply that has one gives none."""
_IDLE_ZH: Final = re.compile(r"谢|算了|没事|不知道|随便|再说|等等|不用|不要|不想|不告诉|什么|为什么|你|好的|行|秘密|都")
_PLACES: Final = {"live": "in", "come": "from", "stay": "in", "study": "at", "work": "at"}
_ASKED_ZH: Final = re.compile(r"哪里|哪儿|什么地方|哪个城市|哪个国家|哪座城市|什么名字|什么|谁|几岁|多大|多高|多少|几")
_ZH: Final = re.compile(r"[\u4e00-\u9fff]")


def may_reply(content: str) -> bool:
    """Return whether a message may be a mere reply, so that what was said before is worth a look."""
    return 0 < len(content.strip()) <= LONGEST_REPLY and "\n" not in content.strip()


def claims_in_reply(
    content: str,
    before: Sequence[Message],
    *,
    speaker: str | None,
    now: datetime,
    tz: tzinfo,
    name: str | None = None,
) -> list[FoundClaim]:
    """Return what a reply claims: nothing where it is none, or where what it replies to cannot be read.

    A reply of "no" with a value takes back what the speaker said last, or what the other one supposed; "yes" affirms
    what was asked, "no" alone denies it, and a bare value answers a question that asks for one.

    Args:
        content: The message.
        before: What was said just before it, the latest last; only the two latest are looked at.
        speaker: The speaker's name; `None` for the user.
        now: When it was said, aware.
        tz: The speaker's zone.
        name: What the messages call the speaker; `None` = as `speaker`.
    """
    text = content.strip()
    if not may_reply(text) or not before:
        return []
    read = _Reading(text, content.find(text), speaker, now, tz)
    for message in reversed(before[-2:]):
        found = (
            read.own(message) if message.role == "user" and message.name == (name or speaker) else read.other(message)
        )
        if found:
            return found
    return []


class _Reading:
    """One reply, read against one earlier message after another."""

    def __init__(self, text: str, start: int, speaker: str | None, now: datetime, tz: tzinfo) -> None:
        self._text, self._start, self._speaker, self._now, self._tz = text, start, speaker, now, tz
        self._no = _valued(_NO_ZH.match(text) or _NO.match(text))

    def own(self, message: Message) -> list[FoundClaim]:
        """Take back what the speaker said last."""
        if self._no is None:
            return []
        said = [each for each in self._read(message.content) if each.claim.value]
        value = self._no["v"]
        if not said or not _alike(said[-1].claim.value or "", value):
            return []
        old = said[-1].claim
        text = old.text.replace(old.value or "", value)
        return [self._as_said(FoundClaim(replace(old, text=text, value=value, correction=True)))]

    def other(self, message: Message) -> list[FoundClaim]:
        """Answer what somebody else asked or supposed last."""
        for sentence in reversed([each.text for each in split_sentences(message.content)][-2:]):
            found = self._answer(sentence)
            if found:
                return found
        return []

    def _answer(self, sentence: str) -> list[FoundClaim]:
        plain = _TAG.sub("", sentence).strip()
        whether_any = self._of_any(plain)
        if whether_any is not None:
            return whether_any
        supposed = _as_statement(plain, sentence)
        if supposed is not None:
            return self._of_supposition(supposed)
        bare = _valued(_BARE.match(self._text))
        if bare is None or self._no is not None or _YES.match(self._text) or _BARE_NO.match(self._text):
            return []
        return self._holding(list(_with_value(plain, bare["v"])), bare["v"])

    def _of_any(self, question: str) -> list[FoundClaim] | None:
        """Read "Yes, penicillin." after "Are you allergic to anything?"; `None` after any other question."""
        form = next((form for pattern, form in _ANY if pattern.match(question)), None)
        if form is None:
            return None
        if _YES.match(self._text) or _BARE_NO.match(self._text):
            return []
        named = _valued(_BARE.match(_AFFIRMED.sub("", self._text)))
        if named is None or self._no is not None or _CLAUSE.search(named["v"]):
            return []
        told = value_form(named["v"])
        read = self._read(form.format(v=named["v"]))
        return [self._as_said(each) for each in read if each.claim.value and value_form(each.claim.value) in told]

    def _of_supposition(self, statement: str) -> list[FoundClaim]:
        said = self._read(statement)
        if _YES.match(self._text):
            return [self._as_said(each) for each in said]
        if _BARE_NO.match(self._text):
            denied = [each for each in said if each.claim.value]
            return [self._as_said(_denied(each)) for each in denied]
        if self._no is None:
            return []
        value = self._no["v"]
        return self._holding([statement.replace(each.claim.value or "\0", value) for each in said], value)

    def _holding(self, statements: Sequence[str], value: str) -> list[FoundClaim]:
        """Read statements and keep the first's claims that hold the value."""
        form = value_form(value)
        for statement in statements:
            kept = [each for each in self._read(statement) if each.claim.value and form in value_form(each.claim.value)]
            if kept:
                return [self._as_said(each) for each in kept]
        return []

    def _read(self, text: str) -> list[FoundClaim]:
        found = extract_claims(text, speaker=self._speaker, role="user", now=self._now, tz=self._tz)
        return [each for each in found if each.mood == "asserted"]

    def _as_said(self, found: FoundClaim) -> FoundClaim:
        """The words it rests on are those of the reply."""
        quote = Quote(self._text, "", self._start, self._start + len(self._text))
        return replace(found, claim=replace(found.claim, quote=quote))


def _valued(reply: re.Match[str] | None) -> re.Match[str] | None:
    """Leave out a reply whose words are no value."""
    if reply is None:
        return None
    value = reply["v"]
    idle = _IDLE_ZH.search(value) if _ZH.search(value) else _IDLE.intersection(re.findall(r"[\w']+", value.lower()))
    return None if idle else reply


def _as_statement(plain: str, sentence: str) -> str | None:
    """Return a yes-or-no question, or what is supposed of the other one, as they would state it of themselves."""
    if _ZH.search(plain):
        asks = sentence.rstrip().endswith(("吗？", "吗?", "吧？", "吧?", "吗", "吧", "？", "?"))
        if (
            _ASKED_ZH.search(plain)
            or not re.match(r"^(?:那|所以|原来)?(?:您|你)", plain)
            or (not asks and "你" not in plain)
        ):
            return None
        return re.sub(r"您|你", "我", re.sub(r"^(?:那|所以|原来)", "", plain))
    asked = _DO.match(plain)
    if asked:
        aux = asked["aux"].lower()
        verb = {"do": "", "did": "did ", "have": "have ", "are": "am ", "were": "was ", "can": "can "}[aux]
        return _turned(f"I {verb}{asked['rest']}")
    asked = _IS_YOUR.match(plain)
    if asked:
        return _turned(f"My {_copula_moved(asked['rest'], asked['aux'].lower())}")
    if _STATED.match(plain):
        return _turned(re.sub(r"^(?:so |and |ah,? |oh,? |okay,? |ok,? )*", "", plain, flags=re.IGNORECASE))
    return None


def _copula_moved(rest: str, aux: str) -> str:
    """Put the verb of "is your name Ana" before its last word: "name is Ana"."""
    head, _, last = rest.rpartition(" ")
    return f"{head} {aux} {last}" if head else rest


def _turned(text: str) -> str:
    """Turn "you" into "I": who is spoken to becomes who speaks."""
    words = {
        "you're": "I'm",
        "you’re": "I'm",
        "you've": "I've",
        "yours": "mine",
        "your": "my",
        "you": "I",
        "are": "are",
    }
    turned = re.sub(
        r"\b(?:you['’](?:re|ve)|yours|your|you)\b",
        lambda found: words.get(found[0].lower(), found[0]),
        text,
        flags=re.IGNORECASE,
    )
    turned = re.sub(r"\bI are\b", "I am", turned)
    return turned[:1].upper() + turned[1:]


def _with_value(plain: str, value: str) -> Iterator[str]:
    """Yield a question that asks for a value as statements that hold it."""
    if _ZH.search(plain):
        asked = _ASKED_ZH.search(plain)
        if asked and re.search(r"[你您]", plain):
            unit = "岁" if asked[0] in ("几岁", "多大") and not value.endswith("岁") else ""
            yield re.sub(r"[你您]", "我", f"{plain[: asked.start()]}{value}{unit}{plain[asked.end() :]}")
        return
    question = re.sub(r"^(?:and|so|but) ", "", plain, flags=re.IGNORECASE)
    for pattern, form in _ASKED:
        asked = pattern.match(question)
        if asked:
            parts = {key: part or "" for key, part in asked.groupdict().items()}
            parts["verb"] = parts.get("verb", "").lower()
            yield form.format(v=value, at=_PLACES.get(parts["verb"], ""), **{"noun": "", **parts})


def _denied(found: FoundClaim) -> FoundClaim:
    claim = found.claim
    subject, attribute, value = claim.subject or USER, claim.attribute or "", claim.value or ""
    chinese = _ZH.search(claim.text) is not None
    text = sentence_of(subject, attribute, value, polarity=not claim.polarity, chinese=chinese)
    return replace(found, claim=replace(claim, polarity=not claim.polarity, text=text))


def _alike(old: str, new: str) -> bool:
    """Whether a value may stand for another: a number for a number, a name for a name."""
    if bool(re.search(r"\d", old)) != bool(re.search(r"\d", new)):
        return False
    if _ZH.search(old) or _ZH.search(new):
        return True
    return old[:1].isupper() == new[:1].isupper()
