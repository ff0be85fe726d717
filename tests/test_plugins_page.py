"""Every part that an application may put in place is shown on the page of plugins, each in under 20 lines."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import doxa.plugins
from doxa import Plugins

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "plugins.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_every_plugin_is_shown():
    for part in fields(Plugins):
        assert f"{part.name}=" in PAGE or f"`{part.name}`" in PAGE, part.name


def test_every_protocol_of_plugins_is_implemented_by_an_example():
    methods = [
        name
        for each in vars(doxa.plugins).values()
        if getattr(each, "_is_protocol", False) and each.__module__ == "doxa.plugins"
        for name in vars(each)
        if not name.startswith("_")
    ]
    assert methods
    for method in methods:
        assert f"def {method}(" in PAGE, method


def test_the_parts_that_doxa_rests_on_are_shown():
    for name in ("embedder=", "model=", "store=", "sessions="):
        assert any(name in block for block in BLOCKS), name


def test_each_is_shown_in_under_twenty_lines():
    for block in BLOCKS:
        assert all(len(part.strip().splitlines()) < 20 for part in re.split(r"(?m)^(?=class |with )", block)), block
