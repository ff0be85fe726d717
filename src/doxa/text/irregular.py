"""English words whose forms no suffix rule joins. Forms that are as often another word (left, saw, rose) stay out."""

from __future__ import annotations

_VERBS = """
be am are is was were been being|have has had having|do does did done|go goes went gone|get got gotten
make made|take took taken|come came|see seen|know knew known|think thought|give gave given|tell told|say said
feel felt|become became|keep kept|begin began begun|hear heard|hold held|bring brought|write wrote written
sit sat|stand stood|lose lost|pay paid|meet met|lead led|understand understood|speak spoke spoken|spend spent
grow grew grown|win won|teach taught|buy bought|catch caught|choose chose chosen|draw drew drawn
drink drank drunk|drive drove driven|eat ate eaten|fall fallen|fight fought|fly flew flown|forget forgot forgotten
forgive forgave forgiven|freeze froze frozen|hide hid hidden|ride rode ridden|ring rang rung|rise risen
run ran|seek sought|sell sold|send sent|shake shook shaken|shine shone|sing sang sung|sink sank sunk
sleep slept|steal stole stolen|swim swam swum|swear swore sworn|tear tore torn|throw threw thrown|wake woke woken
wear wore worn|build built|break broke broken|bite bitten|blow blew blown|breed bred|deal dealt|dig dug
feed fed|flee fled|hang hung|kneel knelt|lend lent|mean meant|shoot shot|show shown|slide slid|strike struck
sweep swept|swing swung|weep wept|withdraw withdrew withdrawn|overcome overcame|undergo underwent undergone
dream dreamt|learn learnt|burn burnt|spell spelt|spoil spoilt|stick stuck|sting stung|weave wove woven
"""
_NOUNS = """
child children|man men|woman women|person people persons|foot feet|tooth teeth|goose geese|mouse mice
wife wives|knife knives|wolf wolves|shelf shelves|half halves|loaf loaves|thief thieves|calf calves|scarf scarves
bus buses busses|gas gases|lens lenses|ox oxen|criterion criteria|phenomenon phenomena|analysis analyses
crisis crises|hypothesis hypotheses|diagnosis diagnoses|thesis theses|oasis oases
"""

_SPELLINGS = """
theater theatre theatres|center centre centres centred|fiber fibre fibres|meter metre metres|liter litre litres
kilometer kilometre kilometres|centimeter centimetre centimetres|millimeter millimetre millimetres|gray grey greys
tire tyre tyres|jewelry jewellery|cozy cosy|mom mum mums|airplane aeroplane aeroplanes|donut doughnut doughnuts
yogurt yoghurt yoghurts|pajamas pyjamas|catalog catalogue catalogues|dialog dialogue dialogues|defense defence
license licence licences|practice practise practises practised practising|skillful skilful|mold mould mouldy
mustache moustache moustaches|aluminum aluminium|program programme programmes|counselor counsellor counsellors
quiz quizzes quizzed|allergy allergic allergen allergens allergenic
"""


def _bases(table: str) -> dict[str, str]:
    groups = (group.split() for line in table.strip().splitlines() for group in line.split("|"))
    return {form: group[0] for group in groups for form in group[1:]}


BASE_OF = _bases(_VERBS) | _bases(_NOUNS)
"""Irregular form to base form: went to go, children to child."""
SPELLING_OF = _bases(_SPELLINGS)
"""A spelling or a word of one root to the word it is searched as: theatre to theater, allergic to allergy."""
