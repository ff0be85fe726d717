"""Logs of a server: one line each, structured, without a word of memory unless a setting asks for it.

doxa's own lines are an event and its fields. What other packages log may quote what they were handed, and so may what
an error says: of both only where it came from is told.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Any, Final, TextIO

from doxa.config import Config

FIELDS: Final = "doxa_fields"
"""Where a record carries the fields of its event."""
WORDLESS: Final = ("doxa", "uvicorn")
"""Packages whose messages quote nothing that callers sent."""
FRAMES: Final = 12
"""How many of the innermost steps of an error are shown."""


def log_event(
    logger: logging.Logger, level: int, event: str, error: BaseException | None = None, **fields: Any
) -> None:
    """Write one line.

    Args:
        logger: Whose.
        level: How grave.
        event: What happened, in fixed words.
        error: What was raised.
        **fields: Numbers, codes and names; no text of memory.
    """
    if logger.isEnabledFor(level):
        logger.log(level, event, exc_info=error, extra={FIELDS: fields})


def start_logging(config: Config, stream: TextIO | None = None) -> logging.Handler:
    """Let this process write its logs as the settings say; returns what writes them.

    Args:
        config: The settings.
        stream: Where; `None` = standard error.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Lines(as_json=config.log_format == "json", texts=config.log_texts == "always"))
    level = config.log_level.upper()
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(max(logging.WARNING, logging.getLevelNamesMapping()[level]))
    logging.getLogger("doxa").setLevel(level)
    return handler


class Lines(logging.Formatter):
    """Writes a record as one line.

    Args:
        as_json: As a JSON object; else as words.
        texts: Whether to tell what errors and other packages say, which may quote memory.
    """

    def __init__(self, *, as_json: bool, texts: bool) -> None:
        super().__init__()
        self._as_json = as_json
        self._texts = texts

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told: dict[str, Any] = {"time": time, "level": record.levelname.lower(), "logger": record.name}
        told |= self._said(record)
        if record.exc_info and record.exc_info[1] is not None:
            told["error"] = _error(record.exc_info[1], texts=self._texts)
        if self._as_json:
            return json.dumps(told, ensure_ascii=False, separators=(",", ":"), default=str)
        head = f"{told.pop('time')} {told.pop('level'):7} {told.pop('logger')} {told.pop('event')}"
        rest = [f"{name}={json.dumps(value, ensure_ascii=False, default=str)}" for name, value in told.items()]
        return " ".join((head, *rest))

    def _said(self, record: logging.LogRecord) -> dict[str, Any]:
        fields: Mapping[str, Any] | None = getattr(record, FIELDS, None)
        if fields is not None:
            return {"event": record.msg, **{name: value for name, value in fields.items() if value is not None}}
        if self._texts or record.name.partition(".")[0] in WORDLESS:
            return {"event": " ".join(record.getMessage().split())}
        return {"event": "message", "at": f"{record.module}.{record.funcName}:{record.lineno}"}


def _error(error: BaseException, *, texts: bool) -> dict[str, Any]:
    """Return an error as its type and the steps that led to it; what it says only where that may be told."""
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    steps = [f"{PurePath(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return {"type": type(error).__name__, "steps": steps, **({"says": str(error)} if texts else {})}
