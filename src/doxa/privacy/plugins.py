"""The detectors of detect-secrets, where the extra `privacy` is installed: they add to our own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from doxa.privacy.looks import is_stand_in
from doxa.privacy.spans import Span

_DETECTORS = (
    *("aws.AWSKeyDetector", "azure_storage_key.AzureStorageKeyDetector", "basic_auth.BasicAuthDetector"),
    *("cloudant.CloudantDetector", "discord.DiscordBotTokenDetector", "github_token.GitHubTokenDetector"),
    *("gitlab_token.GitLabTokenDetector", "ibm_cloud_iam.IbmCloudIamDetector", "ibm_cos_hmac.IbmCosHmacDetector"),
    *("jwt.JwtTokenDetector", "mailchimp.MailchimpDetector", "npm.NpmDetector", "openai.OpenAIDetector"),
    *("pypi_token.PypiTokenDetector", "sendgrid.SendGridDetector", "slack.SlackDetector"),
    *("softlayer.SoftlayerDetector", "square_oauth.SquareOAuthDetector", "stripe.StripeDetector"),
    *("telegram_token.TelegramBotTokenDetector", "twilio.TwilioKeyDetector"),
)
"""Those that know a form. The others (key words, entropy, public addresses, Artifactory's `AP…`) hit plain prose."""


class _Detector(Protocol):
    def analyze_string(self, string: str) -> Iterator[str]: ...


def find_with_detect_secrets(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield what the detectors find between two places of a text; nothing where detect-secrets is not installed.

    `analyze_string` is called on the classes themselves: `scan_line` goes through settings that are global to the
    process, and takes 8 ms for 500 characters.
    """
    detectors = _detectors()
    if not detectors:
        return
    chunk = text[start:end]
    for name, detector in detectors:
        for secret in detector.analyze_string(chunk):
            at = chunk.find(secret) if secret and not is_stand_in(secret) else -1
            while at >= 0:
                yield Span(start + at, start + at + len(secret), name)
                at = chunk.find(secret, at + len(secret))


@cache
def _detectors() -> Sequence[tuple[str, _Detector]]:
    if find_spec("detect_secrets") is None:
        return ()
    made: list[tuple[str, _Detector]] = []
    for path in _DETECTORS:
        module, name = path.split(".")
        detector: type[_Detector] = getattr(import_module(f"detect_secrets.plugins.{module}"), name)
        made.append((module.removesuffix("_token").removesuffix("_key") + "_key", detector()))
    return tuple(made)
