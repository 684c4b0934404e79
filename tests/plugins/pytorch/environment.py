#!/usr/bin/env python3
"""PyTorch from PyPI in an environment of its own, where somebody asked for it: it takes 5 GB.

usage: environment.py DIR install      makes the environment DIR/venv
       environment.py DIR TEST.py ...  runs a test with it; exit code 77 where it isn't
"""
import os
import pathlib
import shutil
import subprocess
import sys

PACKAGES = ("torch==2.15.0", "torchvision==0.29.2", "numpy==2.4.6")
NEEDED = 9  # GB: the packages and what pip unpacks them from

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "conformance"))
from pypi import python_with  # noqa: E402


def install(directory):
    directory.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(directory).free / 1e9
    if not (directory / "venv" / "installed").exists() and free < NEEDED:
        print(f"PyTorch needs {NEEDED} GB of disk, {directory} has {free:.1f}: make room, or leave out --with-torch",
              file=sys.stderr)
        return 1
    if python_with(directory / "venv", *PACKAGES) is None:
        print("PyTorch can't be had from PyPI: " + " ".join(PACKAGES), file=sys.stderr)
        return 1
    (directory / "venv" / "installed").touch()
    return 0


def main():
    directory = pathlib.Path(sys.argv[1]).resolve()
    if sys.argv[2] == "install":
        return install(directory)
    if not (directory / "venv" / "installed").exists():
        print("PyTorch isn't installed: tests/run.sh --with-torch does it")
        return 77
    python = directory / "venv" / "bin" / "python"
    return subprocess.run([python, "-W", "ignore", *sys.argv[2:]], env=os.environ).returncode


if __name__ == "__main__":
    sys.exit(main())
