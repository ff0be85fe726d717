"""The gender that a given name says, so that "he" is nobody called Anna; names of both genders say none."""

from __future__ import annotations

from typing import Final, Literal

_WOMEN: Final = frozenset(
    """abigail ada adele agatha agnes aisha alexandra alice alicia alina alison amanda amelia amy ana anastasia angela
    angelina anita anna annabelle anne annette annie antonia anouk astrid audrey aurora barbara beatrice becky bella
    bertha beth bianca birgit bridget brigitte camila carla carmen carol carolina caroline catherine cecilia celia
    charlotte chiara chloe christina christine claire clara claudia cleo daisy daniela daphne deborah diana donna dora
    doris dorothy edith elena eleanor elisa elisabeth eliza elizabeth ella ellen eloise elsa emilia emily emma erica
    erika esther eva eve evelyn fatima fiona florence frances francesca frida gabriela gemma georgia gina giulia
    gloria grace greta hannah harriet heather heidi helen helena henrietta hilda holly ida ingrid irene iris
    irina isabel isabella isabelle jane janet janine jasmine jennifer jenny jessica joan joanna josephine judith julia
    julie juliet karen karin karla kate katherine kathleen katie katrin katy kristin lara laura lauren lea leah lena
    lily linda lisa liz lola lotte louise lucia lucy luisa lydia magda maggie margaret maria mariana marie marina marta
    martha mary matilda maya megan melanie melissa mia michelle mila mina mira miriam molly monica monika nadia nancy
    naomi natalia natalie natasha nicole nina nora octavia olga olivia pamela patricia paula pauline penelope petra
    phoebe polly priya rachel rebecca regina rita roberta rosa rose rosie ruth sabine sabrina sally sandra sara sarah
    selma serena sheila silvia simone sofia sonia sophia sophie stella stephanie susan susanna susanne sylvia tamara
    tanya tara tatiana teresa tessa theresa tina ursula valentina valerie vanessa vera veronica victoria viola violet
    virginia vivian wendy yasmin yvonne zoe""".split()
)
_MEN: Final = frozenset(
    """aaron abdul abel abraham adam adrian ahmed alan albert alberto alejandro alessandro alexander alfred ali allen
    alvin anders andre andreas andrew andy angus anthony anton antonio arnold arthur axel barry ben benedict benjamin
    bernard bert bill bob boris brad brandon brian bruce bruno calvin carl carlos cedric charles chris christian
    christoph christopher colin conrad craig cyril damian dan daniel darren dave david dean dennis derek dick
    diego dieter dirk dmitri dominic don donald doug douglas duncan dylan eduardo edward edwin elias elijah emil
    enrique eric erik ernest ethan eugene evan fabian felix ferdinand fernando florian francesco francisco frank
    franz fred frederick friedrich fritz gabriel gareth gary gavin geoffrey george gerald gerard gilbert giovanni
    giuseppe glenn gordon graham greg gregory guido gunther gustav guy hamish hans harold harry harvey hector
    heinrich henrik henry herbert herman horst howard hugh hugo ian igor isaac ivan jack jacob jakob james jan jared
    jason javier jeff jeffrey jeremy jerome jerry jim jimmy joachim joe joel johan johannes john johnny jonas jonathan
    jorge jose joseph joshua juan julian julius jürgen karl keith ken kenneth kevin klaus konrad konstantin kurt kyle
    lars laurence lawrence leo leon leonard leonardo leopold lewis liam lorenzo louis luca lucas luis lukas luke
    malcolm manuel marc marcel marco marcus mario mark markus martin mateo matt matthew matthias maurice max
    maximilian michael miguel mike mikhail miles mohammed moritz morris moses muhammad nathan nathaniel ned neil
    nicholas nick nigel nikolai noah norman oliver omar oscar oskar otto owen pablo patrick paul pedro peter phil
    philip philipp pierre rafael ralph raymond ricardo richard rick rob robert roberto rodrigo roger roland roman ron
    ronald rory ross roy rudolf rupert russell ryan samuel scott sean sebastian sergei sergio seth simon spencer
    stanley stefan stephen steve steven stuart sven ted terence theo theodore thomas tim timothy tobias todd tom tommy
    tony trevor tristan tyler victor vincent vladimir walter warren wayne wilhelm will william wolfgang xavier zachary
    """.split()
)
_WOMENS_ZH: Final = frozenset("娟娜娘婷婉妍妮姗婵媛嫣芳芬莉莲菲萍蓉蕾薇莎翠香花燕艳丽玲琳瑶珍珊琴秀美凤霞霜倩静雯")
_MENS_ZH: Final = frozenset("强刚军勇伟武雄虎彪峰磊涛波鹏龙辉斌浩豪杰亮刚毅锋钢铁柱栋梁")


def gender_of_name(name: str) -> Literal["f", "m"] | None:
    """Return the gender that somebody's given name says, `None` where it may be either's.

    Args:
        name: A name, in Latin letters or Chinese characters.
    """
    first = name.split(" ")[0].casefold()
    if first in _WOMEN:
        return "f"
    if first in _MEN:
        return "m"
    last = name[-1:]
    return "f" if last in _WOMENS_ZH else "m" if last in _MENS_ZH else None
