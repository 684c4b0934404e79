#!/usr/bin/env python3
"""Times whole models against ONNX Runtime, alternately, so that what disturbs the machine disturbs both.

usage: models.py [--opdk build/bin/opdk] [--threads 2] [--rounds 5] [--repeat 20] MODEL.onnx …

Needs PyPI's onnxruntime. Each round runs `opdk run --repeat` and then as many runs of one ONNX Runtime session (all
optimizations on, inputs bound once). Printed: the median over the rounds of each side's median, and their ratio per round.
"""
import argparse
import os
import re
import statistics
import subprocess
import sys
import time

import numpy as np
import onnxruntime

DTYPES = {"tensor(float)": np.float32, "tensor(double)": np.float64, "tensor(int64)": np.int64, "tensor(int32)": np.int32}


def opdk_median(options, model):
    command = [options.opdk, "run", model, "--threads", str(options.threads), "--repeat", str(options.repeat + 3),
               "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
    return float(re.search(r"median ([0-9.]+) ms", done.stdout).group(1))


def make_session(options, model):
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = options.threads
    settings.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    session = onnxruntime.InferenceSession(model, settings, providers=["CPUExecutionProvider"])
    random = np.random.default_rng(1)
    binding = session.io_binding()
    for port in session.get_inputs():
        shape = [extent if isinstance(extent, int) else 1 for extent in port.shape]
        value = random.uniform(-1, 1, shape).astype(DTYPES[port.type])
        binding.bind_cpu_input(port.name, value)
    for port in session.get_outputs():
        binding.bind_output(port.name)
    return session, binding


def ort_median(options, session, binding):
    times = []
    for _ in range(options.repeat + 3):
        start = time.perf_counter()
        session.run_with_iobinding(binding)
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times[3:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+")
    parser.add_argument("--opdk", default="build/bin/opdk")
    parser.add_argument("--threads", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repeat", type=int, default=20)
    options = parser.parse_args()
    print(f"{'model':32} {'opdk ms':>9} {'ort ms':>9} {'ort/opdk':>9}   ratios per round")
    for model in options.models:
        ours, theirs = [], []
        for _ in range(options.rounds):
            ours.append(opdk_median(options, model))
            # A session's spinning workers must not run beside opdk's turn.
            session, binding = make_session(options, model)
            theirs.append(ort_median(options, session, binding))
            del binding, session
        ratios = [b / a for a, b in zip(ours, theirs)]
        print(f"{os.path.basename(model):32} {statistics.median(ours):9.3f} {statistics.median(theirs):9.3f} "
              f"{statistics.median(ratios):9.2f}   {' '.join(f'{r:.2f}' for r in ratios)}")


if __name__ == "__main__":
    main()
