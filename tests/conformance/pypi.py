"""A Python environment with packages of PyPI's, for tests that compare with them."""
import os
import subprocess
import sys


def python_with(directory, *packages):
    """Returns the Python of the environment in `directory` with these packages ("onnx==1.23.0"); None where PyPI lacks
    one or can't be reached. Packages that are there already are not fetched again."""
    python = directory / "bin" / "python"
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", directory], check=True, env=clean)
    installed = subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], env=clean)
    return python if installed.returncode == 0 else None
