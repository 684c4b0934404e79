#!/usr/bin/env python3
"""Frameworks from PyPI that take gigabytes, each in an environment of its own, where somebody asked for it.

usage: optional_frameworks.py torch|mindspore|paddle DIR install      makes the environment DIR/venv
       optional_frameworks.py torch|mindspore|paddle DIR TEST.py ...  runs a test with it; exit code 77 where it isn't
"""
import os
import pathlib
import shutil
import subprocess
import sys

# The packages, and the GB that they and what pip unpacks them from take.
FRAMEWORKS = {
    "torch": (("torch==2.15.0", "torchvision==0.29.2", "numpy==2.4.6"), 9),
    "mindspore": (("mindspore==2.10.0", "numpy==1.26.4"), 5),
    "paddle": (("paddlepaddle==3.3.1", "paddle2onnx==2.1.0", "packaging"), 3),
}

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "conformance"))
from pypi import python_with  # noqa: E402


def install(name, directory):
    packages, needed = FRAMEWORKS[name]
    directory.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(directory).free / 1e9
    if not (directory / "venv" / "installed").exists() and free < needed:
        print(f"{name} needs {needed} GB of disk, {directory} has {free:.1f}: make room, or leave out --with-{name}",
              file=sys.stderr)
        return 1
    if python_with(directory / "venv", *packages) is None:
        print(f"{name} can't be had from PyPI: " + " ".join(packages), file=sys.stderr)
        return 1
    (directory / "venv" / "installed").touch()
    return 0


def main():
    name, directory = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    if sys.argv[3] == "install":
        return install(name, directory)
    if not (directory / "venv" / "installed").exists():
        print(f"{name} isn't installed: tests/run.sh --with-{name} does it")
        return 77
    python = directory / "venv" / "bin" / "python"
    return subprocess.run([python, "-W", "ignore", *sys.argv[3:]], env=os.environ).returncode


if __name__ == "__main__":
    sys.exit(main())
