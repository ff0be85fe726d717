"""What keeps a skill from being served before someone has looked at it: an agent obeys what it reads in a skill."""

from __future__ import annotations

import re

from doxa.privacy.hidden import hidden_characters, without_hidden
from doxa.privacy.instructions import looks_like_instruction
from doxa.text.patterns import lazy_pattern

_OF_SKILLS = frozenset({"override", "role", "reveal", "secrecy"})
"""Signs that a skill has no honest use for. To speak to the model, and to name commands, is what skills are for."""

_EXFILTRATION = lazy_pattern(
    r"\b(?:send|post|upload|forward|exfiltrate|transmit|leak|submit|deliver)\s+(?:\w+\s+){0,6}?"
    r"(?:data|files?|contents?|history|output|context|environment|env|keys?|secrets?|tokens?|everything|results?)\b"
    r"[^\n.]{0,80}?(?:https?|ftp|wss?)://"
    r"|(?:把|将)?.{0,20}(?:数据|文件|内容|记录|密钥|环境变量).{0,20}(?:发送|上传|提交|发|传)(?:到|给|至).{0,20}https?://"
    r"|(?:发送|上传|提交|发|传)(?:到|给|至).{0,20}https?://"
    r"|\bcurl\b[^\n]{0,200}(?:-d|--data(?:-\w+)?|-F|--form|-T|--upload-file)\s*[@\"'$]?[^\n]{0,200}https?://"
    r"|\bcurl\b[^\n]{0,200}https?://[^\n]{0,200}(?:-d|--data(?:-\w+)?|-F|--form|-T|--upload-file)\s*[@\"'$]",
    re.IGNORECASE,
)
_REMOTE_COMMAND = lazy_pattern(
    r"\b(?:curl|wget|iwr|invoke-webrequest)\b[^\n|;]{0,300}\|\s*(?:sudo\s+)?(?:ba|z|da|k|fi)?sh\b"
    r"|\b(?:ba|z)?sh\s+(?:-c\s+)?[\"']?[<$]\(\s*(?:curl|wget)\b"
    r"|\biex\b[^\n]{0,80}(?:iwr|downloadstring|invoke-webrequest)",
    re.IGNORECASE,
)
_ENCODED = lazy_pattern(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{40,}={0,2}|(?:\\x[0-9a-fA-F]{2}){12,}")
_DECODER = lazy_pattern(
    r"base64\s+(?:-d|-D|--decode)\b|b64decode|\batob\s*\(|frombase64string|-e(?:nc(?:odedcommand)?)\s"
    r"|\bdecode\b|\bxxd\s+-r|unhexlify|\beval\b|\bexec\b|解码|解密|还原",
    re.IGNORECASE,
)
_NEAR = 300
"""Characters between an encoded text and the words that decode it."""


def scan_skill(text: str) -> tuple[str, ...]:
    """Return why a text should be looked at before an agent reads it; empty = nothing found.

    Credentials are found where they are taken out, in the gate.

    Returns:
        `hidden:…`, `injection:…`, `encoded_command` or `remote_command`, each once.
    """
    plain = without_hidden(text)
    found = [f"hidden:{kind}" for kind in hidden_characters(text)]
    found += [f"injection:{sign}" for sign in looks_like_instruction(plain) if sign in _OF_SKILLS]
    if _EXFILTRATION.search(plain):
        found.append("injection:exfiltration")
    if _decodes(plain):
        found.append("encoded_command")
    if _REMOTE_COMMAND.search(plain):
        found.append("remote_command")
    return tuple(dict.fromkeys(found))


def _decodes(text: str) -> bool:
    return any(
        _DECODER.search(text, max(0, match.start() - _NEAR), match.end() + _NEAR) for match in _ENCODED.finditer(text)
    )
