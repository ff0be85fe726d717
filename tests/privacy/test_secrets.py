from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.privacy import find_secrets
from doxa.privacy.trigger import marked_lines
from tests.privacy.secret_samples import SAYINGS, TOKENS, aws_secret, drawn, random_key

SEEDS = st.integers(0, 2**32)


def cut(text):
    """Return a text with what was found replaced by its kind."""
    for span in reversed(find_secrets(text)):
        text = f"{text[: span.start]}[{span.kind}]{text[span.end :]}"
    return text


@pytest.mark.parametrize("kind", TOKENS)
def test_a_token_is_found_by_its_form_wherever_it_stands(kind):
    for seed in range(20):
        token = TOKENS[kind](random.Random(seed))
        for text in (token, f"use {token} for it", f"KEY={token}", f'"{token}"', f"这个是{token}，别外传"):
            (span,) = find_secrets(text)
            assert text[span.start : span.end] == token


@pytest.mark.parametrize(
    ("make", "saying"), [(make, saying) for make, *sayings in SAYINGS.values() for saying in sayings]
)
def test_a_value_beside_a_key_word_is_found_and_the_rest_is_kept(make, saying):
    for seed in range(20):
        value = make(random.Random(seed))
        text = saying.format(value)
        (span,) = find_secrets(text)
        assert text[span.start : span.end] == value


@given(SEEDS, st.text(max_size=80), st.text(max_size=80))
def test_the_first_pass_lets_every_planted_credential_through(seed, before, after):
    source = random.Random(seed)
    make, *sayings = source.choice(list(SAYINGS.values()))
    planted = source.choice([source.choice(list(TOKENS.values()))(source), source.choice(sayings).format(make(source))])
    text = f"{before}\n{planted}\n{after}"
    start, first_line = len(before) + 1, planted.partition("\n")[0]
    assert any(low <= start and start + len(first_line) <= high for low, high in marked_lines(text))


@given(SEEDS, st.text(max_size=60))
def test_no_line_that_the_first_pass_drops_has_a_credential(seed, text):
    if not marked_lines(text):
        assert find_secrets(text) == []


def test_words_that_were_plain_by_themselves_do_not_hide_what_they_say_together():
    for word in ("pin", "my", "is", "4711", "is:", "pw", ":", "hunter2hunter2"):
        find_secrets(word)
    assert [span.kind for span in find_secrets("my pin is 4711")] == ["pin"]
    assert find_secrets("pw : hunter2hunter2") != []


@pytest.mark.parametrize(
    "text",
    [
        "The Bearer of bad news came on Tuesday",
        "use Bearer token auth",
        "my password is too weak",
        "my password is expired and I cannot log in",
        "I forgot my password again",
        "Password: required",
        "password must be at least 8 characters",
        "password hashing with SHA-256 and bcrypt",
        "the secret to happiness is kindness",
        "Secret Santa 2023: Bob",
        "the token is expired, max_tokens=4096",
        "tokenizer = BertTokenizer",
        "basic training starts Monday",
        "password=$PASSWORD",
        "password = os.environ['PW']",
        "api_key=YOUR_API_KEY",
        "password: <your password>",
        "my order number is 4155551234",
        "we upgraded to version 10.2.3.4",
        "boarding pass: gate 12",
        "PIN code 400001",
        "密码错误，请重试",
        "密码是什么？",
        "密码是6位数字",
        "我忘记密码了",
        "令牌已过期",
        "sk-learn-estimators-are-very-cool",
    ],
)
def test_words_about_credentials_are_none(text):
    assert find_secrets(text) == []


def test_hashes_ids_and_pictures_are_none():
    source = random.Random(7)
    sha, data = drawn(source, "0123456789abcdef", 40), drawn(source, "ABCDEFabcdef0123456789+/", 400)
    uuid = "123e4567-e89b-12d3-a456-426614174000"
    for text in (f"fixed in commit {sha}", f"request {uuid} failed", f"auth failed for request {uuid}"):
        assert find_secrets(text) == []
    assert find_secrets(f"![x](data:image/png;base64,{data})") == []


def test_a_password_is_found_behind_full_width_words_and_spaces():
    text = "ｐａｓｓｗｏｒｄ：　ｈｕｎｔｅｒ２ａｂｃＸ９"
    assert [text[span.start : span.end] for span in find_secrets(text)] == ["ｈｕｎｔｅｒ２ａｂｃＸ９"]


def test_pins_and_one_time_codes_are_found_where_a_word_says_so():
    assert cut("my PIN is 4821.") == "my PIN is [pin]."
    assert cut("your verification code is 482913") == "your verification code is [one_time_code]"
    assert cut("验证码是482913，五分钟内有效") == "验证码是[one_time_code]，五分钟内有效"
    assert cut("the code is 1234 lines long") == "the code is 1234 lines long"


def test_a_password_on_the_next_line_is_found():
    assert cut("Password:\nhunter22\nthanks") == "Password:\n[password]\nthanks"


def test_an_aws_secret_is_found_beside_its_access_key():
    source = random.Random(3)
    access, secret = TOKENS["aws_access_key"](source), aws_secret(source)
    assert cut(f"{access}\n{secret}") == "[aws_access_key]\n[aws_secret_key]"
    assert cut(f"a picture of {secret}").endswith(secret)


def test_a_private_key_without_an_end_reaches_as_far_as_its_body():
    key = TOKENS["private_key"](random.Random(1)).rpartition("\n")[0]
    assert cut(f"before\n{key}\n\nNow something else.") == "before\n[private_key]\n\nNow something else."


def test_what_was_cut_out_once_is_not_found_again():
    for text in ("password: [redacted]", "postgres://u:[redacted]@db.host/x", "my password is [redacted]."):
        assert find_secrets(text) == []


def test_a_random_value_near_a_key_word_is_found_and_a_named_hash_is_not():
    value = random_key(random.Random(11))
    assert cut(f"the secret that we use there: it says {value}") == "the secret that we use there: it says [secret]"
    assert cut(f"the secret was fixed in commit {value}").endswith(value)


def hostile(size):
    """Texts on which careless patterns take time that grows with the square of their length."""
    begin = "-----BEGIN RSA " + "PRIVATE KEY-----"
    for part in (
        "password ",
        "密码是",
        "is my password ",
        "token=",
        "key:: ",
        "://a:b@",
        "pin is ",
        "eyJa.",
        'pw="',
        begin,
    ):
        yield part * (size // len(part))
    for part in ("a", " ", "=", "A1", "-", "“"):
        yield "password" + part * size


def test_time_grows_linearly_on_hostile_text(time_of):
    for short, long in zip(hostile(4_000), hostile(32_000), strict=True):
        assert time_of(find_secrets, long) < 8 * 4 * time_of(find_secrets, short) + 0.05, long[:20]
