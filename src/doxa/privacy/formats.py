"""Credentials that their own form gives away: a fixed prefix and a body of a known alphabet and length."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from doxa.privacy.spans import Span
from doxa.text.patterns import lazy_pattern

_BEFORE = r"(?<![A-Za-z0-9_-])"


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of token.

    Args:
        kind: The name of what it opens.
        marks: Texts of which one is in every token of this kind, as written.
        pattern: The token; group `secret`, where there is one, is what is taken out.
    """

    kind: str
    marks: tuple[str, ...]
    pattern: re.Pattern[str]

    def find(self, text: str, start: int, end: int) -> Iterator[Span]:
        """Yield the tokens between two places of a text."""
        for match in self.pattern.finditer(text, start, end):
            group = "secret" if "secret" in match.groupdict() else 0
            yield Span(match.start(group), match.end(group), self.kind)


def _format(kind: str, marks: str, body: str, after: str = r"(?![A-Za-z0-9_-])") -> Format:
    """Return a format whose tokens start with one of its marks.

    Args:
        kind: Its name.
        marks: The prefixes, separated by spaces.
        body: A pattern of what follows them.
        after: A pattern that must hold behind the token.
    """
    prefixes = tuple(marks.split())
    start = "|".join(re.escape(prefix) for prefix in prefixes)
    return Format(kind, prefixes, lazy_pattern(rf"{_BEFORE}(?:{start}){body}{after}", re.A))


_MIXED = r"(?=[A-Za-z_-]{0,60}\d)"

FORMATS: tuple[Format, ...] = (
    _format("github_token", "ghp_ gho_ ghu_ ghs_ ghr_", r"[A-Za-z0-9]{30,255}"),
    _format("github_token", "github_pat_", r"[A-Za-z0-9_]{22,255}"),
    _format("gitlab_token", "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat-", r"[\w-]{16,255}"),
    _format("huggingface_token", "hf_ api_org_", r"[A-Za-z]{30,60}"),
    _format("npm_token", "npm_", r"[A-Za-z0-9]{36,64}"),
    _format("pypi_token", "pypi-", r"[\w-]{50,1000}"),
    _format("rubygems_token", "rubygems_", r"[a-f0-9]{48}"),
    _format("docker_token", "dckr_pat_ dckr_oat_", r"[\w-]{20,80}"),
    _format(
        "stripe_key", "sk_live_ rk_live_ pk_live_ sk_test_ rk_test_ pk_test_ whsec_ sk_prod_", r"[A-Za-z0-9+/=]{10,250}"
    ),
    _format("anthropic_key", "sk-ant-", r"[\w-]{20,250}"),
    _format("openai_key", "sk-proj- sk-svcacct- sk-admin- sk-or-v1-", r"[\w-]{16,250}"),
    _format("api_key", "sk- pk- rk- ak-", rf"{_MIXED}(?:[a-z]{{2,8}}-)?[A-Za-z0-9_]{{20,250}}"),
    _format("aws_access_key", "AKIA ASIA ABIA ACCA", r"[A-Z0-9]{16}"),
    _format("aws_access_key", "ABSK", r"[A-Za-z0-9+/]{40,300}={0,2}"),
    _format("google_key", "AIza", r"[\w-]{35}"),
    _format("google_key", "GOCSPX-", r"[\w-]{24,40}"),
    _format("google_token", "ya29.", r"[\w-]{20,2000}"),
    _format("google_token", "1//0", r"[\w-]{30,200}"),
    _format("slack_token", "xoxb- xoxp- xoxa- xoxo- xoxr- xoxs- xoxe- xoxc- xoxd- xoxe.xoxp- xapp-", r"[\w%-]{10,400}"),
    Format(
        "webhook",
        ("hooks.slack.com/", "/api/webhooks/", "webhook.office.com/"),
        lazy_pattern(
            r"(?:hooks\.slack\.com/(?:services|workflows|triggers)|discord(?:app)?\.com/api/webhooks"
            r"|webhook\.office\.com/\w{1,20})/(?P<secret>[\w/@-]{20,300})",
            re.A,
        ),
    ),
    _format("sendgrid_key", "SG.", r"[\w-]{16,32}\.[\w-]{16,64}"),
    _format("twilio_key", "SK AC", r"[0-9a-f]{32}"),
    Format("mailchimp_key", ("-us",), lazy_pattern(r"(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?!\w)", re.A)),
    _format("square_token", "sq0atp- sq0csp- sq0idp- EAAAE EAAAl", r"[\w-]{22,100}"),
    _format("facebook_token", "EAAC EAAG EAAB", r"[A-Za-z0-9]{60,400}"),
    _format("shopify_token", "shpat_ shpca_ shppa_ shpss_", r"[a-fA-F0-9]{32}"),
    _format("digitalocean_token", "dop_v1_ doo_v1_ dor_v1_", r"[a-f0-9]{64}"),
    _format("databricks_token", "dapi", r"[a-f0-9]{32}(?:-\d)?"),
    _format("vault_token", "hvs. hvb. hvr.", r"[\w-]{20,300}"),
    Format("terraform_token", (".atlasv1.",), lazy_pattern(r"\b[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40,100}", re.A)),
    _format("grafana_token", "glsa_ glc_", r"[A-Za-z0-9_+/=]{30,400}"),
    _format("notion_token", "ntn_ secret_", rf"{_MIXED}[A-Za-z0-9]{{40,60}}"),
    _format("linear_token", "lin_api_ lin_oauth_", r"[A-Za-z0-9]{32,80}"),
    _format("postman_key", "PMAK-", r"[a-f0-9]{24}-[a-f0-9]{34}"),
    _format("figma_token", "figd_ figo_", r"[\w-]{30,80}"),
    _format("supabase_key", "sbp_ sb_secret_", r"[A-Za-z0-9_]{20,80}"),
    _format("doppler_token", "dp.pt. dp.st. dp.ct.", r"[\w.-]{30,120}"),
    _format("atlassian_token", "ATATT3 ATCTT3 ATBB", r"[\w=-]{20,300}"),
    _format("netlify_token", "nfp_", r"[A-Za-z0-9]{36,60}"),
    _format("flyio_token", "FlyV1", r" ?[\w+/=,.-]{40,2000}"),
    _format("api_key", "gsk_ xai- pplx- r8_ nvapi- tvly- lsv2_pt_ lsv2_sk_ fw_ csk- jina_", r"[\w-]{30,120}"),
    _format("alibaba_key", "LTAI", r"[A-Za-z0-9]{12,30}"),
    _format("tencent_key", "AKID", r"[A-Za-z0-9]{32}"),
    _format("mapbox_token", "sk.eyJ", r"[\w-]{20,200}\.[\w-]{10,80}"),
    _format("age_key", "AGE-SECRET-KEY-1", r"[A-Z0-9]{58}"),
    Format("telegram_token", (":AA",), lazy_pattern(r"(?<![\w:])\d{8,10}:AA[\w-]{30,36}(?![\w-])", re.A)),
    Format(
        "discord_token",
        ("iscord",),
        lazy_pattern(r"(?<![\w.])[MNO][A-Za-z0-9_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])", re.A),
    ),
    Format("azure_secret", ("Q~",), lazy_pattern(r"(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])", re.A)),
    Format("azure_secret", ("sig=",), lazy_pattern(r"[?&]sig=(?P<secret>[A-Za-z0-9%/+_-]{30,200}={0,2})", re.A)),
    Format(
        "jwt",
        ("eyJ",),
        lazy_pattern(
            r"(?<![A-Za-z0-9_-])eyJ[\w-]{8,4000}(?:\.[\w-]{4,8000}\.[\w-]{0,2000}(?:\.[\w-]{1,8000}\.[\w-]{1,200})?)",
            re.A,
        ),
    ),
)
"""Every known form, the more particular before the more general.

The prefixes are those that their makers publish, and those of the detectors of detect-secrets 1.5 and of GitHub's
secret scanning. A Discord token has no mark of its own, so the line must name Discord.
"""
