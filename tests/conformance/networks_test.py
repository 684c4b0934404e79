#!/usr/bin/env python3
"""Runs an exported network and compares with PyTorch's output.

usage: networks_test.py OPDK DIR NETWORK     DIR is filled by export_networks.py where it isn't yet

Passes when no output differs by more than 1e-4 of the output's range. Exit code 77 where PyTorch is absent.
"""
import pathlib
import subprocess
import sys

TOLERANCE = 1e-4


def export(directory, network):
    if (directory / f"{network}.onnx").exists():
        return
    script = pathlib.Path(__file__).with_name("export_networks.py")
    done = subprocess.run([sys.executable, script, directory, network], check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)


def run(opdk, directory, network):
    """Runs `network`.onnx on `network`_input.npy; the output goes to `network`/output.npy."""
    command = [opdk, "run", directory / f"{network}.onnx", "--input", f"input={directory / network}_input.npy",
               "--output", directory / network]
    done = subprocess.run(command, check=False)
    if done.returncode != 0:
        sys.exit(f"exit code {done.returncode}: {' '.join(map(str, command))}")


def compare(directory, network):
    """Returns the exit code: whether the output is `network`_output.npy."""
    import numpy

    actual = numpy.load(directory / network / "output.npy")
    expected = numpy.load(directory / f"{network}_output.npy")
    if actual.shape != expected.shape or actual.dtype != expected.dtype:
        sys.exit(f"{network}: {actual.dtype}{actual.shape} instead of {expected.dtype}{expected.shape}")
    spread = float(expected.max() - expected.min())
    difference = float(numpy.abs(actual - expected).max()) / spread
    agrees = difference <= TOLERANCE  # false for NaN too
    print(f"{network}: largest difference {difference:.2e} of the output's range {spread:.3g}, allowed {TOLERANCE:.0e}")
    return 0 if agrees else 1


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    opdk, directory, network = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    export(directory, network)
    run(opdk, directory, network)
    sys.exit(compare(directory, network))


if __name__ == "__main__":
    main()
