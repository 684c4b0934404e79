#!/usr/bin/env python3
"""Holds the size of the built-in package's library, and how many kernels are compiled for each dtype.

usage: instantiations.py ROOT [LIBRARY]   prints one line per finding and exits 1 when there are any. LIBRARY: of a
                                          Release build, without sanitizers.

A kernel that converts elements to their arithmetic type (op_impl/ai_cpu/common/converted.h) is compiled six times, one
that calls Dispatch up to fifteen times. DISPATCHES and MOST_BYTES only go down.
"""
import os
import pathlib
import re
import sys

DISPATCHES = 147
MOST_BYTES = 9_370_000
CALL = re.compile(r"(?<![\w.])(?:opdk::)?Dispatch\(")


def dispatches_in(text):
    """Calls of Dispatch: not its definition, nor those of DispatchArithmetic and DispatchBySize."""
    return sum(len(CALL.findall(line)) for line in text.splitlines() if not line.startswith(("uint32_t ", "//")))


def findings_of(dispatches, size):
    if dispatches > DISPATCHES:
        yield (f"op_impl/ai_cpu: {dispatches} calls of Dispatch, at most {DISPATCHES}: a new kernel calls "
               f"DispatchArithmetic (common/converted.h) or, if it only moves elements, DispatchBySize")
    if dispatches < DISPATCHES:
        yield f"op_impl/ai_cpu: {dispatches} calls of Dispatch: lower DISPATCHES in tests/lint/instantiations.py"
    if size is not None and size > MOST_BYTES:
        yield f"libopdk_builtin.so: {size} bytes, at most {MOST_BYTES}: nm -S of its objects says which kernels grew"


def main():
    root = pathlib.Path(sys.argv[1])
    sources = [path for path in (root / "op_impl/ai_cpu").rglob("*") if path.suffix in {".h", ".cc"}]
    size = os.path.getsize(sys.argv[2]) if len(sys.argv) > 2 else None
    findings = list(findings_of(sum(dispatches_in(path.read_text()) for path in sources), size))
    print("\n".join(findings))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
