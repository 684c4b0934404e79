#!/usr/bin/env python3
"""TensorFlow and OpenCV from PyPI in an environment of their own.

usage: frameworks.py DIR               makes the environment DIR/venv; exit code 77 when it can't be had
       frameworks.py DIR TEST.py ...   runs a test with it
"""
import pathlib
import subprocess
import sys

# OpenCV 5 reads Caffe's models no more.
PACKAGES = ("tensorflow-cpu==2.21.0", "opencv-python-headless==4.14.0.94")

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "conformance"))
from pypi import python_with  # noqa: E402


def main():
    directory = pathlib.Path(sys.argv[1]).resolve()
    directory.mkdir(parents=True, exist_ok=True)
    python = python_with(directory / "venv", *PACKAGES)
    if python is None:
        print("TensorFlow can't be had from PyPI: what it makes of models isn't compared")
        return 77
    return subprocess.run([python, *sys.argv[2:]]).returncode if sys.argv[2:] else 0


if __name__ == "__main__":
    sys.exit(main())
