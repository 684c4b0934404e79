#!/usr/bin/env python3
"""Holds sdk/docs/session.md against the reference's functions, the headers and the tests that it names."""
import pathlib
import re
import sys

STATES = {"done", "refused", "absent"}


def rows_of(page):
    """Yields (function, state, note, test) of each row of the table."""
    rows = [[cell.strip().strip("`") for cell in line.strip("|").split(" | ")] for line in page.splitlines()
            if line.startswith("| `")]
    return [[cell.strip().strip("|").strip().strip("`") for cell in row] + [""] * (4 - len(row)) for row in rows]


def complaints(root):
    rows = rows_of((root / "sdk/docs/session.md").read_text())
    reference = (root / "tests/graph_core/host/session_functions.txt").read_text().splitlines()
    if [row[0] for row in rows] != reference:
        yield "the rows aren't those of session_functions.txt: %s" % sorted(
            set(reference) ^ {row[0] for row in rows})
    headers = "".join((root / "sdk/host/include/ge" / name).read_text() for name in
                      ("ge_api.h", "ge_graph_compile_summary.h", "ge_feature_memory.h"))
    headers = re.sub(r"//[^\n]*", "", headers)
    tests = "".join(path.read_text() for path in (root / "tests/graph_core/host").glob("*.cc"))
    for function, state, _, test in rows:
        name, arguments = re.match(r"(?:\w+::)*(~?\w+)\((.*)\)", function).groups()
        declared = re.findall(r"(?<![\w~])%s\((.*?)\)[^()]*?[;{:]" % re.escape(name), headers, re.DOTALL)
        # The last parameter's type tells overloads apart, as far as any does.
        special = re.findall(r"gert::Tensor|ContinuousTensorList|DataFlowInfo|InputTensorInfo|AllocatorPtr", arguments)
        fits = [one for one in declared if all(token in one for token in special)]
        if state not in STATES:
            yield "%s: state %r is none of %s" % (function, state, sorted(STATES))
        if (state == "absent") == bool(fits):
            yield "%s is %s, but the headers say otherwise" % (function, state)
        if state == "absent":
            continue
        suite, _, case = test.partition(".")
        if not re.search(r"TEST(_F)?\(%s, %s\)" % (re.escape(suite), re.escape(case)), tests):
            yield "%s: there is no test %r" % (function, test)
        elif name not in tests and not name.startswith(("~", "GEGet")):
            yield "%s: no test calls it" % function


def main():
    found = list(complaints(pathlib.Path(sys.argv[1])))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
