"""Chinese phrases of time as a pattern: what may stand before or after a subject and is no part of the predicate."""

from __future__ import annotations

from typing import Final

_DIGITS: Final = "[零〇一二三四五六七八九]"
_SMALL: Final = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})"
_WEEK: Final = "(?:周|星期|礼拜)"
_YEAR: Final = rf"(?:[12]\d{{3}}|{_DIGITS}{{4}})"
_MONTH: Final = rf"{_SMALL}月(?:份|初|中旬?|底)?(?:{_SMALL}[日号])?"
_ALTERNATIVES: Final = (
    rf"{_YEAR}年?(?:\d{{1,2}}月)?(?:到|至|-|—){_YEAR}年?(?:\d{{1,2}}月)?(?:期间|之间)?",
    "大前天|前天|昨天|昨晚|昨日|今天|今晚|今早|明天|明早|明晚|后天|大后天|刚才|刚刚|刚",
    rf"上上?个?{_WEEK}[一二三四五六日天末]?|这个?{_WEEK}[一二三四五六日天末]?|下下?个?{_WEEK}[一二三四五六日天末]?",
    rf"本周[一二三四五六日末]?|{_WEEK}[一二三四五六日天末]",
    "上上?个?月|这个?月|本月|下下?个?月|前年|去年|今年|明年|后年|大后年",
    rf"{_YEAR}年(?:{_SMALL}月)?(?:份|\d{{1,2}}[日号])?",
    _MONTH,
    "早上|上午|中午|下午|傍晚|晚上|夜里|半夜|周末|国庆|春节|过年|寒假|暑假|年初|年底|月初|月底|年中",
    rf"(?:\d+|[一二两三四五六七八九十几半]+)个?(?:天|月|年|{_WEEK})半?(?:以?前|之前|后|之后|以后)",
    "前几天|前两天|前阵子|前段时间|过几天|过两天|最近|近期|目前|现在|如今|眼下|当时|那时候?|小时候",
    "以前|之前|从前|原来|曾经|过去|平时|平常|平日里?",
    r"(?:\d{1,2}|[一二两三四五六七八九十]{1,3})点(?:半|钟|\d{1,2}分?)?",
    r"(?:(?![我你他她])[\u4e00-\u9fff]){1,6}的时候[，,]?",
    "自?从.{1,12}?(?:开始|起|以来|以后|之后)",
)
TIME: Final = f"(?:{'|'.join(_ALTERNATIVES)})"
"""One phrase of time, as a group."""
