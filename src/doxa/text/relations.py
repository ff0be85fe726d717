"""Words for the people and animals around a speaker, in both languages, and the attribute that links them."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from doxa.text.forms import value_form

USER: Final = "user"
"""What the one whose memory it is is called as a subject."""


class Relation(NamedTuple):
    """A word for somebody: its canonical form, the attribute that links them, the gender it says."""

    word: str
    attribute: str
    gender: Literal["f", "m"] | None = None
    role: Literal["person", "animal"] = "person"


def _table(rows: str) -> dict[str, Relation]:
    table: dict[str, Relation] = {}
    for row in rows.strip().splitlines():
        attribute, gender, words = row.split(None, 2)
        sex: Literal["f", "m"] | None = "f" if gender == "f" else "m" if gender == "m" else None
        role: Literal["person", "animal"] = "animal" if attribute == "has_pet" else "person"
        for group in words.split(";"):
            names = [name.strip() for name in group.split(",")]
            for name in names:
                table[name] = Relation(names[0], attribute, sex, role)
    return table


ENGLISH: Final = _table(
    """
sibling f sister,sis; twin sister; stepsister; sister-in-law; half-sister
sibling m brother,bro; twin brother; stepbrother; brother-in-law; half-brother
sibling - sibling; twin; siblings; brothers; sisters
parent f mother,mom,mum,mommy,mama,mam,momma; stepmother,stepmom; mother-in-law
parent m father,dad,daddy,papa; stepfather,stepdad; father-in-law
child f daughter; stepdaughter; daughter-in-law
child m son; stepson; son-in-law
child - kid,child; baby; toddler; kids,children; sons; daughters; twins
partner f wife; girlfriend,gf; fiancée,fiancee; ex-wife
partner m husband,hubby; boyfriend,bf; fiancé,fiance; ex-husband
partner - partner; spouse; ex
relative f grandmother,grandma,granny,nana,gran; aunt,auntie,aunty; niece; granddaughter; godmother
relative m grandfather,grandpa,granddad; uncle; nephew; grandson; godfather
relative - cousin; grandchild; godchild; grandparent; grandparents; grandkids,grandchildren; in-laws
parent - parent; parents,folks
friend_of - friend; best friend; bestie; buddy; pal; childhood friend
works_with - colleague,coworker,co-worker; teammate; workmate
manager - boss; manager; supervisor; team lead
knows - roommate,flatmate,housemate; neighbor,neighbour; landlord; classmate; teammate
knows - teacher; professor; coach; therapist; doctor; dentist; trainer; tutor; mentor; client; student
knows - personal trainer; babysitter; nanny; accountant; lawyer
has_pet - dog,doggo; puppy,pup; cat,kitty; kitten; parrot; hamster; rabbit,bunny; turtle,tortoise; horse; goldfish
has_pet - dogs; cats; puppies,pups; kittens
has_pet - guinea pig; budgie; snake; lizard; gecko; bird; pet; golden retriever; labrador; poodle; beagle; bulldog
"""
)
MODIFIERS_EN: Final = frozenset(
    """older younger little big elder eldest oldest youngest twin late baby best good close dear old new oldest
    childhood favorite favourite long-time longtime former current middle half step great dearest beloved lovely
    amazing wonderful sweet two three other first second""".split()
)
CHINESE: Final = _table(
    """
sibling f 姐姐,姐,大姐; 二姐; 妹妹,妹,小妹
sibling m 哥哥,哥,大哥; 二哥; 弟弟,弟,小弟
parent f 妈妈,母亲,妈,老妈; 岳母,丈母娘; 婆婆
parent m 爸爸,父亲,爸,老爸; 岳父; 公公
child f 女儿,闺女; 大女儿; 小女儿
child m 儿子; 大儿子; 小儿子
child - 孩子,小孩,宝宝
partner f 妻子,老婆,太太,媳妇; 女朋友,女友; 未婚妻; 前妻; 前女友
partner m 丈夫,老公,先生; 男朋友,男友; 未婚夫; 前夫; 前男友
partner - 爱人,对象,伴侣
relative f 奶奶; 外婆,姥姥; 姑姑,姑妈; 阿姨,姨妈,小姨; 婶婶; 舅妈; 表姐; 表妹; 堂姐; 堂妹; 侄女; 外甥女; 孙女; 嫂子
relative m 爷爷; 外公,姥爷; 叔叔; 伯伯,伯父; 舅舅; 姑父; 姨父; 表哥; 表弟; 堂哥; 堂弟; 侄子; 外甥; 孙子; 姐夫; 妹夫
friend_of - 朋友; 好朋友,好友; 闺蜜; 哥们,兄弟; 发小
works_with - 同事; 搭档; 队友
manager - 上司; 领导; 老板; 经理; 主管
knows - 下属; 室友,舍友; 邻居; 房东; 同学; 同桌; 学生; 老师; 导师; 教练; 医生; 客户; 师傅; 徒弟; 学长; 学姐; 学弟; 学妹
has_pet - 狗,狗狗,小狗; 猫,猫咪,小猫; 鹦鹉; 仓鼠; 兔子; 乌龟; 宠物; 金毛; 柯基; 柴犬; 哈士奇; 布偶; 橘猫
"""
)


def relative_key(whose: str, word: str) -> str:
    """Return the key under which somebody is kept as another's relation.

    Args:
        whose: Whose relation: `user` or a name.
        word: The relation's word in its first form, such as `sister`.
    """
    return f"relative:{value_form(USER if whose == '用户' else whose)}:{word}"
