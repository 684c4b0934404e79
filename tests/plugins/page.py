#!/usr/bin/env python3
"""Runs a page's commands in an empty folder, with this interpreter as python3.

usage: page.py PAGE.md DIRECTORY_OF_OPDK
"""
import os
import pathlib
import subprocess
import sys
import tempfile

RUN_DOCUMENT = pathlib.Path(__file__).resolve().parents[1] / "sdk/docs/run_document.py"


def main():
    page, programs = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        own = pathlib.Path(folder, "programs")
        own.mkdir()
        (own / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        (own / "python3").chmod(0o755)
        empty = pathlib.Path(folder, "page")
        empty.mkdir()
        environment = os.environ | {"PATH": f"{own}:{programs}:{os.environ.get('PATH', os.defpath)}"}
        return subprocess.run([sys.executable, RUN_DOCUMENT, page], cwd=empty, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
