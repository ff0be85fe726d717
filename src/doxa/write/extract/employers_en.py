"""Names that are plainly an employer's: "I left" says as little of "Google" as of "Berlin" without them."""

from __future__ import annotations

from typing import Final

from doxa.write.extract.objects_en import Phrase

_FIRMS: Final = frozenset(
    """google microsoft facebook meta netflix twitter linkedin ibm intel nvidia amd oracle sap salesforce adobe cisco
    uber lyft airbnb stripe spotify shopify paypal tesla spacex boeing airbus siemens bosch bmw volkswagen toyota honda
    sony samsung lg huawei xiaomi tencent alibaba baidu bytedance tiktok openai anthropic deepmind deloitte pwc kpmg
    accenture mckinsey bain bcg jpmorgan barclays hsbc citibank pfizer novartis roche nestle unilever ikea walmart
    costco mcdonald's starbucks nike adidas zalando booking.com atlassian github gitlab dropbox slack pinterest snapchat
    reddit qualcomm ericsson nokia philips asml vmware dell hp lenovo palantir databricks snowflake""".split()
)
_ENDINGS: Final = frozenset(
    """inc ltd llc corp corporation gmbh ag plc co company group holdings bank labs studios systems technologies
    consulting partners software solutions industries airlines pharma ventures""".split()
)


def plain_employer(phrase: Phrase) -> bool:
    """Whether a name can only be an employer's: a well-known firm, or one that ends as firms do ("Acme Labs")."""
    words = [word.lower for word in phrase.words]
    if not phrase.proper or phrase.determiner:
        return False
    return (len(words) == 1 and words[0] in _FIRMS) or (len(words) > 1 and words[-1] in _ENDINGS)
