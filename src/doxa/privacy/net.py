"""E-mail and IP addresses."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from doxa.privacy.spans import Span
from doxa.text.patterns import lazy_pattern
from doxa.text.scripts import CJK_CLASS

_LOCAL = lazy_pattern(rf"(?:(?![{CJK_CLASS}])[\w.+%&'~-])*\Z")
_DOMAIN = lazy_pattern(
    rf"(?:(?![{CJK_CLASS}_])\w(?:(?![{CJK_CLASS}_])[\w-]){{0,62}}\.){{1,8}}(?:xn--[a-z0-9-]{{2,59}}|(?![{CJK_CLASS}\d_])[^\W\d_]{{2,24}}?)"
    rf"(?=[{CJK_CLASS}]|[^\w-]|\Z)(?!\.[A-Za-z0-9])",
    re.I,
)
_IPV4 = lazy_pattern(
    r"(?<![A-Za-z0-9_.:/-])(?<!\d,)(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![A-Za-z0-9_-]|\.\d)"
    r"|(?<=[/@\[(=:])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![A-Za-z0-9_-]|\.\d)"
)
_IPV6 = lazy_pattern(
    r"(?<![A-Za-z0-9_:.])(?=[0-9a-f]*:)[0-9a-f:]{2,39}(?:(?<=:)(?:\d{1,3}\.){3}\d{1,3})?(?:%[A-Za-z0-9]{1,16})?(?![A-Za-z0-9_:]|\.\d)",
    re.I,
)
_VERSION_BEFORE = lazy_pattern(
    r"(?:\b(?:v|ver|versions?|release|build|rev|revision|update[ds]?|upgrade[ds]?|patch|firmware|section|chapter|clause|figure|table|fig"
    r"|macos|ios|windows|android|chrome|firefox|safari|edge|linux|kernel|ubuntu|debian|python|node|npm|java|php|ruby|gcc|opencv"
    r"|postgres\w*|mysql|redis|nginx|driver|bios|sdk|api|app|package|lib\w*)\b|版本号?|升级|更新|固件|章|节)"
    r"(?:\s{1,2}(?:is|to|from|was|of|number|no\.|到|至|为|是))?[\s:=(是为到至>]{0,3}$",
    re.I,
)
_ADDRESS_NEAR = lazy_pattern(
    r"\bip(?:v4)?s?\b|\b(?:address|addr|host|hosts|server|dns|ping|ssh|subnet|gateway|router|proxy|localhost|login|logged|connect\w*"
    r"|client|remote|network|vpn|blocked|firewall|nslookup|traceroute|curl|https?)\b|地址|服务器|网关|主机|路由|登录|连接",
    re.I,
)
_REACH = 64


def find_emails(text: str) -> Iterator[Span]:
    """Yield e-mail addresses; `git@github.com:owner/name` is none."""
    at = text.find("@")
    last = 0
    while at >= 0:
        local = _LOCAL.search(text[max(last, at - _REACH) : at])
        domain = _DOMAIN.match(text, at + 1)
        assert local is not None
        start = at - len(local.group().lstrip(".'&%~-"))
        if start < at and text[at - 1] != "." and domain is not None and not _is_remote(text, domain.end()):
            yield Span(start, domain.end(), "email")
            last = domain.end()
        at = text.find("@", at + 1)


def _is_remote(text: str, end: int) -> bool:
    """Whether it is `git@host:path` rather than an address before a colon."""
    return text[end : end + 1] == ":" and not text[end + 1 : end + 2].isspace() and end + 1 < len(text)


def find_ip_addresses(text: str) -> Iterator[Span]:
    """Yield IPv4 and IPv6 addresses; version numbers of four parts, times and `a::b` of programs are none."""
    for match in _IPV6.finditer(text):
        if _is_ipv6(match.group().partition("%")[0]):
            yield Span(match.start(), match.end(), "ip_address")
    for match in _IPV4.finditer(text):
        if _is_ipv4(text, match):
            yield Span(match.start(), match.end(), "ip_address")


def _is_ipv4(text: str, match: re.Match[str]) -> bool:
    octets = [int(part) for part in match.group().split(".")]
    if max(octets) > 255 or any(len(part) > 1 and part[0] == "0" for part in match.group().split(".")):
        return False
    before, after = text[max(0, match.start() - 48) : match.start()], text[match.end() : match.end() + 16]
    if _VERSION_BEFORE.search(before):
        return False
    if _ADDRESS_NEAR.search(before) or _ADDRESS_NEAR.search(after) or re.match(r":\d{2,5}\b|/\d{1,2}\b", after):
        return True
    # four small numbers alone are more often a version or a section than an address
    return max(octets) >= 100 or octets[0] == 10


def _is_ipv6(value: str) -> bool:
    groups = [group for group in value.split(":") if group]
    if value.count(":") < 2 or not any(character.isdigit() for character in value):
        return False
    if len(groups) < 3 and not (value.startswith("::") or (groups and len(groups[0]) == 4 and groups[0][0] in "23fF")):
        return False
    try:
        ipaddress.IPv6Address(value)
    except ValueError:
        return False
    return True
