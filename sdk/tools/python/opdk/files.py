"""Files that a program asks for, written whole or not at all."""
from __future__ import annotations

import os
import secrets
import stat
from typing import Union


def write_whole(path: Union[str, os.PathLike[str]], content: bytes) -> None:
    """Writes a file beside its place and renames it: a write that fails leaves the older file.

    A device or a pipe is written to as it is.

    Raises:
        OSError: the file can't be written.
    """
    mode = 0o666
    try:
        status = os.stat(path)
    except FileNotFoundError:
        pass
    else:
        if not stat.S_ISREG(status.st_mode):
            with open(path, "wb") as device:
                device.write(content)
            return
        mode = stat.S_IMODE(status.st_mode)
    target = os.path.realpath(path)
    part = os.path.join(os.path.dirname(target), f".opdk-{secrets.token_hex(8)}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, target)
    except OSError:
        os.unlink(part)
        raise
