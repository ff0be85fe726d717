"""What is over: endings that name no value close what was believed, and a message may take back the one before."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from doxa import ManualClock, Memory, Message
from doxa.write.extract.pets import SEVERAL


def believed(memory: Memory, attribute: str) -> list[tuple[str, bool]]:
    """Value and polarity of what is believed of an attribute."""
    claims = [each.claim for each in memory.list().items if each.claim is not None]
    return [(each.value or "", each.polarity) for each in claims if each.attribute == attribute]


@pytest.mark.parametrize(
    ("first", "ending", "attribute", "value"),
    [
        ("I work at Acme.", "I quit.", "employer", "Acme"),
        ("I work at Acme.", "I quit my job last month.", "employer", "Acme"),
        ("I work at Acme.", "I got laid off.", "employer", "Acme"),
        ("I work at Acme.", "I retired.", "employer", "Acme"),
        ("I'm married to Tom.", "Tom and I got divorced.", "partner", "Tom"),
        ("My girlfriend Mia plays chess.", "We broke up.", "partner", "Mia"),
        ("My dog Rex loves beef.", "Rex died last week.", "has_pet", "Rex"),
        ("I do yoga every week.", "I stopped doing yoga.", "habit", "do yoga"),
        ("Helen is my boss.", "Helen isn't my boss anymore.", "manager", "Helen"),
        ("My boss is Helen.", "My boss is no longer Helen.", "manager", "Helen"),
        ("My girlfriend Mia plays chess.", "Mia is no longer my girlfriend.", "partner", "Mia"),
        ("My friend Tom plays chess.", "Tom is not my friend any more.", "friend_of", "Tom"),
        ("I live in Berlin.", "I moved out of Berlin.", "home", "Berlin"),
        ("I live in Berlin.", "I used to live in Berlin.", "home", "Berlin"),
        ("I study at MIT.", "I dropped out of college.", "school", "MIT"),
        ("The meeting is on Tuesday.", "The meeting was cancelled.", "date", "Tuesday"),
        ("我在腾讯工作。", "我辞职了。", "employer", "腾讯"),
        ("我在腾讯工作。", "我已经离开腾讯了。", "employer", "腾讯"),
        ("我老婆叫张静怡。", "我离婚了。", "partner", "张静怡"),
        ("我女朋友叫张静怡。", "我们分手了。", "partner", "张静怡"),
        ("我爸爸是司机。", "我爸爸退休了。", "occupation", "司机"),
        ("我喜欢打网球。", "我不打网球了。", "likes", "打网球"),
        ("会议定在周二。", "会议取消了。", "date", "周二"),
    ],
)
def test_an_ending_without_a_value_closes_what_was_believed(
    memory: Memory, clock: ManualClock, first: str, ending: str, attribute: str, value: str
) -> None:
    memory.add(first)
    assert (value, True) in believed(memory, attribute)
    clock.advance(days=2)
    memory.add(ending)
    assert (value, True) not in believed(memory, attribute)
    assert (value, False) in believed(memory, attribute)


def test_what_they_both_did_ends_what_is_believed_of_each(memory: Memory, clock: ManualClock) -> None:
    memory.add("我爸爸是司机，我妈妈是老师。")
    clock.advance(minutes=2)
    memory.add("他们都退休了。")
    assert sorted(believed(memory, "occupation")) == [("司机", False), ("老师", False)]


def test_where_somebody_works_after_they_quit_is_not_where_they_worked(memory: Memory, clock: ManualClock) -> None:
    memory.add("I work at Acme.")
    clock.advance(days=2)
    memory.add("I quit my job.")
    hit = memory.recall("Where do I work?").hits[0].belief
    assert hit.text == "user does not work for Acme"


@pytest.mark.parametrize("ending", ["I quit.", "We broke up.", "I retired.", "我辞职了。", "我们分手了。"])
def test_an_ending_of_nothing_denies_nothing(memory: Memory, ending: str) -> None:
    assert all(each.belief is None or each.belief.claim is None or each.belief.claim.polarity
               for each in memory.add(ending).outcomes)  # fmt: skip


def test_an_ending_closes_what_the_same_message_says(memory: Memory) -> None:
    memory.add("I work at Acme. I quit my job.")
    assert believed(memory, "employer") == [("Acme", False)]


@pytest.mark.parametrize(
    ("said", "taken", "attribute", "left"),
    [
        ("I moved to Oslo.", "Actually no, scrap that.", "home", ["Berlin"]),
        ("I moved to Oslo.", "Forget that.", "home", ["Berlin"]),
        ("I moved to Oslo.", "never mind", "home", ["Berlin"]),
        ("我搬到奥斯陆了。", "算了，当我没说。", "home", ["Berlin"]),
        ("I like sushi.", "I take that back.", "likes", []),
    ],
)
def test_a_message_takes_back_the_one_before(
    memory: Memory, clock: ManualClock, said: str, taken: str, attribute: str, left: list[str]
) -> None:
    memory.add("I live in Berlin.")
    clock.advance(minutes=1)
    memory.add(said)
    clock.advance(minutes=1)
    receipt = memory.add(taken)
    assert receipt.outcomes[-1].reason == "taken_back"
    assert [value for value, positive in believed(memory, attribute) if positive] == left


@pytest.mark.parametrize(
    ("first", "ending", "taken", "attribute"),
    [
        ("I work at Acme.", "I quit.", "Actually no, scrap that.", "employer"),
        ("My girlfriend Mia plays chess.", "We broke up.", "just kidding", "partner"),
        ("我在腾讯工作。", "我辞职了。", "刚才说的不算。", "employer"),
    ],
)
def test_an_ending_can_be_taken_back(
    memory: Memory, clock: ManualClock, first: str, ending: str, taken: str, attribute: str
) -> None:
    memory.add(first)
    before = believed(memory, attribute)
    clock.advance(days=1)
    memory.add(ending)
    clock.advance(minutes=1)
    memory.add(taken)
    assert believed(memory, attribute) == before != []


@pytest.mark.parametrize(
    ("said", "after"),
    [
        ("I live in Oslo. Can you find me a dentist?", "Never mind."),
        ("I live in Oslo.", "Never mind the weather, I like it here."),
        ("I live in Oslo.", "Don't forget that."),
    ],
)
def test_what_drops_a_request_or_goes_on_takes_nothing_back(
    memory: Memory, clock: ManualClock, said: str, after: str
) -> None:
    memory.add(said)
    clock.advance(minutes=1)
    memory.add(after)
    assert believed(memory, "home") == [("Oslo", True)]


def test_what_was_said_before_the_message_that_is_taken_back_stays(
    clock: ManualClock, open_memory: Callable[..., Memory]
) -> None:
    memory = open_memory(user="ana", clock=clock)
    memory.add("I like sushi.", time=clock.now())
    clock.advance(days=1)
    memory.add("I like sushi.", time=clock.now(), source="user")
    clock.advance(minutes=1)
    memory.add("Forget that.", source="user")
    assert believed(memory, "likes") == [("sushi", True)]


def test_two_homes_in_two_sentences_are_both_heard(memory: Memory) -> None:
    receipt = memory.add("I live in Berlin. 我住在上海。")
    assert [each.verdict for each in receipt.outcomes[1:]] == ["new", "supersede"]
    assert believed(memory, "home") == [("上海", True)]


@pytest.mark.parametrize(
    ("first", "ending"),
    [
        ("My boyfriend is called Felix.", "Felix and I broke up."),
        ("My boyfriend's name is Felix.", "We broke up."),
        ("My wife is called Ana.", "We got divorced."),
        ("我男朋友叫陈浩。", "我们分手了。"),
        ("我老婆叫安娜。", "我们离婚了。"),
        ("我男朋友是陈浩。", "我和陈浩分手了。"),
    ],
)
def test_a_partner_told_by_name_ends_with_the_break_up(
    memory: Memory, clock: ManualClock, first: str, ending: str
) -> None:
    memory.add(first)
    clock.advance(days=1)
    memory.add(ending)
    assert [pair for pair in believed(memory, "partner") + believed(memory, "name") if pair[1]] == []


def test_a_break_up_with_somebody_else_ends_no_partner(memory: Memory) -> None:
    memory.add("My boyfriend is called Felix.")
    memory.add("Anna and I broke up.")
    assert believed(memory, "name") == [("Felix", True)]


@pytest.mark.parametrize(
    ("over", "wed", "status"),
    [
        ("I got divorced.", "I married Eva last week.", []),
        ("I got divorced.", "My new wife is Eva.", []),
        ("I got divorced.", "I'm dating Eva.", ["divorced"]),
        ("I got divorced in 2020.", "I married Eva in 2010.", ["divorced"]),
        ("我离婚了。", "我和小美结婚了。", ["结婚"]),
    ],
)
def test_a_new_marriage_ends_the_divorce(
    memory: Memory, clock: ManualClock, over: str, wed: str, status: list[str]
) -> None:
    memory.add(over)
    clock.advance(days=30)
    memory.add(wed)
    assert [value for value, positive in believed(memory, "marital_status") if positive] == status


@pytest.mark.parametrize(
    ("said", "attribute", "value"),
    [
        ("我男朋友是陈浩。", "partner", ["陈浩"]),
        ("我老板是Kevin，他住在Brooklyn。", "manager", ["Kevin"]),
        ("我男朋友是医生。", "partner", []),
        ("我儿子是Teacher。", "child", []),
    ],
)
def test_a_relation_is_somebody(memory: Memory, said: str, attribute: str, value: list[str]) -> None:
    memory.add(said)
    assert [each for each, _ in believed(memory, attribute)] == value


@pytest.mark.parametrize(
    ("first", "after", "attribute", "left"),
    [
        ("I'm vegetarian.", "I eat meat again.", "diet", []),
        ("I'm vegetarian.", "I eat rice again.", "diet", ["vegetarian"]),
        ("I'm vegetarian.", "Should I eat meat again?", "diet", ["vegetarian"]),
        ("I'm pregnant.", "I had the baby!", "pregnant", []),
        ("I'm pregnant.", "I gave birth yesterday.", "pregnant", []),
        ("I'm pregnant.", "I had the baby shower yesterday.", "pregnant", ["yes"]),
        ("My cat is Miso.", "We gave Miso to my aunt.", "has_pet", []),
        ("My cat is Miso.", "We gave Miso a bath.", "has_pet", ["Miso"]),
        ("团建定在3月12号。", "团建取消了。", "date", []),
        ("团建定在3月12号。", "旅行取消了。", "date", ["3月12号"]),
        ("The team offsite is on March 12.", "The team offsite is cancelled.", "date", []),
    ],
)
def test_events_that_end_something_name_it_by_what_they_are(
    memory: Memory, clock: ManualClock, first: str, after: str, attribute: str, left: list[str]
) -> None:
    memory.add(first)
    clock.advance(days=30)
    memory.add(after)
    named = [value for value, positive in believed(memory, attribute) if positive and value != "cat"]
    assert named == left


def test_a_former_pet_is_over_and_a_named_one_is_known(memory: Memory) -> None:
    memory.add("我养过一只狗。")
    memory.add("我养了一只猫叫豆包。")
    claims = [each.claim for each in memory.list().items if each.claim is not None]
    over = {each.value: each.valid is not None and each.valid.end is not None for each in claims}
    assert over == {"一只狗": True, "一只猫": False, "豆包": False}


def test_an_english_clause_in_front_of_a_chinese_one_is_read(memory: Memory) -> None:
    memory.add("My manager is called Kevin，他人很好。")
    assert believed(memory, "name") == [("Kevin", True)]


@pytest.mark.parametrize(("said", "value"), [("我喜欢上海。", "上海"), ("我喜欢上跑步了。", "跑步")])
def test_a_place_keeps_its_first_character(memory: Memory, said: str, value: str) -> None:
    memory.add(said)
    assert believed(memory, "likes") == [(value, True)]


@pytest.mark.parametrize(
    ("said", "attribute", "expected"),
    [
        ("I hate mushrooms but love truffles.", "likes", {("mushrooms", False), ("truffles", True)}),
        ("I don't eat pork but love beef.", "likes", {("beef", True)}),
        ("I hate all fish but salmon.", "likes", {("fish", False), ("salmon", True)}),
        ("同事老王以为我是四川人，其实我是湖南人。", "hometown", {("湖南", True)}),
        ("老王说其实我是四川人。", "hometown", set()),
    ],
)
def test_the_other_side_of_a_contrast_is_read(
    memory: Memory, said: str, attribute: str, expected: set[tuple[str, bool]]
) -> None:
    memory.add(said)
    assert set(believed(memory, attribute)) == expected


def test_taking_back_leaves_what_had_been_said_before(memory: Memory, clock: ManualClock) -> None:
    for said in ("I work at Acme.", "I work for Acme.", "Scrap that."):
        memory.add(said)
        clock.advance(minutes=1)
    assert believed(memory, "employer") == [("Acme", True)]


def test_nobody_takes_back_what_another_source_said(memory: Memory, clock: ManualClock) -> None:
    memory.add("I work at Acme.", source="payroll")
    clock.advance(minutes=1)
    memory.add("Scrap that.")
    assert believed(memory, "employer") == [("Acme", True)]


def test_a_job_that_is_over_is_not_quit_again(memory: Memory, clock: ManualClock) -> None:
    memory.add("I worked at Acme from 2010 to 2020.")
    clock.advance(minutes=1)
    memory.add("I quit my job.")
    assert believed(memory, "employer") == [("Acme", True)]


@pytest.mark.parametrize(
    ("told", "ending", "left"),
    [
        (["My dog's name is Pixel."], "Pixel died.", []),
        (["I have a dog.", "Her name is Pixel."], "Pixel died last week.", []),
        (["I have two dogs.", "My dog's name is Pixel."], "Pixel died.", ["two dogs"]),
        (["我养了一只猫，叫豆包。"], "豆包昨天去世了。", []),
        (["我的猫叫豆包。"], "豆包走了，我很难过。", []),
        (["我的猫叫豆包。"], "老板走了。", ["豆包"]),
        (["I have a cat.", "My dog Rex is 12."], "Rex passed away.", ["cat"]),
        (["I have a turtle.", "Her name is Shelly."], "Shelly died.", []),
    ],
)
def test_a_pet_told_by_name_ends_with_its_death(
    memory: Memory, clock: ManualClock, told: list[str], ending: str, left: list[str]
) -> None:
    for text in told:
        memory.add([Message("user", text)], session="s")
    clock.advance(days=30)
    memory.add([Message("user", ending)], session="s")
    assert [value for value, positive in believed(memory, "has_pet") if positive] == left
    assert [pair for pair in believed(memory, "name") if pair[1] and not left] == []


def test_several_are_told_from_one_whose_name_begins_like_a_number() -> None:
    for value in ("two dogs", "3 cats", "三只猫", "两隻狗", "几个朋友", "一些鸟"):
        assert SEVERAL.match(value), value
    for value in ("Sixten", "Bothwell the dog", "三花猫", "八哥", "一只三花猫", "cat"):
        assert not SEVERAL.match(value), value
