#!/usr/bin/env python3
"""The prototype of sdk/docs/prototype.md compiles, and doesn't with a data type or a group of types that there isn't.

usage: wrong_types.py COMPILER INCLUDE_DIR[:INCLUDE_DIR…] ROOT
"""
import pathlib
import subprocess
import sys

from run_document import blocks

# Text of the page, the wrong text in its place, and the name in the compiler's message.
MISTAKES = [("DT_FLOAT, DT_FLOAT16", "DT_FLOAT, DT_FLAOT16", "DT_FLAOT16"),
            ("TensorType({DT_FLOAT})", "TensorType::FloatingDataTypes()", "FloatingDataTypes")]


def main():
    compiler, include, root = sys.argv[1:]
    page = (pathlib.Path(root) / "sdk/docs/prototype.md").read_text()
    source = "".join(body for _, language, _, body in blocks(page) if language == "cpp")
    places = ["-I" + place for place in include.split(":")]
    command = [compiler, "-std=c++20", "-fsyntax-only", *places, "-x", "c++", "-"]

    def compiled(text):
        return subprocess.run(command, input=text, text=True, capture_output=True, check=False)

    findings = [] if compiled(source).returncode == 0 else ["the page's own prototype doesn't compile"]
    for right, wrong, named in MISTAKES:
        done = compiled(source.replace(right, wrong, 1))
        if right not in source or done.returncode == 0 or named not in done.stderr:
            findings.append(f"{wrong} in place of {right}: exit code {done.returncode}\n{done.stderr}")
    print("\n".join(findings) if findings else f"{len(MISTAKES)} mistakes are compile errors")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
