"""The closed classes of English words that bound clauses and noun phrases."""

from __future__ import annotations

from typing import Final

from doxa.text.calendar_names import DAY_NAMES, MONTH_NAMES, SHORT_MONTHS

BE: Final = {
    "am": "present", "'m": "present", "is": "present", "are": "present", "'re": "present", "was": "past",
    "were": "past", "be": "base", "been": "pp", "being": "ing",
}  # fmt: skip
HAVE: Final = {"have": "present", "has": "present", "'ve": "present", "had": "past"}
DO: Final = {"do": "present", "does": "present", "did": "past"}
MODALS: Final = {
    "will": "future", "'ll": "future", "shall": "future", "would": "modal", "could": "modal", "should": "modal",
    "might": "modal", "may": "modal", "must": "modal", "ought": "modal", "can": "can",
}  # fmt: skip
AUXILIARIES: Final = frozenset({*BE, *HAVE, *DO, *MODALS, "'s", "'d"})
NEGATIONS: Final = frozenset({"not", "n't", "never"})
ADVERBS: Final = frozenset(
    """also still now currently actually really just recently already always usually often sometimes only even
    finally then totally absolutely definitely honestly mostly mainly generally originally previously formerly once
    basically kinda kind-of sorta both all myself himself herself personally truly simply ever regularly normally
    typically officially sadly luckily fortunately unfortunately seriously literally completely genuinely greatly
    super so too very quite pretty newly happily proudly quickly lately nowadays presently eventually soon again
    first though however obviously apparently clearly particularly especially deeply strongly much""".split()
)
DOUBTS: Final = frozenset(
    """maybe perhaps probably possibly presumably supposedly allegedly hardly barely rarely almost nearly""".split()
)  # fmt: skip
PREPOSITIONS: Final = frozenset(
    """on at in for with during while by from about into onto over under after before since until till near around
    across through against between among behind beyond besides despite except inside outside like off out up down
    toward towards upon via within without per along beside as than above below because because-of 'cause cuz to
    regarding throughout together back amid""".split()
)
CONJUNCTIONS: Final = frozenset(
    """and or but nor so yet plus & because although though whereas if unless when whenever then whether
    however whatever wherever""".split()
)  # fmt: skip
RELATIVES: Final = frozenset("that which who whom whose where why how what".split())
PRONOUNS: Final = frozenset(
    """i we you he she it they me us him her them this that these those mine yours ours theirs hers his myself
    yourself himself herself itself ourselves themselves someone somebody something anyone anybody anything
    everyone everybody everything nobody nothing one ones none each other others another both all there here
    it's one's""".split()
)
DETERMINERS: Final = frozenset(
    """a an the some any my our your his her its their this that these those no every each both all""".split()
)  # fmt: skip
POSSESSIVES: Final = frozenset("my our your his her its their".split())
YOU: Final = frozenset("you your yours you're ya u ur".split())
SHOWING: Final = frozenset("this that these those your".split())
"""Determiners of what only the other sees or has: "this one", "your dress"."""
POINTING: Final = frozenset("this that these those your his her its their such no what every each both all".split())
VAGUE_HEADS: Final = frozenset(
    """thing things stuff lot lots bit way ways time times one ones kind kinds sort type types part parts bunch
    couple idea ideas fact point look feel sound everything fun place places something case cases reason reasons
    side sense chance best worst most more less same other rest others change changes message question questions
    answer answers help advice thought thoughts word words vibe vibes moment moments feeling feelings day days
    details detail example person people man woman guy guys folks stage level note matter hand hands it them him
    her me us you list difference opportunity opportunities experience experiences memories memory support
    energy effort plan plans goal goals mind mood pic pics photo photos picture pictures yesterday today
    tomorrow who whom""".split()
)
UNITS: Final = frozenset(
    """minute minutes hour hours day days week weeks month months year years weekend weekends decade decades night
    nights evening morning afternoon summer winter spring fall autumn semester term season quarter fortnight""".split()
)
WEEKDAYS: Final = frozenset(DAY_NAMES)
MONTHS: Final = frozenset(MONTH_NAMES + SHORT_MONTHS)
TIME_WORDS: Final = frozenset(
    """yesterday today tomorrow tonight since ago now currently lately recently anymore nowadays again too either
    already soon later earlier once twice forever always often sometimes usually daily weekly monthly yearly
    regularly instead though afterwards anyway ever yet still also fluently well together alone here there
    everyday someday sometime somewhere anywhere actually honestly lol haha btw please thanks thank xd""".split()
)
TIME_LEADS: Final = frozenset("last next this past every each the one that coming following previous".split())
NUMBERS: Final = frozenset(
    """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand dozen several few many
    couple half""".split()
)
LEADING: Final = frozenset(
    """yeah yes yep yup no nope nah well oh ooh ah hey hi hello wow so and but plus actually also btw ok okay sure
    right haha lol hmm um uh honestly thanks anyway then or like man dude guys""".split()
)
NOT_NAMES: Final = frozenset(
    """i the a an this that these those it he she they we you who what where when why how which there here my our
    your his her its their yes yeah yep no nope ok okay well oh hey hi hello wow so and but or if since because
    although while after before until during thanks thank sorry sure great good nice cool awesome amazing
    congrats please today tomorrow yesterday tonight now then also actually honestly maybe perhaps just still
    even only not everyone everybody someone somebody anyone anybody nobody nothing something everything
    anything all both each some any many most few several another other others one two three painting running
    reading working being having going doing getting making taking hiking cooking traveling love loving looking
    feeling seeing life work people music family friends kids things time god lol omg btw absolutely definitely
    totally exactly indeed christmas easter thanksgiving halloween in on at
    for with from to of by as about once later soon recently lately currently english let lets can could would
    should will do does did is are was were has have had dear hope hoping glad happy fine tired excited ready
    done back home busy free sick ill better well single married pregnant vegan late early alright new old young
    hungry thirsty bored proud scared afraid curious grateful thankful stoked pumped confused lost stuck broke
    available interested impressed shocked surprised amazed worried btw mr mrs ms dr must might""".split()
).union(DAY_NAMES, MONTH_NAMES)
NOT_LISTED: Final = frozenset(
    """mac and cheese; rock and roll; rock n roll; salt and pepper; fish and chips; bed and breakfast; arts and crafts;
    peanut butter and jelly; drum and bass; black and white; research and development; health and safety;
    track and field; surf and turf; mac & cheese; r and d; pros and cons; ups and downs; trial and error;
    mergers and acquisitions""".replace("\n    ", " ").split("; ")
)
"""Pairs that are one thing."""
