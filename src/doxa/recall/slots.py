"""The slot leg: a question that names an attribute of somebody ("where does Ana live?") asks for that very claim."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache

from doxa.belief.attributes import AttributeRegistry
from doxa.graph.beliefs import holds_at
from doxa.graph.contract import View
from doxa.graph.nodes import HeadRow, RevisionNode
from doxa.recall.legs import Found
from doxa.records import Question, Scope
from doxa.text.forms import value_form
from doxa.text.relations import CHINESE, ENGLISH, MODIFIERS_EN, USER, relative_key
from doxa.text.simplified import simplified
from doxa.text.tokens import tokens

LEADS = 0.5
"""What a claim is worth that only leads to the answer: who the brother is, where it is asked where he works."""
NAMES = frozenset({"name", "nickname", "alias"})
"""Attributes whose value is another name of their subject."""
CLAIMS = 500
"""Claims of one subject that are looked at, newest first."""

OF_RELATIONS = frozenset(each.attribute for table in (ENGLISH, CHINESE) for each in table.values())
"""Attributes that tell who somebody's relations are: a question about "my wife" asks for them of the asker."""
_FIRST_PERSON = re.compile(r"\b(?:i|me|my|mine|myself|i'm|i've)\b|我|咱|本人", re.IGNORECASE)
_NOBODY_NAMED = re.compile(
    r"\s*(?:请问)?(?:以前|之前|过去|曾经|原来|原先|从前|先前|现在|目前|如今|最近)*(?:都|还|是)?(?:住|家在|在哪|叫什么|多大|几岁|做什么|接下来|有什么(?:安排|计划|打算))"
    r"|(?i:what(?:['’]s| is) (?:coming up|planned|next))"
)
"""A Chinese question that does not say whom it is about: 以前住哪 asks where the asker lived."""
_PATTERNS: tuple[tuple[str, str], ...] = (
    (
        "home",
        r"\bwhere\b.*\b(?:liv(?:e|es|ed|ing)|resid\w+|based)\b|住(?:在|到)?(?:哪|什么地方)|家在哪|搬(?:到|去)了?哪",
    ),
    (
        "employer",
        r"\b(?:where|who(?:m)?|which company)\b.*\b(?:work(?:s|ed|ing)?|employ\w*)\b|在哪\w{0,4}?(?:上班|工作|就职)",
    ),
    (
        "occupation",
        r"\bwhat\b.*\b(?:do(?:es)? .* (?:do|for a living)|job|profession|occupation)\b|做什么(?:工作|的)|什么职业",
    ),
    ("age", r"\bhow old\b|多大(?:了|年纪|岁数)?|几岁|多少岁"),
    ("name", r"\bwhat(?:'s| is)\b.*\bname\b|\bwhat .* called\b|叫什么"),
    ("birthday", r"\bwhen\b.*\b(?:born|birthday)\b|生日(?:是|在)?(?:哪|什么|几)"),
    ("allergic_to", r"\ballerg\w+|过敏"),
    (
        "plans",
        r"\bwhat(?:'s|'re|’s)?\b.*\b(?:plann(?:ed|ing)|coming up|upcoming|scheduled|ahead of me|going to do)\b"
        r"|(?:什么|哪些)(?:安排|计划|打算|行程)|(?:打算|准备|计划)(?:做|干|去)(?:什么|哪)|接下来",
    ),
)
"""Questions that name an attribute without its own words, English and Chinese."""
_MOVE = re.compile(r"^(?:move|relocate|emigrate)\b(?! (?:on|in with|out)\b)|搬(?:去|到|家)|移居|移民", re.IGNORECASE)
_FOR_A_LIVING = re.compile(r"\bfor (?:a|my|his|her|their) living\b", re.IGNORECASE)
_FAVOURITE = re.compile(
    r"\bfavou?rite (?P<en>\w+)|最(?:喜欢|爱)(?:吃|喝|看|听|玩)?的(?P<zh>[\u4e00-\u9fff]{1,4}?)(?=是|叫|有|[？?]|$)",
    re.IGNORECASE,
)


def slot_leg(view: View, question: Question, scope: Scope, attributes: AttributeRegistry, now: datetime) -> Found:
    """Find the claims a question asks for by subject and attribute; the present one before those it replaced.

    Args:
        view: What is seen.
        question: As it was read.
        scope: Whose memories; the user's own name means `user`.
        attributes: The registry of attributes.
        now: When it is asked.
    """
    plain = simplified(question.text)
    asked = asked_attributes(plain, attributes)
    relations, rest = asked_relations(plain)
    theirs = asked - OF_RELATIONS
    named_so = names_of_relations(view, plain) if theirs and relations else frozenset()
    subjects = [*relations, *named_so, *asked_subjects(view, question, scope, attributes)] if asked else []
    if not subjects:
        return Found("slot", ())
    of_asker = asked if not relations or speaks_of_asker(rest, scope) else asked & OF_RELATIONS
    named = view.mentions(subjects, roles=("subject",), limit=CLAIMS)
    nodes = view.revisions([revision for found in named.values() for revision, _ in found])
    fitting = [
        node for node in nodes.values() if _attribute(node, attributes) in (of_asker if _is_asker(node) else asked)
    ]
    if "home" in of_asker and question.aspect != "past":
        fitting += [node for node in nodes.values() if _moves(node)]
    heads = view.heads([node.id for node in fitting])
    holding = holds_at(view, list(heads.values()), now) | {node.id for node in fitting if _is_ahead(node, now)}
    denials = {node.id for node in fitting if node.claim is not None and not node.claim.polarity}
    scores = {each: _fit(row, holds=each in holding, denies=each in denials) for each, row in heads.items()}
    if "plans" not in asked:  # a move that is planned changes where one lives, and does not say it
        moving = {node.id for node in fitting if _moves(node)}
        scores = {each: score * (LEADS if each in moving else 1.0) for each, score in scores.items()}
    meant = named_so | set(relations)
    hops = {
        node.id
        for node in fitting
        if node.claim is not None
        and value_form(node.claim.subject or "") in meant
        and _attribute(node, attributes) in theirs
    }
    if hops:  # who the brother is leads to where he works, and does not answer it
        leading = {node.id for node in fitting if _is_asker(node) and _attribute(node, attributes) in OF_RELATIONS}
        scores = {each: score * (LEADS if each in leading else 1.0) for each, score in scores.items()}
    return Found("slot", tuple(sorted(scores.items(), key=lambda pair: (-pair[1], -pair[0]))))


def names_of_relations(view: View, plain: str) -> frozenset[str]:
    """Return the normal forms of the names that the asker's relations of a question go by: Tom for "my brother"."""
    english, chinese = _possessed()
    words = [ENGLISH[each[1].lower()].word for each in english.finditer(plain)]
    words += [CHINESE[each[1]].word for each in chinese.finditer(plain)]
    keys = [relative_key(USER, word) for word in dict.fromkeys(words)]
    told = view.mentions(keys, roles=("mention",), limit=CLAIMS) if keys else {}
    nodes = view.revisions([revision for found in told.values() for revision, _ in found])
    rows = view.heads(list(nodes))
    standing = [nodes[each] for each, row in rows.items() if row.is_head and row.standing == "accepted"]
    return frozenset(value_form(node.claim.value) for node in standing if node.claim is not None and node.claim.value)


def _moves(node: RevisionNode) -> bool:
    """Whether somebody plans to live elsewhere."""
    claim = node.claim
    return claim is not None and claim.attribute == "plans" and _MOVE.search(claim.value or "") is not None


def _is_ahead(node: RevisionNode, now: datetime) -> bool:
    """Whether a plan is not over yet: it is one before its time too."""
    claim = node.claim
    planned = claim is not None and claim.attribute == "plans"
    return planned and (node.valid is None or node.valid.end is None or node.valid.end > now)


def _is_asker(node: RevisionNode) -> bool:
    return node.claim is not None and node.claim.subject == USER


def asked_relations(text: str) -> tuple[list[str], str]:
    """Return the normal forms of the asker's relations that a question names ("my sister"), and the text without them.

    "Where does my sister live?" says "my", and does not ask where the asker lives.
    """
    english, chinese = _possessed()
    found = [f"user's {ENGLISH[each[1].lower()].word}" for each in english.finditer(text)]
    found += [f"用户的{CHINESE[each[1]].word}" for each in chinese.finditer(text)]
    return [value_form(each) for each in dict.fromkeys(found)], chinese.sub(" ", english.sub(" ", text))


@cache
def _possessed() -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = "|".join(re.escape(each) for each in sorted(ENGLISH, key=len, reverse=True))
    modifiers = "|".join(sorted(MODIFIERS_EN))
    zh = "|".join(sorted(CHINESE, key=len, reverse=True))
    english = re.compile(rf"\b(?:my|our)\s+(?:(?:{modifiers})\s+)*({words})(?!\w)", re.IGNORECASE)
    return english, re.compile(rf"(?:我|咱)(?:们)?的?({zh})")


def _fit(row: HeadRow, *, holds: bool, denies: bool) -> float:
    """What holds now answers best, what is believed not to be so less, what is over, replaced or contested least."""
    if not (row.is_head and row.standing == "accepted" and holds):
        return 0.3
    return 0.6 if denies else 1.0


def asked_attributes(text: str, attributes: AttributeRegistry) -> frozenset[str]:
    """Return the attributes a question names, by its own patterns and by what they are called."""
    found = {name for name, pattern in _compiled() if pattern.search(text)}
    for favourite in _FAVOURITE.finditer(text):
        topic = favourite["en"] or favourite["zh"]
        found.add(attributes.resolve(f"favourite_{topic}").attribute.name)
    words = f" {' '.join(tokens(text))} "
    for surface, name in _surfaces(attributes).items():
        if surface in words:
            found.add(name)
    english, chinese = _possessed()
    found |= {ENGLISH[each[1].lower()].attribute for each in english.finditer(text)}
    found |= {CHINESE[each[1]].attribute for each in chinese.finditer(text)}
    if _FOR_A_LIVING.search(text):
        found.discard("home")
    return frozenset(found)


def asked_subjects(view: View, question: Question, scope: Scope, attributes: AttributeRegistry) -> Iterator[str]:
    """Yield the normal forms of whom a question is about: `user` for the asker and for every name of theirs."""
    text = simplified(question.text)
    if speaks_of_asker(text, scope) or _NOBODY_NAMED.match(text):
        yield USER
    forms = [value_form(name) for name in question.entities]
    bearers = _bearers(view, forms, attributes)
    for form in forms:
        yield form
        yield from bearers.get(form, ())


def speaks_of_asker(text: str, scope: Scope) -> bool:
    """Return whether a question is about the asker: it says I or my, or calls the scope's user by name."""
    own = tokens(scope.user) if isinstance(scope.user, str) else []
    return _FIRST_PERSON.search(text) is not None or bool(own and set(own) <= set(tokens(text)))


def _bearers(view: View, forms: Sequence[str], attributes: AttributeRegistry) -> Mapping[str, set[str]]:
    """Return, per name, whose name it is said to be."""
    named = view.mentions(forms, roles=("value",), limit=CLAIMS) if forms else {}
    nodes = view.revisions([revision for found in named.values() for revision, _ in found])
    bearers: dict[str, set[str]] = {}
    for form, found in named.items():
        for revision, _ in found:
            node = nodes.get(revision)
            if node is not None and node.claim is not None and _attribute(node, attributes) in NAMES:
                bearers.setdefault(form, set()).add(value_form(node.claim.subject or ""))
    return bearers


def _attribute(node: RevisionNode, attributes: AttributeRegistry) -> str | None:
    if node.claim is None or node.claim.attribute is None:
        return None
    return attributes.resolve(node.claim.attribute).attribute.name


@cache
def _compiled() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _PATTERNS)


@lru_cache(maxsize=8)
def _surfaces(attributes: AttributeRegistry) -> Mapping[str, str]:
    """Return what attributes are called, as index tokens with a space on either side, so that stems match stems."""
    return {f" {' '.join(tokens(surface))} ": name for surface, name in attributes.surfaces().items()}
