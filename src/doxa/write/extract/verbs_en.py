"""English verbs that rules read, each surface form with its lemma."""

from __future__ import annotations

from typing import Final, NamedTuple


class Verb(NamedTuple):
    """A verb form: its lemma, and which of base, s, past, pp and ing it can be."""

    lemma: str
    forms: frozenset[str]


_REGULAR: Final = tuple(
    """live weigh store work move relocate join start study graduate attend like love enjoy hate dislike detest
    loathe adore prefer own adopt visit travel fly:y drive play learn practice practise speak switch change want
    need hope plan:2 wish think believe say tell know guess suppose hear feel mean ask claim mention report
    suggest insist wonder imagine dream call name marry:y retire resign quit:2 accept land rent sell buy get go
    come meet eat drink use contain depend rely:y require include belong grow raise teach code program:2 swim:2
    run:2 cook paint sign book:r reserve schedule postpone cancel reschedule push finish complete win:2 lose
    watch read see make take give host celebrate volunteer perform climb camp hike bake try:y stop:2 end become
    turn date split break stay keep have be do leave find write publish launch release open train compete
    participate register enroll apply:y pass fail receive earn collect build create design develop deploy
    migrate upgrade install suffer diagnose undergo injure recover wake sleep smoke vape exercise commute
    prefer:2 fall promote hire fire lay invite catch spend lend borrow donate plant restore repair fix order try
    wear ride bring present organize organise manage run lead explore discover decide realize realise remember
    forget wait stand consist locate base replace rename convert intend expect arrange swear crave miss support
    follow admire tutor mentor coach sing dance draw knit:2 sew garden surf ski skate set hurt hold throw put:2
    pick draft fund foster rescue cycle jog meditate journal prepare attract hit shoot pay save sprain fracture
    tour taste paddle row bike skateboard snowboard
    look share enter tackle bond value care cherish treasure mess chat hang
    fight choose begin stick seek dig feed rise spread shake strike beat blow overcome retake rebuild freeze bite
    tear bend deal swing
    die divorce separate outgrow dump cut:2 cease drop:2""".split()
)
"""Lemmas; `:2` doubles the last letter, `:y` only marks a verb that ends in a consonant and y."""
_IRREGULAR: Final = {
    lemma: (past.replace("/", " "), participle.replace("/", " "))
    for lemma, past, participle in (
        row.split()
        for row in """
buy bought bought; get got gotten/got; go went gone; come came come; meet met met; eat ate eaten; drink drank drunk;
sell sold sold; fly flew flown; drive drove driven; speak spoke spoken; think thought thought; say said said; tell
told told; know knew known; hear heard heard; feel felt felt; mean meant meant; grow grew grown; teach taught taught;
swim swam swum; run ran run; quit quit quit; win won won; lose lost lost; read read read; see saw seen; make made
made; take took taken; give gave given; become became become; split split split; break broke broken; keep kept kept;
have had had; do did done; be was/were been; leave left left; find found found; write wrote written; build built
built; undergo underwent undergone; wake woke woken; sleep slept slept; fall fell fallen; lay laid laid; catch caught
caught; spend spent spent; lend lent lent; wear wore worn; ride rode ridden; bring brought brought; lead led led;
forget forgot forgotten; set set set; hurt hurt hurt; hold held held; throw threw thrown; put put put; hit hit hit;
shoot shot shot; pay paid paid; stand stood stood; swear swore sworn; outgrow outgrew outgrown; cut cut cut; sing sang
sung; draw drew drawn; fight fought fought; choose chose chosen; begin began begun; stick stuck stuck; seek sought
sought; dig dug dug; feed fed fed; rise rose risen; spread spread spread; shake shook shaken; strike struck struck;
beat beat beaten; blow blew blown; overcome overcame overcome; retake retook retaken; rebuild rebuilt rebuilt; freeze
froze frozen; bite bit bitten; tear tore torn; bend bent bent; deal dealt dealt; swing swung swung; hang hung hung
""".split(";")
    )
}
"""Lemma to its past forms and its participles."""


def _doubles(lemma: str, mark: str) -> bool:
    return mark == "2" or lemma == "get"


def _forms(entry: str) -> dict[str, set[str]]:
    lemma, _, mark = entry.partition(":")
    stem = lemma + lemma[-1] if _doubles(lemma, mark) else lemma
    y = lemma.endswith("y") and lemma[-2] not in "aeou"
    ing = stem[:-1] + "ing" if stem.endswith("e") and not stem.endswith(("ee", "be")) else stem + "ing"
    s = lemma[:-1] + "ies" if y else lemma + ("es" if lemma.endswith(("s", "x", "ch", "sh", "o")) else "s")
    past = lemma[:-1] + "ied" if y else stem + ("d" if stem.endswith("e") else "ed")
    pasts, participles = _IRREGULAR.get(lemma, (past, past))
    forms = {lemma: {"base"}, s: {"s"}, ing: {"ing"}}
    for form in pasts.split():
        forms.setdefault(form, set()).add("past")
    for form in participles.split():
        forms.setdefault(form, set()).add("pp")
    return forms


def _table() -> dict[str, Verb]:
    table: dict[str, tuple[str, set[str]]] = {}
    for entry in dict.fromkeys(_REGULAR):
        lemma = entry.partition(":")[0]
        for surface, forms in _forms(entry).items():
            if surface in table and table[surface][0] != lemma and surface != lemma:
                continue
            known = table.get(surface, (lemma, set()))[1] if table.get(surface, (lemma, set()))[0] == lemma else set()
            table[surface] = (lemma, known | forms)
    table["has"] = ("have", {"s"})
    table["lying"] = ("lie", {"ing"})
    return {surface: Verb(lemma, frozenset(forms)) for surface, (lemma, forms) in table.items()}


VERBS: Final[dict[str, Verb]] = _table()
"""Surface form to verb. Of homographs the first listed lemma wins."""

REPORTING: Final = frozenset(
    """say tell claim mention report suggest insist ask wonder think believe hear feel know guess suppose mean hope
    wish dream imagine expect decide realize realise remember discover find forget swear""".split()
)
"""Verbs whose complement is somebody's word, thought or wish."""
UNREAL: Final = frozenset("wish dream imagine wonder ask hope suppose forget expect suggest".split())
"""Reporting verbs whose complement is not asserted."""
NOUN_LIKE: Final = frozenset(
    """work love like study drive run visit move plan plans works likes loves travel play plays drink drinks cook
    cooks paint start dream dreams hope change changes book books train dance dances use sign watch call calls
    name names visits runs drives host code program need want end wish guess claim report studies coach design
    designs plant plants garden surf ski wear ride rides order orders support practice camp hike try fix
    exercise read lead present manage repair left found felt saw raise smoke sleep stay break fall fire lay miss
    fight rise feed spread shake strike beat blow bite tear deal swing bent bit stick
    experience base mentor mentors coaches volunteers split crave bake""".split()
)
"""Verb forms that are as often nouns or adjectives: after "and" they start a predicate only before a preposition, a
determiner or a pronoun."""
