from __future__ import annotations

import io

import numpy as np
import pytest

from doxa.errors import EmbedderMismatch, ImportConflict, InvalidInput, NotFound
from doxa.graph.migrations import MIGRATIONS
from doxa.graph.vectors import rebuild_codes


class Letters:
    """An embedder whose vectors count letters; exact and instant."""

    languages = None

    def __init__(self, dim=26, id="letters/1"):
        self.id, self.dim = id, dim

    def embed(self, texts, *, query=False):
        rows = np.full((len(texts), self.dim), 1e-3, np.float32)
        for row, text in zip(rows, texts, strict=True):
            for letter in text.lower():
                row[ord(letter) % self.dim] += 1
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def told(memory, text, **arguments):
    return memory.add(text, kind="fact", extract=False, **arguments).outcomes[0].belief


def everything(memory):
    return [(b.kref, b.text, b.status, b.tags, b.sources) for b in memory.list(limit=1000).items]


def test_another_embedder_is_refused_until_the_project_is_reindexed(open_memory):
    told(open_memory(embedder=Letters()), "a cat")
    other = open_memory(embedder=Letters(13, "letters/2"))
    with pytest.raises(EmbedderMismatch, match="reindex"):
        told(other, "a dog")
    assert other.reindex().ok
    told(other, "a dog")
    assert other.status().embedder == "letters/2"
    assert other.recall("a cat", legs=["dense"]).hits[0].belief.text == "a cat"


def test_reindex_gives_vectors_to_what_was_told_without_an_embedder(open_memory):
    plain = open_memory()
    for n in range(40):
        told(plain, f"note {chr(97 + n % 26) * (n + 1)}")
    assert open_memory(embedder=Letters()).reindex().ok
    assert plain.stats().vectors == 40


def test_a_fresh_project_is_in_health(memory):
    told(memory, "x")
    assert memory.doctor().ok
    assert memory.doctor(deep=True).ok


def test_export_and_import_give_the_same_reads_now_and_then(open_memory, clock):
    source = open_memory("one", user="ana")
    source.add("I live in Lisbon.")
    then = clock.now()
    clock.advance(days=1)
    source.add("I moved to Berlin.", tags=["t"])
    file = io.StringIO()
    source.export(file)
    file.seek(0)
    copy = open_memory("two", user="ana")
    copy.import_(file)

    def bare(rows):
        return [(kref.partition("/~")[2], *rest) for kref, *rest in rows]

    assert bare(everything(copy)) == bare(everything(source))
    past = (copy.as_of(then), source.as_of(then))
    assert bare(everything(past[0])) == bare(everything(past[1]))


def test_importing_again_changes_nothing_and_a_changed_row_is_refused(open_memory, clock, tmp_path):
    source = open_memory("one", user="ana")
    source.add("I live in Lisbon.")
    path = tmp_path / "one.jsonl"
    source.export(path)
    copy = open_memory("two", user="ana")
    copy.import_(path)
    assert sum(copy.import_(path).imported.values()) == 0
    path.write_text(path.read_text().replace("Lisbon", "Lagos"))
    with pytest.raises(ImportConflict):
        copy.import_(path)


@pytest.mark.parametrize("line", ["not json", "[1]", '{"row": "nonsense"}'])
def test_a_file_that_is_no_export_is_refused_and_nothing_is_kept(memory, line):
    with pytest.raises(InvalidInput):
        memory.import_(io.StringIO(line + "\n"))
    assert memory.stats().operations == 0


def test_an_import_from_a_missing_file_says_so(memory, tmp_path):
    with pytest.raises(InvalidInput, match=r"nowhere\.jsonl"):
        memory.import_(tmp_path / "nowhere.jsonl")


def test_erase_needs_a_word_that_it_is_meant_and_something_to_erase(open_memory):
    ana = open_memory(user="ana")
    told(ana, "x")
    with pytest.raises(InvalidInput, match="confirm"):
        ana.erase(everything=True)
    with pytest.raises(InvalidInput):
        ana.scoped(user=None).erase(confirm=True)
    assert len(everything(ana)) == 1


def test_erase_leaves_no_word_of_the_erased_and_everything_else(open_memory, home):
    ana = open_memory(user="ana")
    kept = told(ana, "a perfectly ordinary remark")
    gone = told(ana, "the xylophonist's unspeakable secret")
    certificate = ana.erase(gone.id, confirm=True)
    assert (certificate.state, all(certificate.checks.values())) == ("complete", True)
    assert [row[1] for row in everything(ana)] == [kept.text]
    with pytest.raises(NotFound):
        ana.get(gone.id)
    assert ana.recall("xylophonist").abstained
    for file in home.iterdir():
        assert b"xylophonist" not in file.read_bytes()


def test_erasing_a_claim_names_the_turn_that_still_says_it(open_memory):
    ana = open_memory(user="ana")
    turn, home = (outcome.belief for outcome in ana.add("I live in Reykjavik.").outcomes)
    certificate = ana.erase(home.id, confirm=True)
    assert certificate.out_of_reach[0].startswith(turn.kref)
    assert ana.erase(turn.id, confirm=True).state == "complete"


@pytest.mark.parametrize("word", ["anna-marie", "agent-zanzibar", "zanzikind"])
def test_erasing_a_user_leaves_no_name_of_theirs_in_the_file(open_memory, home, word):
    memory = open_memory()
    memory.add("I live in Ulm.", user="anna-marie", agent="agent-zanzibar", kind="zanzikind")
    assert memory.erase(user="anna-marie", confirm=True).state == "complete"
    memory.close()
    assert all(word.encode() not in file.read_bytes() for file in home.iterdir())


def test_erasing_a_user_takes_theirs_and_nobody_elses(open_memory):
    memory = open_memory()
    told(memory, "Ana's", user="ana")
    told(memory, "Bob's", user="bob")
    told(memory, "shared")
    memory.erase(user="ana", confirm=True)
    assert [row[1] for row in everything(memory.scoped(user="bob"))] == ["shared", "Bob's"]
    assert [row[1] for row in everything(memory.scoped(user="ana"))] == ["shared"]


def test_an_erased_memory_does_not_come_back_by_undo_or_import(open_memory, tmp_path):
    ana = open_memory(user="ana")
    added = ana.add("gone", kind="fact", extract=False)
    path = tmp_path / "before.jsonl"
    ana.export(path)
    ana.erase(added.outcomes[0].belief.id, confirm=True)
    ana.import_(path)
    assert everything(ana) == []


def test_status_tells_what_the_project_is(memory):
    told(memory, "x")
    status = memory.status()
    assert (status.project, status.schema, status.last_operation, status.erase) == (
        "default",
        len(MIGRATIONS),
        "1",
        None,
    )


def test_doctor_embeds_a_sample_again_and_mends_a_vector_that_is_not_of_its_text(open_memory):
    memory = open_memory(embedder=Letters())
    for word in ("cat", "dog", "owl"):
        told(memory, f"a {word}")
    store_vector_of(memory, "a dog", Letters().embed(["zzz"])[0])
    report = memory.doctor()
    assert [(each.check, each.detail) for each in report.findings if not each.ok and each.check == "embedding"] == [
        ("embedding", "1 of 3 vectors are not those of their texts")
    ]
    assert memory.doctor(repair=True).findings[-1].ok
    assert memory.doctor(deep=True).ok
    assert memory.recall("a dog", legs=["dense"]).hits[0].belief.text == "a dog"


def store_vector_of(memory, text, vector):
    with memory.graph.engine.writing(None) as connection:
        packed = vector.astype("<f4").tobytes()
        connection.run("UPDATE vector SET v=? WHERE rev=(SELECT rev FROM content WHERE text=?)", (packed, text))
        for (slab,) in connection.rows("SELECT DISTINCT slab FROM item"):
            rebuild_codes(connection, slab)
    memory.graph.forget_caches()
