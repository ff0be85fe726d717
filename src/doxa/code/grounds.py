"""Why a commit did what its subject says: the sentences of its message that give a ground for just that.

A message tells of more than its reason: what else was changed, who saw the fault, how to see it, what comes next. A
sentence is a ground where it says why in words of cause, tells the fault that is mended, or what the change brings, and
belongs to the subject: it opens the message of a change that is one, or shares words with the subject. Where a message
only lists files, the way of GNU, the one entry that is no test or note may tell it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from doxa.code.messages import Message
from doxa.code.orders import ORDERS, STATES
from doxa.code.pointing import BACK_CHINESE, OPENERS, PRONOUNS
from doxa.code.reasons import BECAUSE, BEFORE, CAUSE_CHINESE, SINCE, WHAT_IS, Reason, any_of, kind_of, sentences_of
from doxa.text.scripts import HAN_CLASS
from doxa.text.simplified import simplified
from doxa.text.tokens import query_tokens
from doxa.write.novelty import weight_of

MOST: Final = 2
"""Sentences that are kept: a reason is told at once or not at all."""
LONGEST: Final = 500


DUE: Final = (
    r"(?<!failure )(?<!failures )(?<!error )(?<!errors )(?<!crash )(?<!crashes )(?<!warning )(?<!warnings )"
    r"due to (?!be\b)"
)
"""`due to` that says why; behind a failure it says of what that comes."""
USED: Final = r"(?<!be )(?<!is )(?<!are )(?<!was )(?<!were )(?<!been )(?<!and )(?<!being )used to\b"
"""`used to` of former times; not what something is used for."""


_CAUSE = any_of(
    rf"""(?<!merely )(?<!just )(?<!only )(?<!simply )because\b|so that\b|in order (?:to|not to)\b|so as (?:not )?to\b
(?<!optimization )(?<!trying )(?<!attempt )(?<!attempts )(?<!used )(?<!code )to (?:avoid|prevent)\b
lest\b|owing to\b
{DUE}|otherwise\b|(?<!and )(?:therefore|thus|hence)\b|given that\b
(?<=, )as (?:it|they|we|this|that|there|the|an?|\w+ing)\b
(?<=[,;:] )so (?:it|we|they|the|that|there|this|an?|no|do|use|just)\b|(?<=, )since (?!then\b|\d)|{SINCE}
the (?:reason|problem|issue|cause|rationale) (?:is|was|here|with|being)\b
(?<=, )which (?:means|caus|would|made|makes|leads?\b|led)
(?:is|are|was|were) needed (?:to|for|by|because|since)\b|no (?:need|reason|point)\b|needs? to be able\b
for (?:the sake of\b|(?:better |more )?(?:performance|consistency|compatibility|portability|efficiency|clarity
safety)\b)""",
    f"{CAUSE_CHINESE} 所以 因此 否则 从而 原因 使得 确保 之前 原来",
)
_FOR: Final = re.compile(
    r"(?i)\b(?:because|so that|in order (?:to|not to)|so as|to (?:avoid|prevent)|lest|owing to|due to|otherwise"
    r"|given that|for (?:the sake|(?:\w+ )?(?:performance|consistency|compatibility|portability|efficiency|clarity"
    rf"|safety)))\b|, (?:as|so) |,? since |{SINCE}|[{HAN_CLASS}]"
)
"""What gives an order its ground; any other word of cause in it belongs to what is ordered."""
_AVOIDS: Final = re.compile(r"(?i)(?:, )?\bto (?:avoid|prevent)\b")
_AGAINST_FAULT: Final = re.compile(
    r"(?i)\b(?:avoid|prevent|suppress|silence|fix|pacify|quell|work around|do not|don['’]t|remove|omit)"
)
_FAULT = any_of(
    rf"""previously\b|formerly\b|(?:until|till|up to) now\b|before this\b|{USED}
(?:did|does|do|is|are|was|were)(?: not|n['’]t)\b
(?:is|are) (?:never|too|wrong|broken|lost|ignored)\b
(?:was|were|had been) (?:never|too|always|only|still|wrong|broken|lost|ignored|misse?d?|left|taken|read as|counted)\b
would (?:\w+ )?(?:fail|crash|hang|be|have|break|leak|lose|get|never|not|also|mistakenly|incorrectly|wrongly)\b
could (?:not|crash|lead|cause|fail|be|have)\b
(?:could|can|would)n['’]t\b|cannot\b|(?<!that )(?<!which )(?:fails|failed)\b
(?:crash|segfault|leak|hang|deadlock|overflow|corrupt|regress)(?:e?s|ed)\b|hung\b|broke\b|breaks\b|breaking\b|broken\b
misbehav\w*|mishandl\w*|mislead\w*|mistak\w*\b
wrong(?:ly)?\b|incorrect(?:ly)?\b|erroneous(?:ly)?\b|undefined behavi\w+|(?:not|non|un)[ -]?portable\b
no longer (?:be )?(?:used|needed|necessary|required|exists?|supported|valid|works?|true|available|relevant)\b
no longer (?:be )?(?:maintained|appl(?:y|ies)|called|builds?|compiles?|matche?s?|ha[sd]|have)\b
unused\b|redundant\b|unnecess\w+\b|unneeded\b|useless\b|pointless\b|confus\w+\b|slow(?:er|s|ed)?\b
expensive\b|inefficient\b
obsolete\b|deprecated\b|dead code\b|ha[sd] no effect\b
(?:warns|warned|ha(?:s|d) (?:a|the) bugs?)\b|(?:is|are|was|were) (?:missing
unreachable|undefined|uninitialized)\b
lost\b|missed\b|blocked\b|stopped\b|raised\b|found nothing\b|too (?:\w+) (?:for|to)\b""",
    "崩溃 死锁 宕机 丢失 泄漏 损坏 无法 不能 失败 错误 导致 太慢 过慢 不支持 不兼容 耗时",
)
_PAST: Final = re.compile(
    rf"(?i)\b(?:was|were|did(?:n['’]t)?|had|could|would|previously|formerly|until now|till now|{USED}|introduced"
    r"|broke|failed|crashed|caused)\b"
)
BRINGS: Final = (
    r"makes?|allows?|avoids?|lets?|fix(?:es)?|improves?(?! (?:on|upon)\b)|reduces?|saves?|simplif(?:y|ies)|ensures?"
    r"|prevents?|helps?|speeds?|eliminates?|keeps?"
)
"""What a change does that is made for it."""
_EFFECT: Final = re.compile(
    r"(?i)^(?:this|that|doing so|which|with (?:this|that)|the (?:change|result"
    r"|new \w+))(?: (?!also\b)\w+)?,?(?: (?!also\b)\w+)? "
    rf"(?:{BRINGS}|is (?:faster|simpler|cleaner|safer|clearer|easier|needed|required|useful))\b"
    r"|^(?:这样|这可以|如此)"
)
_GAIN: Final = re.compile(r"(?i)\d+(?:\.\d+)?\s?(?:%|x\b|×|times\b|ms\b|s\b|seconds?\b|[kmg]i?b\b|倍|毫秒|秒)")
_GAINS: Final = re.compile(
    r"(?i)\b(?:faster|slower|speed-?ups?|reduc\w+|improv\w+|sav(?:es?|ed|ing)\b|instead of|took|takes|cost)"
    r"|快|慢|减少|耗"
)
_CREDIT: Final = re.compile(
    r"(?i)^(?:(?:problem|bug|issue|crash|leak|regression|failure|breakage|typo|idea)s?(?: was| were)? |also "
    r"|originally |first |both |this was )*"
    r"(?:reported|suggested|spotted|prompted|inspired|noted|noticed|found|discovered|diagnosed|discussed|patch"
    r"|fix|tested|reviewed"
    r"|improved|mentioned|pointed out|requested|proposed|contributed|based|derived|taken|adapted|written|thanks"
    r"|from|see|caught"
    r"|fixes|closes|addresses|resolves|introduced|hopefully-fixes|references?|cf|following|thread|details)\b"
    r"(?=.*(?:\b(?:by|in|at|to|from|on|see)\b|https?:|#\d|bug))"
    r"|^this (?:issue|bug|problem|regression|fault|addresses|fixes|resolves|completes|is a follow"
    r"|was (?:introduced|broken))\b"
    r"|^(?:\S+ )?(?:bug|regression|problem) (?:was )?introduced\b|\bintroduced (?:in|by|with) (?:commit )?[v\da-f]"
    r"|https?://|^(?:this|it) (?:is|was) (?:a|an|the|from)\b"
    r"|^(?:this|that|these) (?:\w+ )?(?:was|were) (?:added|introduced|written|made|created|discussed)\b"
    r"|\b(?:reports?|reported|complain(?:s|ed)|pointed out) (?:in|at|on|by|that|to|about)\b|^(?:signed|acked|cc"
    r"|tested|reviewed)[- ]"
)
_NOT_THIS: Final = re.compile(
    r"(?i)^(?:also|instead\b|failing (?:that|this)\b|somehow|you can\b"
    r"|at the same time|for now|part of|in short|in other words"
    r"|in summary|that is,|continu\w+|i suppose|i believe|additionally|in addition|besides|while (?:at it|here"
    r"|there|we)|likewise|similarly|moreover|furthermore"
    r"|note\b|n\.?b\b|for example|e\.g|for instance|i\.e|to (?:demonstrate|reproduce|trigger|see|test)|todo|fixme"
    r"|however|but\b|yet\b"
    r"|another|one (?:could|can|may)|alternatively|an alternative|in (?:the )?future|eventually|later|next"
    r"|unfortunately|admittedly|sadly"
    r"|nevertheless|still\b|of course|perhaps|maybe|hopefully|i (?!saw|found|ran|noticed)\w+"
    r"|we (?:should|could|may|might) (?:also|still|want|probably)|here\b|before\b.{0,20}:|after\b.{0,20}:"
    r"|with this (?:patch|change), (?:the )?output"
    r"|and\b|or\b|then\b|otherwise\b|the (?:former|latter|other|rest|first|second|third|last)\b|other\b|others\b"
    r"|finally\b|lastly\b|fix(?:es)? (?:bug|#)"
    r"|此外|另外|同时|还|而且|例如|比如|但|不过|然而)"
    r"|\?\s*[\"”')]?$|\bfor now\b|\bexercis(?:es|ing)\b|\breference images?\b|\[\d+\]|\b(?:above|below|as follows)\b"
    r"|\b(?:hopefully|i guess|imho|not sure|i think|perhaps|maybe|in the future"
    r"|follow-?up (?:commit|patch)|next (?:commit|patch))\b"
    r"|\b(?:future|later|subsequent|upcoming|another) (?:commit|patch|change|release)|\b(?:welcome|appreciated)\b"
    r"|\bcurrently fails\b"
    r"|\bsuggestion|\*think\*|\bfirst step\b|\bstill only\b|\b(?:part of|belongs to) (?:a|the) (?:\w+ )?(?:series"
    r"|patch|set)\b"
    r"|\b(?:does|do|did|should|will|shall|must)(?:n['’]t| not) (?:\w+ )?(?:affect|change|alter)\b"
    r"|\bno (?:functional|visible) changes?\b"
    r"|\b(?:is|are) (?:now )?(?:added|introduced)\b|\bpatch series\b|\b(?:these|this|it|that) too\b"
    r"|^the (?:code|functions?|tests?) (?:was|is|were|are|has been|have been) (?:now |also )?(?:modified|changed"
    r"|moved|split|rewritten|updated|adjusted)\b"
    r"|^(?:the|one|its) (?:\w+ )?(?:cost|price|drawback|downside|disadvantage|caveat|limitation)s?\b"
    r"|\btemporar(?:y|ily)\b"
    r"|^\S+ \(\w+\): |^this (?:\w+ )?(?:makes|lets) .*\b(?:use|call|return|take|pass|do)s?\b"
    r"|^this should (?:also )?fix (?:bug|#)|\b(?:is|are|we) still\b|^(?:\S+ ){1,7}however\b|^the same\b"
    r"|^now\b(?! that\b)|\balso (?:fails?|crash\w*|breaks?)\b|^(?:this|the) \w+ was inspired\b"
    r"|^(?:warning|error): |\bnot currently\b|^this (?:\w+ )?\w+s (?:that|this|it|these|them) "
    r"|\bfollows? up\b|\b(?:builds?|improves?) (?:up)?on\b|\bat the moment\b|\bnot yet\b|\bwill follow\b"
)
"""What tells of something else than the reason: another change, a doubt, a way to see it, what is left to do."""
_TURNS: Final = re.compile(r"(?i)(?:however|but|yet|unfortunately|that said|nevertheless|still)\b|但|不过|然而|可是")
"""What turns against the sentence before it, so that only both say what was meant."""
_FOR_HOW: Final = re.compile(r"(?i)(?:in order )?to \w+[^,]*, ")
"""`To avoid …, this is done so`: why a step was done in that way."""
_HISTORY: Final = re.compile(
    r"(?i)\bcommit\b|\b(?=\w*\d)[\da-f]{7,40}\b|\blast (?:year|month|week)\b"
    r"|\b(?:was|were|been) (?:produced|generated|created|tested|verified|run|measured|checked|copied|written|added"
    r"|introduced|discussed|obtained|compiled|performed|done|made)\b"
)
"""What was done at another time: no state that the change ends."""
_POINTS = re.compile(
    rf"(?i){OPENERS}(?:{PRONOUNS}|the resulting|that(?! \w+ (?:is|was|are)))\b"
    rf"|^(?:\S+ ){{1,2}}(?:this|these|such) \w+|^(?:therefore|thus|hence|so|as a result|consequently)\b|{BACK_CHINESE}"
)
_OF_CHANGE: Final = re.compile(
    r"(?i)^(?:this|that) (?:(?:also|way|now|is|will|should|would|change|commit|patch|in turn),? )*"
    rf"(?:{BRINGS})\b|^这样"
)
"""`This avoids …`: what the subject does, not what a sentence before told."""
_CODE: Final = re.compile(r"[{}=\\|]|->|\$\w|</?\w+>|;\s*$|\S:\d+:|\b\d\d:\d\d\b")
_UNRELATED: Final = re.compile(
    r"(?i)^(?:NEWS|THANKS|AUTHORS|TODO|README|ChangeLog|\.?gitignore|bootstrap|cfg\.mk|doc|docs|man|po|tests?"
    r"|m4)\b|\btests?/|test"
)
_SEVERAL: Final = re.compile(r",|;|；|，|、| / | \+ | & |\band\b(?! (?:not|so|thus|hence)\b)|[和与并]")
"""What joins several changes in a subject."""


def grounds_of(message: Message) -> list[Reason]:
    """Return the sentences that say why the subject's change was made, in order, verbatim."""
    subject = frozenset(query_tokens(message.title))
    one = _SEVERAL.search(message.title) is None
    of_tests = _of_tests(message.title)
    found: list[Reason] = []
    read = 0
    for number, paragraph in enumerate(message.prose):
        before = ""
        sentences = sentences_of(paragraph)
        following = [*sentences[1:], _opening(message.prose[number + 1 : number + 2])]
        for at, (sentence, after) in enumerate(zip(sentences, following, strict=True)):
            led_to = _PAST.search(sentence) is None and any(_TURNS.match(each) for each in sentences[at + 2 : at + 3])
            near = number == 0 and read == 0 and (one or BECAUSE.match(sentence) is not None)
            told = _whole(sentence, before, paragraph, first=read == 0)
            needed = 1 if one or read == 0 else 2
            fits = told is not None and is_ground(told, late=bool(found)) and (near or belongs(told, subject, needed))
            fits = fits and (read == 0 or not _FOR_HOW.match(sentence)) and _of_tests(sentence) <= of_tests
            fits = fits and not led_to and not _restates(sentence, message.title, subject)
            told = _turned(told, after, paragraph) if fits and told is not None else None
            if told is not None:
                found = [each for each in found if each.text not in told]
                found.append(Reason(told, kind_of(told) or "reason"))
            before, read = sentence, read + 1
    if not message.prose and not found:
        found = list(_of_entries(message, subject))
    return found[:MOST]


def _opening(paragraphs: Sequence[str]) -> str:
    """Return the first sentence of the first of some paragraphs."""
    return next((each for paragraph in paragraphs for each in sentences_of(paragraph)[:1]), "")


def _of_tests(text: str) -> bool:
    return re.search(r"(?i)\b(?:tests?|test ?(?:cases?|suites?)|checks?|coverage)\b|测试", text) is not None


def _restates(sentence: str, title: str, subject: frozenset[str]) -> bool:
    """Whether a sentence only says by which means the subject's fault is avoided: `use x to avoid the race`."""
    found = _AVOIDS.search(sentence)
    if found is None or _AGAINST_FAULT.search(title) is None or ORDERS.match(sentence) is None:
        return False
    if _CAUSE.search(sentence[: found.start()]) or _CAUSE.search(sentence, found.end()):
        return False
    return bool(subject.intersection(query_tokens(sentence[found.end() :])))


def _turned(told: str, after: str, paragraph: str) -> str | None:
    """Return a sentence, with the one behind it where that turns against it; `None` where they cannot be had together.

    What is said before a `however` is what is so; why something is done about it stands behind.
    """
    if not _TURNS.match(after):
        return told
    for joint in (" ", "  ", ""):
        whole = f"{told}{joint}{after}"
        if whole in paragraph and len(whole) <= LONGEST and is_whole(after):
            return whole
    return None


def is_ground(sentence: str, *, late: bool = False) -> bool:
    """Return whether a sentence says why something is done, how it was before, or what it brings.

    Args:
        sentence: It.
        late: Whether a reason was told before it: a fault in the present is then rather what is still so.
    """
    plain = simplified(sentence)
    if not is_whole(sentence) or _CREDIT.search(plain) or _NOT_THIS.search(plain):
        return False
    if _when_done(plain):
        return False
    if _CAUSE.search(plain):
        return ORDERS.match(plain) is None or _FOR.search(plain) is not None
    if ORDERS.match(plain):
        return False
    if _EFFECT.search(plain) or _tells_former(plain):
        return True
    past = _PAST.search(plain) is not None
    faulty = _FAULT.search(plain) is not None and (past or not late) and (STATES.search(plain) is not None)
    faulty = faulty and ";" not in plain and (past or not re.match(r"(?i)(?:if|when|unless|in case|although)\b", plain))
    return faulty or (_GAIN.search(plain) is not None and _GAINS.search(plain) is not None)


def _tells_former(sentence: str) -> bool:
    """Whether a sentence tells a state that was before, not what somebody did once."""
    return BEFORE.match(sentence) is not None and not WHAT_IS.match(sentence) and _HISTORY.search(sentence) is None


def _when_done(sentence: str) -> bool:
    """Whether a sentence says in which case something is done: `if the font is broken, skip …`."""
    found = re.match(r"(?i)(?:if|when|in|on|at|unless|for|with)\b[^,]*, (?:then )?", sentence)
    if found is None or ORDERS.match(sentence[found.end() :]) is None:
        return False
    return _CAUSE.search(sentence, found.end()) is None


def is_whole(sentence: str) -> bool:
    """Return whether a text is one whole sentence in words, no code, no heading and no piece of something quoted."""
    wide = re.search(f"[{HAN_CLASS}]", sentence) is not None
    if len(sentence) > LONGEST or weight_of(sentence) < 12 or sentence.rstrip()[-1] in ":：,，;({":
        return False
    if not wide and len(sentence.split()) < (3 if BECAUSE.match(sentence) else 4):
        return False
    if any(sentence.count(opened) != sentence.count(closed) for opened, closed in ("()", "[]", "“”")):
        return False
    if sentence.count('"') % 2 or sentence.count("`") % 2 > sentence.count("'") % 2:
        return False
    plain = re.sub(r"`[^`']*[`']|\"[^\"]*\"|‘[^’]*’|'[^' ]*'|\([^()]*\)", "", sentence)
    first = sentence.lstrip("`\"'“‘*_-")[:1]
    return first.isalnum() and len(_CODE.findall(plain)) <= len(plain.split()) // 25


def _whole(sentence: str, before: str, paragraph: str, *, first: bool) -> str | None:
    """Return a sentence with the one it points back to; `None` where nobody knows what it speaks of."""
    if not _POINTS.match(sentence) or _OF_CHANGE.match(sentence):
        return sentence
    if first:  # the subject stands before it
        return sentence
    for joint in (" ", ""):
        whole = f"{before}{joint}{sentence}"
        if (
            before
            and whole in paragraph
            and not _POINTS.match(before)
            and is_whole(before)
            and not _CREDIT.search(before)
        ):
            return whole if len(whole) <= LONGEST and not _NOT_THIS.search(before) else None
    return None


def belongs(sentence: str, subject: frozenset[str], words: int) -> bool:
    """Return whether a sentence shares so many words with the subject, or says of the change what it does."""
    return _EFFECT.search(sentence) is not None or len(subject.intersection(query_tokens(sentence))) >= words


def _of_entries(message: Message, subject: frozenset[str]) -> Iterator[Reason]:
    """Yield what the one entry that tells of the change itself gives as its reason."""
    telling = [each for each in message.entries if each.text and not _UNRELATED.match(each.where)]
    if len(telling) != 1:
        return
    told = sentences_of(telling[0].text)
    for sentence in told[:1]:
        plain = simplified(sentence)
        if _restates(sentence, message.title, subject):
            continue
        whole = is_whole(sentence) and not _CREDIT.search(plain) and not _NOT_THIS.search(plain)
        if whole and _CAUSE.search(plain) and (len(told) == 1 or len(subject.intersection(query_tokens(sentence))) > 1):
            yield Reason(sentence, kind_of(sentence) or "reason")
