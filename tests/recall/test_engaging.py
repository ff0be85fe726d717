from __future__ import annotations


def test_a_context_marks_what_is_over_and_does_not_begin_with_it(open_memory, clock):
    ana = open_memory(user="ana")
    ana.add("I lived in Rome from 2017 to 2019.")
    ana.add("I live in Berlin.")
    clock.advance(days=1)
    ana.add("I no longer live in Berlin.")
    lines = ana.engage("Where do I live?").text.splitlines()
    assert [line for line in lines if "user lives in Berlin" in line and "[until 2026-01-02]" not in line] == []
    assert not any(line.startswith("[1] user lives in") for line in lines)
    assert "[1] user does not live in Berlin (2026-01-02)" in lines


def test_each_line_is_numbered_by_its_place_among_the_sources(open_memory):
    ana = open_memory(user="ana")
    ana.add("I live in Berlin. I work at Acme. I like jazz.")
    context = ana.engage("Where do I live and work?")
    numbered = [line.partition("] ") for line in context.text.splitlines() if line.startswith("[")]
    assert [int(head[1:]) for head, _, _ in numbered] == list(range(1, len(context.sources) + 1))
    for (_, _, said), source in zip(numbered, context.sources, strict=True):
        assert said.startswith(ana.get(source).text)


def test_what_the_conversation_was_handed_already_does_not_come_again_unless_it_changed(open_memory, clock):
    ana = open_memory(user="ana")
    ana.add("I live in Berlin.")
    ana.add("I like jazz.")
    first = ana.engage("Where do I live?")
    assert ana.engage("Where do I live?", known=first.sources).text == ""
    clock.advance(days=30)
    ana.add("I moved to Lisbon.")
    again = ana.engage("Where do I live?", known=first.sources)
    assert "user lives in Lisbon" in again.text
    assert "user lives in Berlin (2026" not in again.text.splitlines()[3]
    assert set(again.sources).isdisjoint(first.sources)


def test_known_krefs_of_memories_that_are_gone_are_no_error(open_memory):
    ana = open_memory(user="ana")
    gone = ana.add("I like jazz.").beliefs[0].kref
    ana.add("I live in Berlin.")
    ana.erase(gone, confirm=True)
    assert "Berlin" in ana.engage("Where do I live?", known=[gone]).text


def test_stages_of_a_context_are_timed(open_memory):
    ana = open_memory(user="ana")
    ana.add("I live in Berlin.")
    timings = ana.engage("Where do I live?", insights=True).recall.timings
    assert {"standing", "names", "read", "bm25", "assemble", "text", "insights"} <= set(timings)
    assert all(seconds >= 0 for seconds in timings.values())


def test_words_that_have_been_replaced_are_marked_as_old_in_either_language(open_memory, clock):
    ana = open_memory(user="ana")
    for first, later in (
        ("I live in Berlin.", "I moved to Lisbon."),
        ("我最喜欢的颜色是红色。", "我最喜欢的颜色是蓝色。"),
    ):
        ana.add(first)
        clock.advance(days=1)
        ana.add(later)
    lines = ana.engage("Is Berlin where I live?").text.splitlines()
    assert any(line.endswith("I live in Berlin. (2026-01-01) [no longer so]") for line in lines)
    lines = ana.engage("我最喜欢的颜色是红色吗？").text.splitlines()
    assert any(line.endswith("我最喜欢的颜色是红色。 (2026-01-02) [已不成立]") for line in lines)


def test_what_somebody_cannot_have_stands_in_every_context(memory):
    memory.add(
        "I'm allergic to peanuts. I'm not allergic to shrimp. Bob is allergic to dust. 我对芒果过敏。", user="ana"
    )
    prelude = memory.engage("What should I cook for dinner?", user="ana").prelude
    assert "peanuts" in prelude
    assert "芒果" in prelude
    assert "shrimp" not in prelude
    assert "dust" not in prelude
