#!/usr/bin/env bash
# Sets up, builds and runs all tests. Ends with the line "N passed, N failed".
#   tests/run.sh               everything
#   tests/run.sh --sanitize    the C++ tests under AddressSanitizer and UndefinedBehaviorSanitizer, in build-sanitize/
#   tests/run.sh --threads     the code of several threads under ThreadSanitizer, in build-threads/
#   tests/run.sh --coverage    the lines that the tests reach, in build-coverage/coverage/index.html (tests/coverage)
#   tests/run.sh --fuzz        no tests: each reader of files fuzzed for 60 s (tests/fuzz/run.sh has options)
#   tests/run.sh --with-torch --with-mindspore --with-paddle
#                              the tests of these frameworks, too: installs them below build/ (5, 3 and 1 GB), once
#   tests/run.sh -R PATTERN    only tests whose name matches (any further options go to ctest)
set -euo pipefail
cd "$(dirname "$0")/.."

build=build
options=()
selection=()
frameworks=()
while [ $# -gt 0 ]; do
  case "$1" in
    --sanitize)
      build=build-sanitize
      options+=(-DOPDK_SANITIZE=address,undefined -DCMAKE_CXX_FLAGS_RELEASE=-O1)
      # Generated kernels and the compiler behind them are not instrumented; leaks are looked for in our own code.
      export ASAN_OPTIONS=detect_leaks=0:detect_odr_violation=0 UBSAN_OPTIONS=print_stacktrace=1
      selection+=(-LE 'slow|networks|installed')
      ;;
    --threads)
      bash sdk/setup.sh --with-tests
      cmake -S . -B build-threads -G Ninja -DCMAKE_BUILD_TYPE=Release -DOPDK_BUILD_TESTS=ON -DOPDK_SANITIZE=thread \
        -DCMAKE_CXX_FLAGS_RELEASE=-O1 >/dev/null
      cmake --build build-threads -j "$(nproc)" --target opdk_thread_tests
      exec build-threads/bin/opdk_thread_tests
      ;;
    --coverage)
      bash sdk/setup.sh --with-tests
      cmake -S . -B build-coverage -G Ninja -DCMAKE_BUILD_TYPE=Release -DOPDK_COVERAGE=ON >/dev/null
      exec cmake --build build-coverage -j "$(nproc)" --target opdk_coverage
      ;;
    --fuzz) shift; exec bash tests/fuzz/run.sh "$@" ;;
    --with-torch | --with-mindspore | --with-paddle) frameworks+=("${1#--with-}") ;;
    -h | --help) sed -n '2,10p' "$0" | cut -c3-; exit 0 ;;
    *) selection+=("$1") ;;
  esac
  shift
done

say() { printf '\n== %s\n' "$*"; }

say "Packages of this machine"
bash sdk/setup.sh --with-tests
say "Configuring"
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DOPDK_BUILD_TESTS=ON "${options[@]}" \
  >"$build.configure.log" 2>&1 || {
  cat "$build.configure.log" >&2
  rm -f "$build.configure.log"
  exit 5
}
rm -f "$build.configure.log"
# Processor minutes of a first build and of all tests, roughly.
processors=$(nproc)
say "Building: about $(((45 + processors - 1) / processors)) minutes on $processors processors the first time"
NINJA_STATUS="building %f of %t, %e s: " cmake --build "$build" -j "$processors"
python="$(sed -n 's/^OPDK_PYTHON:[A-Z]*=//p' "$build/CMakeCache.txt")"
for framework in "${frameworks[@]}"; do
  "$python" tests/plugins/optional_frameworks.py "$framework" "$build/tests/plugins/$framework" install
done

# A test that says nothing is one that did not run: ctest's own list decides, not an exit code alone.
say "Testing: all tests take about $(((75 + processors - 1) / processors)) minutes"
status=0
ctest --test-dir "$build" --output-on-failure --no-tests=error -j "$processors" "${selection[@]}" \
  --output-junit "$PWD/$build/tests.xml" || status=$?
"$python" - "$build/tests.xml" <<'PY'
import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot()
count = {key: int(suite.get(key, 0)) for key in ("tests", "failures", "skipped", "disabled")}
skipped = count["skipped"] + count["disabled"]
passed = count["tests"] - count["failures"] - skipped
for case in suite.iter("testcase"):
    if case.get("status") not in ("run", "fail"):
        print("SKIPPED", case.get("name"))
print(f"{passed} passed, {count['failures']} failed" + (f", {skipped} skipped" if skipped else ""))
PY
exit "$status"
