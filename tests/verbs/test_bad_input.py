from __future__ import annotations

import errno
import inspect
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from doxa import Attachment, Claim, Memory, Message, Period, Quote
from doxa.arguments import check_of
from doxa.errors import AlreadyExists, InvalidInput, InvalidKref, InvalidText, NaiveDatetime, NotADoxaFile, StoreFull
from doxa.operations.registry import REGISTRY

NOON = datetime(2020, 1, 1, 12, tzinfo=UTC)
BAD = {
    "str": (5, b"x", ["x"], "\ud800"),
    "Ref": (5, b"x", None, "\ud800"),
    "int": ("", 1.5, True, None),
    "float": ("1", True, float("nan")),
    "bool": ("", 0, 10**30, None),
    "datetime": ("2020", 2020, datetime(2020, 1, 1)),
    "datetime | str": (None, 1.5, b"1", datetime(2020, 1, 1)),
    "timedelta": (5, "1h", timedelta(-1)),
    "Right": (5, ["read"]),
    "str | Message": (5, b"x", ["x"], None),
    "str | Mapping[str, Json]": (5, [1], {5: 1}),
    "Mapping[str, Json]": ("x", 5, [1], {5: 1}, {"\ud800": 1}),
    "Claim": ("x", {}, 5),
    "Period": ("2020", 5, (None, None)),
    "Path | str": (5, b"x", "a\x00b"),
    "Path | str | IO[str]": (5, b"x", "a\x00b"),
    "Sequence[str]": ("profile", b"x", 5, [None], ["\ud800"], {"a": 1}),
    "Sequence[Claim]": ("x", Claim("x"), ["x"]),
    "Sequence[Hit | Ref]": ("x", 5, [5], [{}]),
}
"""By the type that a signature names, what is none of it."""


@pytest.fixture
def ana(open_memory):
    memory = open_memory(user="ana", home=":memory:")
    memory.add("I like tea.")
    return memory


def required(verb):
    """Return something for each argument that must be given."""
    named = inspect.signature(verb).parameters.values()
    known = {
        "query": "tea",
        "days": 1.0,
        "to": "1",
        "claims": [Claim("x")],
        "single": True,
        "refs": ["x"],
        "hits": ["x"],
    }
    known |= {"request": {}, "response": {}, "decisions": [{}]}
    known |= {"experience": {}, "outcome": {}, "pattern": {}}
    return {
        each.name: known.get(each.name, "x")
        for each in list(named)[1:]
        if each.default is each.empty and each.kind is not each.VAR_POSITIONAL
    }


def wrong_values(parameter):
    """Return what an argument must refuse by the type that its signature names."""
    plain, optional, _ = str(parameter.annotation).partition(" | None")
    plain = "Sequence[str]" if plain in ("Sequence[Ref]", "Sequence[Route]", "Collection[str]") else plain
    return [value for value in BAD.get(plain, ()) if not (value is None and optional)]


@pytest.mark.parametrize("name", REGISTRY)
def test_every_verb_refuses_arguments_of_the_wrong_type_and_writes_nothing(ana, name):
    spec = REGISTRY[name]
    before = ana.status().last_operation
    for parameter in spec.parameters.values():
        for value in wrong_values(parameter):
            given = {**required(spec.call), parameter.name: value}
            further = [given.pop(parameter.name)] if parameter.kind is parameter.VAR_POSITIONAL else []
            named = [] if not further else [given.pop(each) for each in list(given)]
            with pytest.raises(InvalidInput) as caught:
                spec.call(ana, *named, *further, **given)
            assert parameter.name in str(caught.value)
            assert caught.value.mend
    assert ana.status().last_operation == before


def test_every_argument_of_a_verb_has_a_check():
    further_in = {
        "UserArgument",
        "Moment",
        "str | Message | Sequence[Message]",
        "Embedder | str | None",
        "TierPolicy | str | None",
    }
    unchecked = {
        f"{name}.{parameter.name}: {parameter.annotation}"
        for name, spec in REGISTRY.items()
        for parameter in spec.parameters.values()
        if check_of(str(parameter.annotation)) is None and str(parameter.annotation) not in further_in
    }
    assert unchecked == set()


@pytest.mark.parametrize("space", ["\ud800", 5, "a//b", "a b", "a/../b", ["a"], "x" * 1000])
def test_a_space_that_is_no_path_is_refused_by_reads_and_writes_alike(ana, space):
    for verb in (lambda: ana.recall("tea", space=space), lambda: ana.add("hello", space=space), ana.list):
        with pytest.raises(InvalidInput, match="space"):
            verb() if verb != ana.list else ana.list(space=space)


def test_a_space_is_read_in_the_form_it_is_written_in(ana):
    ana.add("Notes of the café.", kind="fact", space="work/cafe\u0301/")
    assert [each.space for each in ana.list(space="/work/caf\u00e9").items] == ["work/caf\u00e9"]


def test_the_defaults_of_a_memory_are_checked_as_those_of_a_call(open_memory, ana):
    for given in ({"contexts": "home"}, {"agent": 5}, {"space": "a//b"}, {"session": "\ud800"}, {"user": ""}):
        with pytest.raises(InvalidInput, match=next(iter(given))):
            open_memory("other", **given)
        with pytest.raises(InvalidInput, match=next(iter(given))):
            ana.scoped(**given)
    with pytest.raises(InvalidInput, match="home"):
        Memory("other", home=5)


@pytest.mark.parametrize(
    "value",
    [
        datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))),
        datetime(9999, 12, 31, 23, 59, tzinfo=timezone(timedelta(hours=-12))),
    ],
)
@pytest.mark.parametrize("argument", ["valid_at", "now", "as_of"])
def test_an_instant_that_utc_cannot_tell_is_refused(ana, argument, value):
    with pytest.raises(InvalidInput, match=argument):
        ana.recall("tea", **{argument: value})


@pytest.mark.parametrize("value", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
@pytest.mark.parametrize("query", ["what did I do yesterday?", "昨天我做了什么？", "what comes next year?", "明年呢？"])
def test_a_question_asked_at_the_end_of_time_is_answered(ana, query, value):
    assert ana.recall(query, now=value).reading.text == query


def test_lists_may_be_of_any_iterable_kind_but_text(ana):
    assert (
        ana.list(kinds=(kind for kind in ["turn", "preference"])).items == ana.list(kinds={"turn", "preference"}).items
    )
    with pytest.raises(InvalidInput, match=r"kinds is 'turn'. Give a list, such as \['turn'\]"):
        ana.list(kinds="turn")


def test_errors_are_of_the_kind_that_says_what_was_wrong(ana):
    with pytest.raises(NaiveDatetime):
        ana.list(valid_at=datetime(2020, 1, 1))
    with pytest.raises(InvalidKref):
        ana.list(space="a b")
    with pytest.raises(InvalidText):
        ana.recall("\ud800")


@pytest.mark.parametrize("valid", [Period(datetime(2020, 1, 1), None), Period(None, datetime(2020, 1, 1))])
def test_a_period_without_a_zone_is_named_as_such_wherever_it_enters(ana, valid):
    claim = Claim("I live in Bonn", "user", "home", "Bonn", valid=valid)
    ref = ana.add("I live in Rome.").outcomes[1].belief.id
    writes = (
        lambda: ana.add("I live in Bonn.", valid=valid),
        lambda: ana.add("hello there", claims=[claim]),
        lambda: ana.update(ref, claim=claim),
        lambda: ana.expand([claim]),
        lambda: ana.revise([claim]),
        lambda: ana.contract([claim]),
    )
    for write in writes:
        with pytest.raises(NaiveDatetime, match="valid"):
            write()


@pytest.mark.parametrize(
    "valid",
    [
        Period(NOON, NOON),
        Period(NOON, NOON - timedelta(days=1)),
        Period(NOON, None, "week"),
        Period("2020", None),
        Period(datetime.min.replace(tzinfo=UTC), None, "year"),
        Period(None, datetime.max.replace(tzinfo=UTC)),
    ],
)
def test_a_period_that_cannot_be_reckoned_with_is_refused(ana, valid):
    with pytest.raises(InvalidInput, match="valid"):
        ana.add("I live in Bonn.", valid=valid)


MALFORMED_CLAIMS = {
    "text": [None, "", "\ud800", "a\x00b", 5],
    "subject": [5, "", "\ud800", None],
    "attribute": [5, "", "?!", None],
    "value": [5, "", "x" * 1001, None],
    "polarity": [None, 1, "no"],
    "kind": ["turn", "bundle", "Fact", "", None, 5],
    "valid": ["2020", (None, None)],
    "quote": ["z", Quote("z", 5, 0, 1), Quote("z", "r", 2, 1), Quote("z", "r", "0", 1), Quote(None, "r", 0, 1)],
    "confidence": [1.5, -0.1, float("nan"), True, "1"],
    "replaces": [5, "\ud800"],
    "conflicts_with": [5, b"x"],
    "correction": ["x", None, 1],
    "origin": ["bogus", None, 5],
}


@pytest.mark.parametrize("field", MALFORMED_CLAIMS)
def test_a_malformed_claim_is_refused_by_every_verb_that_takes_one(ana, field):
    ref = ana.add("I live in Rome.").outcomes[1].belief.id
    whole = Claim("lives in Bonn", "user", "home", "Bonn")
    before = ana.status().last_operation
    for value in MALFORMED_CLAIMS[field]:
        claim = replace(whole, **{field: value})
        for write in (
            lambda claim=claim: ana.add("hello", claims=[claim]),
            lambda claim=claim: ana.update(ref, claim=claim),
            lambda claim=claim: ana.expand([claim]),
            lambda claim=claim: ana.revise([claim]),
            lambda claim=claim: ana.contract([claim]),
        ):
            with pytest.raises(InvalidInput, match=field):
                write()
    assert ana.status().last_operation == before


@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("content", {"content": None}),
        ("content", {"content": 0}),
        ("content", {"content": {"role": "user"}}),
        ("content", {"content": []}),
        ("content", {"content": ["I like tea."]}),
        ("role", {"content": Message(5, "hi")}),
        ("role", {"content": Message("", "hi")}),
        ("name", {"content": Message("user", "hi", name=5)}),
        ("time", {"content": Message("user", "hi", time="now")}),
        ("metadata", {"content": [Message("user", "hi", metadata=None)]}),
        ("metadata", {"content": [Message("user", "hi", metadata={"a": object()})]}),
        ("attachments", {"content": [Message("user", "hi", attachments="x")]}),
        ("attachments", {"content": [Message("user", "hi", attachments=("x",))]}),
        ("location", {"attachments": [Attachment("a", 5)]}),
        ("attachments", {"attachments": [Attachment("a", "b"), Attachment("a", "c")]}),
        ("salience", {"salience": 1.5}),
        ("confidence", {"confidence": -1}),
        ("confidence", {"confidence": True}),
        ("source", {"source": ""}),
        ("kind", {"kind": "No Kind"}),
        ("tag", {"tags": ["a b"]}),
        ("metadata", {"metadata": {"a": {1, 2}}}),
        ("metadata", {"metadata": {"a": float("nan")}}),
        ("evidence", {"evidence": "certain"}),
        ("canonical_name", {"canonical_name": "a\nb", "kind": "fact"}),
        ("aliases", {"aliases": [""], "kind": "fact"}),
    ],
)
def test_what_add_cannot_use_is_refused_by_its_name(ana, field, given):
    before = ana.status().last_operation
    with pytest.raises(InvalidInput, match=field):
        ana.add(**{"content": "I like tea.", **given})
    assert ana.status().last_operation == before


def test_a_memory_whose_place_is_taken_comes_back_once_the_other_is_deleted_as_the_error_says(ana):
    rome = ana.add("I live in Rome.").outcomes[1].belief
    ana.delete(rome.id)
    oslo = ana.add("I live in Oslo.").outcomes[1].belief
    with pytest.raises(AlreadyExists, match="Delete that one first") as caught:
        ana.restore(rome.id)
    assert oslo.kref.partition("?")[0] in str(caught.value)
    ana.delete(oslo.id)
    ana.restore(rome.id)
    assert ana.get(rome.id).status == "live"


@pytest.mark.parametrize("value", ["9" * 50, 10**30, -1, "", "-1", "\uff11", 1.5, b"1", [], True])
def test_a_moment_that_is_no_operation_is_refused_by_every_way_to_name_one(ana, value):
    for read in (lambda: ana.list(as_of=value), lambda: ana.as_of(value), lambda: ana.narratives.list(as_of=value)):
        with pytest.raises(InvalidInput, match="as_of"):
            read()


def test_a_write_behind_a_clock_that_was_set_back_says_so_in_its_receipt(ana, clock):
    assert ana.add("I like tea.").warnings == ()
    clock.set(clock.now() - timedelta(hours=2))
    (warning,) = ana.add("I like rice.").warnings
    assert warning.startswith("clock_skew: the last operation is labelled 2:00:00 ahead of the clock")
    ana.doctor(repair_clock=True)
    assert ana.add("I like figs.").warnings == ()


def test_an_export_onto_a_full_disk_leaves_nothing_and_says_so(ana, tmp_path, monkeypatch):
    def full(self, *args, **kwargs):
        yield {"row": "project"}
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(type(ana.graph), "export_rows", full)
    with pytest.raises(StoreFull, match=r"copy\.jsonl is full"):
        ana.export(tmp_path / "copy.jsonl")
    assert not [each for each in tmp_path.iterdir() if "copy" in each.name]


def test_a_project_that_is_refused_is_closed_again(home):
    Memory("one", home=home, embedder=None).close()
    (home / "one.doxa").rename(home / "other.doxa")
    with pytest.raises(NotADoxaFile, match="holds the project"):
        Memory("other", home=home, embedder=None)
    assert not (home / "other.doxa-wal").exists()


@pytest.mark.parametrize(
    ("text", "fault"),
    [("\ud800", "a lone surrogate at 0"), (" \0", "NUL at 1"), ("\u200b", "empty")],
)
def test_a_text_is_refused_for_what_is_wrong_with_it_though_nothing_of_it_is_seen(ana, text, fault):
    with pytest.raises(InvalidText, match=fault):
        ana.add(text)
