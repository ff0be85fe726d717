from __future__ import annotations


def test_a_context_marks_what_is_over_and_does_not_begin_with_it(open_memory, clock):
    ana = open_memory(user="ana")
    ana.add("I lived in Rome from 2017 to 2019.")
    ana.add("I live in Berlin.")
    clock.advance(days=1)
    ana.add("I no longer live in Berlin.")
    lines = ana.engage("Where do I live?").text.splitlines()
    assert [line for line in lines if "user lives in Berlin" in line and "[until 2026-01-02]" not in line] == []
    assert not any(line.startswith("- user lives in") for line in lines)
    assert "- user does not live in Berlin (2026-01-02)" in lines
