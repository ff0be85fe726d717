"""Everyday talk: what helps, matters, is dreamt of; subjects left out or shared."""

from __future__ import annotations

import pytest

from tests.write.extract.reading import found, said, slots


@pytest.mark.parametrize(
    ("content", "claim"),
    [
        ("Yoga helps me relax.", ("helps", "relax")),
        ("Writing in my diary has helped me clear my head.", ("helps", "clear their head")),
        ("Family time means a lot to me.", ("values", "Family time")),
        ("Staying active is super important to me.", ("values", "Staying active")),
        ("Honesty matters to me.", ("values", "Honesty")),
        ("Tea is my go-to drink.", ("likes", "Tea")),
        ("Cooking is a great way for me to relax.", ("likes", "Cooking")),
        ("Painting is something I really enjoy.", ("likes", "Painting")),
        ("I find gardening relaxing.", ("likes", "gardening")),
        ("My dream is to open a bakery.", ("goal", "open a bakery")),
        ("It was my first time on a plane.", ("did", "first time on a plane")),
        ("The choir gave me a sense of belonging.", ("feels", "sense of belonging")),
        ("This view makes me so happy.", ("feels", "happy")),
        ("I'm proud of who I am.", ("feels", "proud of who they are")),
        ("I feel so at peace by the sea.", ("feels", "at peace")),
        ("I was sick last week.", ("feels", "sick")),
        ("Lately, I've been thinking about my career.", ("does", "thinking about their career")),
        ("Been discussing a new film with my agent.", ("does", "discussing a new film with their agent")),
        ("Twisted my knee last Friday.", ("did", "twisted their knee")),
        ("We had a blast last year at the jazz festival.", ("did", "had a blast at the jazz festival")),
        ("We went hiking and saw a bear.", ("did", "saw a bear")),
        ("My kids enjoyed the zoo.", ("did", "enjoyed the zoo")),
        (
            "We celebrated my aunt's birthday with a concert.",
            ("did", "celebrated their aunt's birthday with a concert"),
        ),
        ("I usually get up at six.", ("habit", "get up at six")),
        ("My son is three.", ("age", "three")),
        ("I changed jobs, I'm at Globex now.", ("employer", "Globex")),
        ("I cancelled my gym membership.", ("member_of", "not gym")),
    ],
)
def test_everyday_talk_is_read(content: str, claim: tuple[str, str]) -> None:
    assert claim in said(content)


@pytest.mark.parametrize(
    "content",
    [
        "Your support means a lot to me.",
        "It helps me relax.",
        "Does yoga help me relax?",
        "That would make me happy.",
        "I wonder what makes me happy.",
        "Maybe music helps me sleep.",
        "I'm at Paddington now.",
        "My kids are two and five.",
        "Pottery is a great way to relax.",
    ],
)
def test_what_is_unsaid_unsure_or_of_the_other_is_not(content: str) -> None:
    assert said(content) == []


def test_what_moved_the_speaker_to_something_is_a_wish() -> None:
    wishes = [(one.claim.attribute, one.claim.value) for one in found("It inspired me to make some art.")]
    assert wishes == [("wants", "to make some art")]


def test_two_who_share_a_verb_are_both_read() -> None:
    assert slots("Bob and Alice live in Rome.") == [("Bob", "home", "Rome", True), ("Alice", "home", "Rome", True)]
    assert ("Alice", "home", "Rome", True) in slots("I met Bob and Alice lives in Rome.")
    assert ("Bob", "home", "Rome", True) not in slots("I met Bob and Alice lives in Rome.")


def test_a_possession_is_called_by_its_make() -> None:
    assert said("My car is a Tesla.") == [("owns", "Tesla")]
    assert said("My car is a mess.") == [("owns", "car")]


@pytest.mark.parametrize(
    ("content", "claim"),
    [
        ("我用Mac。", ("uses", "Mac")),
        ("我开特斯拉。", ("car", "特斯拉")),
        ("我在读研究生。", ("occupation", "研究生")),
        ("我和妻子住在上海。", ("home", "上海")),
    ],
)
def test_short_chinese_statements_are_read(content: str, claim: tuple[str, str]) -> None:
    assert said(content) == [claim]
