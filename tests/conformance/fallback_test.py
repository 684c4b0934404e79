#!/usr/bin/env python3
"""Models with operators that no package has, run with --fallback onnxruntime and compared with ONNX Runtime alone.

usage: fallback_test.py OPDK DIR VENV      the files go to DIR

Passes when no output differs by more than 1e-4 of the output's range, integers not at all, and what is said of each
model is said. Exit code 77 where PyPI can't be reached.
"""
import os
import pathlib
import subprocess
import sys

from pypi import python_with
from quantized_test import PACKAGES

CHAIN = """
<ir_version: 8, opset_import: ["" : 17]>
g (float[4, 3] x) => (float[4, 3] y) {
  [first] a = Relu(x)
  [second] b = Exp(a)
  [third] c = Neg(b)
  [fourth] y = Add(c, a)
}"""

# name: the model, the sizes of its dimensions, the reader's options, what the report says
MODELS = {
    "between": ("""
<ir_version: 8, opset_import: ["" : 17, "com.microsoft" : 1]>
g (float[4, 3] a, float[5, 3] b) => (float[4, 5] y) {
  left = Relu(a)
  right = Abs(b)
  distances = com.microsoft.CDist <metric = "euclidean"> (left, right)
  y = Exp(distances)
}""", {}, {}, ["3 nodes go down", "stays: CDist 1: no package maps com.microsoft::1::CDist"]),
    "around_it_without_a_cycle": ("""
<ir_version: 8, opset_import: ["" : 17, "com.microsoft" : 1]>
g (float[3, 3] x) => (float[3, 3] y) {
  a = com.microsoft.CDist <metric = "euclidean"> (x, x)
  b = Relu(a)
  c = com.microsoft.CDist <metric = "euclidean"> (a, b)
  y = Add(c, a)
}""", {}, {}, ["2 nodes go down in 2 clusters", "stays: CDist 2"]),
    "of_any_batch": ("""
<ir_version: 8, opset_import: ["" : 17, "com.microsoft" : 1]>
g (float[N, 3] x) => (float[N, 5] y) <float[5, 3] w> {
  a = Abs(x)
  b = com.microsoft.CDist <metric = "sqeuclidean"> (a, w)
  y = Softmax(b)
}""", {"N": 7}, {}, ["2 nodes go down"]),
    "of_a_size_that_values_say": ("""
<ir_version: 8, opset_import: ["" : 17, "com.microsoft" : 1]>
g (float[4, 6] x) => (int32[2, M] y) {
  rounded = Round(x)
  path = com.microsoft.DynamicTimeWarping(rounded)
  y = Mul(path, path)
}""", {}, {}, ["stays: DynamicTimeWarping 1"]),
    "weights_of_both_sides": ("""
<ir_version: 8, opset_import: ["" : 17, "com.microsoft" : 1]>
g (float[2, 3] x) => (float[2, 5] y, float[5, 3] z) <float[5, 3] w> {
  y = com.microsoft.CDist <metric = "euclidean"> (x, w)
  z = Neg(w)
}""", {}, {}, ["1 node goes down"]),
    "inside_of_a_branch": ("""
<ir_version: 8, opset_import: ["" : 17, "com.microsoft" : 1]>
g (bool c, float[3, 3] x) => (float[3, 3] y) {
  a = Abs(x)
  b = If (c) <then_branch = then () => (float[3, 3] t) { t = com.microsoft.CDist <metric = "euclidean"> (a, a) },
              else_branch = otherwise () => (float[3, 3] e) { e = Neg(a) }>
  y = Relu(b)
}""", {}, {}, ["stays: If 1: inside of it, node 't' (CDist): no package maps"]),
    "inside_of_a_function": ("""
<ir_version: 8, opset_import: ["" : 17, "com.microsoft" : 1, "own" : 1]>
g (float[3, 3] x) => (float[3, 3] y) {
  a = own.Distances(x)
  y = Relu(a)
}
<domain: "own", opset_import: ["" : 17, "com.microsoft" : 1]>
Distances (x) => (y) {
  a = Abs(x)
  y = com.microsoft.CDist <metric = "euclidean"> (a, a)
}""", {}, {}, ["stays: Distances 1: inside of it"]),
    "elements_that_a_run_chooses": ("""
<ir_version: 8, opset_import: ["" : 17]>
g (float[4] x, int64 n) => (float[M] y) {
  a = Abs(x)
  parts = SplitToSequence <axis = 0> (a)
  part = SequenceAt(parts, n)
  y = Exp(part)
}""", {}, {}, ["4 nodes go down"]),
    "refused_when_it_is_read": ("""
<ir_version: 8, opset_import: ["" : 17, "ai.onnx.ml" : 1]>
g (float[4, 2] x) => (float[4, 3] y) {
  a = Abs(x)
  label, scores = ai.onnx.ml.LinearClassifier <
      classlabels_strings = ["low", "middle", "high"], coefficients = [1.0, -0.5, 0.25, 2.0, -1.0, 0.75],
      intercepts = [0.5, -0.25, 0.125], post_transform = "SOFTMAX"> (a)
  y = Exp(scores)
}""", {}, {}, ["2 nodes go down in 2 clusters", "stays: LinearClassifier 1: node 'label'", "its labels are strings"]),
    "a_sequence_that_goes_to_what_stays": ("""
<ir_version: 8, opset_import: ["" : 17, "com.microsoft" : 1]>
g (bool c, float[4, 3] x) => (float[2, 2] y) {
  a = Abs(x)
  two = Constant <value = int64 {2}> ()
  parts = SplitToSequence <axis = 0> (a, two)
  b = If (c) <
      then_branch = then () => (float[2, 2] t) {
        first = Constant <value = int64 {0}> ()
        part = SequenceAt(parts, first)
        t = com.microsoft.CDist <metric = "euclidean"> (part, part)
      },
      else_branch = otherwise () => (float[2, 2] e) {
        second = Constant <value = int64 {1}> ()
        other = SequenceAt(parts, second)
        e = com.microsoft.CDist <metric = "euclidean"> (other, other)
      }>
  y = Relu(b)
}""", {}, {}, ["2 nodes go down in 2 clusters", "SplitToSequence 1: it gives 'parts', which is no tensor of a known type"]),
    "what_a_pair_encloses_goes_down": (CHAIN, {}, {"in_out_pair": "[[['second'], ['third']]]"}, ["2 nodes go down", "stay"]),
    "what_a_pair_encloses_stays": (CHAIN, {}, {"in_out_pair": "[[['second'], ['third']]]", "in_out_pair_flag": "false"}, ["2 nodes go down"]),
    "all_of_it": ("""
<ir_version: 8, opset_import: ["" : 17, "com.microsoft" : 1]>
g (float[3, 3] x) => (float[3, 3] y) {
  y = com.microsoft.CDist <metric = "euclidean"> (x, x)
}""", {}, {}, ["0 nodes go down"]),
    "none_of_it": ("""
<ir_version: 8, opset_import: ["" : 17]>
g (float[3, 3] x) => (float[3, 3] y) {
  y = Relu(x)
}""", {}, {}, ["1 node goes down"]),
}
VALUES = {"c": True, "n": 2}


def onnxruntime_library(python):
    code = "import glob, os, onnxruntime as o; print(glob.glob(os.path.dirname(o.__file__) + '/capi/libonnxruntime.so*')[0])"
    return subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def make(directory, name):
    """Makes the model, its inputs and ONNX Runtime's outputs; runs in the environment."""
    import numpy
    import onnx
    import onnx.parser
    import onnxruntime

    text, sizes, _, _ = MODELS[name]
    model = onnx.parser.parse_model(text.strip())
    random = numpy.random.default_rng(11)
    for value in list(model.graph.value_info):
        if not any(value.name in node.output for node in model.graph.node):
            shape = [d.dim_value for d in value.type.tensor_type.shape.dim]
            data = random.standard_normal(shape).astype(numpy.float32)
            model.graph.initializer.append(onnx.numpy_helper.from_array(data, value.name))
            model.graph.value_info.remove(value)
    onnx.save(model, directory / f"{name}.onnx")
    inputs = {}
    for value in model.graph.input:
        tensor = value.type.tensor_type
        shape = [d.dim_value or sizes[d.dim_param] for d in tensor.shape.dim]
        dtype = onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type)
        given = VALUES[value.name] if value.name in VALUES else random.standard_normal(shape) * 2
        inputs[value.name] = numpy.array(given, dtype)
        numpy.save(directory / f"{name}_{value.name}.npy", inputs[value.name])
    session = onnxruntime.InferenceSession(directory / f"{name}.onnx", providers=["CPUExecutionProvider"])
    for output, value in zip(session.get_outputs(), session.run(None, inputs)):
        numpy.save(directory / f"{name}_expected_{output.name}.npy", value)


def differs(expected, actual):
    """Returns "", or how the outputs differ."""
    import numpy

    if expected.shape != actual.shape or expected.dtype != actual.dtype:
        return f"{actual.dtype}{actual.shape} instead of {expected.dtype}{expected.shape}"
    if expected.dtype.kind in "iub":
        return "" if (expected == actual).all() else "other integers"
    spread = float(expected.max() - expected.min()) or 1.0
    difference = float(numpy.abs(expected.astype(float) - actual).max())
    return "" if difference <= 1e-4 * spread else f"differs by {difference}"


def run(opdk, directory, name, options, library):
    inputs = [f"{path.stem[len(name) + 1:]}={path}" for path in sorted(directory.glob(f"{name}_*.npy"))
              if not path.stem.startswith(f"{name}_expected_")]
    command = [opdk, "run", directory / f"{name}.onnx", "--fallback", "onnxruntime", "--output", directory / name]
    for key, value in options.items():
        command += ["--parser", f"{key}={value}"]
    for given in inputs:
        command += ["--input", given]
    return subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, OPDK_ONNXRUNTIME=library))


def check(opdk, directory, name, library):
    """Returns the exit code; runs in the environment."""
    import numpy

    _, _, options, says = MODELS[name]
    done = run(opdk, directory, name, options, library)
    if done.returncode != 0:
        print(f"{name}: exit code {done.returncode}\n{done.stderr}")
        return 1
    wrong = [f"it doesn't say '{text}' but\n{done.stderr}" for text in says if text not in done.stderr]
    for path in sorted(directory.glob(f"{name}_expected_*.npy")):
        output = path.stem[len(f"{name}_expected_"):]
        how = differs(numpy.load(path), numpy.load(directory / name / f"{output}.npy"))
        if how:
            wrong.append(f"{output}: {how}")
    print(f"{name}: {'; '.join(wrong) if wrong else 'as ONNX Runtime has it'}")
    return 1 if wrong else 0


def check_refusals(opdk, directory, library):
    """Checks that one error with its exit code says each mistake."""
    model = directory / "between.onnx"
    cases = [
        (["--fallback", "onnxruntime"], "/nonexistent.so", 3, ["error E2003", "nonexistent.so"]),
        (["--fallback", "onnxruntim"], library, 2, ["--fallback", "onnxruntime"]),
        ([], library, 3, ["error E2002", "no loaded package maps the operator com.microsoft::1::CDist"]),
        (["--fallback", "onnxruntime", "--parser", "in_out_pair=[[['x'"], library, 2, ["error E1001", "in_out_pair"]),
        (["--parser", "in_out_pair_flag=false"], library, 2, ["error E1001", "--fallback onnxruntime"]),
        (["--fallback", "onnxruntime", "--parser", "in_out_pair_flag=maybe"], library, 2, ["error E1001", "maybe"]),
    ]
    failed = 0
    for arguments, found, code, says in cases:
        done = subprocess.run([opdk, "run", model, *arguments], capture_output=True, text=True,
                              env=dict(os.environ, OPDK_ONNXRUNTIME=found))
        text = done.stdout + done.stderr
        if done.returncode != code or any(each not in text for each in says):
            print(f"{' '.join(arguments)}: exit code {done.returncode}, not {code} with {says}:\n{text}")
            failed = 1
    return failed


def check_other_commands(opdk, directory, library):
    """Checks that explain and dump show the part, and that its offline model names the package that it needs."""
    model, tool = directory / "between.onnx", pathlib.Path(opdk)
    air, offline = directory / "between.air", directory / "between"
    package = next((tool.parent.parent / "lib").rglob("libopdk_onnxruntime.so")).parent
    build = [tool.parent / "atc", "--framework=1", f"--model={air}", f"--output={offline}", "--soc_version=native"]
    show = [model, "--fallback", "onnxruntime"]
    steps = [([opdk, "explain", *show], "", 0, "opdk_onnxruntime/FrameworkOp"),
             ([opdk, "dump", *show, "--air", air], "", 0, ""), ([opdk, "dump", *show], "", 0, "= FrameworkOp("),
             (build, package, 0, "ATC run success"), ([opdk, "om", "info", f"{offline}.om"], "", 0, "opdk_onnxruntime"),
             ([opdk, "run", f"{offline}.om"], "", 6, "error E5012")]
    failed = 0
    for command, plugins, code, says in steps:
        done = subprocess.run(command, capture_output=True, text=True,
                              env=dict(os.environ, OPDK_ONNXRUNTIME=library, OPDK_PLUGIN_PATH=str(plugins)))
        if done.returncode != code or says not in done.stdout + done.stderr:
            print(f"{command[1]}: exit code {done.returncode}, not {code} with {says}:\n{done.stdout}{done.stderr}")
            failed = 1
    return failed


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "--inside":
        opdk, directory = sys.argv[2], pathlib.Path(sys.argv[3])
        library = onnxruntime_library(sys.executable)
        codes = []
        for left in directory.glob("*.npy"):  # inputs of models that an earlier run had
            left.unlink()
        for name in MODELS:
            make(directory, name)
            codes.append(check(opdk, directory, name, library))
        return max(*codes, check_refusals(opdk, directory, library), check_other_commands(opdk, directory, library))
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    opdk, directory, venv = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    directory.mkdir(parents=True, exist_ok=True)
    python = python_with(venv, *PACKAGES)
    if python is None:
        print("ONNX Runtime can't be had from PyPI: there is nothing to fall back on")
        return 77
    return subprocess.run([python, __file__, "--inside", opdk, directory]).returncode


if __name__ == "__main__":
    sys.exit(main())
