#!/usr/bin/env python3
"""Checks every include of the tree against the table of folders (folders.txt), and that no files include each other in
a circle.

usage: includes.py ROOT     prints one line per finding ("file:line: what and why") and exits 1 when there are any.
"""
import collections
import pathlib
import re
import subprocess
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^">]+)[">]')
INCLUDE_FOLDERS = ("sdk/api/include", "sdk/host/include")
# Test and sample code may use everything; what the build makes lies outside the tree.
NOT_ROOMS = ("tests/", "samples/", "sdk/templates/")


def is_within(folder, named):
    whole = named.removesuffix("/.")
    return folder == whole or (whole == named and folder.startswith(whole + "/"))


class Table:
    def __init__(self, text):
        self.rows = []  # (pattern, allowed prefixes or None)
        for line in text.splitlines():
            words = line.split("#")[0].split()
            if words:
                self.rows.append((words[0], words[2:] if words[1:2] == ["only"] else None))

    def row_of(self, folder):
        """Returns (position, the folder that the row stands for) or None; a row without '*' counts before one with."""
        matching = []
        for position, (pattern, _) in enumerate(self.rows):
            whole = pattern.removesuffix("/**")
            regex = re.escape(whole).replace(r"\*", "[^/]+")
            if pattern == folder or re.fullmatch(regex + ("(/.*)?" if whole != pattern else ""), folder):
                matching.append((whole.count("*"), position, whole if whole != pattern else folder))
        return min(matching)[1:] if matching else None

    def why_not(self, folder, target):
        own, other = self.row_of(folder), self.row_of(target)
        if other is None:
            return f"{target} doesn't stand in tests/lint/folders.txt"
        if own[1] == other[1]:
            return ""
        if other[0] >= own[0]:
            return f"{other[1]} doesn't stand below {own[1]} in tests/lint/folders.txt"
        allowed = self.rows[own[0]][1]
        if allowed is not None and not any(is_within(other[1], prefix) for prefix in allowed):
            return f"{own[1]} includes only {', '.join(allowed)}"
        return ""


def includes_of(root, files):
    """Returns file -> [(line, included file of the tree)]."""
    known = set(files)
    found = collections.defaultdict(list)
    for file in files:
        for number, line in enumerate((root / file).read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            names = [match.group(1), *(f"{folder}/{match.group(1)}" for folder in INCLUDE_FOLDERS)]
            target = next((name for name in names if name in known), None)
            if target:
                found[file].append((number, target))
    return found


def circles(includes):
    """Yields each circle once, as the list of its files."""
    state = {}
    for start in sorted(includes):
        path, pending = [], [(start, iter(includes[start]))]
        if start in state:
            continue
        state[start] = "open"
        path.append(start)
        while pending:
            file, targets = pending[-1]
            _, target = next(targets, (0, None))
            if target is None:
                state[file] = "done"
                pending.pop()
                path.pop()
            elif state.get(target) == "open":
                yield path[path.index(target):] + [target]
            elif target not in state:
                state[target] = "open"
                path.append(target)
                pending.append((target, iter(includes.get(target, []))))


def check(root, files, table):
    files = [f for f in files if f.endswith((".h", ".cc")) and not f.startswith(NOT_ROOMS)]
    includes = includes_of(root, files)
    for file in files:
        folder = str(pathlib.PurePosixPath(file).parent)
        if table.row_of(folder) is None:
            yield f"{file}: its folder doesn't stand in tests/lint/folders.txt"
            continue
        for number, target in includes[file]:
            why = table.why_not(folder, str(pathlib.PurePosixPath(target).parent))
            if why:
                yield f"{file}:{number}: includes '{target}': {why}"
    for circle in circles(includes):
        yield f"{circle[0]}: includes itself: {' -> '.join(circle)}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    listing = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard"], check=True,
                             capture_output=True, text=True).stdout
    files = [line for line in listing.splitlines() if (root / line).is_file()]
    table = Table((pathlib.Path(__file__).parent / "folders.txt").read_text())
    findings = list(check(root, files, table))
    print("\n".join(findings) if findings else f"includes: {len(table.rows)} folders in order, no circle")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
