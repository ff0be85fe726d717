"""The words beside which a value is a credential, and how a value is tied to them, in English and Chinese."""

from __future__ import annotations

STRONG = (
    r"pass[-_ ]?(?:words?|phrase|code|wd)|passwd|pwd|psswd|passw|contraseñas?|passwort|kennwort|mot de passe|senhas?"
    r"|пароль|密码|密碼|口令|通行码|パスワード|비밀번호"
)
"""Words whose value is a secret however it looks."""

SHORT_STRONG = r"pass|pw|pswd|psw"
"""The same, but only before `:` or `=`: they are too short to mean anything by themselves."""

COMPOUND = (
    r"(?:api|app|access|secret|private|encryption|signing|auth|account|master|service|client|subscription|shared"
    r"|storage|license|webhook|deploy|admin|consumer|ssh|hmac|sas|functions?|project|bot|user|security)[-_ ]?key"
    r"|(?:api|access|auth|authorization|authentication|refresh|bearer|session|security|bot|deploy"
    r"|personal[-_ ]access|oauth"
    r"|id|csrf|service|private|app|user|push|device|github|gitlab|slack|npm|hf|huggingface|jwt|webhook)[-_ ]?token"
    r"|(?:client|app|api|shared|consumer|webhook|signing|jwt|oauth|aws|session|application|master)[-_ ]?secret"
    r"|(?:connection|conn)[-_ ]?string|(?:recovery|backup|activation)[-_ ]?code|secret[-_ ]access[-_ ]key"
    r"|密钥|密鑰|秘钥|私钥|令牌|访问密钥|授权码|鉴权码|访问令牌|api ?密钥"
)
"""Names of credentials; their value must not be a plain word."""

BARE = r"secrets?|tokens?|credentials?|creds|auth|authorization|凭证|凭据"
"""Words that are used of much else as well; their value must look random."""

NOT_FOLLOWED = (
    r"(?:url|uri|file|path|name|type|count|limit|length|len|size|expir\w*|ttl|policy|field|reset|hint|index"
    r"|version|usage"
    r"|manager|strength|rules?|rotation|provider|endpoint|header|prefix|algorithm|alg|format|budget|window"
    r"|store|vault|id)"
)
"""What behind a key word makes it the name of something that is no secret: `token_count`, `password_file`."""

PLAIN = frozenset(
    """
    a about above access accepted after again all allowed almost already also always an and annoying another any
    anything anymore as asked at awful awesome back bad badly based basic because been before being below best
    better big both but by can cannot case changing clear clearly closed coming common complex complicated
    compromised correct crucial day dead default different difficult done down during easier easy either email
    empty encrypted enough entered equal even every everything exactly exposed fair false fine first for
    forgotten forever free fresh from fun gone good great hard has have he hello help her here hers hidden his
    how huge i if important impossible in incorrect insecure instead invalid is it its itself just key known
    kept last later lengthy less like likely little locked long lost made many masked max maybe me mine missing
    mixed more most much must my necessary needed neither never new next nice no nobody non none nonsense not
    nothing now obsolete obvious of off ok okay old on once one only open optional or other our ours out
    outdated over own perfect personal please plus pointless possible probably protected public quite random
    ready real really reset right safe same secret secure see sensitive separate set she shared short should
    simple simply so some someone something sometimes somewhere soon still stored stolen strange strong stupid
    such super sure tape temporary terrible text that the their theirs them then there these they this those
    three through time to today tomorrow too tough true two type typical unchanged under unclear unique unknown
    unsafe until up us useful useless user valid very wanted was way we weak weird well were what whatever when
    where which while who whose why will with within without working worse worst worth would written wrong yes
    yesterday yet you your yours
    """.split()
)
"""Words that say something about a password and are none."""

TAIL = r"(?:(?:[_-][A-Za-z0-9]{1,20}){1,3}|\d{1,3}|[A-Z][a-z]{1,15}\d?)?"
"""What may follow a key word in an identifier: `DB_PASSWORD_PROD`, `password2`."""

FOR_WHAT = (
    r"(?:[ \t]{1,2}(?:for|to|of|on|at|in|from|behind)(?:[ \t]{1,2}(?!(?:is|was|are"
    r"|to)\b)[^\s:：=,.;!?，。；]{1,40}){1,6}?"
    r"|[ \t]?[(（][^()（）\n]{1,40}[)）])?"
)
"""What a secret opens: `password for the guest wifi is …`."""

ASSIGN = (
    r"""["'`*_)\]}]{0,3}[ \t]{0,4}(?:=>|:=|->|==|[:=：＝→])[ \t]{0,4}(?:\r?\n[ \t]{0,8})?[*_]{0,2}"""
    r"""|["'`]?[ \t]{0,2},[ \t]{0,2}(?=["'`])|>(?=[^<\n]{1,200}</)"""
)
IS = (
    r"\s{1,3}(?:is|was|are|were|be|ist|es|est)\s{1,3}(?:(?:now|still|currently|just|simply|set to|changed to"
    r"|called)\s{1,3})?"
    r"(?:[:=]\s{0,3})?"
    r"|['’]s\s{1,3}|\s{1,3}(?:(?:has been|was|is|got)\s{1,3})?(?:(?:set|changed|reset|updated"
    r"|switched)\s{1,3})?(?:to|as)\s{1,3}"
    r"|(?:现在|目前|已经|还|就|又|被)?(?:是|为|叫|改成了?|改为了?|换成了?|换为|变成了?|设成了?|设为|设置为"
    r"|设置成|用的是|改到)[:：]?[ \t]{0,3}"
)
SPACE = r"[ \t]{1,3}"
ADJOINING = r"(?<=[码碼令钥鑰])"

VALUE = (
    r"""(?:(?P<quote>["'`])(?P<quoted>(?:\\.|(?!(?P=quote))[^\n\\]){1,400})(?P=quote)"""
    r"|[“「『‘](?P<curly>[^”」』’\n]{1,200})[”」』’]"
    r"""|(?P<open>[^\s"'`“”‘’「」『』，。；、！？（）《》<][^\s“”‘’「」『』，。；、！？（）《》]{0,511}))"""
)
