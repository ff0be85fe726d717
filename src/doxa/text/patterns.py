"""Regular expressions that are compiled when first used: compiling them all would take 0.1 s of every start."""

from __future__ import annotations

import re
from typing import Any, cast

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "split")


class _LazyPattern:
    """Stands for a pattern until one of its methods is asked for."""

    def __init__(self, source: str, flags: int) -> None:
        self._source, self._flags = source, flags

    def __getattr__(self, name: str) -> Any:
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(self._source, self._flags)
        self.__dict__.update({method: getattr(compiled, method) for method in _METHODS})
        return self.__dict__[name]


def lazy_pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern with the methods of `re.compile(source, flags)`, compiled at the first call of one."""
    return cast("re.Pattern[str]", _LazyPattern(source, flags))
