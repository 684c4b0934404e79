"""Builds the adapter for the TensorFlow of this interpreter, and what goes wrong with that.

usage: adapter.py OPDK DIR
"""
import pathlib
import os
import subprocess
import sys
import tempfile


def adapter(opdk, python, directory, **environment):
    return subprocess.run([opdk, "adapter", "tensorflow", "--python", python, "-o", str(directory)],
                          env={**os.environ, **environment}, capture_output=True, text=True)


def expect(run, code, *parts):
    assert run.returncode == code, f"exit code {run.returncode}, not {code}:\n{run.stdout}{run.stderr}"
    for part in parts:
        assert part in run.stdout + run.stderr, f"'{part}' is missing in:\n{run.stdout}{run.stderr}"


def main():
    opdk, directory = sys.argv[1:]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        expect(adapter(opdk, "no-such-python", scratch), 2, "E1002", "there is no interpreter 'no-such-python'", "--python")
        (scratch / "empty.py").write_text("#!/bin/sh\necho 'ModuleNotFoundError: none' >&2\nexit 1\n")
        (scratch / "empty.py").chmod(0o755)
        expect(adapter(opdk, str(scratch / "empty.py"), scratch), 2, "E1002", "can't import TensorFlow", "pip install")
        (scratch / "old.py").write_text("#!/bin/sh\necho '{\"version\": \"1.15.0\", \"compile\": [], \"link\": []}'\n")
        (scratch / "old.py").chmod(0o755)
        expect(adapter(opdk, str(scratch / "old.py"), scratch), 5, "E4002", "TensorFlow 1.15.0")
        expect(adapter(opdk, sys.executable, scratch, CXX="false"), 5, "E4002", "can't compile the adapter")
        (scratch / "file").write_text("")
        expect(adapter(opdk, sys.executable, scratch / "file"), 2, "E1006")
    run = adapter(opdk, sys.executable, directory)
    expect(run, 0, "adapter for TensorFlow", f"export PYTHONPATH={pathlib.Path(directory).resolve()}")


if __name__ == "__main__":
    main()
