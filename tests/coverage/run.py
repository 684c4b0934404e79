#!/usr/bin/env python3
"""Runs the tests of a build that counts, and writes which lines they reach.

The target opdk_coverage calls this program; the build is one of -DOPDK_COVERAGE=ON. It writes BUILD/coverage/index.html
(a page for each file) and BUILD/coverage/summary.txt (a line for each folder), and prints the summary. Counters of
earlier runs are deleted first. The exit code is that of ctest: failed tests don't keep the pages from being written.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

LEFT_OUT = ("tests", "samples")  # folders whose own lines aren't counted


def folder_of(name):
    """Returns the room of a file: its first two folders."""
    return "/".join(pathlib.PurePosixPath(name).parent.parts[:2]) or "."


def share(covered, total):
    return f"{100 * covered / total:5.1f} %" if total else "      -"


def summary_of(files):
    """Returns a table with a line for each folder, and the sum of all at its end."""
    counts = collections.defaultdict(lambda: [0, 0, 0, 0])
    for file in files:
        for folder in (folder_of(file["filename"]), "all"):
            for at, key in enumerate(("line_covered", "line_total", "branch_covered", "branch_total")):
                counts[folder][at] += file[key]
    width = max(map(len, [*counts, "folder"]))
    rows = [f"{'folder':<{width}} {'lines':>9} {'reached':>9} {'share':>7} {'branches':>9} {'reached':>9} {'share':>7}"]
    for folder in sorted(counts, key=lambda name: (name == "all", name)):
        lines, all_lines, branches, all_branches = counts[folder]
        rows.append(f"{folder:<{width}} {all_lines:>9} {lines:>9} {share(lines, all_lines)} {all_branches:>9} "
                    f"{branches:>9} {share(branches, all_branches)}")
    return "\n".join(rows) + "\n"


def write_report(options):
    output = options.build / "coverage"
    output.mkdir(exist_ok=True)
    excluded = [argument for folder in (*(options.source / name for name in LEFT_OUT), options.build)
                for argument in ("--exclude", re.escape(str(folder)) + "/")]
    subprocess.run(
        [options.gcovr, "--root", str(options.source), "--filter", re.escape(str(options.source)) + "/", *excluded,
         "--gcov-executable", options.gcov, "--exclude-unreachable-branches", "--exclude-throw-branches",
         "-j", str(os.cpu_count() or 1), "--html-details", str(output / "index.html"),
         "--json-summary", str(output / "summary.json"), str(options.build)], check=True, cwd=options.build)
    files = json.loads((output / "summary.json").read_text())["files"]
    if not files:
        sys.exit(f"run.py: no counter in {options.build}: was it configured with -DOPDK_COVERAGE=ON, and did a test run?")
    summary = summary_of(files)
    (output / "summary.txt").write_text(summary)
    print(f"{summary}wrote {output}/index.html and {output}/summary.txt")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=pathlib.Path, help="the tree")
    parser.add_argument("build", type=pathlib.Path, help="its build directory")
    parser.add_argument("--tests", default=".", help="regular expression of the tests to run")
    parser.add_argument("--gcovr", default="gcovr")
    parser.add_argument("--gcov", default="gcov")
    parser.add_argument("--ctest", default="ctest")
    options = parser.parse_args()
    options.source, options.build = options.source.resolve(), options.build.resolve()
    for counters in options.build.rglob("*.gcda"):
        counters.unlink()
    status = subprocess.run([options.ctest, "--test-dir", str(options.build), "-R", options.tests, "--no-tests=error",
                             "--output-on-failure", "-j", str(os.cpu_count() or 1)], check=False).returncode
    write_report(options)
    return status


if __name__ == "__main__":
    sys.exit(main())
