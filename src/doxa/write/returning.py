"""What stands in the way of a memory that is to come back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from doxa.errors import AlreadyExists
from doxa.graph.contract import View
from doxa.graph.projection import IdentityTaken
from doxa.records import Ref


@contextmanager
def telling_who_took_the_place(view: View, ref: Ref) -> Iterator[None]:
    """Name the memory that has taken the place of one that was to come back.

    Raises:
        AlreadyExists: One has.
    """
    try:
        yield
    except IdentityTaken as error:
        holder = view.item(error.holder).kref
        raise AlreadyExists(
            f"{ref} cannot come back: {holder} is believed in its place.",
            mend="Delete that one first and restore this one then, or leave this one as it is.",
            field="refs",
            value=ref,
        ) from error
