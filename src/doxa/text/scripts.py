"""Which characters belong to scripts that are written without spaces."""

from __future__ import annotations

CJK_CLASS = "々-〇ぁ-ゖゝ-ゟァ-ヺー-ヿㄅ-ㄯㇰ-ㇿ㐀-䶿一-鿿가-힣\uf900-\ufaff\U00020000-\U000323af"
"""Han, kana, bopomofo and hangul, as the inside of a regular expression's character class."""

HAN_CLASS = "々-〇㐀-䶿一-鿿\uf900-\ufaff\U00020000-\U000323af"
"""Han only."""

UNSPACED_CLASS = "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u109f\u1780-\u17d3"
"""Thai, Lao, Burmese and Khmer, which write sentences without spaces."""
