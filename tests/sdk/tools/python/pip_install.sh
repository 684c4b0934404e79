#!/usr/bin/env bash
# pip installs from the tree, in a fresh environment: the module alone, built against an installed opdk, with which the
# graph sample runs; then all of opdk, out of the tree's build, for which nothing is compiled.
#   pip_install.sh BUILD_DIR SOURCE_DIR PYTHON      (exit code 77: PyPI can't be reached)
set -euo pipefail
build=$1 source=$2 python=$3
work=$build/tests/pip_install
rm -rf "$work"
mkdir -p "$work/home" "$work/alone/sdk"
export HOME=$work/home
unset OPDK_PLUGIN_PATH OPDK_BUILTIN_DIR XDG_DATA_HOME PYTHONPATH CMAKE_PREFIX_PATH opdk_DIR OPDK_PREFIX
if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=ccache; fi

"$python" -m venv "$work/venv"
if ! "$work/venv/bin/pip" install --quiet --retries 1 --timeout 20 numpy >"$work/pypi.log" 2>&1; then
  echo "skipped: PyPI can't be reached: $(tail -1 "$work/pypi.log")"
  exit 77
fi

# Without an opdk the error says what to do.
mkdir -p "$work/alone/sdk/tools"
cp -r "$source/sdk/tools/python" "$work/alone/sdk/tools/"
cp "$source/CMakeLists.txt" "$work/alone/"
if "$work/venv/bin/pip" install "$work/alone/sdk/tools/python" >"$work/alone.log" 2>&1; then
  echo "pip installed the module without any opdk"
  exit 1
fi
[[ $(tr -s '[:space:]' ' ' <"$work/alone.log") == *"No opdk found"*"OPDK_PREFIX="* ]] || { cat "$work/alone.log"; exit 1; }

cmake --install "$build" --prefix "$work/opdk" >/dev/null
start=$SECONDS
OPDK_PREFIX=$work/opdk "$work/venv/bin/pip" install "$source/sdk/tools/python"
echo "against an installed opdk: $((SECONDS - start)) s"
cd /
"$work/venv/bin/python" - "$work" <<'PY'
import os, sys
import numpy as np, opdk
from opdk import _core
work = sys.argv[1]
assert opdk.__file__.startswith(work + "/venv/"), opdk.__file__
assert os.path.exists(os.path.join(os.path.dirname(opdk.__file__), "py.typed"))
(builtin,) = opdk.load().packages
assert builtin.path.startswith(work + "/opdk/"), builtin
with open("/proc/self/maps") as maps:
    loaded = {line.split()[-1] for line in maps if "libopdk" in line}
assert loaded and all(path.startswith(work + "/opdk/") for path in loaded), loaded
x = np.float32([[1, 2], [3, 4]])
np.testing.assert_array_equal(opdk.run("MatMul", [x, x])["y"], x @ x)
print("opdk", opdk.__version__, "with numpy", np.__version__)
PY
# A younger numpy than Debian's, and bfloat16 as ml_dtypes has it.
"$work/venv/bin/pip" install --quiet ml_dtypes
"$work/venv/bin/python" "$source/tests/sdk/tools/python/operator_test.py" Dtypes
[[ $("$work/venv/bin/python" "$source/samples/graph_api_python/xor.py") == *"1 xor 0 = 1"* ]]
"$work/venv/bin/pip" uninstall --quiet --yes opdk
! "$work/venv/bin/python" -c 'import opdk' 2>/dev/null

# The tree's own build is taken where it is the one in the tree.
if [ "$build" -ef "$source/build" ]; then
  start=$SECONDS
  "$work/venv/bin/pip" install --quiet "$source/sdk/tools/python"
  echo "out of the tree's build: $((SECONDS - start)) s"
  "$work/venv/bin/python" -c 'import opdk; print(opdk.load().packages[0].path)' >"$work/builtin"
  [[ $(<"$work/builtin") == "$work/venv/"* ]] || { echo "the built-in package is $(<"$work/builtin")"; exit 1; }
  "$work/venv/bin/opdk" list --format json >/dev/null
  "$work/venv/bin/pip" uninstall --quiet --yes opdk
fi
echo "pip installs, the module runs, pip uninstalls"
