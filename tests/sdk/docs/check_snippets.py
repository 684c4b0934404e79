#!/usr/bin/env python3
"""Compiles the ```cpp blocks of documents against the public headers (syntax only), all of a document as one file each.

usage: check_snippets.py COMPILER INCLUDE_DIR[:INCLUDE_DIR…] EIGEN_DIR DOCUMENT.md…
"""
import pathlib
import subprocess
import sys

from run_document import blocks


def main():
    compiler, include, eigen, *documents = sys.argv[1:]
    checked = 0
    failed = False
    for document in documents:
        source = ""
        for line, language, _, body in blocks(pathlib.Path(document).read_text()):
            if language == "cpp":
                source += f'#line {line + 1} "{document}"\n{body}'
                checked += 1
        if source:
            command = [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra",
                       *("-I" + directory for directory in include.split(":")), "-isystem", eigen, "-x", "c++", "-"]
            failed |= subprocess.run(command, input=source, text=True, check=False).returncode != 0
    if checked == 0:
        sys.exit("no snippets")
    print(f"{checked} snippets")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
