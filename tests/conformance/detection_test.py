#!/usr/bin/env python3
"""Runs an exported detection network and compares with ONNX Runtime.

usage: detection_test.py OPDK DIR VENV NETWORK     DIR is filled by export_networks.py where it isn't yet

Not with PyTorch, whose exporter rounds sizes of images otherwise than PyTorch itself. Rows (box, score, class) may
stand in any order, for equal scores have none, and one row in twenty may be another one: which of two boxes of nearly
one score survives the other is decided by rounding. All others differ by 1e-3 of the output's range at most. Exit code
77 where PyTorch or PyPI is absent.
"""
import pathlib
import subprocess
import sys

from networks_test import export, run
from pypi import python_with
from quantized_test import PACKAGES

TOLERANCE = 1e-3
OTHERS = 0.05


def make(directory, network):
    """Makes ONNX Runtime's output; runs in the environment."""
    import numpy
    import onnxruntime

    session = onnxruntime.InferenceSession(directory / f"{network}.onnx", providers=["CPUExecutionProvider"])
    given = numpy.load(directory / f"{network}_input.npy")
    numpy.save(directory / f"{network}_runtime.npy", session.run(None, {"input": given})[0])


def compare(directory, network):
    import numpy

    actual = numpy.load(directory / network / "output.npy")
    expected = numpy.load(directory / f"{network}_runtime.npy")
    if actual.shape != expected.shape or len(expected) == 0:
        sys.exit(f"{network}: {actual.shape} instead of {expected.shape}")
    spread = float(expected.max() - expected.min())
    left = list(range(len(actual)))
    differences = []
    for row in expected:
        distances = numpy.abs(actual[left] - row).max(axis=1)
        nearest = int(distances.argmin())
        differences.append(float(distances[nearest]) / spread)
        left.pop(nearest)
    others = sum(not difference <= TOLERANCE for difference in differences)
    print(f"{network}: {others} of {len(expected)} rows are others, allowed {int(OTHERS * len(expected))}; half of the rows "
          f"differ by at most {numpy.median(differences):.1e} of the output's range")
    return 0 if others <= OTHERS * len(expected) else 1


def main():
    if len(sys.argv) == 4:
        return {"--make": make, "--compare": compare}[sys.argv[1]](pathlib.Path(sys.argv[2]), sys.argv[3])
    opdk, directory, venv, network = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4]
    python = python_with(venv, *PACKAGES)
    if python is None:
        print(f"{', '.join(PACKAGES)} can't be had from PyPI")
        return 77
    export(directory, network)
    subprocess.run([python, __file__, "--make", directory, network], check=True)
    run(opdk, directory, network)
    return subprocess.run([python, __file__, "--compare", directory, network]).returncode


if __name__ == "__main__":
    sys.exit(main())
