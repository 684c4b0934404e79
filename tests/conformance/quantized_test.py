#!/usr/bin/env python3
"""Runs a small convolutional network that ONNX Runtime's quantizer has quantized, and compares with ONNX Runtime.

usage: quantized_test.py OPDK DIR VENV FORMAT      FORMAT: QDQ or QOperator; the files go to DIR

Passes when no output differs by more than 1e-4 of the output's range. Exit code 77 where PyPI can't be reached.
"""
import pathlib
import subprocess
import sys

from networks_test import compare, run
from pypi import python_with

PACKAGES = ("onnx==1.23.0", "onnxruntime==1.30.0")

NETWORK = """
<ir_version: 8, opset_import: ["" : 17]>
cnn (float[1, 3, 16, 16] input) => (float[1, 10] output) {
  a = Conv <pads = [1, 1, 1, 1]> (input, w1, b1)
  b = Relu(a)
  c = Conv <pads = [1, 1, 1, 1]> (b, w2, b2)
  d = Add(b, c)
  e = Relu(d)
  f = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (e)
  g = AveragePool <kernel_shape = [2, 2], strides = [2, 2]> (e)
  h = Concat <axis = 1> (f, g)
  i = Conv <group = 2> (h, w3, b3)
  j = LeakyRelu <alpha = 0.1> (i)
  k = GlobalAveragePool(j)
  l = Flatten(k)
  output = Gemm <transB = 1> (l, w4, b4)
}
"""
WEIGHTS = {"w1": (8, 3, 3, 3), "b1": (8,), "w2": (8, 8, 3, 3), "b2": (8,), "w3": (8, 8, 3, 3), "b3": (8,), "w4": (10, 8),
           "b4": (10,)}


def make(directory, form):
    """Makes the quantized model, an input and ONNX Runtime's output; runs in the environment."""
    import numpy
    import onnx.parser
    import onnxruntime
    from onnx import numpy_helper
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, quantize_static

    random = numpy.random.default_rng(7)
    model = onnx.parser.parse_model(NETWORK)
    for name, shape in WEIGHTS.items():
        fan = numpy.prod(shape[1:]) if len(shape) > 1 else 16
        weight = (random.standard_normal(shape) / fan**0.5).astype(numpy.float32)
        model.graph.initializer.append(numpy_helper.from_array(weight, name))
    plain = directory / "plain.onnx"
    onnx.save(model, plain)

    class Images(CalibrationDataReader):
        def __init__(self):
            self.left = [random.standard_normal((1, 3, 16, 16)).astype(numpy.float32) for _ in range(8)]

        def get_next(self):
            return {"input": self.left.pop()} if self.left else None

    quantized = directory / f"{form}.onnx"
    # Weights of 7 bits: with 8 ONNX Runtime's products saturate on machines without VNNI.
    quantize_static(plain, quantized, Images(), quant_format=getattr(QuantFormat, form), per_channel=form == "QDQ",
                    reduce_range=True)
    given = random.standard_normal((1, 3, 16, 16)).astype(numpy.float32)
    output = onnxruntime.InferenceSession(quantized, providers=["CPUExecutionProvider"]).run(None, {"input": given})[0]
    numpy.save(directory / f"{form}_input.npy", given)
    numpy.save(directory / f"{form}_output.npy", output)


def main():
    if len(sys.argv) == 4:
        return {"--make": make, "--compare": compare}[sys.argv[1]](pathlib.Path(sys.argv[2]), sys.argv[3])
    opdk, directory, venv, form = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4]
    directory.mkdir(parents=True, exist_ok=True)
    python = python_with(venv, *PACKAGES)
    if python is None:
        print(f"{', '.join(PACKAGES)} can't be had from PyPI")
        return 77
    subprocess.run([python, __file__, "--make", directory, form], check=True)
    run(opdk, directory, form)
    return subprocess.run([python, __file__, "--compare", directory, form]).returncode


if __name__ == "__main__":
    sys.exit(main())
