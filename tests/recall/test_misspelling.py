from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.recall.misspelling import is_another_word, may_be_misspelt, one_slip_away

WORDS = frozenset("error typescript mango reach react listing mongoose form from latter later compose composer".split())


def exists(word):
    return word in WORDS


def meant(word, name, lexicon=exists):
    slips = dict(one_slip_away(word))
    return may_be_misspelt(word) and name in slips and not is_another_word(word, name, slips[name], lexicon)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("eror", "error"),
        ("typsecript", "typescript"),
        ("kubernets", "kubernetes"),
        ("kubernetis", "kubernetes"),
        ("mongoose", "moongoose"),
        ("fastifyy", "fastify"),
    ],
)
def test_a_slip_of_the_fingers_is_seen_through(word, name):
    assert meant(word, name)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("mango", "mongo"),
        ("reach", "react"),
        ("listing", "linting"),
        ("form", "from"),
        ("latter", "later"),
        ("composer", "compose"),
        ("raect", "react"),
        ("typsercipt", "typescript"),
        ("k8ss", "k8s"),
        ("ted", "red"),
        ("what", "that"),
    ],
)
def test_another_word_is_no_misspelling(word, name):
    assert not meant(word, name)


def test_without_a_lexicon_only_swapped_and_doubled_letters_count():
    assert meant("eror", "error", None)
    assert meant("typsecript", "typescript", None)
    assert not meant("kubernetis", "kubernetes", None)


@given(st.text("abcde", min_size=4, max_size=9), st.data())
def test_slips_keep_the_first_two_letters_and_go_both_ways(word, data):
    slips = dict(one_slip_away(word))
    assert all(name[:2] == word[:2] and abs(len(name) - len(word)) <= 1 for name in slips)
    name = data.draw(st.sampled_from(sorted(slips)))
    assert dict(one_slip_away(name))[word] == slips[name]
