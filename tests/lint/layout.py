#!/usr/bin/env python3
"""Checks that the tree is the house of the README: who may include what, sizes, names.

usage: layout.py ROOT      prints one line per finding ("file:line: what and why") and exits 1 when there are any.
"""
import pathlib
import re
import subprocess
import sys

TOP_LEVEL = {"CMakeLists.txt", "README.md", "sdk", "op_proto", "op_impl", "op_info", "plugins", "graph_core", "samples",
             "tests"}
ROOMS = ("op_proto", "op_impl", "op_info", "plugins", "graph_core", "tests", "samples", "sdk")
# Folder -> root-relative folders whose headers it may include besides the public API. First match counts.
MAY_INCLUDE = [
    ("sdk/include", ()),
    ("sdk/src", ("sdk/src",)),
    ("sdk/cli", ("sdk/cli", "sdk/verify", "graph_core")),
    ("sdk/verify", ("sdk/verify", "graph_core")),
    ("sdk/python", ("sdk/python", "graph_core")),
    ("op_proto", ("op_proto",)),
    ("op_impl/ai_core", ("op_impl/ai_core",)),
    ("op_impl/ai_cpu", ("op_impl/ai_cpu",)),
    ("plugins", ("plugins",)),
    ("graph_core/base", ("graph_core/base",)),
    ("graph_core", ("graph_core",)),
]
BAD_STEMS = re.compile(r"(^|_)(util|utils|helper|helpers|manager|misc)($|_)")
# CANN's own header names, which cannot be chosen.
CANN_NAMES = {"type_utils", "cust_cpu_utils", "cpu_kernel_utils", "kernel_util"}
MAX_LINES = 500
MAX_README = 40
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^">]+)[">]')


def tracked(root):
    listing = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard"], check=True,
                             capture_output=True, text=True).stdout
    return [pathlib.PurePosixPath(line) for line in listing.splitlines() if (root / line).is_file()]


def check_includes(path, text):
    rule = next((rooms for folder, rooms in MAY_INCLUDE if str(path).startswith(folder + "/")), None)
    if rule is None:
        return
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        included = match.group(1)
        if included.startswith(".."):
            yield f"{path}:{number}: includes '{included}': paths are root-relative"
        if included == "Halide.h" and not str(path).startswith("graph_core/ai_core/codegen/"):
            yield f"{path}:{number}: Halide belongs to graph_core/ai_core/codegen alone"
        room = next((r for r in ROOMS if included.startswith(r + "/")), None)
        if room and not any(included.startswith(allowed + "/") for allowed in rule):
            yield f"{path}:{number}: includes '{included}'; allowed here: {', '.join(('sdk/include',) + rule)}"


def check_file(root, path):
    if path.name == "README.md" and len(path.parts) > 1:
        lines = len((root / path).read_text().splitlines())
        if lines > MAX_README:
            yield f"{path}: {lines} lines; a folder's README has at most {MAX_README}"
    if path.suffix not in {".h", ".cc", ".cpp", ".py", ".cmake"}:
        return
    text = (root / path).read_text()
    lines = len(text.splitlines())
    if lines > MAX_LINES:
        yield f"{path}: {lines} lines; files stay under {MAX_LINES}"
    if path.suffix == ".h" and "#pragma once" not in text and path.parts[0] != "tests":
        yield f"{path}:1: a header needs #pragma once"
    if BAD_STEMS.search(path.stem) and path.stem not in CANN_NAMES:
        yield f"{path}: name the file for what is in it, not util/helper/manager"
    for number, line in enumerate(text.splitlines(), 1):
        if re.search(r"\b(TODO|FIXME|XXX)\b", line) and path.parts[:2] != ("tests", "lint"):
            yield f"{path}:{number}: unfinished mark"
    yield from check_includes(path, text)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    files = tracked(root)
    findings = []
    for name in sorted({path.parts[0] for path in files}):
        if not name.startswith(".") and name not in TOP_LEVEL:
            findings.append(f"{name}: not part of the fixed top level")
    for path in files:
        findings.extend(check_file(root, path))
    for folder in sorted({path.parts[0] for path in files if len(path.parts) > 1 and not path.parts[0].startswith(".")}):
        if pathlib.PurePosixPath(folder) / "README.md" not in files:
            findings.append(f"{folder}: no README.md")
    print("\n".join(findings) if findings else f"layout: {len(files)} files, nothing to say")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
