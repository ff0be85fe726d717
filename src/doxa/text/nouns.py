"""Singular forms of common English nouns. Names stay as they are: `Adams` is not `Adam`."""

from __future__ import annotations

from doxa.text.irregular import BASE_OF

_COMMON = """
dog cat puppy kitten horse pony cow pig sheep goat chicken hen duck bird parrot fish goldfish rabbit bunny hamster
mouse rat snake lizard turtle tortoise frog spider insect bee butterfly ant animal pet bear wolf fox lion tiger
elephant monkey panda koala penguin dolphin whale shark owl eagle deer dinosaur dragon
apple banana orange lemon lime grape pear peach plum cherry berry strawberry blueberry raspberry blackberry cranberry
mango pineapple melon watermelon kiwi avocado tomato potato carrot onion pepper cucumber bean lentil pea mushroom
vegetable fruit nut peanut almond walnut cashew hazelnut pistachio egg sandwich burger hamburger cheeseburger pizza
taco burrito noodle dumpling pancake waffle cookie biscuit cake cupcake muffin brownie pie tart donut doughnut candy
chocolate sweet snack dessert salad soup stew steak sausage meatball oyster shrimp prawn crab lobster clam olive
pickle herb spice sauce drink cocktail beer wine smoothie juice tea coffee latte espresso meal breakfast lunch dinner
recipe dish food seed grain oat croissant bagel roll curry kebab
book novel story poem comic magazine newspaper movie film documentary show series song album concert musical opera
podcast video game puzzle toy doll card painting drawing sculpture photo photograph picture poster museum gallery
instrument guitar piano violin drum flute trumpet cello band orchestra dance play sport marathon race match team
hobby walk hike run trip tour cruise vacation holiday festival party wedding picnic camp adventure
car bike bicycle motorcycle motorbike scooter truck van bus train plane boat ship kayak tent skateboard
flower rose tulip lily sunflower orchid daisy tree plant garden park forest wood mountain hill river lake beach
island ocean sea city town village country farm house home apartment flat room kitchen office school college
university hospital restaurant cafe bar pub shop store market church temple library theater theatre cinema gym
computer laptop phone smartphone tablet camera watch clock headphone speaker keyboard monitor printer robot drone
console gadget app website server language database framework algorithm model tool hammer key bag backpack wallet
hat cap shirt tshirt jacket coat sweater hoodie dress skirt suit shoe sneaker boot sandal sock glove scarf necklace
ring earring bracelet jewel tattoo candle lamp chair table desk bed sofa couch pillow blanket rug mirror cup mug
bottle glass plate bowl knife fork spoon pan pot gift present box letter postcard stamp coin collectible antique
friend neighbor neighbour colleague teammate student teacher doctor nurse engineer developer designer artist writer
author musician singer actor actress lawyer manager chef waiter driver pilot farmer scientist researcher therapist
counselor counsellor volunteer parent mother father brother sister son daughter child kid baby boy girl man woman
person uncle aunt cousin nephew niece grandparent grandmother grandfather grandchild grandson granddaughter twin
husband wife partner boyfriend girlfriend spouse sibling roommate client customer
job career company business project task meeting event class course lesson exam degree certificate award medal prize
goal dream plan idea question answer problem issue allergy allergen illness disease headache migraine injury pill
medication vitamin vaccine
color colour shape size number letter word sentence page chapter day night week weekend month year hour minute second
morning evening afternoon decade time summer winter season hand foot leg arm eye ear tooth hair
science art sport subject topic theme genre brand product service tradition custom value belief quality strength
weakness skill habit interest passion activity exercise workout stretch cuisine ingredient flavor flavour scent
perfume cream lotion thriller mystery comedy drama romance cartoon anime superhero villain ghost zombie vampire
planet star rocket satellite telescope volcano glacier waterfall desert canyon castle palace bridge tower monument
statue pyramid
"""
_KNOWN = frozenset(_COMMON.split())


def singular(word: str) -> str:
    """Return the singular of a lower-case common noun; any other word, names among them, as it is."""
    if word in _KNOWN:
        return word
    if BASE_OF.get(word) in _KNOWN:
        return BASE_OF[word]
    if not word.endswith("s"):
        return word
    guesses = (word[:-1], word.removesuffix("es"), word.removesuffix("ies") + "y")
    return next((guess for guess in guesses if guess in _KNOWN), word)
