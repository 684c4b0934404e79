#!/usr/bin/env python3
"""Checks that the tree is the house of the README: sizes, names, the top level.

usage: layout.py ROOT      prints one line per finding ("file:line: what and why") and exits 1 when there are any.
"""
import pathlib
import re
import subprocess
import sys

TOP_LEVEL = {"CMakeLists.txt", "README.md", "sdk", "op_proto", "op_impl", "op_info", "plugins", "graph_core", "samples",
             "tests"}
BAD_STEMS = re.compile(r"(^|_)(util|utils|helper|helpers|manager|misc)($|_)")
# CANN's own header names, which cannot be chosen.
CANN_NAMES = {"type_utils", "cust_cpu_utils", "cpu_kernel_utils", "kernel_util", "ge_utils", "allocator_utils"}
# Modules that programs import by the names CANN's have.
CANN_MODULES = "sdk/adapters/tensorflow/python/npu_bridge/"
HALIDE = "graph_core/engines/ai_core/codegen/"
# Where files are written: whole, beside their place.
WRITERS = {"sdk/api/src/output_file.cc", "sdk/tools/python/opdk/files.py"}
WRITING = re.compile(r"\bstd::(basic_)?o?fstream\b|\bfopen\(|^#include <fstream>|\bopen\([^)]*,\s*[\"'][wax]")
MAX_LINES = 500
MAX_README = 40
INDEX_OF_PAGES = "sdk/docs/README.md"
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^">]+)[">]')


def tracked(root):
    listing = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard"], check=True,
                             capture_output=True, text=True).stdout
    return [pathlib.PurePosixPath(line) for line in listing.splitlines() if (root / line).is_file()]


def check_includes(path, text):
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match and match.group(1).startswith(".."):
            yield f"{path}:{number}: includes '{match.group(1)}': paths are root-relative"
        if match and match.group(1) == "Halide.h" and not str(path).startswith(HALIDE):
            yield f"{path}:{number}: Halide belongs to {HALIDE} alone"


def check_writers(path, text):
    if path.parts[0] in {"tests", "samples"} or str(path) in WRITERS:
        return
    for number, line in enumerate(text.splitlines(), 1):
        if WRITING.search(line):
            yield f"{path}:{number}: files are written by opdk/output_file.h (in Python: opdk.files.write_whole)"


def check_file(root, path):
    if path.name == "README.md" and len(path.parts) > 1 and str(path) != INDEX_OF_PAGES:
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
    yield from check_writers(path, text)
    is_cann = path.stem in CANN_NAMES or str(path).startswith(CANN_MODULES)
    if BAD_STEMS.search(path.stem) and not is_cann:
        yield f"{path}: name the file for what is in it, not util/helper/manager"
    # A source of others' instructions that is compiled together with others would give them to those.
    if re.search(r"^#pragma GCC target", text, re.M) and not re.search(r"_(avx2|avx512|vnni)\.cc$", path.name):
        yield f"{path}: a source with a pragma for other instructions is named *_avx2.cc, *_avx512.cc or *_vnni.cc"
    for number, line in enumerate(text.splitlines(), 1):
        if re.search(r"\b(TODO|FIXME|XXX)\b", line) and path.parts[:2] != ("tests", "lint"):
            yield f"{path}:{number}: unfinished mark"
    if path.parts[0] != "tests" and path.suffix != ".py":
        yield from check_includes(path, text)


def check_passes(root):
    """Checks that every pass of a table of graph passes has a case file of its name."""
    for table in sorted(root.glob("graph_core/**/pipeline.cc")):
        cases = root / "tests" / table.relative_to(root).parent / "cases"
        rows = "".join(re.findall(r"constexpr Pass \w+\[\] = \{(.*?)\n\};", table.read_text(), re.S))
        for name in re.findall(r'\{"(\w+)"', rows):
            if not (cases / f"{name}.txt").is_file():
                yield f"{table.relative_to(root)}: pass {name} has no case {cases.relative_to(root)}/{name}.txt"


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
    findings.extend(check_passes(root))
    print("\n".join(findings) if findings else f"layout: {len(files)} files, nothing to say")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
