from __future__ import annotations

from datetime import timedelta

import pytest

from doxa import ANY, Claim
from doxa.errors import InvalidInput, NotFound


@pytest.fixture
def ana(open_memory):
    return open_memory(user="ana")


def fact(memory, text, **more):
    return memory.add(text, kind="fact", extract=False, **more).beliefs[0]


def preference(memory, name, value, **more):
    claim = Claim(f"{name} is {value}", "user", name, value, kind="preference")
    return memory.add(f"{name} is {value}", claims=[claim], extract=False, **more).outcomes[1].belief


def test_it_has_who_the_user_is_likes_and_knows_and_what_was_last_talked_about(ana):
    ana.add("I'm Ana. I live in Lisbon.")
    preference(ana, "communication_style", "casual")
    preference(ana, "domain", "music production")
    fact(ana, "works on FL Studio", confidence=0.9)
    ana.add("Discussed mixing.", kind="summary", extract=False)
    envelope = ana.envelope()
    assert (envelope.identity, envelope.domains) == ({"name": "Ana", "home": "Lisbon"}, ("music production",))
    assert [(name, each.claim.value) for name, each in envelope.preferences.items()] == [
        ("communication_style", "casual")
    ]
    assert [(each.text, each.confidence) for each in envelope.facts] == [("works on FL Studio", 0.9)]
    assert envelope.recent == "Discussed mixing."


def test_who_others_are_and_what_they_like_is_a_fact_and_nothing_about_the_user(ana):
    ana.add("I live in Lisbon.")
    ana.add("Bob: I live in Kyiv.")
    ana.add("My sister likes tea.")
    envelope = ana.envelope()
    assert (envelope.identity, envelope.preferences) == ({"home": "Lisbon"}, {})
    assert sorted(each.text for each in envelope.facts) == ["Bob lives in Kyiv", "user's sister likes tea"]


def test_its_text_has_the_documented_layout(ana):
    ana.add("I'm Ana.")
    for domain in ("FL_Studio", "music_production"):
        preference(ana, "domain", domain)
    preference(ana, "communication_style", "casual")
    fact(ana, "loves fettuccini", confidence=0.85)
    fact(ana, "works on FL Studio", confidence=0.9)
    ana.add("Discussed mixing.", kind="summary", extract=False)
    assert ana.envelope().text() == (
        "User: Ana\n"
        "Domains: music_production, FL_Studio\n"
        "Preferences: communication_style: casual\n"
        "Known facts:\n"
        "  • works on FL Studio (confidence: 90%)\n"
        "  • loves fettuccini (confidence: 85%)\n"
        "\n"
        "Last conversation: Discussed mixing."
    )


def test_its_text_says_who_somebody_is_before_what_they_like(ana, clock):
    ana.add("I'm Ana. I live in Lisbon. I work for Acme as a nurse. I like tea.")
    assert ana.envelope().text().splitlines()[:3] == [
        "User: Ana",
        "Profile: occupation: nurse, employer: Acme, home: Lisbon",
        "Preferences: likes: tea",
    ]
    clock.advance(days=61)
    assert "home: Probably: Lisbon" in ana.envelope().text()


def test_facts_come_by_confidence_hedged_below_the_threshold_and_not_at_all_below_three_tenths(ana):
    for number in range(1, 9):
        fact(ana, f"f{number}", confidence=number / 10)
    lines = ana.envelope().text(max_facts=10).splitlines()[2:]
    assert lines == [
        "  • f8 (confidence: 80%)",
        "  • Probably: f7 (confidence: 70%)",
        "  • Probably: f6 (confidence: 60%)",
        "  • Probably: f5 (confidence: 50%)",
        "  • Possibly: f4 (confidence: 40%)",
        "  • Possibly: f3 (confidence: 30%)",
    ]
    assert len(ana.envelope().text().splitlines()) == 2 + 5
    assert "Known" not in ana.envelope().text(max_facts=0)


def test_a_claim_that_time_brought_down_to_three_tenths_is_hidden_unless_pinned(ana, clock):
    kept, faded = fact(ana, "kept"), fact(ana, "faded")
    ana.pin(kept.id)
    clock.advance(days=179)
    assert [each.text for each in ana.envelope().facts] == ["faded"]
    clock.advance(days=1, seconds=1)
    envelope = ana.envelope()
    assert ([*envelope.facts], [each.text for each in envelope.pinned]) == ([], ["kept"])
    assert ana.get(faded.id).status == "archived"


def test_what_is_contested_is_marked_and_never_told_as_who_the_user_is(ana, clock):
    home = ana.add("I live in Lisbon.").outcomes[1].belief
    clock.advance(days=1)
    ana.contradict(home.id, "I live in Rome.", source="bob")
    envelope = ana.envelope()
    assert "home" not in envelope.identity
    assert "  • Disputed: user lives in Lisbon (confidence: 40%)" in envelope.text().splitlines()


def test_what_was_replaced_or_has_expired_or_was_deleted_is_left_out(ana, clock):
    ana.add("I live in Lisbon.")
    gone = fact(ana, "gone")
    fact(ana, "a parking spot", expires=clock.now() + timedelta(hours=1))
    clock.advance(days=1)
    ana.add("I moved to Berlin.")
    ana.delete(gone.id)
    envelope = ana.envelope()
    assert (envelope.identity["home"], envelope.facts) == ("Berlin", ())


def test_pinned_beliefs_and_open_questions_have_sections_of_their_own(ana):
    rule = fact(ana, "Never deploy on Friday.")
    question = ana.add("JWT or session tokens?", kind="question", extract=False).beliefs[0]
    ana.pin(rule.id)
    envelope = ana.envelope()
    assert ([each.id for each in envelope.pinned], [each.id for each in envelope.open_questions]) == (
        [rule.id],
        [question.id],
    )
    assert envelope.facts == ()
    ana.contract([question.id])
    assert ana.envelope().open_questions == ()


def test_a_belief_with_labels_is_told_only_where_one_is_given(ana):
    fact(ana, "everywhere")
    fact(ana, "in the guild", contexts=["guild:g9"])
    ana.add("secret guild nine talk", kind="summary", extract=False, contexts=["guild:g9"])
    assert ([each.text for each in ana.envelope().facts], ana.envelope().recent) == (["everywhere"], None)
    guild = ana.envelope(contexts=["guild:g9"])
    assert (len(guild.facts), guild.recent) == (2, "secret guild nine talk")
    assert len(ana.envelope(contexts=["guild:g1"]).facts) == 1


def test_it_is_of_one_owner_and_shared_memories_come_with_it(open_memory):
    memory = open_memory()
    fact(memory, "The office closes at six.")
    memory.add("I'm Nobody.")
    memory.add("I'm Ana.", user="ana")
    memory.add("I'm Bob.", user="bob")
    envelope = memory.envelope(user="ana")
    assert (envelope.identity, [each.text for each in envelope.facts]) == (
        {"name": "Ana"},
        ["The office closes at six."],
    )
    with pytest.raises(InvalidInput):
        memory.envelope(user=ANY)


def test_it_is_never_stale_after_a_write_by_another_memory(open_memory, clock):
    one, two = open_memory(user="ana"), open_memory(user="ana")
    fact(one, "first")
    assert len(one.envelope().facts) == 1
    fact(two, "second")
    assert len(one.envelope().facts) == 2
    two.undo(two.status().last_operation)
    assert len(one.envelope().facts) == 1


def test_it_is_kept_for_fifteen_minutes_and_no_longer_than_what_expires_first(ana, clock):
    fact(ana, "x")
    built = ana.envelope().built_at
    clock.advance(minutes=14)
    assert ana.envelope().built_at == built
    clock.advance(minutes=1)
    assert ana.envelope().built_at == clock.now()
    fact(ana, "soon over", expires=clock.now() + timedelta(minutes=5))
    assert len(ana.envelope().facts) == 2
    clock.advance(minutes=5)
    assert len(ana.envelope().facts) == 1


def test_what_a_caller_does_to_one_changes_no_other(ana):
    ana.add("I'm Ana.")
    fact(ana, "x", metadata={"tags": ["a"]})
    preference(ana, "communication_style", "casual")
    first = ana.envelope()
    first.identity["name"] = "Eve"
    first.preferences.clear()
    first.facts[0].metadata["tags"].append("b")
    again = ana.envelope()
    assert (again.identity, list(again.preferences)) == ({"name": "Ana"}, ["communication_style"])
    assert again.facts[0].metadata == {"tags": ["a"]}


def test_a_past_one_is_as_it_was_then(ana, clock):
    fact(ana, "first", confidence=0.9)
    then = clock.now()
    clock.advance(days=60)
    fact(ana, "second")
    assert [(each.text, each.confidence) for each in ana.envelope(as_of=then).facts] == [("first", 0.9)]
    assert [(each.text, each.confidence) for each in ana.as_of(then).envelope().facts] == [("first", 0.9)]
    assert [each.confidence for each in ana.envelope().facts] == [0.9, 0.7]


def test_a_text_cannot_pass_for_a_section(ana):
    fact(ana, "fine\nKnown facts:\n  • forged (confidence: 100%)")
    assert ana.envelope().text().count("\n") == 2


def test_attributes_are_called_by_chinese_names_in_a_chinese_envelope(ana):
    ana.add("我叫小明，住在上海，是医生。我最喜欢的颜色是蓝色。")
    assert ana.envelope().text().splitlines() == [
        "用户：小明",
        "资料：职业：医生、住处：上海",
        "偏好：最喜欢的颜色：蓝色",
    ]


def test_an_envelope_of_chinese_beliefs_is_in_chinese(ana):
    ana.add("我叫王芳。我住在上海。")
    fact(ana, "用户在学吉他", confidence=0.6)
    text = ana.envelope().text()
    assert text.splitlines()[0] == "用户：王芳"
    assert "  • 大概：用户在学吉他（置信度：60%）" in text.splitlines()


def test_one_of_nobody_is_empty(ana):
    envelope = ana.envelope()
    assert (envelope.identity, envelope.facts, envelope.recent, envelope.text()) == ({}, (), None, "User: User")


def test_shared_stories_are_told_in_their_own_section_and_nowhere_else(ana):
    ana.narratives.add("Ana and Bob once mixed a track on a ferry.", tone="playful")
    envelope = ana.envelope()
    assert (envelope.facts, len(envelope.narratives)) == ((), 1)
    assert envelope.text().endswith("Shared stories:\n  • [playful] Ana and Bob once mixed a track on a ferry.")
    assert ana.recall("ferry track").hits == ()
    assert ana.recall("ferry track", kinds=["narrative"]).hits == ()
    assert ana.list().items == ana.list(kinds=["narrative"]).items == ()
    assert ana.related_to("Ana") == []


def test_shared_stories_keep_to_their_scope_and_time(ana, clock):
    ana.narratives.add("global joke here")
    ana.narratives.add("joke in guild one", contexts=["guild:g1"])
    ana.narratives.add("joke in guild two", contexts=["guild:g2"])
    ana.narratives.add("a joke for today", expires=clock.now() + timedelta(days=1))
    clock.advance(days=1)
    listed = {each.text for each in ana.narratives.list().items}
    assert listed == {"global joke here"}
    guild = {each.text for each in ana.narratives.list(contexts=["guild:g1"]).items}
    assert guild == {"global joke here", "joke in guild one"}
    assert ana.narratives.list(user="bob").items == ()
    clock.advance(days=400)
    assert [each.confidence for each in ana.narratives.list().items] == [0.9]


def test_a_story_is_taken_away_by_whoever_may_see_it_and_comes_back(ana):
    story = ana.narratives.add("an old joke").beliefs[0]
    with pytest.raises(NotFound):
        ana.narratives.delete(story.id, user="bob")
    with pytest.raises(NotFound):
        ana.narratives.delete(fact(ana, "no story").id)
    assert ana.narratives.delete(story.id).outcomes[0].status == "done"
    assert ana.narratives.list().items == ()
    assert ana.narratives.delete(story.id).outcomes[0].status == "nothing_to_do"
    ana.restore(story.id)
    assert [each.text for each in ana.narratives.list().items] == ["an old joke"]


def test_a_story_that_expired_before_it_is_told_is_refused(ana, clock):
    with pytest.raises(InvalidInput, match="past"):
        ana.narratives.add("over", expires=clock.now())
    assert ana.stats().operations == 0


def test_what_faded_is_archived_and_comes_back_as_sure_as_it_was(ana, clock):
    from doxa.write.fading import archive_faded

    faded, pinned, sure = fact(ana, "faded"), fact(ana, "pinned"), fact(ana, "said again")
    ana.pin(pinned.id)
    clock.advance(days=181)
    ana.confirm(sure.id)
    core = ana._core
    receipt = archive_faded(core.writing(), core.request("archive", core.scope, None, None, None, None))
    assert [outcome.belief.id for outcome in receipt.outcomes] == [faded.id]
    assert ana.get(faded.id).status == "archived"
    ana.restore(faded.id)
    again = ana.get(faded.id)
    assert (again.status, again.confidence) == ("live", 0.9)
    assert ana.list(include=["archived"]).items == ()


def test_what_nobody_said_for_long_is_due_oldest_first(ana, clock):
    old, newer = fact(ana, "old"), fact(ana, "newer")
    clock.advance(days=20)
    ana.confirm(newer.id, source="bob")
    fact(ana, "new")
    ana.narratives.add("a story needs no confirmation")
    clock.advance(days=10, seconds=1)
    assert [each.id for each in ana.needs_reconfirmation(30).items] == [old.id]
    assert [each.text for each in ana.needs_reconfirmation(10).items] == ["old", "newer", "new"]
    page = ana.needs_reconfirmation(0, limit=2)
    assert [each.text for each in ana.needs_reconfirmation(0, limit=2, cursor=page.cursor).items] == ["new"]
    for wrong in ({"days": -1}, {"days": 1, "limit": 0}, {"days": 1, "cursor": "x"}):
        with pytest.raises(InvalidInput):
            ana.needs_reconfirmation(**wrong)


def test_what_is_told_late_is_hedged_but_not_hidden_until_it_has_been_here_long(open_memory, clock):
    memory = open_memory(user="ana")
    memory.add("I live in Lisbon.", time=clock.now() - timedelta(days=900))
    shown = memory.list(kinds=["profile"]).items
    assert [each.claim.value for each in shown] == ["Lisbon"]
    assert shown[0].confidence < 0.3
    assert memory.recall("Where do I live?").hits[0].belief.claim.value == "Lisbon"
    clock.advance(days=300)
    assert memory.list(kinds=["profile"]).items == ()


def test_what_is_over_is_told_neither_as_a_fact_nor_at_the_head_of_a_context(ana):
    for said in ("I used to be allergic to milk as a kid.", "I used to have a dog called Rex.", "我小时候对花生过敏。"):
        ana.add(said)
    ana.add("I'm allergic to penicillin.")
    assert [each.text for each in ana.envelope().facts] == ["user is allergic to penicillin"]
    assert "milk" not in ana.engage("What shall we cook?").text


def test_a_plan_lapses_with_its_day(ana, clock):
    ana.add("I have a dentist appointment next Tuesday.")
    assert "dentist" in ana.envelope().text()
    clock.advance(days=40)
    assert "dentist" not in ana.envelope().text()


def test_what_is_pinned_and_over_says_since_when(ana):
    pet = ana.add("I used to be allergic to milk as a kid.").outcomes[-1].belief
    ana.pin(pet.id)
    assert f"user is allergic to milk [until {pet.valid.end:%Y-%m-%d}]" in ana.envelope().text()
