"""The manylinux policies, as auditwheel has them: what a wheel may expect of any Linux system."""
from __future__ import annotations

import importlib.util
import json
import pathlib
import platform
from typing import Dict, List, Set

from elf_files import ElfFile, elf_files


def _policies() -> List[Dict]:
    spec = importlib.util.find_spec("auditwheel")
    assert spec is not None and spec.origin is not None, "make_wheel.py installs auditwheel first"
    file = pathlib.Path(spec.origin).parent / "policy" / "manylinux-policy.json"
    policies = [policy for policy in json.loads(file.read_text()) if policy["name"].startswith("manylinux_")]
    # The most general policy has the highest priority.
    return sorted(policies, key=lambda policy: -policy["priority"])


def system_names() -> Set[str]:
    """Returns the libraries that each policy allows: every system has them."""
    policies = _policies()
    return set.intersection(*(set(policy["lib_whitelist"]) for policy in policies))


def _allows(policy: Dict, versions: Set[str]) -> bool:
    known = policy["symbol_versions"].get(platform.machine(), {})
    for version in versions:
        family, _, number = version.partition("_")
        if family in known and number not in known[family]:
            return False
    return True


def platform_tag(root: pathlib.Path) -> str:
    """Returns the platform tag of the oldest systems on which all ELF files below a directory load.

    Raises:
        SystemExit: no policy allows the symbol versions.
    """
    system = system_names()
    versions: Set[str] = set()
    for path in elf_files(root):
        for library, taken in ElfFile(path).versions.items():
            if library in system or library.startswith("ld-linux"):
                versions |= taken
    for policy in _policies():
        if _allows(policy, versions):
            return f"{policy['name']}_{platform.machine()}"
    raise SystemExit(f"no manylinux policy allows these symbol versions: {', '.join(sorted(versions))}")
