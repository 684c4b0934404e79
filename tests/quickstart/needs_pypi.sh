#!/usr/bin/env bash
# Runs a command that installs from PyPI; exit code 77, with the reason, where PyPI can't be reached.
#   needs_pypi.sh PYTHON COMMAND…
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python=$1
shift
"$python" -m venv "$scratch/venv"
if ! "$scratch/venv/bin/pip" download --quiet --no-deps --retries 1 --timeout 20 --dest "$scratch" scikit-build-core \
  >"$scratch/log" 2>&1; then
  echo "skipped: PyPI can't be reached: $(tail -1 "$scratch/log")"
  exit 77
fi
"$@"
