"""The words around a number that say what it is: a phone's, an order's, an identity card's."""

from __future__ import annotations

import re

from doxa.text.patterns import lazy_pattern

_PHONE = (
    r"\b(?:phones?|tel|telephone|mobile|mob|cell|cellphone|cellular|fax|calls?|called|calling|rings?|dial|text"
    r"|texts|texted|sms|whats\s?app"
    r"|telegram|signal|viber|reach|contact|hotline|helpline|landline|switchboard|extension|ext|desk|office"
    r"|numbers?|digits"
    r"|tel[eé]fono|telefon|telefone|t[eé]l[eé]phone|m[oó]vil|handy|portable|celular|cellulare|mobil|ph|t|m)\b"
    r"|电话|電話|手机|手機|座机|传真|热线|联系方式|联系|致电|拨打|拨|打给|短信|号码|微信|小灵通|联络|携帯|전화"
    r"|휴대폰|телефон"
)
_OTHER = (
    r"\b(?:orders?|invoice|tracking|ticket|case|ref|reference|confirmation|booking|reservation|receipt|transaction|txn"
    r"|account|acct|versions?|ver|build|release|serial|sku|model|part|item|product|isbn|issn|doi|upc|ean|gtin"
    r"|barcode|zip"
    r"|zipcode|postcode|postal|id|ids|license|licence|passport|policy|member|membership|flight|room|page|pages"
    r"|chapter|commit"
    r"|pr|issue|bug|task|job|run|batch|seed|price|cost|total|amount|balance|salary|revenue|population|usd|eur"
    r"|gbp|cny|rmb"
    r"|step|row|line|port|pid|timestamp|epoch|unix|date|dated|vin|imei|mac|po|rma|lot|parcel|shipment|awb"
    r"|container|patent"
    r"|score|size|bytes|count|steps|followers|views)\b"
    r"|订单|单号|运单|快递|发票|编号|流水|票号|版本|型号|序列号|邮编|价格|金额|总额|学号|工号|护照|账号|帐号"
    r"|卡号|条码|货号|批号|日期"
    r"|#|№|[$€£¥₹]\s?|no\.?\s?(?=$)"
)
_WORDS = lazy_pattern(rf"(?P<phone>{_PHONE})|(?P<other>{_OTHER})", re.I)
_AFTER = lazy_pattern(
    r"[)\s,\-–(（是]{0,4}(?:is\s(?:my|his|her|our|their|the)\s(?:\w+\s)?)?(?:\(?(?:mobile|cell|phone|tel|fax"
    r"|office|home|work|desk|direct|whatsapp"
    r"|main|mob)\b|x\d|ext|是?我?的?(?:电话|手机|传真|座机|号码))",
    re.I,
)
_UNIT = lazy_pattern(
    r"\s?(?:km|kg|cm|mm|mb|gb|kb|ms|usd|eur|dollars?|euros?|pounds?|yuan|people|times|users|views|bytes|rows"
    r"|items|steps|words|%"
    r"|元|块|人|次|个|台|件|字|步|米|公里|平方|万|亿|年|月|号楼)",
    re.I,
)
_WEAK = frozenset(("number", "numbers", "digits", "号码"))
_REACH = 48


def nearest_word(text: str, start: int, end: int) -> str | None:
    """Return "phone" or "other", as the words around `[start, end)` of a text say, or `None`.

    Of the words before, the nearest decides; a label behind, such as `(mobile)`, comes first.
    """
    line = text.rfind("\n", 0, start) + 1
    before = text[max(line, start - _REACH) : start]
    if _UNIT.match(text, end):
        return "other"
    if _AFTER.match(text, end):
        return "phone"
    said = None
    for match in _WORDS.finditer(before):
        # "number" says only that one follows: in "licence number" the word before it says which
        if said is None or match.group().lower() not in _WEAK:
            said = match.lastgroup
    return said
