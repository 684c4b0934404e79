#!/usr/bin/env python3
"""Says which pages have no example whose commands a test runs.

A page of sdk/docs has a block of commands with their output, and tests/samples, tests/plugins or the
wheel's test name the page.
Exceptions are tables made by tests, words, the tour (tests/quickstart runs its commands), and the page whose example is
a change of opdk itself.

usage: examples.py ROOT
"""
import pathlib
import re
import sys

WITHOUT = {"README", "acl_functions", "errors", "options", "glossary", "tour", "internals_adding"}


def main():
    root = pathlib.Path(sys.argv[1])
    samples = re.search(r"^set\(names (.*?)\)", (root / "tests/samples/CMakeLists.txt").read_text(), re.M | re.S)[1].split()
    run = {name.removeprefix("page_") for name in samples if not (root / "samples" / name).is_dir()}
    for runner in ("tests/plugins/CMakeLists.txt", "tests/sdk/tools/python/wheel.sh"):
        run |= set(re.findall(r"sdk/docs/(\w+)\.md", (root / runner).read_text()))
    findings, count = [], 0
    for page in sorted((root / "sdk/docs").glob("*.md")):
        shows = "```console\n$ " in page.read_text()
        if page.stem in WITHOUT:
            findings += [f"{page}: has an example: take it out of WITHOUT"] if shows else []
        elif not shows:
            findings.append(f"{page}: no block of commands with their output")
        elif page.stem not in run:
            findings.append(f"{page}: no test runs its commands: name it in tests/samples/CMakeLists.txt")
        count += shows
    print("\n".join(findings) if findings else f"{count} pages")
    return 1 if findings or not count else 0


if __name__ == "__main__":
    sys.exit(main())
