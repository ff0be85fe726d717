"""Makes records at a fraction of the time: one that is frozen sets each field by a call, all of them in every record.

Every write and every hit of a recall makes records of up to forty fields, so that this adds up.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from functools import lru_cache
from operator import attrgetter
from typing import Any, TypeVar, cast

T = TypeVar("T")


def quickly_made(cls: type[T]) -> type[T]:
    """Give a frozen, slotted dataclass an `__init__` with the same signature that fills a record as one not frozen.

    While its fields are set, a record is of a twin class that has the same slots and nothing else; nobody else has it
    yet. A subclass, which may have slots of its own, is made as before.

    Args:
        cls: A dataclass that is frozen and slotted, without bases, whose fields are all arguments by place.

    Raises:
        TypeError: It is another class.
    """
    given = fields(cast(Any, cls))
    names = tuple(each.name for each in given)
    if cls.__bases__ != (object,) or vars(cls).get("__slots__") != names or any(each.kw_only for each in given):
        raise TypeError(f"{cls.__name__} is not a slotted dataclass of its own.")
    slow = cast(Any, cls).__init__
    known: dict[str, Any] = {  # names that no field has
        "__class": cls,
        "__twin": type(cls.__name__, (), {"__slots__": names}),
        "__slow": slow,
        "__turn": object.__setattr__,
    }
    lines = [
        f"def __init__(self, {', '.join(names)}):",
        f"    if self.__class__ is not __class: return __slow(self, {', '.join(names)})",
        "    __turn(self, '__class__', __twin)",
    ]
    defaults = dict(zip(reversed(names), reversed(slow.__defaults__ or ()), strict=False))
    for each in given:
        value = each.name
        if each.default_factory is not MISSING:
            known |= {f"__make_{each.name}": each.default_factory, "__absent": defaults[each.name]}
            value = f"__make_{each.name}() if {each.name} is __absent else {each.name}"
        lines.append(f"    self.{each.name} = {value}")
    lines.append("    self.__class__ = __class")
    if hasattr(cls, "__post_init__"):
        lines.append("    self.__post_init__()")
    exec(compile("\n".join(lines), f"<{cls.__qualname__}>", "exec"), known)
    made = known["__init__"]
    made.__defaults__, made.__annotations__ = slow.__defaults__, slow.__annotations__
    made.__qualname__, made.__module__ = slow.__qualname__, cls.__module__
    cast(Any, cls).__init__ = made
    return cls


def changed(record: T, name: str, value: object) -> T:
    """Return a record with another value in one field, as `dataclasses.replace` does, which asks about every field.

    Args:
        record: Of a class whose fields are all arguments by place, more than one.
        name: The field.
        value: Its value.
    """
    place, values_of = _fields_of(cast(Any, type(record)), name)
    values = list(values_of(record))
    values[place] = value
    return type(record)(*values)


@lru_cache(maxsize=256)
def _fields_of(cls: type[Any], name: str) -> tuple[int, attrgetter[tuple[Any, ...]]]:
    names = [each.name for each in fields(cls)]
    return names.index(name), attrgetter(*names)
