"""Compares opdk's results with a framework's."""
import traceback

import numpy as np


def compare(theirs, ours, tolerance=1e-4, what=""):
    """Integers exactly, floats to a share of the range; NaN and infinity in the same places."""
    assert len(theirs) == len(ours), f"{what}: {len(ours)} outputs, the framework has {len(theirs)}"
    for number, (a, b) in enumerate(zip(theirs, ours)):
        a, b = np.asarray(a), np.asarray(b)
        where = f"{what} output {number}"
        assert a.shape == b.shape, f"{where}: shape {b.shape}, the framework has {a.shape}"
        assert a.dtype == b.dtype, f"{where}: {b.dtype}, the framework has {a.dtype}"
        if a.dtype.kind not in "fc":
            assert np.array_equal(a, b), f"{where}: {b}, the framework has {a}"
            continue
        a, b = (x.astype(np.complex128 if x.dtype.kind == "c" else np.float64) for x in (a, b))
        finite = np.isfinite(a)
        assert np.array_equal(finite, np.isfinite(b)), f"{where}: other elements are finite: {b}, the framework has {a}"
        if a.dtype.kind == "f":
            assert np.array_equal(a[~finite], b[~finite], equal_nan=True), f"{where}: {b[~finite]}, not {a[~finite]}"
        reach = max(1.0, np.abs(a[finite]).max(initial=0))
        off = np.abs(a[finite] - b[finite]).max(initial=0)
        assert off <= tolerance * reach, f"{where}: off by {off}, of values up to {reach}"


def run_cases(cases, names):
    """Runs those of `cases`, functions by name, whose names hold one of `names` (none: all); 1 where one fails, or none
    is there."""
    chosen = {name: check for name, check in cases.items() if not names or any(part in name for part in names)}
    failed = 0
    for name, check in chosen.items():
        try:
            check()
        except Exception as error:  # each case is told of
            failed += 1
            print(f"FAILED {name}: {type(error).__name__}: {str(error)[:900]}", flush=True)
            if len(chosen) == 1:
                traceback.print_exc()
    print(f"{len(chosen)} cases, {failed} failed")
    return 1 if failed or not chosen else 0
