#!/usr/bin/env python3
"""Models through offline models (.om), each in a process of its own: the outputs are the same to the bit.

usage: offline_test.py BIN WORK MODEL.onnx|DIRECTORY…   BIN has opdk and atc. Every twelfth node test of a DIRECTORY is
taken, and the tests of BOUNDARIES.

Each model is run, made an offline model, and that is run with a cache of kernels that is empty and must stay so. The
static ones that have inputs run as gears, too, where their first axis can be left open. Prints how long building and
loading take.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

EVERY = 12
# Tests that are always taken: their models take or give sequences and optional values.
BOUNDARIES = ("test_sequence_insert_at_front", "test_identity_sequence", "test_identity_opt", "test_optional_has_element",
              "test_optional_get_element", "test_optional_get_element_sequence")
SEED = ["--seed", "3", "--deterministic"]


class Failed(Exception):
    pass


def call(command, environment=None):
    done = subprocess.run(list(map(str, command)), env={**os.environ, **(environment or {})}, capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"exit code {done.returncode}: {' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def milliseconds(text):
    found = re.search(r"(?:compiled|loaded) in ([0-9.]+) (ms|s)", text)
    return float(found[1]) * (1000 if found[2] == "s" else 1) if found else 0.0


def outputs(directory):
    return {path.name: path.read_bytes() for path in directory.glob("*.npy")}


def run_offline(opdk, om, work, extra):
    """Returns the outputs, and how long loading took. Nothing is compiled."""
    cache = work / "cache"
    shutil.rmtree(cache, ignore_errors=True)
    said = call([opdk, "run", om, *SEED, *extra, "--output", work / "offline"], {"OPDK_CACHE_DIR": str(cache)})
    compiled = [path for path in cache.rglob("*") if path.suffix in (".o", ".so")]
    # A kernel that is made of values or extents which only a run knows can't be in the file.
    told = call([opdk, "om", "info", om])
    if compiled and "tasks_of_values[0]" in told and not re.search(r"^input: .*\?", told, re.MULTILINE):
        raise Failed(f"{om}: kernels were compiled: {compiled[0]}")
    return outputs(work / "offline"), milliseconds(said)


def inputs(opdk, om):
    """Returns name and dims of each input."""
    ports = re.findall(r"^input: (\S+) \w+\[([^\]]*)\]$", call([opdk, "om", "info", om]), re.MULTILINE)
    return [(name, dims.split(", ") if dims else []) for name, dims in ports]


def gears_of(ports):
    """Flags that leave the first axis of all inputs open and name it as the only gear; nothing where they have no
    such."""
    if not ports or any(not dims or "?" in dims or dims[0] != ports[0][1][0] for _, dims in ports):
        return []
    if any(re.search(r"[;:,\s]", name) for name, _ in ports):
        return []
    shapes = ";".join(f"{name}:-1,{','.join(dims[1:])}".rstrip(",") for name, dims in ports)
    first = int(ports[0][1][0])
    return [f"--input_shape={shapes}", f"--dynamic_batch_size={first},{first + 1}"] if first > 0 else []


def check(binaries, model, work, name):
    """Returns (static, gears): whether the model was compared in this form. A model that doesn't run isn't."""
    opdk, atc = binaries / "opdk", binaries / "atc"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    try:
        said = call([opdk, "run", model, *SEED, "--output", work / "model"])
    except Failed:
        return False, False
    expected = outputs(work / "model")
    om = work / "model.om"
    call([atc, f"--model={model}", f"--output={om}", "--deterministic=1"])
    got, load = run_offline(opdk, om, work, [])
    if got != expected:
        raise Failed(f"{name}: the offline model gives others")
    print(f"{name}: compiled in {milliseconds(said):.1f} ms, loaded in {load:.1f} ms, {om.stat().st_size} bytes")
    flags = gears_of(inputs(opdk, om))
    if not flags:
        return True, False
    try:
        call([atc, f"--model={model}", f"--output={om}", "--deterministic=1", *flags])
    except Failed:
        return True, False  # its shapes are part of its graph
    dims = [argument for port, dims in inputs(opdk, om) for argument in ("--dim", f"{port}:0={expected_extent(flags)}")]
    got, _ = run_offline(opdk, om, work, dims)
    if got != expected:
        raise Failed(f"{name}: the gear gives others")
    return True, True


def expected_extent(flags):
    return re.search(r"--dynamic_batch_size=(\d+)", flags[1])[1]


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    binaries, work = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    models = []
    for argument in map(pathlib.Path, sys.argv[3:]):
        if argument.is_dir():
            models += sorted(argument.glob("*/model.onnx"))[::EVERY]
            models += [argument / name / "model.onnx" for name in BOUNDARIES if (argument / name).is_dir()]
        else:
            models.append(argument)
    whole = as_gears = failed = 0
    for model in models:
        name = model.parent.name if model.name == "model.onnx" else model.stem
        try:
            is_whole, is_gears = check(binaries, model, work / "net", name)
            whole, as_gears = whole + is_whole, as_gears + is_gears
        except Failed as failure:
            print(failure)
            failed += 1
    print(f"{len(models)} models: {whole} the same, {as_gears} of them as gears too, {failed} failed")
    sys.exit(1 if failed or whole < len(models) // 2 else 0)


if __name__ == "__main__":
    main()
