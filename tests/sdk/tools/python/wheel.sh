#!/usr/bin/env bash
# The wheel that one command makes is all of opdk: in a fresh environment, without a network and without compiling opdk,
# it makes, builds and tests an operator, runs it from Python, and goes away whole. It brings the libraries of others
# along, runs where this system's are hidden, and serves another Python too.
#   wheel.sh BUILD_DIR SOURCE_DIR PYTHON      (exit code 77: PyPI can't be reached)
set -euo pipefail
build=$1 source=$2 python=$3
work=$build/tests/wheel
rm -rf "$work"
mkdir -p "$work/home"
export PYENV_ROOT=${PYENV_ROOT:-$HOME/.pyenv} CCACHE_DIR=${CCACHE_DIR:-$HOME/.cache/ccache}
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
bash "$source/tests/sdk/tools/python/wheel_policy.sh" "$wheel" "$build/wheel/tools" "$work/policy" "$python"

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

# The page on installing, line by line.
(mkdir "$work/page" && cd "$work/page" && "$python" "$source/tests/sdk/docs/run_document.py" "$source/sdk/docs/installing.md")
opdk pack "$work/my_ops" -o "$work/my_ops.opdk" >/dev/null
bash "$source/tests/sdk/tools/python/wheel_alone.sh" "$work/venv" "$work/my_ops.opdk" "$work/alone"

# Another Python that the wheel names runs it, too. One that it doesn't name is refused by pip.
for other in $(compgen -G "$PYENV_ROOT/versions/3.*/bin/python3") $(command -v python3.{9..19} || true); do
  tag=$("$other" -c 'import sys; print("cp%d%d" % sys.version_info[:2])' 2>/dev/null) || continue
  [ "$tag" != "$("$python" -c 'import sys; print("cp%d%d" % sys.version_info[:2])')" ] || continue
  if [[ ${wheel##*/} == *[-.]$tag[-.]* ]]; then
    [ ! -d "$work/other" ] || continue
    "$other" -m venv "$work/other"
    "$work/other/bin/pip" install --quiet numpy
    "$work/other/bin/pip" install --quiet --no-index --no-deps "$wheel"
    sums=$("$work/other/bin/python" -c '
import numpy as np, opdk
print(opdk.run("Add", [np.float32([1, 2]), np.float32([3, 4])])["y"].tolist())')
    [ "$sums" = "[4.0, 6.0]" ] || { echo "$tag: $sums"; exit 1; }
    echo "the same wheel runs on $tag"
  else
    "$other" -m venv --clear "$work/refusing"
    if "$work/refusing/bin/pip" install --no-index --no-deps "$wheel" >"$work/refused.log" 2>&1; then
      echo "pip takes the wheel for $tag, for which it has no module"
      exit 1
    fi
    grep -q "not a supported wheel" "$work/refused.log" || { cat "$work/refused.log"; exit 1; }
  fi
done

"$work/venv/bin/pip" uninstall --quiet --yes opdk
left=$(find "$work/venv" -path "*opdk*" ! -type d)
[ -z "$left" ] || { echo "pip leaves behind: $left"; exit 1; }
echo "the wheel is all of opdk: $(du -h "$wheel" | cut -f1)"
