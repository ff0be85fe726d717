"""Krefs: what parses, what it means, and that formatting and parsing are inverse."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.errors import DoxaError, InvalidKref, NaiveDatetime
from doxa.graph.kref import Kref, parse_kref, slug, space_path

segments = st.from_regex(r"\w[\w-]{0,8}(\.[\w-]{1,5}){0,2}", fullmatch=True).map(slug).filter(bool)
kinds = st.from_regex(r"[a-z][a-z0-9_]{0,9}", fullmatch=True)
moments = st.datetimes(datetime(1970, 1, 1), datetime(2300, 1, 1)).map(lambda moment: moment.replace(tzinfo=UTC))
pins = st.one_of(
    st.fixed_dictionaries({}, optional={"number": st.integers(1, 10**9), "artifact": st.text(min_size=1, max_size=9)}),
    st.fixed_dictionaries(
        {}, optional={"tag": st.sampled_from(["latest", "evidence:official", "批准"]), "time": moments}
    ),
)


@given(
    project=segments, slab=st.integers(0, 99), space=st.lists(segments, max_size=3), name=segments, kind=kinds, pin=pins
)
def test_an_items_kref_parses_back(project, slab, space, name, kind, pin) -> None:  # type: ignore[no-untyped-def]
    kref = Kref(project, slab, tuple(space), name, kind, **pin)
    assert parse_kref(str(kref)) == kref


@given(project=segments, slab=st.integers(0, 99), space=st.lists(segments | st.just("notes.fact"), max_size=3))
def test_a_spaces_kref_parses_back(project: str, slab: int, space: list[str]) -> None:
    kref = Kref(project, slab, tuple(space))
    assert parse_kref(str(kref)) == kref


@given(st.text(max_size=30).map(lambda text: f"kref://{text}") | st.text(max_size=30))
def test_any_text_parses_or_is_refused_by_a_typed_error(text: str) -> None:
    with suppress(DoxaError):
        assert parse_kref(str(parse_kref(text))) == parse_kref(text)


def test_the_kind_is_what_follows_the_last_dot() -> None:
    kref = parse_kref("kref://p/release.v1.2.notes")
    assert (kref.name, kref.kind) == ("release.v1.2", "notes")


def test_a_users_tree_has_a_reserved_first_segment() -> None:
    kref = parse_kref("kref://p/~7/work/x.fact?r=2")
    assert (kref.slab, kref.space, kref.number) == (7, ("work",), 2)
    for wrong in ("kref://p/work/~7/x.fact", "kref://p/~0/x.fact", "kref://p/~x/x.fact", "kref://~1/x.fact"):
        with pytest.raises(InvalidKref):
            parse_kref(wrong)


WORDS = ("हिन्दी", "क्\u200dष", "สวัสดี", "தமிழ்", "ប្រាសាទ", "عَلِي\u200cرضا", "שָׁלוֹם", "x\u0301y", "한국어", "北京", "Ünal")


@pytest.mark.parametrize("word", WORDS)
def test_a_name_may_be_in_any_script_with_its_marks(word: str) -> None:
    kref = parse_kref(f"kref://{word}/{word}/{word}.fact?t={word}")
    assert parse_kref(str(kref)) == kref
    assert slug(f"{word}, {word}!") == "-".join([kref.name or ""] * 2).casefold()


@pytest.mark.parametrize(
    "wrong", ["\u0301x", "a\u200cb", "ab\u200d", "ख\u200c", "a.\u0301b", "a\u202eb", "x\u0301/\u0301"]
)
def test_a_mark_without_a_letter_and_what_cannot_be_seen_is_no_name(wrong: str) -> None:
    with pytest.raises(InvalidKref):
        space_path(wrong)
    assert space_path(slug(wrong) or "x")


def test_a_minute_means_its_end() -> None:
    kref = parse_kref("kref://p/x.fact?time=202601011530")
    assert kref.time == datetime(2026, 1, 1, 15, 31, tzinfo=UTC) - timedelta(microseconds=1)


def test_a_time_needs_a_zone() -> None:
    assert parse_kref("kref://p/x.fact?time=2026-01-01T12:00:00%2B02:00").time == datetime(2026, 1, 1, 10, tzinfo=UTC)
    with pytest.raises(NaiveDatetime):
        parse_kref("kref://p/x.fact?time=2026-01-01T12:00:00")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "p/x.fact",
        "kref://",
        "kref:///x.fact",
        "kref://p//x.fact",
        "kref://p/../x.fact",
        "kref://p/a b.fact",
        "kref://p/x.fact?",
        "kref://p/x.fact?r=0",
        "kref://p/x.fact?r=-1",
        "kref://p/x.fact?r=1&r=2",
        "kref://p/x.fact?r=1&t=a",
        "kref://p/x.fact?t=a&tag=b",
        "kref://p/x.fact?z=1",
        "kref://p/x.fact?t=",
        "kref://p/x.fact?time=yesterday",
        "kref://p/x.fact?time=202613011530",
        "kref://p/space?r=1",
        "kref://p/x.fact\x00",
        "kref://p/\ud800.fact",
        "kref://p/" + "x" * 201 + ".fact",
    ],
)
def test_what_is_no_kref_is_refused(text: str) -> None:
    with pytest.raises(InvalidKref):
        parse_kref(text)


def test_a_path_ignores_outer_slashes() -> None:
    assert space_path("/work/项目/") == ("work", "项目")
    assert space_path("") == space_path("/") == ()


def test_a_slug_keeps_words_of_any_script() -> None:
    assert slug("  Hello, Wörld! 你好 ") == "hello-wörld-你好"
    assert slug("!!!") == ""
    assert slug("x" * 60) == "x" * 48
    assert slug("x" * 60, hash_on_truncate=True) == "x" * 39 + "-06ced2e0"
