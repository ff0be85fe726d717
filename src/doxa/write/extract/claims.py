"""Reads claims out of one message by rule: the public function of this package."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import Final

from doxa.records import Claim, Quote
from doxa.text.sentences import split_sentences
from doxa.text.simplified import simplified
from doxa.text.width import in_narrow_letters
from doxa.write.extract.came_up import CameUp
from doxa.write.extract.cancelling import cancelled_in, without_cancelled
from doxa.write.extract.closing import closed
from doxa.write.extract.contrasts_zh import contrast_in
from doxa.write.extract.corrections import corrected
from doxa.write.extract.doctors import told_by_doctors
from doxa.write.extract.dropping import drops_what_is_said
from doxa.write.extract.elliptic import put_right_within
from doxa.write.extract.favourites_since import favourites_of, now_instead, only_was
from doxa.write.extract.favourites_since import over as ended
from doxa.write.extract.found import Draft, Drafts, FoundClaim, Held, Party
from doxa.write.extract.framing import framed, only_takes_back, unsaid
from doxa.write.extract.introducing import introduce
from doxa.write.extract.masks import HIDDEN, QUOTED, masked
from doxa.write.extract.mixed import english_around_chinese
from doxa.write.extract.parties import USER, Parties
from doxa.write.extract.pets import gone_in, with_pets_called
from doxa.write.extract.phrasing import kind_of, sentence_of
from doxa.write.extract.quiet_en import is_quiet_message, is_quiet_sentence
from doxa.write.extract.rendered import distinct_drafts, rendered_drafts
from doxa.write.extract.rules_en import english_drafts
from doxa.write.extract.rules_zh import chinese_drafts
from doxa.write.extract.settling import settled
from doxa.write.extract.times import Times
from doxa.write.extract.topics_zh import Topic
from doxa.write.extract.traditional import in_its_characters
from doxa.write.extract.voices import NOBODY, voices

_CHINESE: Final = re.compile(r"[\u4e00-\u9fff]")
_ENGLISH_FIRST: Final = re.compile(r"[A-Za-z][\x20-\x7e]* [\x20-\x7e]* ?[\x20-\x7e]*(?=[，；]|, ?[\u4e00-\u9fff])")
"""An English clause at the head of a sentence that goes on in Chinese."""


def extract_claims(
    content: str,
    *,
    speaker: str | None,
    role: str,
    now: datetime,
    tz: tzinfo,
    addressee: str | None = None,
    known_people: Mapping[str, str] = {},
    held: Held | None = None,
    came_up: CameUp | None = None,
) -> list[FoundClaim]:
    """Read the claims of one message, without a model.

    Args:
        content: The message. English and Chinese are read, sentence by sentence; other languages give nothing.
        speaker: The speaker's name, who then is the subject of what they say of themselves; `None` for the user.
        role: `user` for people; what assistants, tools and systems say claims nothing.
        now: When it was said, aware; relative dates count from it.
        tz: The speaker's time zone.
        addressee: The name of the one spoken to, who is not taken for a third person.
        known_people: Names and relation words (`my sister`, `user's sister`), any case, to canonical names.
        held: Says what is believed now, for words that end it without naming it ("I quit my job"); without it, only
            what the message itself says counts.
        came_up: Who came up in the messages before, whom he and she may stand for; it is told who comes up in this one.

    Returns:
        Claims in the order they were said, each with its quote (`ref` empty) and its mood. Only `asserted` ones are
        claims about the world; the others are there so that a receipt can say why nothing was believed.
    """
    if role != "user":
        return []
    before = came_up.before(content) if came_up is not None else ()
    people: dict[str, Party] = {}
    found: list[FoundClaim] = []
    if known_people or before or not is_quiet_message(content):
        around = _Around(speaker, now, tz, addressee, known_people, held, before, people)
        narrow = in_narrow_letters(content)
        found = _in_its_characters(narrow, around)
        found = found if narrow is content else [_verbatim(each, content) for each in found]
    if came_up is not None:
        came_up.heard(content, tuple(people.values()))
    return found


def _verbatim(one: FoundClaim, content: str) -> FoundClaim:
    """Return a claim with its quote as it was written."""
    quote = one.claim.quote
    if quote is None:
        return one
    return replace(one, claim=replace(one.claim, quote=replace(quote, text=content[quote.start : quote.end])))


@dataclass(frozen=True, slots=True)
class _Around:
    """What a message is read against; who comes up in it is put into `people`."""

    speaker: str | None
    now: datetime
    tz: tzinfo
    addressee: str | None
    known: Mapping[str, str]
    held: Held | None
    before: tuple[Party, ...]
    people: dict[str, Party]


def _in_its_characters(content: str, around: _Around) -> list[FoundClaim]:
    plain = simplified(content)  # the rules know simplified characters
    if plain is content or plain == content:
        return _read(content, around)
    known = {simplified(name): canonical for name, canonical in around.known.items()}
    speaker, addressee = (name and simplified(name) for name in (around.speaker, around.addressee))
    found = _read(plain, replace(around, known=known, speaker=speaker, addressee=addressee))
    pairs = ((speaker, around.speaker), (addressee, around.addressee))
    names = {plain: name for plain, name in pairs if plain and name}
    return [in_its_characters(each, plain, content, names) for each in found]


def _read(content: str, around: _Around) -> list[FoundClaim]:
    """Read a message in simplified characters."""
    found: list[FoundClaim] = []
    for voice, words in voices(masked(content)):
        if voice != NOBODY:
            found += _said_by(voice or around.speaker, content, words, around)
    return found


def _said_by(speaker: str | None, content: str, text: str, around: _Around) -> list[FoundClaim]:
    """Read what one voice of a message says; the words of the others are blank in `text`."""
    parties = Parties(speaker, around.addressee, around.known, around.before)
    times = Times(content, around.now, around.tz)
    found: list[FoundClaim] = []
    for said, span in _drafts(content, text, parties):
        if QUOTED in said.value or HIDDEN in said.value or QUOTED in said.subject.name:
            continue  # a part of what it says cannot be read
        found += [
            _found(content, draft, times, span)
            for draft in closed(said, content[said.start : said.end], found, around.held)
        ]
    around.people.update((each.name, each) for each in parties.seen)
    return settled(content, put_right_within(content, text, corrected(content, text, found)))


def _drafts(content: str, text: str, parties: Parties) -> Iterator[tuple[Draft, tuple[int, int]]]:
    """Drafts, each with the span of its sentence."""
    topic = Topic(parties.speaker, parties.speaker)
    before: tuple[list[Draft], tuple[int, int]] = ([], (0, 0))
    was: list[Draft] = []
    for number, (sentence, start, end) in enumerate(split_sentences(text)):
        own: Drafts = distinct_drafts(text, start, end, parties)
        if own:
            drafts = own
        elif not sentence.isascii() and _CHINESE.search(sentence):
            drafts = _in_chinese(content, text, (start, end), sentence, parties, number, topic)
        elif is_quiet_sentence(sentence, parties):
            drafts = ()
        else:
            drafts = list(english_drafts(content, text, start, end, parties, number))
            topic.tell_in_english(drafts, number)
        drafts = list(told_by_doctors(drafts, sentence, start)) or rendered_drafts(text, start, end, parties)
        drafts = with_pets_called(drafts, parties)
        introduce(drafts, parties, number)
        drafts += gone_in(sentence, start) if not drafts and not sentence.isascii() else ()
        cancelled = list(cancelled_in(sentence, start, parties))
        drafts = [*without_cancelled(drafts, cancelled), *cancelled]
        over = bool(before[0]) and (only_takes_back(sentence) or drops_what_is_said(sentence))
        held = unsaid(before[0]) if over else before[0]
        drafts, was = (now_instead(sentence, start, was[0]) if was and not drafts else drafts), []
        if held and not drafts and only_was(sentence):
            was, held = favourites_of(held), ended(held)
        yield from ((draft, before[1]) for draft in held)
        before = list(framed(text, start, end, drafts)), (start, end)
    yield from ((draft, before[1]) for draft in before[0])


def _contrasted(text: str, span: tuple[int, int], parties: Parties, number: int) -> list[Draft]:
    return contrast_in(text, *span, parties, number) if "不" in text[slice(*span)] else []


def _in_chinese(
    content: str, text: str, span: tuple[int, int], sentence: str, parties: Parties, number: int, topic: Topic
) -> Drafts:
    """What a sentence says that is Chinese, at least behind an English clause in front."""
    start, end = span
    front = _ENGLISH_FIRST.match(sentence)
    if front is None:
        drafts = list(chinese_drafts(text, start, end, parties, number, topic))
        drafts = drafts or english_around_chinese(content, text, span, parties, number)
        return drafts if any(each.polarity for each in drafts) else [*drafts, *_contrasted(text, span, parties, number)]
    drafts = list(english_drafts(content, text, start, start + front.end(), parties, number))
    topic.tell_in_english(drafts, number)
    return [*drafts, *chinese_drafts(text, start + (front.end() if drafts else 0), end, parties, number, topic)]


def _found(content: str, draft: Draft, times: Times, sentence: tuple[int, int]) -> FoundClaim:
    valid, begins = (draft.valid, False) if draft.valid is not None else times.valid(draft, *sentence)
    subject = draft.subject.name
    claim = Claim(
        text=_sentence(draft, bool(_CHINESE.search(content, draft.start, draft.end))),
        subject=subject,
        attribute=draft.attribute,
        value=draft.value,
        polarity=draft.polarity,
        kind=kind_of(draft.attribute),
        valid=valid,
        quote=Quote(content[draft.start : draft.end], "", draft.start, draft.end),
        correction=draft.correction,
        replaces=draft.replaces,
        origin="inferred" if draft.reported else "explicit",
    )
    return FoundClaim(claim, draft.mood, begins)


def _sentence(draft: Draft, chinese: bool) -> str:
    subject = draft.subject.name
    if draft.text is None:
        return sentence_of(subject, draft.attribute, draft.value, polarity=draft.polarity, chinese=chinese)
    return draft.text.format(s="用户" if chinese and subject == USER else subject, v=draft.value)
