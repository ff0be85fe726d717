"""Flags text that speaks to the model rather than to a reader: injected instructions, hidden characters, fences."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from doxa.privacy.hidden import hidden_characters, without_hidden
from doxa.text.literals import Literals, parts_in_chunks
from doxa.text.patterns import lazy_pattern
from doxa.text.plain_words import PlainWords
from doxa.text.simplified import simplified

_WHAT = (
    r"(?:instructions?|prompts?|rules?|directions?|directives?|guidelines?|commands?|orders|context|constraints"
    r"|training"
    r"|programming|messages?\s+from\s+(?:the\s+)?(?:developer|system)|system\s+messages?|restrictions"
    r"|safeguards|polic(?:y|ies))"
)
_WHICH = (
    r"(?:(?:all|any|every|each|the|your|my|these|those|of|previous|prior|above|earlier|preceding|foregoing"
    r"|existing|former|original|initial|current|past|other|system|safety|developer|given|default|everything|and|or)\s+){1,6}"
)
_BEHIND = (
    r"(?:\s+(?:above|before|so far|previously|you (?:were|have been) given|you've been given"
    r"|from (?:the )?(?:system|developer)))"
)

_OVERRIDE = (
    rf"\b(?:ignore|disregard|forget|override|bypass|neglect|discard|do not (?:follow|obey)|don't (?:follow"
    rf"|obey)|stop following"
    rf"|pay no attention to)\s+{_WHICH}{_WHAT}\b"
    rf"|\b(?:ignore|disregard|forget)\s+(?:everything|all|anything|what)(?:\s+(?:that|of|you|i|was|we))*{_BEHIND}"
    r"|\b(?:ignore|disregard|forget)\s+(?:everything|all that|anything)\s+(?:you|i|we)\s+(?:were|have been|was"
    r"|'ve been|said)?\s*(?:told|taught|instructed)"
    r"|\bnew\s+(?:system\s+)?(?:instructions?|prompt|directives?)\s*:"
    r"|\byour\s+new\s+(?:system\s+)?(?:instructions?|prompt|directives?|task|goal)\s+(?:are|is)\b"
    rf"|\bfrom now on,?\s+(?:you|ignore|always|never|respond|reply|answer|act)\b.{{0,80}}\b(?:must|will|shall"
    rf"|are|only|ignore|obey|instructions?|rules?)\b"
    r"|(?:忽略|无视|忽视|忘记|忘掉|不要理会|不要遵守|不用管|不要管|抛开|绕过|覆盖|跳过|撤销)(?:掉|了)?(?:你)?(?:的)?"
    r"(?:之前|以前|先前|此前|前面|上面|以上|上述|上文|所有|全部|任何|一切|你|系统|原有|原来|原本|已有|其他|安全"
    r"|开发者|的|和|与|给你|收到|这些|那些|、)*"
    r"(?:指令|指示|提示词?|规则|命令|设定|要求|限制|约束|系统消息|对话|说明|上下文|内容)"
    r"|(?:忽略|无視|無視)(?:之前|以上|上述|所有|先前)的?(?:指令|指示|規則|提示)"
    r"|从现在(?:开始|起)[，,]?你(?:是|要|必须|只|将|不再|需要)|新的?(?:系统)?(?:指令|提示词)(?:是|为|如下|[:：])"
)
_ROLE = (
    r"\byou are (?:now|no longer)\s+(?:dan\b|bound\b|restricted|required|unrestricted|unfiltered|jailbroken"
    r"|free (?:from|of)|in \w+ mode)"
    r"|\byou are (?:now|no longer)\s+(?:an?|the)\s+(?:\w+[\s-]){0,3}(?:ai|assistant|model|bot|chatbot|agent|llm"
    r"|persona|terminal|hacker|root|admin\w*|system)\b"
    r"|\b(?:pretend|roleplay|role-play)\s+(?:to be|that you(?:'re| are)|you(?:'re| are)|as)\s+(?:an?\s"
    r"|the\s)?(?:ai|assistant|model|system|root|admin\w*"
    r"|developer|unrestricted|evil|jailbroken|dan)\b"
    r"|\bact as (?:an?|the|my)\s+(?:unrestricted|unfiltered|uncensored|jailbroken|root|system|admin\w*|evil|dan)\b"
    r"|\b(?:developer|debug|god|jailbreak|dan|admin|sudo|maintenance)\s+mode\s+(?:is\s+)?(?:now\s+)?(?:on"
    r"|enabled|activated|engaged|active)\b"
    r"|\b(?:enable|enter|activate|switch to)\s+(?:developer|debug|god|jailbreak|dan|unrestricted)\s+mode\b"
    r"|\b(?:without|no|ignore|remove) (?:any )?(?:ethical|safety|content|moral)\s+(?:restrictions|guidelines"
    r"|filters?|limits|limitations|constraints)\b"
    r"|你(?:现在|不再)(?:是一个|是|扮演|受)(?:不受|没有|无限制|任何|开发者|管理员|越狱|DAN|root|限制|系统)"
    r"|(?:进入|开启|启用|切换到)(?:开发者|越狱|无限制|调试|上帝|管理员)模式|(?:假装"
    r"|扮演)(?:你是)?(?:一个)?(?:不受限制|没有限制|系统|管理员|开发者)"
)
_REVEAL = (
    r"\b(?:reveal|show|print|repeat|output|display|leak|disclose|tell me|give me|write out|dump|share|paste"
    r"|recite)\s+(?:(?:me|us|back|out|all|of"
    r"|the|your|its|entire|full|exact|complete|hidden|secret|original|initial|verbatim|contents?)\s+){0,6}"
    r"(?:system\s+(?:prompt|message|instructions?)|initial\s+(?:prompt|instructions)|hidden\s+(?:prompt"
    r"|instructions)|developer\s+(?:message|prompt)"
    r"|(?:your|its)\s+(?:prompt|instructions|rules|guidelines|configuration))\b"
    r"|\b(?:send|post|upload|forward|exfiltrate|transmit|e-?mail|leak|submit)\b.{0,60}\b(?:conversation"
    r"|chat\s+history|memor(?:y|ies)|api\s+keys?"
    r"|credentials?|passwords?|tokens?|secrets?|user\s+data|private\s+data|system\s+prompt"
    r"|contents?)\b.{0,60}(?:https?://|\bto\s+\S+@\S+|\bwebhook\b|\bendpoint\b|\bserver\b)"
    r"|(?:显示|输出|打印|泄露|告诉我|重复|透露|给我|说出|复述|展示)(?:一下|出)?(?:你|您)?的?(?:完整|全部|原始"
    r"|隐藏|初始|内部)?的?(?:系统|初始|隐藏|开发者)(?:提示词?|指令|消息|设定)"
    r"|(?:发送|上传|转发|泄露|提交|发|传)(?:到|给|至)?.{0,30}(?:对话|聊天记录|记忆|密码|密钥|凭证|令牌|用户数据"
    r"|隐私).{0,40}(?:https?://|\S+@\S+|服务器|接口)"
    r"|(?:把|将).{0,30}(?:对话|聊天记录|记忆|密码|密钥|凭证|令牌|用户数据|系统提示词?).{0,10}(?:发送|上传|转发"
    r"|发|传|提交)(?:到|给|至)"
)
_SECRECY = (
    r"\b(?:do not|don't|never|without)\s+(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?"
    r"|mention(?:ing)?\s+(?:this|it)\s+to|reveal(?:ing)?\s+(?:this|it)\s+to|let(?:ting)?)\s+"
    r"(?:the\s+)?(?:user|human|operator|developer)s?\b"
    r"|\b(?:hide|conceal|keep)\s+(?:this|it|that|these instructions?)\s+(?:secret\s+)?from\s+(?:the\s+)?(?:user"
    r"|human|operator)s?\b"
    r"|(?:不要|别|切勿|禁止|无需|不得)(?:告诉|告知|通知|提醒|让)(?:给)?(?:用户|使用者|人类|操作员)(?:知道)?"
    r"|(?:对|向)(?:用户|使用者)(?:保密|隐瞒)"
)
_TO_MODEL = (
    r"\b(?:attention|note to|message (?:to|for)|instructions? (?:to|for)|important[!:,]*)\s*(?:the\s+|any\s+"
    r"|all\s+)?(?:ai|llm|language model|assistant|chatbot|gpt|claude|agent|model)s?\b\s*[:,!-]"
    r"|\b(?:if you are|as)\s+an?\s+(?:ai|llm|language model|ai agent|ai assistant)\b.{0,60}\b(?:must|should"
    r"|please|are required|do the following|ignore|execute|send|run)\b"
    r"|\bwhen (?:an?|the|you,? the)\s+(?:ai|llm|assistant|agent|model)\s+(?:reads?|sees?|process(?:es)?"
    r"|retrieves?|recalls?)\s+this\b"
    r"|(?:致|给|告知)(?:所有)?(?:AI|人工智能|大模型|语言模型|智能体|助手)(?:助手|模型)?[:：，,]|(?:如果"
    r"|若)你是(?:一个)?(?:AI|人工智能|语言模型|大模型|智能体).{0,30}(?:必须|请|应当|需要|执行)"
)
_FENCE = (
    r"<\|?\s*/?\s*(?:im_start|im_end|system|endoftext|assistant|eot_id|start_header_id|end_header_id"
    r"|begin_of_text|tool_call|function_call)\s*\|?>"
    r"|\[/?(?:INST|SYS|SYSTEM)\]|<</?SYS>>|</?(?:system_prompt|system-prompt|system-reminder|instructions?"
    r"|assistant_response|untrusted|doxa-memory|memory|memories)>"
    r"|(?m:^\s{0,8}(?:#{1,6}\s*)?(?:system|developer)\s*(?:prompt|message)?\s*:\s+\S)"
    r"|(?m:^\s{0,8}(?:###\s*)(?:instruction|response|system)\b)"
    r"|(?m:^\s{0,8}(?:系统|系统提示|系统消息|系统指令)[:：])|\"role\"\s*:\s*\"(?:system|developer)\""
)
_COMMAND = (
    r"\b(?:curl|wget)\s+[^\n|;]{1,200}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\brm\s+-(?:rf|fr)\s+[~/.*]"
    r"|\bbase64\s+(?:-d|-D|--decode)\b"
    r"|\b(?:decode|decrypt)\s+(?:this|the following|it|below)\b.{0,60}\b(?:and\s+)?(?:execute|run|follow|obey|do)\b"
    r"|\b(?:eval|exec)\s*\(\s*(?:base64|atob|bytes|codecs)|(?:解码|解密).{0,20}(?:并|然后|后).{0,6}(?:执行|运行|遵循)"
    r"|\b(?:call|invoke|use|run|execute)\s+(?:the\s+)?[`\"']?[\w.-]{2,40}[`\"']?\s+(?:tool"
    r"|function)\b.{0,60}\b(?:now|immediately|silently|without (?:asking|confirmation))\b"
)


def _kind(name: str, marks: str, pattern: str) -> tuple[str, Literals, re.Pattern[str]]:
    """Return a kind of sign: its name, its pattern, and lower-case texts of which every ASCII text of it holds one."""
    return name, Literals(marks.split()), lazy_pattern(pattern, re.I)


_KINDS = (
    _kind(
        "override",
        "ignor disregard forget overrid bypass neglect discard follow obey attention instruction prompt directive task"
        " goal now",
        _OVERRIDE,
    ),
    _kind("role", "are pretend role act mode restriction guideline filter limit constraint", _ROLE),
    _kind(
        "reveal",
        "system prompt instruction developer rules guideline configuration send post upload forward exfiltrat transmit"
        " mail leak submit",
        _REVEAL,
    ),
    _kind("secrecy", "user human operator developer", _SECRECY),
    _kind("addressed", "ai llm model assistant chatbot gpt claude agent", _TO_MODEL),
    _kind("fence", "< [ system developer instruction response role", _FENCE),
    _kind("command", "curl wget rm base64 decode decrypt eval exec tool function", _COMMAND),
)
_MARKS = (
    *(
        "ignor",
        "disregard",
        "forget",
        "overrid",
        "bypass",
        "neglect",
        "discard",
        "skip",
        "follow",
        "obey",
        "attention",
        "instruction",
    ),
    *(
        "prompt",
        "directive",
        "pretend",
        "role",
        "act as",
        " mode",
        "restriction",
        "guideline",
        "filter",
    ),
    *(
        "limit",
        "constraint",
        "system",
        "user",
        "human",
        "operator",
        "send",
        "post",
        "upload",
        "forward",
        "exfiltrat",
        "transmit",
        "mail",
    ),
    *(
        "leak",
        "submit",
        "language model",
        "llm",
        "assistant",
        "agent",
        "<|",
        "[inst",
        "[/inst",
        "[sys",
        "<<",
        "</",
        "<sys",
    ),
    *(
        "<mem",
        "<inst",
        "<doxa",
        "developer",
        "curl",
        "wget",
        "rm -",
        "base64",
        "decode",
        "decrypt",
        "eval",
        "exec",
        "tool",
        "function",
    ),
    *(
        "忽略",
        "无视",
        "無視",
        "忽视",
        "忘",
        "不要",
        "不用",
        "别",
        "切勿",
        "禁止",
        "无需",
        "不得",
        "抛开",
        "绕过",
        "覆盖",
        "跳过",
        "撤销",
        "从现在",
    ),
    *(
        "新的",
        "新指令",
        "新系统",
        "新提示",
        "你现在",
        "你不再",
        "进入",
        "开启",
        "启用",
        "切换",
        "假装",
        "扮演",
        "系统",
        "提示",
        "发",
        "传",
        "提交",
        "泄露",
    ),
    *(
        "保密",
        "隐瞒",
        "人工智能",
        "大模型",
        "语言模型",
        "智能体",
        "助手",
        "解码",
        "解密",
        "显示",
        "输出",
        "打印",
        "透露",
        "复述",
        "### ",
    ),
)
"""Lower-case texts of which one is in what a pattern finds, where neither `_ACROSS` nor `_AI` is."""
_ACROSS = ("from now on", "you are no")
_AI = lazy_pattern(r"ai(?:s\b|(?![a-z]))")


_SIGNS, _PARTS = Literals(_MARKS), Literals(parts_in_chunks(_MARKS))


def places_of_parts(chunks: str) -> Iterator[int]:
    """Yield where signs begin, or the parts of them that stand in one chunk, in lower-case chunks; in no order."""
    yield from _PARTS.places(chunks)
    yield from (found.start() for found in _AI.finditer(chunks))


_PLAIN = PlainWords(places=places_of_parts)


def stands_across(low: str) -> bool:
    """Return whether one of the signs of several ordinary words stands in a lower-case text."""
    return _ACROSS[0] in low or _ACROSS[1] in low


def _has_mark(low: str) -> bool:
    if _PLAIN.make_up(low):
        return stands_across(low)
    return stands_across(low) or _SIGNS.stand_in(low) or _AI.search(low) is not None


def looks_like_instruction(text: str) -> tuple[str, ...]:
    """Return which signs a text has of being written for a model to obey, in English or Chinese; empty = none.

    A flag, not a verdict: a text with one is kept, marked, and fenced as data wherever it comes back.

    Args:
        text: Any text.

    Returns:
        Of `override` (ignore previous instructions), `role` (you are now …), `reveal` (show the system prompt, send
        the memory to …), `secrecy` (do not tell the user), `addressed` (to a model that reads it), `fence` (chat
        markup, false roles), `command` (download and run, decode and follow), and of hidden characters `zero_width`,
        `bidirectional`, `tag_characters` and `variation_selectors` those that were found.
    """
    hidden = hidden_characters(text)
    plain = text if text.isascii() else simplified(unicodedata.normalize("NFKC", without_hidden(text)))
    low = plain.lower()
    if not _has_mark(low):
        return hidden
    every = not low.isascii()
    found = [kind for kind, marks, pattern in _KINDS if (every or marks.stand_in(low)) and pattern.search(plain)]
    return (*found, *hidden)
