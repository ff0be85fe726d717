from __future__ import annotations

import pytest

from doxa import Claim, Message, Quote
from doxa.errors import InvalidInput


@pytest.fixture
def ana(open_memory):
    return open_memory(user="ana")


def handed_over(memory, said, text, quoted):
    quote = Quote(quoted, "", 0, len(quoted))
    claim = Claim(text, "user", "likes", "it", quote=quote)
    return memory.add(said, claims=[claim], extract=False).outcomes[-1].belief


@pytest.mark.parametrize(
    ("said", "text", "quoted", "origin"),
    [
        ("I love fettuccini and mixing.", "user loves fettuccini", "I love fettuccini", "explicit"),
        ("I love mixing tracks.", "user loves to mix", "love mixing tracks", "explicit"),
        ("I hate fettuccini.", "user loves fettuccini", "I hate fettuccini", "inferred"),
        ("I like wheat.", "user likes heat", "I like wheat", "inferred"),
        ("I am 26.", "user is 25", "I am 26", "inferred"),
        ("I use C++ daily.", "user uses C++", "use C++ daily", "explicit"),
        ("I use C daily.", "user uses C++", "use C daily", "inferred"),
        ("我喜欢喝茶。", "用户喜欢喝茶", "我喜欢喝茶", "explicit"),
        ("Something else.", "user loves fettuccini", "I love fettuccini", "inferred"),
    ],
)
def test_a_claim_that_its_quote_does_not_bear_is_not_explicit(ana, said, text, quoted, origin):
    belief = handed_over(ana, said, text, quoted)
    assert (belief.origin, belief.confidence) == (origin, 0.9 if origin == "explicit" else 0.7)


def test_a_claim_without_a_quote_is_the_callers_word(ana):
    claim = Claim("home is Rome", "user", "home", "Rome")
    assert ana.add("x", claims=[claim], extract=False).outcomes[1].belief.origin == "explicit"


def test_who_put_a_belief_in_words_travels_with_it(ana):
    claim = Claim("Bob is tall", "Bob", "height", "2 m")
    said = ana.add([Message("assistant", "Bob is tall")], claims=[claim], extract=False).outcomes[1].belief
    read = ana.add("The API is at v2.", kind="fact", author="external", extract=False).beliefs[0]
    assert (ana.get(said.id).author, ana.get(read.id).author) == ("agent", "external")
    with pytest.raises(InvalidInput, match="author"):
        ana.add("x", kind="fact", author="nobody")


def test_a_context_says_whose_idea_a_line_is_and_what_became_of_it(ana, clock):
    ana.add("Use Kafka.", kind="decision", aliases=["Kafka"], author="agent", extract=False)
    ana.add("Use NATS.", kind="decision", aliases=["NATS"], metadata={"decision_state": "declined"}, extract=False)
    text = ana.engage("Kafka or NATS?", legs=["names"]).text
    assert "Use Kafka. (2026-01-01)\n[agent: the assistant's own statement, not the user's]" in text
    assert "Use NATS. (2026-01-01)\n[rejected: not an accepted decision" in text
    clock.advance(days=1)
    ana.contradict(ana.recall("Kafka", legs=["names"]).hits[0].belief.id, source="bob")
    assert "[contested: disputed, not a settled decision]" in ana.engage("Kafka?", legs=["names"]).text
