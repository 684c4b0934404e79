#!/usr/bin/env bash
# The wheel that one command makes is all of opdk: in a fresh environment, without a network and without compiling opdk, it
# makes, builds and tests an operator, runs it from Python, and goes away whole.
#   wheel.sh BUILD_DIR SOURCE_DIR PYTHON      (exit code 77: scikit-build-core can't be had)
set -euo pipefail
build=$1 source=$2 python=$3
work=$build/tests/wheel
rm -rf "$work" "$build/wheel"
mkdir -p "$work/home"
export HOME=$work/home OPDK_CACHE_DIR=$work/cache
unset OPDK_PLUGIN_PATH OPDK_BUILTIN_DIR XDG_DATA_HOME PYTHONPATH CMAKE_PREFIX_PATH opdk_DIR OPDK_PREFIX

"$python" -m pip --version >/dev/null 2>&1 || { echo "skipped: no pip for $python"; exit 77; }
"$python" -m venv --system-site-packages "$work/venv"
if ! "$work/venv/bin/pip" download --quiet --no-deps --dest "$work/pypi" 'scikit-build-core>=0.5' >"$work/pypi.log" 2>&1; then
  echo "skipped: scikit-build-core can't be had: $(tail -1 "$work/pypi.log")"
  exit 77
fi
cmake --build "$build" --target opdk_wheel >"$work/wheel.log" 2>&1 || { cat "$work/wheel.log"; exit 1; }
wheel=$(echo "$build"/wheel/opdk-*.whl)

start=$(date +%s%N)
"$work/venv/bin/pip" install --quiet --no-index --no-deps "$wheel"
export PATH=$work/venv/bin:$PATH
[ "$(command -v opdk)" = "$work/venv/bin/opdk" ]
opdk --version
cd "$work"
opdk new my_ops --kind elementwise --op ScaleShift >/dev/null
cd my_ops
opdk build
opdk test --derive-cases 20
echo "from pip install to an operator whose cases pass: $((($(date +%s%N) - start) / 1000000)) ms"

listing=$(opdk list --format json)
if grep -q "$build/lib" <<<"$listing"; then
  echo "the build tree's libraries are used"
  exit 1
fi
[ -f "$work/venv/share/doc/opdk/tutorial.md" ]
# The README names every Debian package whose libraries it needs, beside the compiler's own.
for library in $(find "$work/venv" -path '*opdk*' -type f -exec readelf -d {} + 2>/dev/null |
    sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u | grep -Ev '^(libopdk_|ld-linux|libc\.|libm\.|libstdc|libgcc_s)'); do
  owner=$(dpkg -S "*/$library" | head -1 | cut -d: -f1)
  grep -qwF "$owner" "$source/sdk/tools/python/README.md" || { echo "README.md doesn't name $owner ($library)"; exit 1; }
done
cmake -S "$source/tests/sdk/cmake/consumer" -B "$work/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$work/venv" >/dev/null
"$work/venv/bin/python" - "$work" <<'PY'
import sys
import numpy as np, opdk
work = sys.argv[1]
assert opdk.__file__.startswith(work + "/venv/"), opdk.__file__
opdk.load(plugins=[work + "/my_ops/build/plugins"])
with open("/proc/self/maps") as maps:
    loaded = {line.split()[-1] for line in maps if "/libopdk_" in line}
assert loaded and all(path.startswith(work + "/venv/") for path in loaded), loaded
x = np.float32([[1, 2], [3, 4]])
np.testing.assert_array_equal(opdk.run("ScaleShift", [x], {"alpha": 2.0, "beta": 1.0})["y"], 2 * x + 1)
np.testing.assert_array_equal(opdk.run("MatMul", [x, x])["y"], x @ x)
PY
# A model, built as a graph and run.
[[ $("$work/venv/bin/python" "$source/samples/graph_api_python/xor.py") == *"1 xor 0 = 1"* ]]

"$work/venv/bin/pip" uninstall --quiet --yes opdk
left=$(find "$work/venv" -path "*opdk*" ! -type d)
[ -z "$left" ] || { echo "pip leaves behind: $left"; exit 1; }
echo "the wheel is all of opdk: $(du -h "$wheel" | cut -f1)"
