"""Network file systems are told apart from local ones by the mount table."""

from __future__ import annotations

from pathlib import Path

import pytest

from doxa.errors import UnsafeFilesystem
from doxa.graph import filesystem

TABLE = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 0:33 / /mnt/share rw - nfs4 server:/export rw
41 22 0:34 / /mnt/with\\040blank rw - cifs //server/x rw
42 22 0:35 / /mnt/données rw - fuse.sshfs me@host: rw
43 40 0:36 / /mnt/share/local rw - xfs /dev/sdb1 rw
44 22 0:37 / /mnt/twice rw - ext4 /dev/sdc1 rw
45 22 0:38 / /mnt/twice rw - nfs server:/y rw
a line that is not a mount
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "mountinfo"
    path.write_text(TABLE, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/home/me", "ext4"),
        ("/mnt/share/doxa", "nfs4"),
        ("/mnt/shared", "ext4"),
        ("/mnt/with blank/doxa", "cifs"),
        ("/mnt/données/doxa", "fuse.sshfs"),
        ("/mnt/share/local/doxa", "xfs"),
        ("/mnt/twice", "nfs"),
    ],
)
def test_the_longest_and_last_mount_point_decides(table: Path, folder: str, kind: str) -> None:
    assert filesystem._mount_type(Path(folder), table) == kind


@pytest.mark.parametrize("kind", ["nfs", "cifs", "9p", "fuse.sshfs"])
def test_a_network_file_system_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str) -> None:
    monkeypatch.setattr(filesystem, "filesystem_type", lambda folder: kind)
    with pytest.raises(UnsafeFilesystem, match=kind) as caught:
        filesystem.refuse_network_filesystem(tmp_path)
    assert caught.value.field == "home"
    assert str(tmp_path) in str(caught.value)


@pytest.mark.parametrize("kind", ["ext4", "apfs", "NTFS", "tmpfs", "overlay", ""])
def test_a_local_or_unknown_file_system_is_accepted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str) -> None:
    monkeypatch.setattr(filesystem, "filesystem_type", lambda folder: kind)
    filesystem.refuse_network_filesystem(tmp_path)
