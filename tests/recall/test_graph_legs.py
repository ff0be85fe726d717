"""What only the graph of claims leads to comes on top of what was found."""

from __future__ import annotations

import pytest

from doxa import Claim


def tell(memory, subject, attribute, value, text=None, **more):
    claim = Claim(text or f"{subject} {attribute} {value}", subject, attribute, value)
    return memory.add(claim.text, claims=[claim], extract=False, **more)


def related(memory, question, **more):
    return [(hit.belief.claim.subject, hit.belief.claim.value) for hit in memory.recall(question, **more).related]


@pytest.fixture
def ana(open_memory):
    memory = open_memory(user="ana")
    tell(memory, "user", "sibling", "Tom", "My brother is Tom")
    tell(memory, "Tom", "employer", "Acme", "Tom is with Acme")
    tell(memory, "Acme", "home", "Oslo", "Acme sits in Oslo")
    tell(memory, "Tom", "likes", "jazz", "Tom is fond of jazz")
    return memory


def test_a_chain_of_what_was_asked_about_is_followed_over_hops(ana):
    found = related(ana, "What is the employer of my brother?", limit=1)
    assert ("Tom", "Acme") in found
    assert ("Tom", "jazz") not in found


def test_a_chinese_chain_is_followed_over_hops(open_memory):
    ana = open_memory(user="ana")
    tell(ana, "小明", "sibling", "小刚", "小明的哥哥是小刚")
    tell(ana, "小刚", "employer", "宏远公司", "小刚在宏远公司")
    tell(ana, "小刚", "likes", "爵士乐", "小刚爱听爵士乐")
    assert related(ana, "小明的哥哥在哪里上班？", limit=1) == [("小刚", "宏远公司")]


def test_what_the_graph_finds_comes_on_top_of_the_limit_and_changes_no_hit(ana):
    question = "What is the employer of my brother?"
    plain = ana.recall(question, limit=1, touch=False)
    every = ("bm25", "dense", "slot", "entity", "time")
    assert len(plain.hits) == 1
    assert plain.related
    assert {hit.belief.id for hit in plain.related}.isdisjoint({hit.belief.id for hit in plain.hits})
    assert all(hit.related for hit in plain.related)
    assert ana.recall(question, limit=1, legs=every).related == ()
    assert [hit.belief.id for hit in ana.recall(question, limit=10).hits][:1] == [plain.hits[0].belief.id]


def test_a_claim_further_away_counts_less_and_one_that_is_walked_back_too(ana):
    hits = ana.recall("Which employer and which home has my brother?", limit=1, explain=True).related
    scores = {hit.belief.claim.value: hit.score for hit in hits}
    assert scores["Acme"] > scores["Oslo"]
    (oslo,) = [hit for hit in hits if hit.belief.claim.value == "Oslo"]
    assert oslo.why[0].leg == "relation"
    assert oslo.why[0].detail == "user —sibling→ tom, tom —employer→ acme, acme —home→ oslo"


@pytest.mark.parametrize(
    ("one", "other", "shared", "question"),
    [
        ("Bob", "the almond cake", "nuts", "Can Bob eat the almond cake?"),
        ("小明", "杏仁蛋糕", "坚果", "小明能吃杏仁蛋糕吗？"),
    ],
)
def test_what_two_things_of_a_question_share_is_told(open_memory, one, other, shared, question):
    ana = open_memory(user="ana")
    tell(ana, one, "allergic_to", shared, f"{one} {'过敏' if one == '小明' else 'reacts badly'}: {shared}")
    tell(ana, other, "contains", shared)
    tell(ana, shared, "kept_in", "the red box")
    for place in range(3):
        ana.add(f"{question} {place}", extract=False)
    answer = ana.recall(question, limit=3, explain=True)
    bridges = [hit for hit in answer.related if hit.why[0].leg == "bridge"]
    values = {hit.belief.claim.value for hit in (*bridges, *[hit for hit in answer.hits if hit.belief.claim])}
    assert shared in values
    assert bridges


def test_a_hub_is_told_of_after_what_joins_little(open_memory):
    ana = open_memory(user="ana")
    for place in range(20):
        tell(ana, f"person {place}", "member_of", "the club")
    for name in ("Bob", "Cora"):
        tell(ana, name, "member_of", "the club")
        tell(ana, name, "owns", "a canoe")
    tell(ana, "Dora", "repairs", "a canoe", "Dora repairs canoes")
    for place in range(3):
        ana.add(f"Something about Bob and Cora, number {place}", extract=False)
    values = [value for _, value in related(ana, "What joins Bob and Cora?", limit=1)]
    assert values == sorted(values, key=["a canoe", "the club"].index)
    assert {*values} == {"a canoe", "the club"}


def test_the_graph_adds_nothing_where_nothing_is_found_or_it_was_not_asked(ana):
    assert ana.recall("Zebra?").related == ()
    assert ana.recall("What is the employer of my brother?", limit=0).related == ()
    assert related(ana, "What is the employer of my brother?", limit=1, kinds=["preference"]) == []


def test_a_related_claim_of_another_user_is_never_told(ana, open_memory):
    ben = open_memory(user="ben")
    tell(ben, "Tom", "employer", "Bolt", "Tom is with Bolt")
    assert ("Tom", "Bolt") not in related(ana, "What is the employer of my brother?", limit=1)


def test_engage_tells_related_claims_last(ana):
    context = ana.engage("What is the employer of my brother?", limit=1)
    assert "Acme" in " ".join(hit.belief.text for hit in context.facts)
    assert context.text.index("Relevant:") < context.text.index("Related:")
