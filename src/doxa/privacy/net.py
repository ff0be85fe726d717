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
    rf"(?:(?![{CJK_CLASS}_])\w(?:(?![{CJK_CLASS}_])[\w-]){{0,62}}\.){{1,8}}(?:xn--[a-z0-9-]{{2,59}}"
    rf"|(?![{CJK_CLASS}\d_])[^\W\d_]{{2,24}}?)"
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
_WORD = lazy_pattern(rf"[A-Za-z]+|[{CJK_CLASS}]+")
_VERSION_WORDS = frozenset(
    """
    v ver version versions release build rev revision update updated updates upgrade upgraded patch patched
    firmware section chapter clause figure table fig macos ios windows android chrome firefox safari edge linux
    kernel ubuntu debian python node npm java php ruby gcc postgres postgresql mysql redis nginx driver bios sdk
    package lib library app
    """.split()
)
_TIES = frozenset("is to from was of number no in".split())
_ADDRESS_WORDS = frozenset(
    """
    ip ips ipv4 address addresses addr host hosts hostname server servers dns ping ssh subnet gateway router
    proxy localhost login logged connect connected connecting connection client remote network vpn blocked
    firewall curl http https
    """.split()
)
_VERSION_ENDS = ("版本", "版本号", "升级", "升级到", "更新到", "固件", "版本是", "版本为", "章", "节")
_ADDRESS_PARTS = ("地址", "服务器", "网关", "主机", "路由", "登录", "连接")
_REACH = 64


def find_emails(text: str) -> Iterator[Span]:
    """Yield e-mail addresses; `git@github.com:owner/name` is none."""
    low, at = 0, text.find("@")
    while at >= 0:
        if _may_be_email(text, at):
            local = _LOCAL.search(text[max(low, at - _REACH) : at])
            domain = _DOMAIN.match(text, at + 1)
            start = at - len(local.group().lstrip(".'&%~-")) if local is not None else at
            if start < at and domain is not None and not _is_remote(text, domain.end()):
                yield Span(start, domain.end(), "email")
        low, at = at + 1, text.find("@", at + 1)


def _may_be_email(text: str, at: int) -> bool:
    if at == 0 or at + 1 == len(text):
        return False
    return (text[at - 1].isalnum() or text[at - 1] in "_-+~'%&") and text[at + 1].isalnum()


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
    words = _WORD.findall(before.lower())
    if _is_version(words):
        return False
    if re.match(r":\d{2,5}\b|/\d{1,2}\b", after) or _is_address(words) or _is_address(_WORD.findall(after.lower())):
        return True
    # four small numbers alone are more often a version or a section than an address
    return max(octets) >= 100 or octets[0] == 10


def _is_version(words: list[str]) -> bool:
    while words and words[-1] in _TIES:
        words = words[:-1]
    return bool(words) and (words[-1] in _VERSION_WORDS or words[-1].endswith(_VERSION_ENDS))


def _is_address(words: list[str]) -> bool:
    return any(word in _ADDRESS_WORDS or any(part in word for part in _ADDRESS_PARTS) for word in words)


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
