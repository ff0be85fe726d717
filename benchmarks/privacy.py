"""What the detectors find and what it costs: the given data, made numbers of 60 countries, and turns without any."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import phonenumbers
from benchmarks.report import Report, data_folder, median, start
from stdnum import iban, luhn
from stdnum.cn import ric
from stdnum.de import idnr
from stdnum.iso7064 import mod_11_10

from doxa.privacy import find_personal_data, find_secrets, looks_like_instruction
from doxa.privacy.personal import REGIONS
from doxa.privacy.spans import Span
from doxa.write.gate import GateRules

MADE = 2_000
COUNTRIES = 60
RULE_TYPES = {
    "PHONE_NUMBER": "phone",
    "CREDIT_CARD": "credit_card",
    "IP_ADDRESS": "ip_address",
    "EMAIL_ADDRESS": "email",
    "US_SSN": "ssn",
    "IBAN_CODE": "iban",
}
FALSE_SAMPLES = 5_000
TALK = (
    "I met Caroline at the lake on Saturday and we talked about her new job in Lisbon, then had dinner with our "
    "families. "
)

Sample = tuple[str, list[Span], tuple[str, ...]]


def main() -> None:
    """Print the table and write it."""
    report = start("privacy")
    folder = data_folder()
    made = list(made_samples(random.Random(20)))
    given = list(given_samples(folder / "pii" / "spans.json")) if folder else []
    add_quality(report, "made of 60 countries", made)
    if folder is None:
        report.skip("given data", "DATA names no folder")
    else:
        add_quality(report, "given, kinds of rules", given)
        add_false_hits(report, folder)
    add_quality(report, "given and made", given + made, bound=0.97)
    add_times(report)
    report.write()


def given_samples(path: Path) -> Iterator[Sample]:
    """Yield the given sentences with the spans of kinds that rules can find."""
    for row in json.loads(path.read_text(encoding="utf-8")):
        spans = [
            Span(each["start_position"], each["end_position"], RULE_TYPES[each["entity_type"]])
            for each in row["spans"]
            if each["entity_type"] in RULE_TYPES
        ]
        yield row["full_text"], spans, REGIONS


def made_samples(source: random.Random) -> Iterator[Sample]:
    """Yield sentences around numbers of the numbering plans of 60 countries and around valid check digits."""
    regions = sorted(phonenumbers.SUPPORTED_REGIONS, key=lambda region: (region not in REGIONS, region))[:COUNTRIES]
    makers: Sequence[Callable[[], tuple[str, str, tuple[str, ...]]]] = (
        lambda: _phone(source, regions),
        lambda: _phone(source, regions),
        lambda: _phone(source, regions),
        lambda: ("credit_card", _card(source), REGIONS),
        lambda: ("iban", _iban(source), REGIONS),
        lambda: ("national_id", _resident(source), REGIONS),
        lambda: ("tax_id", _tax(source), REGIONS),
    )
    for number in range(MADE):
        kind, value, near = makers[number % len(makers)]()
        before, after = source.choice(SENTENCES[kind])
        named = "national_id" if kind == "tax_id" else kind
        yield before + value + after, [Span(len(before), len(before) + len(value), named)], near


SENTENCES = {
    "phone": (
        ("call me at ", " tomorrow"),
        ("My number is ", "."),
        ("Tel: ", ", fax on request"),
        ("you can text Bob on ", " after six"),
        ("我的电话是", "，有事打给我"),
        ("请联系 ", " 谢谢"),
    ),
    "credit_card": (("charge my card ", " please"), ("it is a Visa: ", "."), ("我的卡号是", "。"), ("use ", " for it")),
    "iban": (("IBAN ", "."), ("pay to ", " by Friday"), ("账户", "，谢谢")),
    "national_id": (("my id is ", "."), ("身份证号", "。"), ("请记下", "，谢谢")),
    "tax_id": (("meine Steuer-ID ist ", "."), ("tax id ", " on the form")),
}


def _phone(source: random.Random, regions: Sequence[str]) -> tuple[str, str, tuple[str, ...]]:
    region = source.choice(regions)
    kinds = (phonenumbers.PhoneNumberType.MOBILE, phonenumbers.PhoneNumberType.FIXED_LINE)
    number = phonenumbers.example_number_for_type(region, source.choice(kinds)) or phonenumbers.example_number(region)
    return "phone", phonenumbers.format_number(number, source.randrange(3)), tuple({*REGIONS, region})


def _card(source: random.Random) -> str:
    digits = source.choice(["4", "51", "55", "2221", "6011"]).ljust(15, "0")
    digits = digits[:6] + "".join(source.choices("0123456789", k=9))
    full = digits + luhn.calc_check_digit(digits)
    return full if source.random() < 0.5 else " ".join(full[at : at + 4] for at in range(0, 16, 4))


def _iban(source: random.Random) -> str:
    body = "37040044" + "".join(source.choices("0123456789", k=10))
    whole = f"DE{iban.calc_check_digits(f'DE00{body}')}{body}"
    return whole if source.random() < 0.5 else iban.format(whole)


def _tax(source: random.Random) -> str:
    while True:
        number = "".join(source.choices("123456789", k=10))
        full = number + mod_11_10.calc_check_digit(number)
        if idnr.is_valid(full):
            return full


def _resident(source: random.Random) -> str:
    born = f"{source.randrange(1950, 2010)}{source.randrange(1, 13):02d}{source.randrange(1, 28):02d}"
    front = f"110105{born}{source.randrange(1000):03d}"
    return front + ric.calc_check_digit(front + "0")


def add_quality(report: Report, name: str, samples: Sequence[Sample], bound: float | None = None) -> None:
    """Add precision and recall; a span counts where it overlaps one of its kind."""
    found_right = found_all = gold_found = gold_all = 0
    for text, gold, regions in samples:
        found = [
            span for span in find_personal_data(text, regions) if span.kind in {*RULE_TYPES.values(), "national_id"}
        ]
        found_all, gold_all = found_all + len(found), gold_all + len(gold)
        found_right += sum(any(_same(one, other) for other in gold) for one in found)
        gold_found += sum(any(_same(one, other) for other in found) for one in gold)
    note = f"{gold_all} spans"
    report.add(f"recall, {name}", gold_found / max(gold_all, 1), "share", at_least=bound, note=note)
    report.add(
        f"precision, {name}", found_right / max(found_all, 1), "share", at_least=bound, note=f"{found_all} found"
    )


def _same(one: Span, other: Span) -> bool:
    return one.kind == other.kind and one.start < other.end and other.start < one.end


def add_false_hits(report: Report, folder: Path) -> None:
    """Add how often plain turns of the given conversations are taken for something they are not."""
    turns = list(_turns(folder))[:FALSE_SAMPLES]
    secret = sum(bool(find_secrets(text)) for text in turns)
    numbers = [span for text in turns for span in find_personal_data(text) if not _is_real(text, span)]
    flagged = sum(bool(looks_like_instruction(text)) for text in turns)
    note = f"{len(turns)} turns"
    report.add("false credentials", secret, "turns", at_most=0, note=note)
    report.add("orders, versions, dates taken for personal data", len(numbers), "spans", at_most=0, note=note)
    report.add("turns flagged as instructions", flagged, "turns", note=note)


def _is_real(text: str, span: Span) -> bool:
    """Whether the turn says right before it that it is one: the Chinese turns tell how people are reached."""
    said = text[max(0, span.start - 8) : span.start]
    return any(word in said for word in {"phone": ("电话", "手机"), "email": ("邮箱",)}.get(span.kind, ()))


def _turns(folder: Path) -> Iterator[str]:
    for conversation in json.loads((folder / "locomo" / "locomo_dev.json").read_text(encoding="utf-8")):
        for part in conversation["conversation"].values():
            if isinstance(part, list):
                yield from (turn["text"] for turn in part)
    memdaily = json.loads((folder / "memdaily_zh" / "memdaily_dev.json").read_text(encoding="utf-8"))
    for trajectories in memdaily.values():
        for trajectory in trajectories:
            yield from (message["message"] for message in trajectory["message_list"])


def add_times(report: Report) -> None:
    """Add what a text costs, and whether that grows with its length."""
    words = " ".join((TALK * 3).split()[:25])
    clean = (TALK * 5)[:500]
    busy = clean[:400] + " my password is " + "hunter" + "2295 and mail bob@example.com, call (212) 555-0123"
    redact = GateRules("redact")
    for name, text, rules, bound in (
        ("25 words", words, GateRules(), 0.4),
        ("25 words, policy redact", words, redact, 0.4),
        ("500 characters without a candidate", clean, redact, 1.5),
        ("500 characters with candidates", busy, redact, 10),
    ):
        report.add(
            f"gate, {name}", _milliseconds(lambda t=text, r=rules: r.opened().text(t, "content")), "ms", at_most=bound
        )
    report.add("find_secrets, 25 words", _milliseconds(lambda: find_secrets(words)), "ms", at_most=0.1)
    plain = TALK * 8_000
    parts = (plain, plain[: len(plain) // 4])
    whole, quarter = (median([_seconds(partial(find_secrets, text)) for _ in range(5)]) for text in parts)
    ratio = whole / quarter
    report.add("find_secrets, 4 times the text", ratio, "times", at_most=6, note=f"{len(plain):,} characters")


def _milliseconds(call: Callable[[], object]) -> float:
    return median([_seconds(call) for _ in range(200)]) * 1_000


def _seconds(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
