"""Tokens and vectors are those of the package whose version is pinned."""

from __future__ import annotations

import random
import unicodedata
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doxa.index.sentence_encoder.encoder import SentenceEncoder

SENTENCES = (
    "Ana moved to Munich last month and works as a nurse now.",
    "She isn't allergic to peanuts; tree nuts (e.g. cashews) are the problem!",
    "我上个月从柏林搬到了慕尼黑，现在在一家医院做护士。",
    "周三下午三点改到周五上午十点，地点不变。",
    "昨日、弟と京都へ行って抹茶アイスを食べました。ﾊﾝｶｸ",
    "저는 지난달에 베를린에서 뮌헨으로 이사했어요 ㅋㅋㅋ",
    "Я переехала в Мюнхен и работаю медсестрой.",
    "انتقلت إلى ميونيخ الشهر الماضي وأعمل ممرضة ﷺ",
    "เดือนที่แล้วฉันย้ายไปมิวนิก",
    "Geçen ay Münih'e taşındım, İstanbul'u özlüyorum.",
    "W zeszłym miesiącu przeprowadziłam się do Monachium.",
    "Le mois dernier j'ai déménagé à Munich ; c'était « génial ».",
    "पिछले महीने मैं म्यूनिख चली गई। क़लम",
    "v3.2.1 src/app/main.py:42 C++ a_b-c d@e.org https://x.y/z?q=1#f",
    "①②③ ﬁne ½ cup ™ ℡ Å Ω ㍿ ㌔ 10₂ x² ① ⅷ",
    "👩‍👩‍👧‍👦 🇩🇪 ❤️ 🤷🏽‍♀️ \u200b\u200d\ufeff zero width",
    "aaaaaaaaaaaa hahahahahaha !!!!!!!!!! 哈哈哈哈哈哈哈 ......",
    "\u2581 literal \u2581\u2581 marks \u2581",
    "\ttabs\nand\r\nnewlines \x0b\x0c \u00a0\u3000\u2003 spaces  ",
    "<unk> <s> </s> extra_token_id_1",
    "e\u0301 o\u0308 n\u0303 q\u0323\u0307 \u1112\u1161\u11ab \u0301lead",
    "\x00nul\x00 \x01\x1f\x7f controls \x85\x9f",
    "𝓯𝓪𝓷𝓬𝔂 𝟘𝟙𝟚 𠮷野家 ｆｕｌｌ－ｗｉｄｔｈ",
    "",
    " ",
    "x",
    "字",
)


def made_up(count: int) -> list[str]:
    """Texts of one to four joined pieces of the sentences, some decomposed, repeated or salted with odd characters."""
    choose = random.Random(7)
    texts = []
    for _ in range(count):
        parts = []
        for _ in range(choose.randint(1, 4)):
            sentence = choose.choice(SENTENCES)
            start = choose.randint(0, len(sentence))
            parts.append(sentence[start : start + choose.randint(1, 40)])
        text = choose.choice(("", " ", "\u0301", "。")).join(parts)
        if choose.random() < 0.3:
            text = unicodedata.normalize("NFD", text)
        if choose.random() < 0.2:
            code = choose.choice((choose.randrange(1, 0xD800), choose.randrange(0xE000, 0x30000)))
            text += chr(code) * choose.randint(1, 9)
        texts.append(text)
    return texts


@pytest.mark.parametrize("sentence", SENTENCES)
def test_tokens_are_the_packages(sentence: str, encoder: SentenceEncoder, package: Any) -> None:
    assert encoder.tokens(sentence) == package._tokenizer.encode(sentence)


@settings(max_examples=300, deadline=None)
@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_tokens_of_any_unicode_are_the_packages(text: str, encoder: SentenceEncoder, package: Any) -> None:
    assert encoder.tokens(text) == package._tokenizer.encode(text)


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("ha字哈.! 1\u0301\u2581ｶﾞ"), max_size=80))
def test_repetitions_whose_cuts_tie_are_cut_as_the_package_cuts_them(
    encoder: SentenceEncoder, package: Any, text: str
) -> None:
    assert encoder.tokens(text) == package._tokenizer.encode(text)


def test_vectors_are_the_packages(encoder: SentenceEncoder, package: Any) -> None:
    texts = [*SENTENCES, *made_up(200)]
    np.testing.assert_allclose(encoder.encode(texts), package.encode(texts), rtol=0, atol=1e-6)


@pytest.mark.slow
def test_a_thousand_vectors_are_the_packages_one_by_one(encoder: SentenceEncoder, package: Any) -> None:
    texts = made_up(1000)
    ours = np.concatenate([encoder.encode([text]) for text in texts])
    np.testing.assert_allclose(ours, np.stack([package.encode(text) for text in texts]), rtol=0, atol=1e-6)
