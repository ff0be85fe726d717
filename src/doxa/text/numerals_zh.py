"""Numbers in Chinese characters."""

from __future__ import annotations

from doxa.text.decimals import Number, read_decimal, whole_if_integral
from doxa.text.patterns import lazy_pattern

DIGITS = dict(
    zip("零〇一二三四五六七八九两壹贰叁肆伍陆柒捌玖俩", (0, 0, *range(1, 10), 2, *range(1, 10), 2), strict=True)
)
DIGITS |= {"貳": 2, "參": 3, "陸": 6, "兩": 2}
UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1_000, "仟": 1_000}
SCALES = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
MEASURES = frozenset(
    "个個只隻条條本年月日天号號周岁歲点點分秒时時小名位人次回件张張把杯瓶碗台辆輛架艘头頭匹棵朵座间間家所套双雙对對"
    "副层層楼樓公斤克千米升里尺寸元块塊角毛吨噸亩倍种種款部集季届屆代口户页頁章节節句步站门門项項场場番枚颗顆粒支枝幅"
    "篇首群批盒箱包袋桶星礼禮世刻成折厘毫英平瓦度等级級室厅廳卷册冊顿頓堂课課"
)
"""Characters that begin a measure word: a single digit before one of them counts something."""

_CORE = "".join(DIGITS) + "".join(UNITS)
_NUMERAL = lazy_pattern(
    rf"(?:(?<![0-9.])\d{{1,15}}(?:\.\d{{1,10}})?[百千万萬亿億][{_CORE}万萬亿億\d]{{0,40}}|[{_CORE}廿卅]"
    rf"[{_CORE}万萬亿億]{{0,60}}(?:点[{''.join(DIGITS)}]{{1,20}}(?![十分刻半]))?[万萬亿億]{{0,2}})"
)
_PART = lazy_pattern(r"(\d+(?:\.\d+)?)|(.)")
_ADVERBS = lazy_pattern(
    r"[一十百千万两](?:起|些|直|定|样|般|下|旦|切|向|边|面|律|共|再|致|贯|时半)|十分(?!之|钟|鐘)|一点(?!钟|鐘|半)"
)
_VAGUE = frozenset("几幾多来來余餘")


def read_characters(flat: str) -> list[tuple[Number, int, int]]:
    """Return (value, start, end) of each number in Chinese characters, also after digits (`1.5万`)."""
    found: list[tuple[Number, int, int]] = []
    for numeral in _NUMERAL.finditer(flat):
        value = _value(numeral[0])
        if value is not None and _counts(flat, numeral.start(), numeral.end()):
            found.append((value, numeral.start(), numeral.end()))
    return found


def read_numeral(characters: str) -> Number | None:
    """Return what a numeral such as `二十五`, `二〇二六`, `1.5万` or `25` is worth; None if it is none."""
    if characters.isascii() and characters.isdigit():
        return int(characters)
    return _value(characters) if _NUMERAL.fullmatch(characters) else None


def _counts(flat: str, start: int, end: int) -> bool:
    """Say whether characters that may be part of a word (一起, 四川, 十分) are a number here."""
    after = flat[end : end + 1]
    if flat.startswith("分之", end) and flat[start:end] in {"百", "千", "万"}:
        return False
    if (after and after in _VAGUE) or _ADVERBS.match(flat, start):
        return False
    if end - start > 1 or end - start == len(flat):
        return flat[start:end] not in {"千万", "万一", "一一", "一二"}
    before = flat[start - 1 : start]
    return before in {"第", "初", "之"} or (bool(after) and after in MEASURES)


def _value(numeral: str) -> Number | None:
    whole, _, decimals = numeral.partition("点")
    if decimals:
        scale = 1
        while decimals[-1] in SCALES:
            scale, decimals = scale * SCALES[decimals[-1]], decimals[:-1]
        base = _integer(whole)
        digits = "".join(str(DIGITS[character]) for character in decimals)
        return read_decimal(f"{base}.{digits}", scale) if isinstance(base, int) else None
    if len(numeral) > 1 and all(character in DIGITS for character in numeral):
        if len(numeral) == 2 and DIGITS[numeral[1]] == DIGITS[numeral[0]] + 1 > 1:
            return None  # 两三 is "two or three"
        return int("".join(str(DIGITS[character]) for character in numeral))
    return _integer(numeral)


def _integer(numeral: str) -> Number | None:
    """Return the value of digits, units (十百千) and scales (万亿) put together; None if they do not fit."""
    total: Number = 0
    section: Number = 0
    digit: Number | None = None
    last = 0
    for number, character in _PART.findall(numeral.replace("廿", "二十").replace("卅", "三十")):
        if number or character in DIGITS:
            if digit:
                return None
            digit = read_decimal(number) if number else DIGITS[character]
            last = 0 if digit == 0 else last
        elif character in UNITS:
            section += (1 if digit is None or digit == 0 else digit) * UNITS[character]
            digit, last = None, UNITS[character]
        else:
            part = section + (digit or 0)
            if part == 0 and total == 0:
                return None
            scale = SCALES[character]
            total = (total + part) * scale if scale > 10**4 or part == 0 else total + part * scale
            section, digit, last = 0, None, scale
    short = last // 10 if last > 10 and digit else 1  # 三百五 is 350, 三百零五 is 305
    return whole_if_integral(total + section + (digit or 0) * short)
