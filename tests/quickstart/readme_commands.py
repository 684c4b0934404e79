#!/usr/bin/env python3
"""Runs the commands of a README as a reader would: every indented block below a given heading, line by line in one shell.

usage: readme_commands.py README.md [HEADING]      (from the tree's root; without a heading, every block of the file)
"""
import pathlib
import re
import subprocess
import sys


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
    return subprocess.run(["bash", "-c", script], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
