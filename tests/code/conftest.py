"""Small git repositories, made commit by commit, with a clock of their own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest


class Repo:
    """A repository whose commits are a day apart, from 1 March 2025 on."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.days = 0
        top.mkdir()
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str, **env: str) -> str:
        """Run git here, apart from the settings of whoever runs the tests."""
        kept = {"PATH": os.environ["PATH"], "HOME": str(self.top), "GIT_CONFIG_NOSYSTEM": "1", **env}
        settings = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false")
        done = subprocess.run(["git", *settings, *arguments], cwd=self.top, env=kept, capture_output=True, check=True)
        return done.stdout.decode()

    def commit(self, message: str, **files: str) -> str:
        """Write files (`a_py` is `a.py`) and commit; return the commit's id."""
        return self.commit_files(message, {name.replace("_", "."): text for name, text in files.items()})

    def commit_files(self, message: str, files: dict[str, str], **env: str) -> str:
        """Write files and commit; return the commit's id."""
        for name, text in files.items():
            path = self.top / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        self.days += 1
        date = f"2025-03-{self.days:02d}T12:00:00+00:00"
        self.git("add", "-A")
        dated = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date, **env}
        self.git("commit", "-q", "--allow-empty", "--allow-empty-message", "-m", message, **dated)
        return self.git("rev-parse", "HEAD").strip()


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """Return an empty repository called `work`."""
    return Repo(tmp_path / "work")
