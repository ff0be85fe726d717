"""Words that carry no topic, for questions only: the index keeps every word."""

from __future__ import annotations

_ENGLISH = """
a about above after again all also am an and any are as at be because been before being below between both
but by can could did do does doing done during each else ever few for from further had has have having he
her here hers herself him himself his how i if in into is it its itself just let me more most much my myself
no nor not now of off on once only or other our ours ourselves out over own please same shall she should so
some such than that the their theirs them themselves then there these they this those though through to too
under until up upon us very was we were what when where whether which while who whom whose why will with
would yes yet you your yours yourself yourselves many
"""
_CHINESE = """
什么 怎么 怎样 为何 为什 哪里 哪儿 哪个 哪些 哪位 多少 是否 有没 没有 是不 可以
可能 应该 知道 告诉 请问 关于 以及 或者 并且 因为 所以 但是 如果 虽然 我们 你们
他们 她们 它们 自己 这个 那个 这些 那些 这里 那里 这样 那样 一个 一些 一下 时候
"""

ENGLISH = frozenset(_ENGLISH.split())
"""English function words; `may` is left out, since it is a month."""

CHINESE_CHARACTERS = frozenset(
    "的了吗呢吧啊呀嘛着得地之是在有和与及或而且也都就还又很把被让给对从到向于为以我你您他她它们这那哪几么个些不没谁"
)
"""Characters that a question does not search for by themselves; bigrams of two of them are left out as well."""

CHINESE_WORDS = frozenset(_CHINESE.split())
"""Two-character words that a question does not search for."""
