"""Credentials for tests, put together at run time so that no scanner takes this file for a leak."""

from __future__ import annotations

import base64
import random
import string

ALNUM = string.ascii_letters + string.digits
UPPER = string.ascii_uppercase + string.digits
HEX = "0123456789abcdef"


def drawn(source: random.Random, alphabet: str, length: int) -> str:
    """Return random characters with at least three digits among letters, as nearly every real one has."""
    while True:
        value = "".join(source.choices(alphabet, k=length))
        if sum(c.isdigit() for c in value) >= 3 and sum(c.isalpha() for c in value) >= 3:
            return value


def jwt(source: random.Random) -> str:
    parts = [base64.urlsafe_b64encode(b'{"alg":"HS256","n":%d}' % source.randrange(10**6)).decode().rstrip("=")]
    parts.append(base64.urlsafe_b64encode(b'{"sub":"%d"}' % source.randrange(10**9)).decode().rstrip("="))
    return ".".join([*parts, drawn(source, ALNUM, 43)])


def private_key(source: random.Random) -> str:
    lines = "\n".join(drawn(source, ALNUM + "+/", 64) for _ in range(4))
    name = source.choice(["RSA ", "EC ", "", "OPENSSH "]) + "PRIVATE KEY"
    return f"-----BEGIN {name}-----\n{lines}\n-----END {name}-----"


TOKENS = {
    "github_token": lambda r: "gh" + r.choice("pous") + "_" + drawn(r, ALNUM, 36),
    "github_pat": lambda r: "github" + "_pat_" + drawn(r, ALNUM, 22) + "_" + drawn(r, ALNUM, 59),
    "gitlab_token": lambda r: "gl" + "pat-" + drawn(r, ALNUM, 20),
    "huggingface_token": lambda r: "h" + "f_" + "".join(r.choices(string.ascii_letters, k=34)),
    "npm_token": lambda r: "np" + "m_" + drawn(r, ALNUM, 36),
    "stripe_key": lambda r: "sk" + "_live_" + drawn(r, ALNUM, 24),
    "openai_key": lambda r: "sk" + "-proj-" + drawn(r, ALNUM, 40),
    "anthropic_key": lambda r: "sk" + "-ant-api03-" + drawn(r, ALNUM, 60),
    "api_key": lambda r: "s" + "k-" + drawn(r, ALNUM, 48),
    "aws_access_key": lambda r: "AK" + "IA" + drawn(r, UPPER, 16),
    "google_key": lambda r: "AI" + "za" + drawn(r, ALNUM + "_-", 35),
    "slack_token": lambda r: "xo" + "xb-" + drawn(r, string.digits + "ab", 12) + "-" + drawn(r, ALNUM, 24),
    "pypi_token": lambda r: "py" + "pi-AgEIcHlwaS5vcmc" + drawn(r, ALNUM, 60),
    "sendgrid_key": lambda r: "S" + "G." + drawn(r, ALNUM, 22) + "." + drawn(r, ALNUM, 43),
    "twilio_key": lambda r: "S" + "K" + drawn(r, HEX, 32),
    "digitalocean_token": lambda r: "do" + "p_v1_" + drawn(r, HEX, 64),
    "databricks_token": lambda r: "da" + "pi" + drawn(r, HEX, 32),
    "azure_secret": lambda r: "".join(r.choices(ALNUM, k=3)) + "8" + "Q~" + drawn(r, ALNUM, 34),
    "telegram_token": lambda r: str(r.randrange(10**8, 10**10)) + ":A" + "A" + drawn(r, ALNUM, 33),
    "alibaba_key": lambda r: "LT" + "AI" + drawn(r, ALNUM, 20),
    "jwt": jwt,
    "private_key": private_key,
}
"""What makes a credential that its form gives away, by kind."""


def password(source: random.Random) -> str:
    """Return a password with letters and digits, and perhaps a symbol inside."""
    symbol = source.choice(["", "!", "@", "#", "$", "%", "&", "*"])
    return source.choice(_WORDS) + symbol + str(source.randrange(10, 9999))


_WORDS = "sunrise Tr0ubador hunter Dragonfly kitten Berlin wachtwoord qwerty".split()


def random_key(source: random.Random) -> str:
    return drawn(source, source.choice([HEX, ALNUM]), source.choice([24, 32, 40]))


def aws_secret(source: random.Random) -> str:
    return drawn(source, ALNUM + "/+", 40)


SAYINGS = {
    "password": (
        password,
        "my password is {}",
        "my password is {}, please keep it",
        "Password: {}",
        "PASSWORD={}",
        "the wifi password for guests is {} by the way",
        "I changed my password to {} yesterday",
        "{} is my password",
        "login bob pw: {}",
        "passwd = '{}'",
        '{{"user": "bob", "password": "{}"}}',
        "<password>{}</password>",
        "export DB_PASSWORD_PROD={}",
        "mysql -u root --password {}",
        "密码是{}",
        "我的密码：{}，别告诉别人",
        "登录口令改成了{}",
        "用{}作为密码",
    ),
    "key": (
        random_key,
        "api_key = {}",
        "API key: {}",
        'the api key is "{}"',
        "my access token is {}",
        "client_secret={}",
        "X-Api-Key: {}",
        "curl https://api.example.com/v1?token={}",
        "the token for staging is {}",
        "Authorization: Bearer {}",
        "密钥：{}",
        "访问令牌是{}",
        "API密钥 {}",
    ),
    "aws": (aws_secret, "aws_secret_access_key = {}", "AWS secret key: {}", "AWS_SECRET_ACCESS_KEY={}"),
    "url": (password, "postgres://bob:{}@db.example.com:5432/app", "use https://bob:{}@git.example.com/x.git"),
}
"""Sentences around a credential that only its surroundings give away, each with what makes one."""
