"""Devices: there are none."""
from __future__ import annotations

from typing import Any, NoReturn

import opdk


def is_available() -> bool:
    """Returns False: tensors are the CPU's."""
    return False


def device_count() -> int:
    """Returns 0."""
    return 0


def is_initialized() -> bool:
    """Returns False."""
    return False


def synchronize(device: Any = None) -> None:
    """Returns at once: a run is over when it returns."""


def empty_cache() -> None:
    """Returns at once: there is no memory of a device."""


def manual_seed_all(seed: int) -> None:
    """Does nothing, as ``torch.cuda``'s does without a device: ``torch.manual_seed`` counts."""


manual_seed = manual_seed_all


class Refused(opdk.OpdkError, AttributeError):
    """E1001: what means something on a device alone. An AttributeError too, so that ``hasattr`` says no."""


def __getattr__(name: str) -> NoReturn:
    """Refuses the rest, which means something on a device alone."""
    if name.startswith("__"):
        raise AttributeError(name)
    raise Refused("E1001", f"torch_npu.npu.{name} means nothing here: there is no device \"npu\"", (),
                  "tensors stay on the CPU; torch.compile with torchair's backend runs in opdk")
