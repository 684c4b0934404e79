#!/usr/bin/env bash
# Installs opdk without its adapters into a fresh directory, builds a package against it with find_package(opdk), and
# asks the installed `opdk` for it. Then the adapters are added. After that a change of the YAML must reach the library.
#   installed.sh BUILD_DIR SOURCE_DIR PYTHON
set -euo pipefail
build=$1
consumer=$2/tests/sdk/cmake/consumer
work=$build/tests/installed
rm -rf "$work"
mkdir -p "$work/home"
export HOME=$work/home
unset OPDK_PLUGIN_PATH OPDK_BUILTIN_DIR XDG_DATA_HOME

cmake --install "$build" --prefix "$work/opdk" --component kit >/dev/null
cp -r "$consumer" "$work/consumer"
cmake -S "$work/consumer" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/opdk" >/dev/null
cmake --build "$work/build" >/dev/null

# The pages of authors are there, and each page leads to pages that are there.
for page in README tutorial definition_files dsl operator_tests; do
  [ -f "$work/opdk/share/doc/opdk/$page.md" ] || { echo "the page $page isn't installed"; exit 1; }
done
"$3" "$2/tests/sdk/docs/page_links.py" "$work/opdk/share/doc/opdk"
grep -q "](../../opdk/samples/digits" "$work"/opdk/share/doc/opdk/*.md || { echo "no page leads to a sample"; exit 1; }
# A sample is built as it was installed. Python's package can be had from there, as `opdk doctor` says.
cp -r "$work/opdk/share/opdk/samples/rms_norm" "$work/rms_norm"
(cd "$work/rms_norm" && "$work/opdk/bin/opdk" build >/dev/null)
python_sources=$work/opdk/share/opdk/python/sdk/tools/python
[ -f "$python_sources/pyproject.toml" ] && [ -f "$python_sources/../../../CMakeLists.txt" ] ||
  { echo "the sources of the Python package aren't installed"; exit 1; }
PYTHONPATH= OPDK_PYTHON=$3 "$work/opdk/bin/opdk" doctor | grep -F "pip install $python_sources" ||
  { echo "opdk doctor doesn't say how to get the Python package"; exit 1; }
printf '#!/bin/sh\nexit 127\n' >"$work/no_python"
OPDK_PYTHON=$work/no_python "$work/opdk/bin/opdk" doctor | grep "apt-get install python3 python3-numpy" >/dev/null ||
  { echo "opdk doctor doesn't say how to get Python"; exit 1; }

# Each header that CANN has for built-in prototypes has a plain name, and one prototype may stand in several.
odd=$(find "$work/opdk/include" -name '*[^A-Za-z0-9_.-]*')
[ -z "$odd" ] || { echo "headers with odd names: $odd"; exit 1; }
for header in elewise_calculation_ops math_ops; do
  grep -q special_functions.h "$work/opdk/include/opdk/$header.h" || { echo "$header.h lacks special functions"; exit 1; }
done

exported=$(nm -D --defined-only "$work/build/plugins/libconsumer.so" | awk '{print $NF}')
[ "$exported" = opdk_package ] || { echo "exports more than opdk_package: $exported"; exit 1; }

"$work/opdk/bin/opdk" list --plugins "$work/build/plugins" --format json >"$work/list.json"
"$3" - "$work" <<'PY'
import json, sys
work = sys.argv[1]
listed = json.load(open(work + "/list.json"))
packages = {p["name"]: p for p in listed["packages"]}
assert packages["consumer"]["vendor"] == "tests", packages
assert packages["opdk_builtin"]["path"].startswith(work + "/opdk/"), packages
same = next(o for o in listed["operators"] if o["type"] == "Same")
assert same["winner"] == "consumer" and same["providers"][0]["engines"] == ["ai_cpu"], same
assert not listed["rejected"], listed["rejected"]
assert not any("can't be tried" in n["message"] for n in listed["notes"]), listed["notes"]
PY

# The installed opdk packs and installs it, too: its own programs and libraries are found where they were put.
"$work/opdk/bin/opdk" pack "$work/build/plugins/libconsumer.so" -o "$work/consumer.opdk"
"$work/opdk/bin/opdk" install "$work/consumer.opdk"
find "$HOME/.local/share/opdk/plugins" -name libconsumer.so | grep -q .
[[ $("$work/opdk/bin/opdk" info consumer) == *"all 1 match the manifest"* ]]
"$work/opdk/bin/opdk" uninstall consumer

# The adapters are a component of their own. What needs them says how to get them.
for command in "adapter tensorflow -o $work/adapter" "run --op Add --fallback onnxruntime"; do
  status=0
  "$work/opdk/bin/opdk" $command 2>"$work/adapter.txt" || status=$?
  [ "$status" -eq 2 ] && grep -qF "cmake --install build --prefix $work/opdk" "$work/adapter.txt" ||
    { echo "opdk $command doesn't say how to get the adapters"; exit 1; }
done
cmake --install "$build" --prefix "$work/opdk" >/dev/null
# No installed file names the directory of the build. Builds for debugging and for counts of lines keep their paths.
if grep -qE '^CMAKE_BUILD_TYPE:[A-Z]*=(Release|MinSizeRel)$' "$build/CMakeCache.txt" &&
  ! grep -qE '^OPDK_COVERAGE:[A-Z]*=(ON|1|TRUE)$' "$build/CMakeCache.txt"; then
  telling=$(find "$work/opdk" -type f \( -name '*.so*' -o -path '*/bin/*' -o -path '*/libexec/*' \) \
    -exec grep -lF -e "$2/" -e "$build/" {} + || true)
  [ -z "$telling" ] || { echo "these name the directory of the build: $telling"; exit 1; }
fi
status=0
"$work/opdk/bin/opdk" adapter tensorflow --python no_such_python -o "$work/adapter" 2>"$work/adapter.txt" || status=$?
[ "$status" -eq 2 ] && grep -q "apt-get install python3" "$work/adapter.txt" ||
  { echo "opdk adapter doesn't say how to get Python"; exit 1; }

# A program as those for CANN are: its paths come from set_env.sh, and nothing in it knows opdk.
(
  source "$work/opdk/share/opdk/ascend/set_env.sh"
  cp -r "$2/tests/sdk/cmake/ascend_program" "$work/ascend_program"
  cd "$work/ascend_program"
  atc --singleop=add.json --soc_version=Ascend310P3 --output=. >/dev/null
  mkdir build
  cd build
  cmake .. -DCMAKE_BUILD_TYPE=Release >/dev/null 2>&1
  cmake --build . >/dev/null
  "$3" -B -c 'import acl; assert acl.init() == 0 and acl.finalize() == 0'
  [ "$(./main ../0_Add_0_2_4_0_2_4_0_2_4.om)" = "11 22 33 44 " ] || { echo "the program for CANN fails"; exit 1; }
  # set_env.sh leads to the libraries by links. What is installed beside the libraries is found all the same.
  cd "$work"
  opdk new by_links --kind elementwise --op ByLinks --engines ai_cpu >/dev/null
  opdk build by_links --no-check >/dev/null
  opdk pack by_links/build/plugins/libby_links.so -o by_links.opdk >/dev/null
)

sed -i 's/view:/veiw:/' "$work/consumer/op_info/same.yaml"
cmake --build "$work/build" >/dev/null
status=0
"$work/opdk/bin/opdk" list --plugins "$work/build/plugins" >"$work/list.txt" 2>/dev/null || status=$?
[ "$status" -eq 3 ] || { echo "a package that is refused for its operator information exits with $status, not 3"; exit 1; }
grep -q "did you mean view" "$work/list.txt"
grep -q "at: consumer:op_info/same.yaml:4:5" "$work/list.txt"
echo "the installed opdk builds and loads a package"
