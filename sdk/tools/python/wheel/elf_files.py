"""Reads from ELF files which libraries they need and where these are looked for."""
from __future__ import annotations

import pathlib
import re
import subprocess
from typing import Dict, Iterator, List, Optional, Set

from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile
from elftools.elf.gnuversions import GNUVerNeedSection


class ElfFile:
    """One ELF file.

    Attributes:
        needed: names of the libraries that it is linked with.
        soname: its own name, or None.
        run_path: directories of its RUNPATH or RPATH.
        versions: library -> the symbol versions that are taken from it.
        machine: the processor that it is made for.
    """

    def __init__(self, path: pathlib.Path) -> None:
        self.needed: List[str] = []
        self.soname: Optional[str] = None
        self.run_path: List[str] = []
        self.versions: Dict[str, Set[str]] = {}
        with open(path, "rb") as stream:
            elf = ELFFile(stream)
            self.machine = elf["e_machine"]
            for section in elf.iter_sections():
                if isinstance(section, DynamicSection):
                    self._read_tags(section)
                elif isinstance(section, GNUVerNeedSection):
                    for library, versions in section.iter_versions():
                        self.versions[library.name] = {version.name for version in versions}

    def _read_tags(self, section: DynamicSection) -> None:
        for tag in section.iter_tags():
            if tag.entry.d_tag == "DT_NEEDED":
                self.needed.append(tag.needed)
            elif tag.entry.d_tag == "DT_SONAME":
                self.soname = tag.soname
            elif tag.entry.d_tag in ("DT_RUNPATH", "DT_RPATH"):
                self.run_path = (tag.runpath if tag.entry.d_tag == "DT_RUNPATH" else tag.rpath).split(":")


def elf_files(root: pathlib.Path) -> Iterator[pathlib.Path]:
    """Yields the programs and shared libraries below a directory, sorted."""
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with open(path, "rb") as stream:
                if stream.read(4) == b"\x7fELF":
                    yield path


def system_libraries(machine: str) -> Dict[str, pathlib.Path]:
    """Returns the libraries that this system's loader finds for a processor: name -> file."""
    listing = subprocess.run(["/sbin/ldconfig", "-p"], check=True, capture_output=True, text=True).stdout
    found: Dict[str, pathlib.Path] = {}
    for name, place in re.findall(r"^\s*(\S+) \(.*\) => (\S+)$", listing, re.MULTILINE):
        path = pathlib.Path(place)
        if name not in found and ElfFile(path).machine == machine:
            found[name] = path.resolve()
    return found
