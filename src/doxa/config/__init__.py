"""Settings: argument > `DOXA_*` environment > `config.yaml` > default."""

from __future__ import annotations

from doxa.config.declarations import Declaration, Origin, Source
from doxa.config.settings import SETTINGS, Config, Setting
from doxa.config.sources import settings_file

__all__ = ["SETTINGS", "Config", "Declaration", "Origin", "Setting", "Source", "settings_file"]
