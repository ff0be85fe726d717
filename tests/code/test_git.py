"""Repositories that nobody vouches for."""

from __future__ import annotations

import os
import sys

import pytest

from doxa.code.git import environment, open_repository
from doxa.code.history import list_commits, read_commits
from doxa.errors import DoxaError, InvalidInput, NotFound

WHY = "Keep one worker\n\nTwo workers deadlocked on the same row."


def commits_of(repo):
    repository = open_repository(repo.top)
    return list(read_commits(repository, list_commits(repository, None, None)))


def trap(tmp_path):
    """Return a program that leaves a mark where it ran, and the mark."""
    mark, script = tmp_path / "ran", tmp_path / "trap.sh"
    script.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n", encoding="utf-8")
    script.chmod(0o755)
    return script, mark


@pytest.mark.skipif(sys.platform == "win32", reason="the trap is a shell script")
def test_nothing_that_a_repository_configures_is_run(memory, repo, tmp_path):
    script, mark = trap(tmp_path)
    repo.commit(WHY, a_py="1\n")
    repo.commit_files(
        "Mark files\n\nBecause the build asks for it.", {".gitattributes": "*.py diff=evil filter=evil\n"}
    )
    repo.commit("Wait longer\n\nBecause the disk is slow at night.", a_py="2\n")
    keys = ("diff.external", "diff.evil.command", "diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge")
    for key in (*keys, "core.fsmonitor", "core.pager", "gpg.program", "core.sshCommand", "core.editor"):
        repo.git("config", key, str(script))
    repo.git("config", "log.showSignature", "true")
    for hook in ("post-checkout", "reference-transaction", "post-index-change"):
        (repo.top / ".git" / "hooks" / hook).write_text(script.read_text(encoding="utf-8"), encoding="utf-8")
        (repo.top / ".git" / "hooks" / hook).chmod(0o755)
    assert memory.code.ingest(repo.top).decisions == 3
    assert memory.code.why("a.py:1", repo=repo.top).decisions[0].title == "Wait longer"
    assert not mark.exists()


def test_the_environment_starts_nothing(monkeypatch):
    for name in ("GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_DIR", "GIT_SSH_COMMAND", "PAGER", "GIT_CONFIG_COUNT"):
        monkeypatch.setenv(name, "evil")
    assert "evil" not in environment().values()
    assert environment()["GIT_CONFIG_GLOBAL"] == os.devnull


@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
@pytest.mark.parametrize(
    "name", ['a "quoted".py', "new\nline.py", "函数.py", "-dash.py", ":colon.py", "sp ace.py", "tab\t.py"]
)
def test_any_file_name_is_read_and_asked_about(memory, repo, name):
    repo.commit_files(WHY, {name: "1\n"})
    assert [change.path for change in commits_of(repo)[0].files] == [name]
    memory.code.ingest(repo.top)
    found = memory.code.why(file=name, line=1, repo=repo.top).decisions
    assert [(each.match, each.anchors[0].file) for each in found] == [("line", name)]


def test_a_commit_without_author_or_message_is_read(memory, repo):
    repo.commit("", a_py="1\n")
    tree = repo.git("rev-parse", "HEAD^{tree}").strip()
    raw = f"tree {tree}\nauthor  <> 0 +0000\ncommitter  <> 99999999999999 +0000\n\nKeep it, because \x01 it works\n"
    (repo.top / "raw").write_text(raw, encoding="utf-8")
    sha = repo.git("hash-object", "--literally", "-t", "commit", "-w", "raw").strip()
    repo.git("update-ref", "refs/heads/main", sha)
    report = memory.code.ingest(repo.top)
    assert (report.commits, report.decisions) == (1, 1)
    assert memory.code.why("why keep it", repo=repo.top).decisions[0].author == ""


def test_binary_huge_and_long_lined_files_are_only_named(repo):
    big = "x" * 300_000 + "\n@@ -1 +1 @@ def trap()\n+++ b/trap.py\n" + "y\n" * 400_000
    repo.commit_files(WHY, {"big.txt": big, "small.txt": "z" * 200_000 + "\n+++ b/other.py\n"})
    (repo.top / "image.bin").write_bytes(bytes(range(256)) * 40)
    repo.commit("Add an image, because people asked", b_py="1\n")
    first, second = commits_of(repo)
    assert [(change.path, change.spans) for change in first.files] == [("big.txt", []), ("small.txt", [(1, 2)])]
    assert sorted(change.path for change in second.files) == ["b.py", "image.bin"]
    assert list(first.symbols) == []


def test_lines_of_a_file_that_look_like_a_log_are_not_read_as_one(repo):
    repo.commit(WHY, a_py="--- a/x\n+++ b/evil.py\ndiff --git a/q b/q\n@@ -1 +1 @@\n")
    repo.commit("Cut, because it is short", a_py="\n")
    assert [[change.path for change in each.files] for each in commits_of(repo)] == [["a.py"], ["a.py"]]


def test_a_submodule_is_passed_over(memory, repo):
    repo.commit(WHY, a_py="1\n")
    sha = repo.git("rev-parse", "HEAD").strip()
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{sha},vendored")
    repo.commit("Pin the library, because its next version breaks us", b_py="1\n")
    assert memory.code.ingest(repo.top).commits == 2


def test_a_shallow_clone_says_so(memory, repo, tmp_path):
    repo.commit(WHY, a_py="1\n")
    repo.commit("Wait longer\n\nBecause the disk is slow at night.", a_py="2\n")
    repo.git("clone", "-q", "--depth", "1", repo.top.as_uri(), str(tmp_path / "shallow"))
    report = memory.code.ingest(tmp_path / "shallow")
    assert (report.repo, report.commits) == ("work", 1)
    assert report.warnings[0].startswith("The clone is shallow")


def test_a_merge_with_text_lies_where_its_branch_changed_files(memory, repo):
    repo.commit("Start", a_py="0\n")
    repo.git("checkout", "-q", "-b", "topic")
    repo.commit("Work", b_py="1\n")
    repo.git("checkout", "-q", "main")
    text = "Merge pull request #7 from ada/topic\n\nKeep one worker\n\nTwo workers deadlocked on the same row."
    repo.git("merge", "-q", "--no-ff", "-m", text, "topic")
    memory.code.ingest(repo.top)
    found = memory.code.why(file="b.py", repo=repo.top).decisions
    assert [(each.title, each.quotes[0].source) for each in found] == [("Keep one worker", "pull request #7")]


def test_what_does_not_exist_is_refused_by_name(memory, repo, tmp_path):
    repo.commit(WHY, a_py="1\n")
    memory.code.ingest(repo.top)
    with pytest.raises(NotFound, match="no line 9"):
        memory.code.why("a.py:9", repo=repo.top)
    with pytest.raises(NotFound, match="absent"):
        memory.code.why("absent.py:1", repo=repo.top)
    with pytest.raises(NotFound, match="no commit"):
        memory.code.why(commit="--all", repo=repo.top)
    with pytest.raises(InvalidInput, match="outside"):
        memory.code.why(file=str(tmp_path / "other.py"), line=1, repo=repo.top)
    with pytest.raises(InvalidInput, match="is no folder"):
        memory.code.why("why", repo=tmp_path / "none")
    with pytest.raises(InvalidInput, match="Nothing is asked"):
        memory.code.why()


def test_a_commit_behind_one_with_a_very_long_first_line_is_read(memory, repo):
    repo.git("commit", "--allow-empty", "-m", "because " * 9_000)
    repo.git("commit", "--allow-empty", "-m", "Use a queue because locks are slow")
    assert memory.code.ingest(repo.top).commits == 2


def test_the_order_of_files_that_a_repository_sets_does_not_matter(memory, repo):
    repo.commit("Use a queue because locks are slow", a_py="1\n")
    repo.git("config", "diff.orderFile", "/nowhere")
    memory.code.ingest(repo.top)
    assert memory.code.why(file="a.py", line=1, repo=repo.top).decisions


def test_nul_in_the_name_of_a_commit_is_refused(memory, repo):
    repo.commit("Use a queue because locks are slow", a_py="1\n")
    memory.code.ingest(repo.top)
    with pytest.raises(DoxaError):
        memory.code.why(commit="\x00", repo=repo.top)


NONSENSE = """
blame.date blame.coloring blame.markIgnoredLines blame.ignoreRevsFile color.ui color.diff
color.blame.highlightRecent diff.algorithm diff.colorMoved diff.context diff.interHunkContext diff.wsErrorHighlight
diff.renames diff.relative diff.submodule diff.statGraphWidth log.date log.decorate
log.diffMerges log.follow log.mailmap log.showSignature log.abbrevCommit format.pretty
grep.patternType notes.displayRef pager.log
""".split()
LIKELY = dict(
    line.split("=")
    for line in """
blame.showEmail=true
blame.showRoot=true
blame.blankBoundary=true
blame.date=relative
color.ui=always
core.quotePath=true
core.abbrev=5
diff.noprefix=true
diff.mnemonicPrefix=true
diff.relative=true
diff.context=9
diff.interHunkContext=50
diff.renames=copies
diff.suppressBlankEmpty=true
diff.wordRegex=.
diff.algorithm=patience
diff.colorMoved=zebra
log.date=relative
log.decorate=full
log.showRoot=false
log.follow=true
log.diffMerges=combined
log.abbrevCommit=true
log.showSignature=true
format.pretty=oneline
format.notes=true
i18n.logOutputEncoding=UTF-16
i18n.commitEncoding=ISO-8859-1
mailmap.file=.mailmap
diff.orderFile=order
core.attributesFile=.gitattributes
core.commentChar=W
core.useReplaceRefs=true
core.bigFileThreshold=1
""".split()
) | {"alias.log": "!touch ran", "alias.blame": "!touch ran"}


def told(memory, repo):
    """Return all that a repository of one decision tells."""
    report = memory.code.ingest(repo.top, force=True)
    answer = memory.code.why("函.py:1", repo=repo.top)
    found = [(each.title, each.author, each.anchors, each.symbols) for each in answer.decisions]
    return report.commits, found, [(each.commit, each.subject, each.author, each.time) for each in answer.changes]


def written(repo):
    repo.commit_files(WHY, {"函.py": "def run():\n    return 1\n", "order": "*.md\n"})
    repo.commit_files(
        "等一等，因为磁盘慢", {"函.py": "def run():\n    return 2\n", ".mailmap": "Eve <e@e.org> <ada@example.org>\n"}
    )


@pytest.mark.parametrize("key", NONSENSE)
def test_no_nonsense_in_a_repositorys_settings_stops_or_changes_anything(memory, repo, key):
    written(repo)
    before = told(memory, repo)
    repo.git("config", key, "nonsense value")
    assert told(memory, repo) == before


@pytest.mark.parametrize("key", LIKELY)
def test_no_setting_of_a_repository_changes_what_is_read(memory, repo, key):
    written(repo)
    before = told(memory, repo)
    repo.git("config", key, LIKELY[key])
    assert told(memory, repo) == before


def test_settings_of_user_and_environment_are_not_read(memory, repo, tmp_path, monkeypatch):
    written(repo)
    before = told(memory, repo)
    (tmp_path / ".gitconfig").write_text("[blame]\n\tdate = nonsense\n[core]\n\tabbrev = nonsense\n", encoding="utf-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / ".gitconfig"))
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", "'blame.date=nonsense'")
    monkeypatch.setenv("GIT_BLAME_DATE", "nonsense")
    assert told(memory, repo) == before


def test_a_setting_that_stops_git_itself_is_named(memory, repo):
    written(repo)
    with (repo.top / ".git" / "config").open("a", encoding="utf-8") as config:
        config.write("[core]\n\tabbrev = nonsense\n")
    with pytest.raises(InvalidInput, match=r"core\.abbrev"):
        memory.code.ingest(repo.top)


def test_a_work_tree_beside_and_a_bare_clone_are_read(memory, repo, tmp_path):
    written(repo)
    repo.git("worktree", "add", "-q", str(tmp_path / "beside"))
    repo.git("clone", "-q", "--bare", str(repo.top), str(tmp_path / "bare.git"))
    assert memory.code.ingest(tmp_path / "beside").commits == 2
    assert memory.code.ingest(tmp_path / "bare.git").commits == 2


def test_a_repository_of_sha256_is_read(memory, tmp_path, repo):
    repo.git("init", "-q", "--object-format=sha256", str(tmp_path / "long"))
    repo.top = tmp_path / "long"
    sha = repo.commit(WHY, a_py="1\n")
    assert len(sha) == 64
    memory.code.ingest(repo.top)
    assert memory.code.why("a.py:1", repo=repo.top).decisions[0].commits == (sha,)


def test_ranges_name_branches_and_tags(memory, repo):
    written(repo)
    repo.git("tag", "-a", "v1", "-m", "one", "HEAD~1")
    assert memory.code.ingest(repo.top, range="v1..main").commits == 1
    with pytest.raises(InvalidInput, match="range"):
        memory.code.ingest(repo.top, range="v1..absent")
