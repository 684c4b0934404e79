"""Puts the libraries of others that opdk needs into the wheel, and lets opdk's files find them there."""
from __future__ import annotations

import hashlib
import os
import pathlib
import shutil
import subprocess
from typing import Dict, List, Set

from elf_files import ElfFile, elf_files, system_libraries
from policy import system_names

# A process has one OpenMP: operator packages bring the compiler's by this name.
KEEP_NAME = {"libgomp.so.1"}
DIRECTORY = pathlib.PurePosixPath("lib/opdk/third_party")
LINKER = pathlib.PurePosixPath("libexec/opdk/ld")
NOTICES = pathlib.PurePosixPath("share/opdk/third_party")


def _needed_files(own: List[pathlib.Path]) -> Dict[str, pathlib.Path]:
    """Returns the libraries that come along, by the name that asks for each, with all that they need in turn."""
    elves = [ElfFile(path) for path in own]
    ours = {elf.soname for elf in elves} | {path.name for path in own}
    system = system_names()
    found = system_libraries(elves[0].machine)
    files: Dict[str, pathlib.Path] = {}
    while elves:
        for name in elves.pop().needed:
            if name in ours or name in system or name in files or name.startswith("ld-linux"):
                continue
            if name not in found:
                raise SystemExit(f"{name} isn't on this machine: sdk/setup.sh installs what opdk is built with")
            files[name] = found[name]
            elves.append(ElfFile(found[name]))
    return files


def _name_in_wheel(name: str, file: pathlib.Path) -> str:
    """Returns a name that no other copy of the library has, so that a process can hold both."""
    if name in KEEP_NAME:
        return name
    stem, _, rest = file.name.partition(".so")
    return f"{stem}-{hashlib.sha256(file.read_bytes()).hexdigest()[:8]}.so{rest}"


def _owner(file: pathlib.Path) -> str:
    """Returns the Debian package that a file belongs to, "" where it belongs to none."""
    # Packages that are older than the joined /usr list their files below /lib.
    for place in (file, pathlib.Path("/" + str(file.relative_to("/usr"))) if file.is_relative_to("/usr") else file):
        answer = subprocess.run(["dpkg-query", "-S", str(place)], capture_output=True, text=True, check=False)
        if answer.returncode == 0:
            return answer.stdout.split(":")[0]
    return ""


def _write_notices(files: Dict[str, pathlib.Path], names: Dict[str, str], notices: pathlib.Path) -> None:
    """Writes which library came from which Debian package, where its source is, and the packages' licences."""
    notices.mkdir(parents=True, exist_ok=True)
    rows = ["# needed name, name here, Debian package, version, place of its source"]
    for name, file in sorted(files.items()):
        owner = _owner(file)
        facts = "- - -"
        if owner:
            query = ["dpkg-query", "-W", "-f=${Version} ${source:Package}/${source:Version}\n", owner]
            answer = subprocess.run(query, check=True, capture_output=True, text=True).stdout.split("\n")[0]
            version, source = answer.split()
            facts = f"{owner} {version} https://snapshot.debian.org/package/{source}/"
            shutil.copy(f"/usr/share/doc/{owner}/copyright", notices / f"{owner}.copyright")
        rows.append(f"{name} {names[name]} {facts}")
    (notices / "libraries.txt").write_text("\n".join(rows) + "\n")


def _patch(patchelf: str, file: pathlib.Path, names: Dict[str, str], run_path: List[str], soname: str = "") -> None:
    command = [patchelf, "--set-rpath", ":".join(run_path)]
    if soname:
        command += ["--set-soname", soname]
    for name in ElfFile(file).needed:
        if names.get(name, name) != name:
            command += ["--replace-needed", name, names[name]]
    subprocess.run(command + [str(file)], check=True)


def _own_run_path(file: pathlib.Path, data: pathlib.Path) -> List[str]:
    """Returns where a file of opdk looks for libraries: in the installed directories and nowhere on this machine."""
    present = [place for place in ElfFile(file).run_path if place.startswith("$ORIGIN")]
    if file.is_relative_to(data):
        wanted = ["$ORIGIN/" + os.path.relpath(data / "lib", file.parent),
                  "$ORIGIN/" + os.path.relpath(data / DIRECTORY, file.parent)]
    else:
        # An environment, Fedora's /usr/local/lib64, `pip install --target`.
        libraries = ["$ORIGIN/../../..", "$ORIGIN/../../../../lib", "$ORIGIN/../lib"]
        wanted = libraries + [f"{place}/{DIRECTORY.relative_to('lib')}" for place in libraries]
    return list(dict.fromkeys(present + wanted))


def add_libraries(wheel: pathlib.Path, data: pathlib.Path, patchelf: str) -> None:
    """Copies what the ELF files of an unpacked wheel need and no system is sure to have.

    Args:
        wheel: the unpacked wheel.
        data: its data directory, which becomes the environment's root.
        patchelf: the program patchelf.
    """
    # AI Core kernels are linked where they run. A machine without a compiler often has no linker.
    linker = pathlib.Path(shutil.which("ld") or "/usr/bin/ld").resolve()
    shutil.copyfile(linker, data / LINKER)
    (data / LINKER).chmod(0o755)
    own = list(elf_files(wheel))
    files = _needed_files(own)
    names = {name: _name_in_wheel(name, file) for name, file in files.items()}
    place = data / DIRECTORY
    place.mkdir(parents=True)
    for name, file in files.items():
        copy = place / names[name]
        shutil.copyfile(file, copy)
        copy.chmod(0o755)
        _patch(patchelf, copy, names, ["$ORIGIN"], soname=names[name])
    for file in own:
        _patch(patchelf, file, names, _own_run_path(file, data))
    _write_notices({**files, "ld": linker}, {**names, "ld": str(LINKER)}, data / NOTICES)


def missing_libraries(wheel: pathlib.Path) -> Set[str]:
    """Returns the libraries that files of an unpacked wheel need and neither the wheel nor every system has."""
    files = [ElfFile(path) for path in elf_files(wheel)]
    known = {elf.soname for elf in files} | system_names()
    return {name for elf in files for name in elf.needed if name not in known and not name.startswith("ld-linux")}
