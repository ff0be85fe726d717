"""Refuses network file systems, on which SQLite's write-ahead log is not safe (its shared memory is per host)."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from doxa.errors import UnsafeFilesystem

NETWORK_TYPES = frozenset(
    "nfs nfs4 cifs smb smbfs smb2 smb3 afpfs afs ncpfs webdav 9p ceph glusterfs lustre beegfs vboxsf".split()
)
NETWORK_FUSE = frozenset({"fuse.sshfs", "fuse.s3fs", "fuse.rclone", "fuse.glusterfs", "fuse.gcsfuse"})
_OCTAL = re.compile(rb"\\([0-7]{3})")


def refuse_network_filesystem(folder: Path) -> None:
    """Raise where a folder lies on a network file system.

    Args:
        folder: An existing folder.

    Raises:
        UnsafeFilesystem: It does; the message names the type and the mend.
    """
    kind = filesystem_type(folder)
    if kind in NETWORK_TYPES or kind in NETWORK_FUSE:
        raise UnsafeFilesystem(
            f"{folder} lies on a network file system ({kind}).",
            mend="Use a local disk (DOXA_HOME), or force it if only one process will ever open it.",
            field="home",
            value=str(folder),
        )


def filesystem_type(folder: Path) -> str:
    """Return the type of the file system a folder lies on, `""` where the platform does not tell."""
    if sys.platform == "win32":
        return _windows_type(folder)
    if sys.platform.startswith("linux"):
        return _mount_type(folder.resolve(), Path("/proc/self/mountinfo"))
    return ""


def _mount_type(folder: Path, table: Path) -> str:
    """Find the longest mount point above a folder; the last of several mounts on one point is the visible one."""
    best, kind = "", ""
    for line in table.read_bytes().splitlines():
        before, _, after = line.partition(b" - ")
        fields, types = before.split(b" "), os.fsdecode(after).split(" ")
        if len(fields) < 5 or not types[0]:
            continue
        # the table writes blanks and backslashes in a mount point as octal codes
        point = os.fsdecode(_OCTAL.sub(lambda code: bytes([int(code[1], 8)]), fields[4]))
        if len(point) >= len(best) and folder.is_relative_to(point):
            best, kind = point, types[0]
    return kind


def _windows_type(folder: Path) -> str:
    if sys.platform != "win32":
        return ""
    import ctypes

    anchor = folder.resolve().anchor
    remote = 4
    if anchor.startswith("\\\\") or ctypes.windll.kernel32.GetDriveTypeW(anchor) == remote:
        return "smb"
    return ""
