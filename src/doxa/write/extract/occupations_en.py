"""English words for what people do for a living."""

from __future__ import annotations

from typing import Final

OCCUPATIONS: Final = frozenset(
    """accountant actor actress administrator advisor adviser agent analyst animator anthropologist apprentice
    archaeologist archeologist architect artist assistant astronaut astronomer athlete attorney auditor author baker
    banker barber barista bartender biochemist biologist blacksmith blogger bookkeeper botanist broker builder
    bus-driver butcher buyer captain caregiver carer carpenter cashier chef chemist choreographer cleaner clerk coach
    cobbler columnist comedian composer conductor consultant contractor cook copywriter counselor counsellor courier
    critic curator dancer dealer dentist designer detective developer dietician dietitian diplomat director dj doctor
    doorman driver drummer ecologist economist editor electrician engineer entrepreneur epidemiologist esthetician
    executive farmer filmmaker firefighter fisherman florist foreman freelancer gardener geneticist geographer
    geologist glazier goldsmith guard guide guitarist hairdresser handyman historian hostess housekeeper hygienist
    illustrator instructor intern internist interpreter investigator investor janitor jeweler jeweller joiner
    journalist judge laborer labourer landscaper lawyer lecturer librarian lifeguard linguist locksmith machinist
    magician mail-carrier manager marketer mason masseuse mathematician mayor mechanic mediator midwife miner minister
    model musician nanny neurologist neuroscientist novelist nurse nutritionist officer operator optician optometrist
    orthodontist painter paralegal paramedic pastor pediatrician paediatrician pharmacist philosopher photographer
    physician physicist physiotherapist pianist pilot planner plumber podiatrist poet policeman policewoman politician
    porter postman potter priest principal printer producer professor programmer proofreader prosecutor psychiatrist
    psychologist publicist publisher radiologist rancher realtor recruiter referee repairman reporter representative
    researcher restaurateur roofer sailor salesman salesperson saleswoman scientist sculptor seamstress secretary
    server shepherd shopkeeper singer social-worker sociologist soldier solicitor songwriter sommelier statistician
    steward stewardess stockbroker stylist superintendent supervisor surgeon surveyor tailor teacher technician
    technologist teller therapist toolmaker trader trainer translator treasurer trucker tuner tutor typist undertaker
    underwriter upholsterer usher valet vet veterinarian videographer violinist waiter waitress warden
    watchmaker weaver welder writer yogi zoologist student undergrad undergraduate postgrad postdoc freshman sophomore
    cto ceo cfo coo paralegal barista sysadmin streamer youtuber hr-manager worker cop nun monk tech""".split()
)
"""Head nouns. Those that as often name something else ("fan", "lover", "runner") are left out."""
NOT_HEADED: Final = frozenset(
    "good great bad nice terrible better best natural born decent big huge total real little bit".split()
)
"""Adjectives that make "a good cook" a compliment."""
FIELDS: Final = frozenset(
    """finance marketing it tech healthcare education sales construction retail hospitality insurance logistics
    advertising banking engineering law medicine media publishing agriculture research accounting consulting
    manufacturing recruitment hr design fashion journalism nursing cybersecurity biotech""".split()
)
ORGANISATIONS: Final = frozenset(
    """hospital school bank university college restaurant cafe café bakery bookstore bookshop library startup
    start-up company firm clinic shop store supermarket museum gallery factory studio agency lab laboratory
    hotel bar pub gym nonprofit non-profit charity newspaper warehouse garage salon zoo theater theatre
    airport shelter nursery kindergarten daycare brewery winery office house centre center garden opera station
    council ministry embassy church magazine pharmacy market cinema casino ngo institute academy corporation
    workshop""".split()
)
