from __future__ import annotations

from itertools import combinations

import pytest

from doxa import ANY
from doxa.dream.wording import alike, wording

SAME = [
    ("I've just bought a big house.", "I just purchased a large house!"),
    ("We were late because it rained.", "Because it rained, we were late."),
    ("Yesterday Ann called me.", "Ann called me yesterday."),
    ("Well, you know, the roof really leaks.", "The roof leaks."),
    ("I'm going to see a movie.", "I am going to see a film."),
    ("The shop opens every day.", "The store opens daily."),
    ("He can't swim.", "He cannot swim."),
    ("I have two cats.", "I have 2 cats."),
    ("Loves  Coffee", "loves coffee"),
    ("The User is allergic to nuts.", "the user is allergic to nuts!"),
    ("The road is 5 km long.", "The street is five kilometres long."),
    ("我非常喜欢妈妈做的菜。", "我喜爱母亲做的菜"),
    ("我明天去北京。", "明天我去北京"),
    ("The mill's wheel is stuck.", "The wheel of the mill is stuck."),
    ("Uma sent the files to me.", "Uma sent me the files."),
    ("At the mill we rest.", "We rest at the mill."),
    ("My aunt and my uncle keep bees.", "My uncle and my aunt keep bees."),
    ("Her best subject is physics.", "Physics is her best subject."),
    ("They called the match off early.", "They called off the match early."),
    ("It was Uma who paid.", "Uma paid."),
    ("The fair is on 3 July.", "The fair is on July 3."),
    ("I've got two aunts.", "I have two aunts."),
    ("我在南京住。", "我住在南京。"),
    ("她是一位律师。", "她是律师。"),
    ("我给奶奶打电话。", "我打电话给奶奶。"),
    ("我喜欢苹果和梨。", "我喜欢梨和苹果。"),
]
DIFFERENT = [
    ("The train leaves at 5.", "The train leaves at 6."),
    ("The road is 5 km long.", "The road is 5 miles long."),
    ("He can swim.", "He can't swim."),
    ("We never met in Oslo.", "We met in Oslo."),
    ("Ann called me.", "Beth called me."),
    ("Ann told Beth about Carl.", "Beth told Ann about Carl."),
    ("I left because I was ill.", "I was ill because I left."),
    ("We meet on Monday.", "We meet on Tuesday."),
    ("I saw Ann last week and Beth today.", "I saw Ann today and Beth last week."),
    ("I live in Rome.", "I lived in Rome."),
    ("I will call her.", "I called her."),
    ("Is he home?", "He is home."),
    ("I have a cat.", "I have cats."),
    ("The dog bit the man.", "The man bit the dog."),
    ("She moved from Rome to Paris.", "She moved from Paris to Rome."),
    ("I like tea before lunch.", "I like tea after lunch."),
    ("My sister is a nurse.", "Your sister is a nurse."),
    ("He loves coffee.", "He hates coffee."),
    ("She lives in Boston.", "She lives in Austin."),
    ("She works at Google.", "She works at Apple."),
    ("Plays guitar.", "Learns piano."),
    ("We painted it red.", "We painted it blue."),
    ("Use TCP/IP on port A/B.", "Use TCP/IP on port B/A."),
    ("我有3只猫。", "我有4只猫。"),
    ("我不喜欢他。", "我喜欢他。"),
    ("我打你。", "你打我。"),
    ("小明去了北京。", "小红去了北京。"),
    ("周一开会。", "周二开会。"),
    ("My aunt's guest sings.", "My guest's aunt sings."),
    ("Uma sent me to him.", "Uma sent him to me."),
    ("With Uma I met Vic.", "With Vic I met Uma."),
    ("Uma and Vic like Wes.", "Uma likes Vic and Wes."),
    ("He ate and left.", "He left and ate."),
    ("The scores were 6 and 3.", "The scores were 3 and 6."),
    ("All my aunts are nurses.", "Nurses are all my aunts."),
    ("It was Uma who called Vic.", "It was Vic who called Uma."),
    ("She must not sing.", "She does not have to sing."),
    ("She is able not to sing.", "She is not able to sing."),
    ("我给他打电话。", "他给我打电话。"),
    ("他和我说了。", "我和他说了。"),
    ("先去苏州和无锡。", "先去无锡再去苏州。"),
]


def archived(memory):
    return memory.list(include=("archived",)).items


@pytest.mark.parametrize(("one", "other"), SAME)
def test_other_words_for_the_same_are_alike(one, other):
    assert alike(wording(one), wording(other)) > 0.9
    assert wording(one).bag == wording(other).bag


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_differs_in_what_is_said_is_never_alike(one, other):
    assert alike(wording(one), wording(other)) == 0.0


def test_three_copies_become_one_in_one_pass(ana, tell):
    texts = (
        "The well behind the barn is dry.",
        "Well, the well behind the barn is really dry.",
        "So, the well behind the barn is dry!",
    )
    first, *others = [tell(text) for text in texts]
    ana.dream(["duplicates"])
    assert [each.id for each in ana.list().items] == [first.id]
    assert {each.id for each in archived(ana)} == {each.id for each in others}


def test_sources_salience_earliest_time_and_every_id_are_kept(ana, tell, clock):
    early = tell("The well behind the barn is dry.", source="bob", salience=0.7, metadata={"seen": "heron"})
    late = tell("The well behind the barn is really dry!", source="eve", salience=0.9)
    ana.dream(["duplicates"])
    kept = ana.get(late.id)
    assert (kept.text, kept.salience) == (late.text, 0.9)
    assert set(kept.sources) == {"bob", "eve"}
    assert kept.metadata["merged_from"] == [early.id]
    assert kept.metadata["first_said"] == int(early.recorded_at.timestamp() * 1e6)
    assert "seen" not in kept.metadata, "an erase of the other would miss it"
    assert ana.get(early.id).metadata == {"seen": "heron"}
    assert [each.id for each in archived(ana)] == [early.id]


def test_an_erase_takes_what_became_one_with_it_unless_that_was_restored(ana, tell):
    first = tell("The well behind the barn is dry.")
    tell("The well behind the barn is really dry!")
    back = tell("So, the well behind the barn is dry!")
    ana.dream(["duplicates"])
    ana.restore(back.id)
    assert ana.erase(first.id, confirm=True).state == "complete"
    assert [each.id for each in ana.list(include=("live", "archived")).items] == [back.id]
    assert ana.doctor().ok


def test_an_erase_of_a_session_brings_back_what_was_merged_into_it_from_another(ana, tell):
    tell("The well behind the barn is dry.", session="monday")
    other = tell("The well behind the barn is really dry!", session="tuesday")
    ana.dream(["duplicates"])
    assert ana.erase(session="monday", confirm=True).state == "complete"
    assert [each.id for each in ana.list().items] == [other.id]
    assert ana.doctor().ok


def test_a_second_merge_keeps_the_ids_of_the_first(ana, tell):
    texts = [
        "The well behind the barn is dry.",
        "The well behind the barn is really dry!",
        "Well, the well behind the barn is dry.",
    ]
    ids = []
    for number, text in enumerate(texts):
        ids.append(tell(text, salience=0.7 + number / 10).id)
        ana.dream(["duplicates"])
    assert ana.get(ids[2]).metadata["merged_from"] == [ids[1], ids[0]]


def test_edges_of_what_is_merged_are_its_keepers(ana, tell):
    barn = tell("The barn was built in 1902.")
    keeper, other = tell("The well behind the barn is dry."), tell("The well behind the barn is really dry.")
    ana.relate(other.id, "NEAR", barn.id)
    ana.dream(["duplicates"])
    with ana._core.graph.view(user=ANY) as view:
        assert [edge.type for edge in view.edges([view.resolve(keeper.id)]) if edge.type == "NEAR"] == ["NEAR"]


def test_only_long_term_memories_of_one_kind_space_and_contexts_become_one(ana, tell):
    text, same = "The well behind the barn is dry.", "The well behind the barn is really dry."
    tell(text)
    tell(same, space="farm")
    tell(same, contexts=("work",))
    tell(same, kind="summary")
    ana.add(same, kind="fact", extract=False)
    assert ana.dream(["duplicates"]).applied == ()


def test_memories_of_two_owners_never_become_one(ana, tell):
    tell("The well behind the barn is dry.")
    ana.add("The well behind the barn is really dry.", kind="knowledge", extract=False, user="bob")
    ana.add("So the well behind the barn is dry.", kind="knowledge", extract=False, user=None)
    assert ana.dream(["duplicates"]).applied == ()


@pytest.mark.parametrize("mark", ["pin", "lock", "published", "official"])
def test_what_is_protected_is_kept_whatever_else_speaks_for_another(ana, tell, mark):
    one = tell("The well behind the barn is dry.", salience=0.1)
    tell("The well behind the barn is really dry.", salience=0.9)
    if mark == "published":
        ana.update(one.id, tags=["published"])
    elif mark == "official":
        ana.set_evidence(one.id, "official")
    else:
        getattr(ana, mark)(one.id)
    ana.dream(["duplicates"])
    assert [each.id for each in ana.list().items] == [one.id]


def test_claims_in_slots_are_left_to_the_decision_table(ana, clock):
    ana.add("I love tea.", salience=0.9)
    ana.add("I really love tea!", kind="fact", salience=0.9)
    assert ana.dream(["duplicates"]).applied == ()


@pytest.mark.slow
def test_many_memories_with_one_text_become_one(ana):
    from doxa.graph.nodes import BatchRow, NewItem, NewRevision

    row = BatchRow(NewItem("knowledge", user="ana"), NewRevision("The well behind the barn is dry."))
    for _ in range(10):
        with ana._core.graph.transaction("add", user="ana") as writer:
            writer.revisions([row] * 500)
    plan = ana.plan(["duplicates"])
    assert sum(len(each.refs) for each in plan.proposals) == 4_999
    done = ana.apply(plan)
    (kept,) = ana.list().items
    assert len(kept.metadata["merged_from"]) == 1_000, "it comes with the memory wherever that is read"
    with ana._core.graph.view(user=ANY) as view:
        assert len(view.edges([view.resolve(kept.kref)], direction="in", types=("MERGED_INTO",))) == 4_999
    ana.undo(done.operation)
    assert ana.dream(["orphans"], dry_run=True).before == {"knowledge": 5_000}


def test_words_in_any_order_are_compared_without_comparing_all_with_all():
    words = [wording(f"The {one} and the {other} are in the shed.") for one, other in combinations("abcdefghij", 2)]
    assert len({each.bag for each in words}) == 45
