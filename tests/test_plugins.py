from __future__ import annotations

from dataclasses import fields

import pytest

from doxa import Plugins
from doxa.errors import InvalidInput


def test_every_part_is_off_until_it_is_given():
    assert {getattr(Plugins(), each.name) for each in fields(Plugins)} == {None}


def test_a_memory_takes_plugins_and_nothing_that_only_looks_like_them(open_memory):
    with pytest.raises(InvalidInput, match="plugins is"):
        open_memory(plugins={"counter": len})
    assert open_memory(plugins=Plugins(counter=len)) is not None


def test_a_memory_with_other_defaults_keeps_its_plugins(open_memory):
    memory = open_memory(plugins=Plugins(counter=len))
    assert memory.scoped(user="ana")._core.plugins.counter is len
