#!/usr/bin/env python3
"""Checks that a test called as a source lies in the folder that mirrors the source's.

tests/graph_core/ir/text_test.cc tests graph_core/ir/text.cc. A test without such a source in its room tests a behaviour
of many files and may lie anywhere in the room. A room is a folder of graph_core, op_impl or plugins, sdk/api or
sdk/tools. sdk/api/src and sdk/api/include have one mirror, tests/sdk/api. A test may lie above its source's mirror.

usage: stems.py ROOT      prints a line for each finding and exits 1 if there are any
"""
import collections
import pathlib
import subprocess
import sys

KINDS = {".cc": "C++", ".h": "C++", ".py": "Python"}
TEST = "_test"
# Tests of commands that lie with the tools behind the commands. The list only shrinks.
KNOWN = {f"tests/sdk/tools/author/{name}_command_test.cc" for name in ("check", "dev", "docs", "new", "upgrade")}


def mirrored(folder):
    """Returns the folder, below tests, of the tests of a folder's sources."""
    parts = folder.parts
    if parts[:2] == ("sdk", "api") and len(parts) > 2:
        parts = parts[:2] + parts[3:]
        if folder.parts[2] == "include" and parts[2:3] == ("opdk",):
            parts = parts[:2] + parts[3:]
    return pathlib.PurePosixPath(*parts)


def room_of(folder):
    return folder.parts[:2]


def findings_of(names, known):
    """Yields each misplaced test, and each entry of `known` that isn't one."""
    paths = [pathlib.PurePosixPath(name) for name in names]
    folders = collections.defaultdict(set)  # (room, language, stem) -> mirrors of the sources' folders
    for path in paths:
        if path.suffix in KINDS and path.parts[0] not in {"tests", "samples"}:
            mirror = mirrored(path.parent)
            folders[room_of(mirror), KINDS[path.suffix], path.stem].add(mirror)
    misplaced = set()
    for path in paths:
        if path.parts[0] != "tests" or path.suffix not in KINDS or not path.stem.endswith(TEST):
            continue
        here = path.parent.relative_to("tests")
        mirrors = folders.get((room_of(here), KINDS[path.suffix], path.stem.removesuffix(TEST)), set())
        if not mirrors or any(mirror.is_relative_to(here) for mirror in mirrors):
            continue
        misplaced.add(str(path))
        if str(path) not in known:
            places = " or ".join(f"tests/{mirror}" for mirror in sorted(mirrors))
            yield f"{path}: the source of this stem is tested in {places}: move the test, or name it for what it tests"
    for name in sorted(known - misplaced):
        yield f"{name}: isn't misplaced any more: remove it from KNOWN in tests/lint/stems.py"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    listing = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard"], check=True,
                             capture_output=True, text=True).stdout
    names = [name for name in listing.splitlines() if (root / name).is_file()]
    findings = list(findings_of(names, KNOWN))
    print("\n".join(findings) if findings else f"stems: {len(names)} files, nothing to say")
    return 1 if findings or not names else 0


if __name__ == "__main__":
    sys.exit(main())
