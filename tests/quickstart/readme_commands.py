#!/usr/bin/env python3
"""Runs the commands of a README as a reader would: every indented block below a given heading, line by line in one
shell.

usage: readme_commands.py README.md [HEADING]      (from the tree's root; without a heading, every block of the file)
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def commands(text, heading):
    if heading:
        found = re.search(rf"^#+ {re.escape(heading)}$(.*?)(?=^#+ |\Z)", text, re.M | re.S)
        if not found:
            sys.exit(f"no heading '{heading}'")
        text = found.group(1)
    block = [line[4:] for line in text.splitlines() if line.startswith("    ")]
    return [re.sub(r"\s{2,}# .*$", "", line) for line in block]


def main():
    heading = sys.argv[2] if len(sys.argv) > 2 else ""
    lines = commands(pathlib.Path(sys.argv[1]).read_text(), heading)
    if not lines:
        sys.exit(f"{sys.argv[1]}: no commands found")
    script = "set -euxo pipefail\n" + "\n".join(lines) + "\n"
    with tempfile.TemporaryDirectory() as directory:
        # Commands say python3; whichever comes first in the PATH may lack the packages that sdk/setup.sh installs.
        python = pathlib.Path(directory) / "python3"
        python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        python.chmod(0o755)
        environment = os.environ | {"PATH": f"{directory}:{os.environ.get('PATH', os.defpath)}"}
        return subprocess.run(["bash", "-c", script], check=False, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
