"""What takes the place of a preference: "I prefer Emacs now" after "My favourite editor is Vim"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, TypeAlias

from doxa.text.forms import value_form
from doxa.write.extract.found import Believed, Draft

KnownNow: TypeAlias = Callable[[Sequence[str]], Iterable[Believed]]
"""Says what is believed now of somebody: given attributes, what is believed."""
_CHOSEN: Final = ("prefers", "uses")
"""Attributes under which one says what one takes of a sort."""
_CHOSEN_OF: Final = ("editor", "browser", "operating_system", "shell")
"""Nouns of a sort that are attributes themselves: "my editor is Vim"."""
_CHANGED: Final = re.compile(
    r"\b(?:now|nowadays|these days|lately|instead|since|recently|from now on)\b|现在|如今|目前|最近|改|换|开始",
    re.IGNORECASE,
)
_DONE_WITH: Final = re.compile(
    r"^(?:(?:drinking|eating|playing|using|listening to) |[喝吃用打踢看听玩])", re.IGNORECASE
)
_SHADE: Final = re.compile(r"^(?:dark|light|deep|bright|pale|深|浅|淡) ?", re.IGNORECASE)
_CHINESE: Final = re.compile(r"[\u4e00-\u9fff]")


def _sorts(rows: str) -> Mapping[str, tuple[str, ...]]:
    """Return, by value, the nouns of its sort."""
    table: dict[str, tuple[str, ...]] = {}
    for row in rows.strip().replace("\n  ", " ").splitlines():
        nouns, values = row.split(":")
        named = tuple(noun.strip().replace(" ", "_") for noun in nouns.split(","))
        for value in values.split(","):
            table.setdefault(value_form(value.strip()), named)
    return MappingProxyType(table)


_SORTS: Final = _sorts(
    """
editor, text editor, code editor, ide, 编辑器, 代码编辑器: vim, vi, neovim, emacs, nano, vs code, vscode,
  visual studio code, sublime, sublime text, atom, notepad++, helix, zed, intellij, pycharm, webstorm,
  eclipse, xcode, cursor, kakoune, android studio
programming language, language, coding language, 编程语言, 语言: python, java, rust, c++, c#, javascript,
  typescript, ruby, kotlin, swift, haskell, scala, perl, php, elixir, clojure, julia, lua, golang, ocaml,
  fortran, cobol, zig
browser, web browser, 浏览器: chrome, firefox, safari, edge, brave, opera, vivaldi, arc, 谷歌浏览器, 火狐
operating system, os, 操作系统: linux, windows, macos, ubuntu, debian, fedora, arch linux, nixos, freebsd, 鸿蒙
shell, 终端: bash, zsh, fish, powershell, nushell
messenger, messaging app, chat app, 聊天软件: whatsapp, signal, telegram, slack, discord, messenger, wechat,
  imessage, 微信, qq, 钉钉, 飞书
note app, notes app, note-taking app, 笔记软件: notion, obsidian, evernote, onenote, roam, logseq, bear, 印象笔记
search engine, 搜索引擎: google, bing, duckduckgo, kagi, 百度
database, 数据库: postgres, postgresql, mysql, mariadb, sqlite, mongodb, oracle, cassandra, redis
music service, streaming service, music app, 音乐软件: spotify, apple music, tidal, deezer, soundcloud,
  youtube music, 网易云, 网易云音乐, qq音乐
phone, phone brand, smartphone, 手机: iphone, samsung, pixel, oneplus, xiaomi, huawei, 华为, 小米, 苹果手机, 三星, 荣耀
drink, hot drink, beverage, 饮料: coffee, tea, green tea, black tea, matcha, cocoa, hot chocolate, water,
  juice, orange juice, milk, cola, lemonade, beer, wine, red wine, white wine, cider, whisky, whiskey, gin,
  rum, vodka, kombucha, espresso, cappuccino, latte, 咖啡, 茶, 绿茶, 红茶, 奶茶, 可乐, 果汁, 牛奶, 啤酒, 红酒,
  白酒, 豆浆
color, colour, 颜色: red, blue, green, yellow, orange, purple, pink, black, white, grey, gray, brown, teal,
  turquoise, violet, beige, 红色, 蓝色, 绿色, 黄色, 橙色, 紫色, 粉色, 粉红色, 黑色, 白色, 灰色, 棕色
season, 季节: spring, summer, autumn, fall, winter, 春天, 夏天, 秋天, 冬天, 春季, 夏季, 秋季, 冬季
sport, 运动: tennis, football, soccer, basketball, volleyball, badminton, swimming, running, cycling,
  climbing, bouldering, skiing, golf, hockey, rugby, cricket, baseball, squash, padel, pickleball, rowing, 网球,
  足球, 篮球, 排球, 羽毛球, 乒乓球, 游泳, 跑步, 骑行, 攀岩, 滑雪, 高尔夫
cuisine, food, kind of food, 菜, 菜系, 食物: italian, chinese, japanese, thai, indian, mexican, french,
  korean, vietnamese, greek, turkish, spanish, sushi, pizza, pasta, ramen, tacos, curry, 川菜, 粤菜, 湘菜, 鲁菜,
  火锅, 寿司, 日料, 西餐, 中餐
genre, music, kind of music, music genre, 音乐: jazz, rock, pop, classical, classical music, techno, hip hop,
  rap, metal, folk, blues, country, reggae, soul, punk, opera music, 爵士, 摇滚, 流行, 古典, 民谣, 说唱
fruit, 水果: apples, bananas, pears, mangoes, mangos, strawberries, oranges, grapes, cherries, peaches, kiwis,
  blueberries, raspberries, 苹果, 香蕉, 梨, 芒果, 草莓, 橙子, 葡萄, 樱桃, 桃子, 西瓜
pet, animal, 动物: dogs, cats, horses, rabbits, birds, 狗, 猫, 马, 兔子
"""
)  # fmt: skip


def instead_of(draft: Draft, words: str, known: KnownNow) -> Iterator[Draft]:
    """What a change of preference does to what was preferred before it.

    A favourite of the sort is replaced; what was preferred or used of the same sort is no longer. Nothing happens where
    the words tell of no change, or the sort of the thing is not known.

    Args:
        draft: What a rule read.
        words: The words it was read from.
        known: What is believed now of whom it is about.
    """
    value, nouns = _sorted(draft.value)
    told = draft.polarity and draft.mood == "asserted" and draft.attribute in _CHOSEN and draft.subject.role != "thing"
    if not told or not nouns or not (draft.timing == "change" or _CHANGED.search(words)):
        return
    favourites = (*(f"favourite_{noun}" for noun in nouns), *(noun for noun in nouns if noun in _CHOSEN_OF))
    chosen = tuple(dict.fromkeys((draft.attribute, "prefers")))
    changed = replace(draft, value=value, timing="change", text=None)
    for attribute, old, *_ in known((*favourites, *chosen)):
        if value_form(old) == value_form(value) or old.casefold() in words.casefold():
            continue  # "I use Chrome and Firefox now"
        if attribute in favourites:
            yield replace(changed, attribute=attribute, text=_favourite(attribute, nouns, words))
        elif _sorted(old)[1] == nouns:
            yield replace(changed, attribute=attribute, value=old, polarity=False)


def _sorted(value: str) -> tuple[str, tuple[str, ...]]:
    """Return a value without what one does with it, and the nouns of its sort: "drinking tea" is tea, a drink."""
    for form in (value, _DONE_WITH.sub("", value)):
        nouns = _SORTS.get(value_form(form)) or _SORTS.get(value_form(_SHADE.sub("", form)))
        if nouns is not None:
            return form, nouns
    return value, ()


def _favourite(attribute: str, nouns: Sequence[str], words: str) -> str | None:
    """How a favourite is said in Chinese; the attribute's own form serves in English."""
    noun = attribute.removeprefix("favourite_")
    if noun.isascii() and not _CHINESE.search(words):
        return None
    noun = next((each for each in nouns if not each.isascii()), noun) if noun.isascii() else noun
    return f"{{s}}最喜欢的{noun}是{{v}}"
