"""Units of measure and money under one name each. Nothing is converted: 1000 m stays other than 1 km."""

from __future__ import annotations

import re

from doxa.text.patterns import lazy_pattern

_ALIASES = """
km: kms kilometre kilometres kilometer kilometers 公里 千米
metre: m metres meter meters 米 公尺
cm: cms centimetre centimetres centimeter centimeters 厘米 公分
mm: millimetre millimetres millimeter millimeters 毫米
mile: miles 英里
foot: ft feet 英尺
inch: inches 英寸
kg: kgs kilo kilos kilogram kilograms kilogramme kilogrammes 公斤 千克
gram: grams gramme grammes 克
mg: milligram milligrams 毫克
lb: lbs 磅
litre: l litres liter liters 升 公升
ml: millilitre millilitres milliliter milliliters 毫升
hour: h hr hrs hours 小时 个小时 小時 個小時 钟头 个钟头
minute: min mins minutes 分钟 分鐘
second: sec secs seconds 秒 秒钟
day: days 天
week: wk wks weeks 周 个星期 星期 个礼拜 礼拜
month: months 个月 個月
year: yr yrs years year-old years-old yo 岁 歲 周岁
km/h: kmh kph kmph 公里每小时
mph: 英里每小时
kb: kilobyte kilobytes
mb: megabyte megabytes
gb: gigabyte gigabytes
tb: terabyte terabytes
celsius: °c 摄氏度 degree-celsius degrees-celsius
fahrenheit: °f 华氏度 degree-fahrenheit degrees-fahrenheit
percent: % percents per-cent
usd: $ dollar dollars 美元 美金
eur: € euro euros 欧元
gbp: £ 英镑
cny: yuan rmb 元 人民币 元人民币 块钱 塊錢
jpy: yen 日元 円
"""


def _read_aliases() -> dict[str, str]:
    lines = (line.partition(": ") for line in _ALIASES.strip().splitlines())
    return {alias.replace("-", " "): name for name, _, aliases in lines for alias in (name, *aliases.split())}


_NAME_OF = _read_aliases()
_LATIN = "|".join(
    sorted(
        (re.escape(alias).replace(r"\ ", "[ -]") for alias in _NAME_OF if not "一" <= alias[0] <= "鿿"),
        key=len,
        reverse=True,
    )
)
_HAN = "|".join(sorted((alias for alias in _NAME_OF if "一" <= alias[0] <= "鿿"), key=len, reverse=True))
_DIGIT = lazy_pattern(r"\d")
_AFTER = lazy_pattern(rf"(?<![$€£¥])(?<![\d.])([-+]?\d+(?:\.\d+)?)(?:[ -]?({_LATIN})(?![^\W\d_一-鿿]|\d)| ?({_HAN}))")
_YEARS = lazy_pattern(r"(?<![\d.])(\d{1,3}) ?年(?![级代月\d])")
_BEFORE = lazy_pattern(r"(?:us)?([$€£]) ?([-+]?\d+(?:\.\d+)?)(?![\w.]|,\d)")
_OF_HUNDRED = lazy_pattern(r"百分之 ?(\d+(?:\.\d+)?)")


def name_units(text: str) -> str:
    """Return `text` with each unit after a number (or currency sign before one) under its one name.

    Args:
        text: Lower case, numbers in digits: `5km`, `5 kilometres` and `5公里` all become `5 km`.
    """
    if not _DIGIT.search(text):
        return " ".join(text.split())
    text = _OF_HUNDRED.sub(r"\1 percent", _BEFORE.sub(_money, text))
    text = _YEARS.sub(r"\1 year ", text)
    return " ".join(_AFTER.sub(_named, text).split())


def _named(match: re.Match[str]) -> str:
    name = _NAME_OF[match[2].replace("-", " ") if match[2] else match[3]]
    rest = match.string[match.end() : match.end() + 1]
    return f"{match[1]} {name}" + (" " if rest and not rest.isspace() and rest.isalnum() else "")


def _money(match: re.Match[str]) -> str:
    return f"{match[2]} {_NAME_OF[match[1]]}"
