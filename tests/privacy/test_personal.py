from __future__ import annotations

from itertools import pairwise

import phonenumbers
import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum import luhn

from doxa.errors import InvalidInput
from doxa.privacy import find_personal_data
from doxa.privacy.personal import REGIONS

ELSEWHERE = (*REGIONS, "PL", "FI", "CH", "AR", "SE")


def found(text, regions=REGIONS):
    return [(span.kind, text[span.start : span.end]) for span in find_personal_data(text, regions)]


def kinds(text, regions=REGIONS):
    return [kind for kind, _ in found(text, regions)]


@pytest.mark.parametrize("region", REGIONS)
def test_the_example_numbers_of_a_region_are_found_in_every_form(region):
    for kind in (phonenumbers.PhoneNumberType.MOBILE, phonenumbers.PhoneNumberType.FIXED_LINE):
        number = phonenumbers.example_number_for_type(region, kind)
        for form in range(3):
            written = phonenumbers.format_number(number, form)
            for text in (f"call me at {written} tomorrow", f"我的电话是{written}，谢谢", f"Tel: {written}"):
                assert ("phone", written) in found(text), text


def test_pairs_of_digits_are_no_date():
    assert found("Tel: 17 12 34 56") == [("phone", "17 12 34 56")]
    assert found("Tel: 17 12 2024") == []


def test_a_phone_number_needs_no_word_where_it_is_written_as_one():
    assert found("Bob (212) 555-0123, Ann +44 20 7946 0958") == [
        ("phone", "(212) 555-0123"),
        ("phone", "+44 20 7946 0958"),
    ]
    assert found("联系张三 13812345678") == [("phone", "13812345678")]


@pytest.mark.parametrize(
    "text",
    [
        "my order 4155551234 has shipped",
        "订单号 13812345678 已发货",
        "ticket 555-123-4567 is closed",
        "My driver's license number is 481195160",
        "我的订单号码是13812345678",
        "on 2024-04-11 and 12/27/1986",
        "open 2019-2023, 14:00 to 19:00",
        "ISBN 978-3-16-148410-0",
        "1,234,567,890 people",
        "at 37.7749 -122.4194",
        "version 10.2.3.4 of Chrome 120.0.6099.109",
        "升级到10.2.3.4版本",
        "see sections 1.2.3.4 and 2.3.4.5",
        "at 10:20:30, std::vector, Abc::Def",
        "git@github.com:owner/repo.git and pkg@1.2.3",
        "my order 4111111111111111",
        "@bob said hi",
    ],
)
def test_numbers_that_are_no_personal_data_stay(text):
    assert found(text) == []


def test_email_addresses_end_where_chinese_or_punctuation_begins():
    assert found("我的邮箱是bob@example.com谢谢") == [("email", "bob@example.com")]
    assert found("<Bob+x@mail.example.co.uk>, josé@correo.es.") == [
        ("email", "Bob+x@mail.example.co.uk"),
        ("email", "josé@correo.es"),
    ]


def test_what_is_written_full_width_is_found():
    assert found("手機１３８１２３４５６７８") == [("phone", "１３８１２３４５６７８")]
    assert found("信箱：ａｎａ＠example.com。") == [("email", "ａｎａ＠example.com")]
    assert kinds("ｃａｒｄ　４１１１　１１１１　１１１１　１１１１") == ["credit_card"]
    assert kinds("ｐｈｏｎｅ　＋４９　１７０　１２３４５６７") == ["phone"]
    assert kinds("ｉｂａｎ　ＤＥ８９　３７０４　００４４　０５３２　０１３０　００") == ["iban"]


def test_digits_of_other_scripts_and_other_spaces_are_read():
    assert kinds("my card is ٤١١١ ١١١١ ١١١١ ١١١١") == ["credit_card"]
    assert kinds("my card is 4111\xa01111\u20091111\u20071111") == ["credit_card"]
    assert kinds("ssn ١٢٣-٤٥-٦٧٨٩") == ["ssn"]
    assert found("host ١٩٢.١٦٨.١٠.٢٠") == [("ip_address", "١٩٢.١٦٨.١٠.٢٠")]


def test_ip_addresses_of_both_versions_are_found():
    text = "ip 10.0.0.1, http://192.168.1.1/x and 2001:db8::8a2e:370:7334."
    assert [value for _, value in found(text)] == ["10.0.0.1", "192.168.1.1", "2001:db8::8a2e:370:7334"]


@given(st.integers(0, 10**14 - 1))
def test_a_card_needs_its_check_digit(number):
    digits = f"4{number:014d}"
    right = int(luhn.calc_check_digit(digits))
    assert "credit_card" in kinds(f"my card {digits}{right}")
    assert "credit_card" not in kinds(f"my card {digits}{(right + 1) % 10}")


def test_ids_are_found_by_form_and_check():
    assert found("SSN 403-57-9558") == [("ssn", "403-57-9558")]
    assert found("身份证号11010519491231002X。") == [("national_id", "11010519491231002X")]
    assert kinds("身份证号110105194912310021。") == []
    assert kinds("IBAN GB82 WEST 1234 5698 7654 32 thanks") == ["iban"]
    assert kinds("hetu 131052-308T", ELSEWHERE) == ["national_id"]
    assert kinds("RSSMRA85T10A562S", ("US",)) == []


def test_a_weak_id_needs_a_word_that_names_it():
    assert kinds("my NHS number is 943 476 5919") == ["national_id"]
    assert "national_id" not in kinds("we sold 943 476 5919")


def test_spans_do_not_overlap_and_are_in_order():
    spans = find_personal_data("a@b.co 4111 1111 1111 1111 call 212-555-0123 or 10.0.0.1")
    assert all(first.end <= second.start for first, second in pairwise(spans))
    assert len(spans) == 4


def test_an_unknown_region_or_kind_is_refused():
    with pytest.raises(InvalidInput, match="'UK' is not a region"):
        find_personal_data("call 020 7946 0958", ("UK",))
    with pytest.raises(InvalidInput, match="'colour' is no kind"):
        find_personal_data("x", kinds=["colour"])


def test_time_grows_linearly_on_hostile_numbers(time_of):
    for part in ("a@", "@", "1.2.3.4 ", "::", "1 ", "call 5551234567 ", "212-555-0123 ", "A1"):
        short, long = part * (500 // len(part)), part * (4_000 // len(part))
        assert time_of(find_personal_data, long) < 8 * 4 * time_of(find_personal_data, short) + 0.05, part
