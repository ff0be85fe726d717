"""Words that say the same: what a text may be worded with and still be a duplicate of another.

The table is short on purpose: only words that can stand for each other whatever stands around them. Degrees (`like`,
`love`), times and directions are left apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

_VERBS = """
buy:bought purchase
begin:began:begun start
finish complete
help assist
need require
try attempt
reside live
choose:chose:chosen select pick
enjoy like
adore love
hate detest loathe
fix repair mend
reply answer respond
construct build:built
shut:shut close
occur happen
permit allow
believe think:thought
arrange organize
relocate move
tell:told inform
speak:spoke:spoken talk
receive get:got:gotten
remain stay
phone call
glimpse spot
consume eat:ate:eaten
depart leave:left
require need
assist help
attend visit
teach:taught instruct
demonstrate show:showed:shown
commence begin:began:begun
acquire purchase
embrace hug
shout yell
weep:wept cry
gather collect
appear seem
disappear vanish
inquire ask
verify check
obtain get:got:gotten
postpone delay
"""
_SAME = """
big large
happy glad
sick unwell
car automobile
plane airplane aeroplane
lawyer attorney
pants trousers
truck lorry
grandma grandmother granny
grandpa grandfather granddad
aunt auntie
friend buddy pal
friends buddies pals
error mistake
errors mistakes
enough sufficient
additional extra
quiet silent
rapid quick
afraid frightened
brave courageous
careful cautious
boring dull
lucky fortunate
nice pleasant
huge enormous gigantic
annoyed irritated
evil wicked
tired weary
journey trip
journeys trips
thankful grateful
gift present
fast quick
quickly rapidly
smart clever intelligent
easy simple
beautiful gorgeous lovely
great fantastic amazing awesome wonderful terrific
important crucial
sick ill
afraid scared
expensive costly pricey
cheap inexpensive
whole entire
famous well-known
rich wealthy
strange weird odd
maybe perhaps
often frequently
almost nearly
usually normally generally
finally eventually
everyone everybody
someone somebody
anyone anybody
nobody no-one
mother mom mum mommy mama
father dad daddy papa
child kid
children kids
photo picture pic photograph
photos pictures pics photographs
movie film
movies films
bike bicycle
tv television
fridge refrigerator
apartment flat
vacation holiday
couch sofa
trash garbage rubbish
doctor physician
job occupation
store shop
road street
begin start
now currently presently
daily everyday
every each
about around roughly approximately
but however
ok okay
hello hi hey
thanks thank-you
colour color
favourite favorite
centre center
theatre theater
neighbour neighbor
neighbours neighbors
grey gray
organise organize
realise realize
travelling traveling
travelled traveled
programme program
tyre tire
mum mom
"""
_PHRASES = """
at the moment=now
right now=now
these days=now
at present=now
every day=daily
each day=daily
a lot of=lots-of
lots of=lots-of
plenty of=lots-of
in order to=to
due to=because of
at last=finally
in the end=finally
close to=near
next to=beside
talk about=discuss
talked about=discussed
talking about=discussing
chat about=discuss
chatted about=discussed
plan to=intend to
planning to=intending to
planned to=intended to
going to=will
am going to=will
is going to=will
are going to=will
have to=must
has to=must
would like to=want to
well known=famous
as well=too
thank you=thanks
no one=nobody
as well as=and
set up=arrange
give up=quit
look for=seek
looking for=seeking
cell phone=phone
mobile phone=phone
cellphone=phone
came back=returned
come back=return
coming back=returning
called off=cancelled
call off=cancel
went on=continued
found out=discovered
find out=discover
put off=postpone
threw away=discarded
throw away=discard
take part in=participate in
took part in=participated in
have got=have
has got=has
is able to=can
am able to=can
are able to=can
is not able to=can not
am not able to=can not
are not able to=can not
was able to=could
need to=must
needs to=must
am planning to=intend to
are planning to=intend to
is planning to=intends to
plans to=intends to
passed away=died
passes away=dies
is employed as=works as
am employed as=work as
are employed as=work as
is employed at=works at
am employed at=work at
can not stand=hate
"""
_CHINESE = """
喜欢 喜爱
妈妈 母亲 老妈
爸爸 父亲 老爸
购买 买
现在 目前 如今
电影 影片
漂亮 美丽 好看
高兴 开心 快乐
觉得 认为
但是 可是 不过 然而 但
因为 由于
所以 因此
经常 常常 时常
马上 立刻 立即
可能 也许 或许
自行车 单车 脚踏车
电脑 计算机
老师 教师
医生 大夫
孩子 小孩
帮助 帮忙 协助
大概 大约 差不多
一起 一块儿 一块
每天 天天
打算 计划 准备
早上 早晨 清晨
晚上 夜里 夜晚
房子 屋子
我们 咱们
你 您
星期 礼拜
星期天 星期日 周日 周天 礼拜天
星期一 周一 礼拜一
星期二 周二 礼拜二
星期三 周三 礼拜三
星期四 周四 礼拜四
星期五 周五 礼拜五
星期六 周六 礼拜六
吃饭 用餐
聊天 闲聊
害怕 恐惧
妈妈 妈
爸爸 爸
工作 上班
在 位于
学 学习
"""
_DOUBLED = frozenset("permit chat stop plan hug".split())


def _forms(entry: str) -> tuple[str, str, str, str, str]:
    """Return base, third person, past, participle and present participle of a verb."""
    base, _, rest = entry.partition(":")
    past, _, participle = rest.partition(":")
    silent = base.endswith("e") and not base.endswith("ee")
    stem = base[:-1] if silent else base + base[-1] * (base in _DOUBLED)
    ends_in_y = base.endswith("y") and base[-2:-1] not in "aeou"
    regular = base[:-1] + "ied" if ends_in_y else stem + "ed"
    third = base[:-1] + "ies" if ends_in_y else base + ("es" if base.endswith(("s", "sh", "ch", "x", "o")) else "s")
    return base, third, past or regular, participle or past or regular, stem + "ing"


def _english() -> Iterator[tuple[str, str]]:
    for line in _SAME.strip().splitlines():
        first, *others = line.split()
        yield from ((other, first) for other in others)
    for line in _VERBS.strip().splitlines():
        verb, *verbs = map(_forms, line.split())
        yield from ((form, lead) for each in verbs for form, lead in zip(each, verb, strict=True) if form != lead)


def _settled(pairs: Iterator[tuple[str, str]]) -> Mapping[str, str]:
    """Return one name for all that are, by whatever way, said to be the same."""
    names: dict[str, str] = {}

    def name_of(word: str) -> str:
        while word in names:
            word = names[word]
        return word

    for one, other in pairs:
        if (left := name_of(one)) != (right := name_of(other)):
            names[left] = right
    return MappingProxyType({word: name_of(word) for word in names})


@cache
def english_words() -> Mapping[str, str]:
    """Return the one word that stands for all those that mean the same, by each of the others."""
    return _settled(_english())


@cache
def english_phrases() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """Return what stands for a phrase, by its words."""
    lines = (line.partition("=") for line in _PHRASES.strip().splitlines())
    return MappingProxyType({tuple(phrase.split()): tuple(said.split()) for phrase, _, said in lines})


@cache
def chinese_words() -> Mapping[str, str]:
    """Return the one word that stands for all those that mean the same; every word of the table is a key."""
    lines = [line.split() for line in _CHINESE.strip().splitlines()]
    pairs = ((other, line[0]) for line in lines for other in line[1:])
    return MappingProxyType({**{word: word for line in lines for word in line}, **_settled(pairs)})


LONGEST_PHRASE: Final = max(len(line.partition("=")[0].split()) for line in _PHRASES.strip().splitlines())
"""Words of the longest phrase."""
