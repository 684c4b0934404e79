#!/usr/bin/env python3
"""Writes the node tests that PyPI's onnx generates, in the layout of libonnx-testdata: DIR/node/TEST/model.onnx and
test_data_set_0/{input,output}_I.pb.

usage: make_node_tests.py DIR      exit code 77 when the package can't be had from PyPI
The package lies in DIR/venv. What is there of the same version is kept.
"""
import pathlib
import shutil
import subprocess
import sys

from pypi import python_with

VERSION = "1.23.0"


def proto_of(value):
    import numpy
    from onnx import OptionalProto, SequenceProto, TensorProto, numpy_helper

    if isinstance(value, (TensorProto, SequenceProto, OptionalProto)):
        return value
    if isinstance(value, (list, tuple)):
        return numpy_helper.from_list(list(value))
    if value is None:
        return numpy_helper.from_optional(None)
    return numpy_helper.from_array(numpy.asarray(value))


def write(directory):
    from onnx.backend.test.case.node import collect_testcases

    cases = collect_testcases(None)
    for case in cases:
        data = directory / "node" / case.name / "test_data_set_0"
        data.mkdir(parents=True)
        (data.parent / "model.onnx").write_bytes(case.model.SerializeToString())
        inputs, outputs = case.data_sets[0]
        for role, values in (("input", inputs), ("output", outputs)):
            for index, value in enumerate(values):
                (data / f"{role}_{index}.pb").write_bytes(proto_of(value).SerializeToString())
    print(f"{len(cases)} tests of onnx {VERSION}: {directory}/node")


def main():
    directory = pathlib.Path(sys.argv[1]).resolve()
    if sys.argv[2:] == ["--write"]:
        return write(directory)
    made = directory / "version"
    if made.exists() and made.read_text() == VERSION:
        print(f"the tests of onnx {VERSION} are there: {directory}/node")
        return 0
    directory.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(directory / "node", ignore_errors=True)
    python = python_with(directory / "venv", f"onnx=={VERSION}")
    if python is None:
        print(f"onnx {VERSION} can't be had from PyPI: its node tests are not run")
        return 77
    ran = subprocess.run([python, "-W", "ignore", __file__, directory, "--write"])
    if ran.returncode == 0:
        made.write_text(VERSION)
    return ran.returncode


if __name__ == "__main__":
    sys.exit(main())
