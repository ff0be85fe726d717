"""Whether a clause orders what is done, as subjects of commits do, or tells what is so."""

from __future__ import annotations

import re
from typing import Final

from doxa.text.scripts import HAN_CLASS

STATES: Final = re.compile(
    r"(?i)^(?:the|an?|this|that|these|those|it|they|we|our|its|their|there|some|any|all|most|many|both|each|every"
    r"|no|one|two|other)\b"
    r"|\b(?:is|are|was|were|has|have|had|does|do|did|would|could|can|cannot|will|may|might|should)\b|n['’]t\b"
    rf"|\b(?:warns|fails|crashes|leaks|breaks|hangs|causes|triggers|leads|returns|uses|gives|takes|failed|crashed"
    rf"|broke|caused|led)\b|[{HAN_CLASS}]"
)
"""What has a subject and a verb: something is told, not ordered."""
ORDERS: Final = re.compile(
    r"(?i)^(?:(?:this|that|it) (?:(?:patch|commit|change|also|now|just|simply) )*(?=(?:sets|adds?|implements"
    r"|changes|removes|replaces|introduces"
    r"|moves|renames|updates|reverts|uses|adjusts|creates|checks|tests|copies|converts|extends|provides|enables"
    r"|disables|switches)\b))?"
    r"(?:now |just |only |double |simply |instead,? |always |never |do not |don['’]t |also |so )*(?:add|adjust"
    r"|assert|assume|attempt|defer|delay|depend|encapsulate|expose|generate|go|guard|hide|indent|lower|map|normali[sz]e"
    r"|optimi[sz]e|permit|pick|plug|process|query|recompute|record|refresh|register|relax|release|retain|retrieve|scale"
    r"|separate|share|silence|substitute|throwaway|track|transform|translate|trust|unset|upgrade|walk|zero"
    r"|allow|apply|avoid|borrow|bring"
    r"|bump|call|cast|cause|change|check|clean|close|compute|convert|copy|count|create|declare|default|define"
    r"|delete|detect|die|diagnose|disable|document"
    r"|drop|emit|enable|ensure|exercis|exit|export|extend|fall|fix|flush|follow|force|free|give|handle|hoist"
    r"|honou?r|ignore|implement|import|improve"
    r"|include|increase|initialize|inline|insert|install|introduce|keep|let|limit|link|list|make|mark|match"
    r"|mention|merge|move|omit|open|pacify|parse"
    r"|pass|perform|prefer|prevent|print|propagate|protect|provide|push|put|quote|raise|read|reduce|refactor"
    r"|reject|rely|remove|rename|reorder|replace|report"
    r"|require|reset|resolve|restore|restrict|return|reuse|revamp|revert|reword|rewrite|run|save|say|search|send"
    r"|set|show|simplify|skip|sort|specify|split"
    r"|start|stop|store|support|suppress|switch|sync|take|teach|test|throw|tighten|treat|trim|try|turn|tweak"
    r"|unify|update|use|validate|verify|warn|work|wrap|write)(?:es|s)?\b"
    r"(?! (?:is|are|was|were|has|had|of)\b)|^(?:do not|don['’]t|never)\b"
)
"""A sentence that says what is done: it is a ground only with a cause in it."""
