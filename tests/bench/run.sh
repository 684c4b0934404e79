#!/usr/bin/env bash
# Times opdk against ONNX Runtime, row by row of tests/bench/rows, and prints a table.
#   tests/bench/run.sh                    all rows on 1 and on 2 threads
#   tests/bench/run.sh --filter 'conv'    rows whose "name/threads:N" matches the regular expression
#   tests/bench/run.sh --threads 2        on so many threads only (1,2 for both)
#   tests/bench/run.sh --quick            a third of the samples: noisier; appended only with --history
#   tests/bench/run.sh --model FILE.onnx  this model in place of the rows (repeatable)
#   tests/bench/run.sh --disable-pass NAME  without this pass (repeatable): its worth; appended only with --history
#   tests/bench/run.sh --no-build         with the program as it is
#   tests/bench/run.sh --history FILE     appends the times to this file (tests/bench/history.py --help)
#   tests/bench/run.sh --no-history       appends them nowhere
# Writes results.json, results.svg and history.svg to build/bench. The history of times lies in
# ~/.local/share/opdk/bench/history.jsonl. Without network ONNX Runtime may be missing: then opdk runs alone.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${OPDK_BUILD_DIR:-build}
output=$build/bench

make=1
keep=1
history=()
options=()
rows=(--rows tests/bench/rows)
while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help) sed -n '2,13p' "$0" | cut -c3-; exit 0 ;;
    --no-build) make=0 ;;
    --no-history) keep=0 history=() ;;
    --history)
      [ $# -gt 1 ] || { echo "run.sh: $1 needs a value; see --help" >&2; exit 2; }
      history=("$1" "$(realpath -m "$2")")
      shift
      ;;
    --quick) options+=("$1") keep=0 ;;
    --filter | --threads | --disable-pass)
      [ $# -gt 1 ] || { echo "run.sh: $1 needs a value; see --help" >&2; exit 2; }
      [ "$1" != --disable-pass ] || keep=0
      options+=("$1" "$2")
      shift
      ;;
    --model)
      [ $# -gt 1 ] || { echo "run.sh: $1 needs a value; see --help" >&2; exit 2; }
      options+=("$1" "$2")
      rows=()
      shift
      ;;
    --disable-pass=*) options+=("$1") keep=0 ;;
    --filter=* | --threads=*) options+=("$1") ;;
    *) echo "run.sh: unknown option '$1'; see --help" >&2; exit 2 ;;
  esac
  shift
done

[ ${#history[@]} -eq 0 ] || keep=1

if [ "$make" -eq 1 ]; then
  bash sdk/setup.sh --with-tests
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DOPDK_BUILD_TESTS=ON >/dev/null
  cmake --build "$build" --target opdk_bench opdk_runtime
fi
mkdir -p "$output"

python=$(sed -n 's/^OPDK_PYTHON:[A-Z]*=//p' "$build/CMakeCache.txt")
# PyTorch exports the networks among the chosen rows.
models=$build/conformance/networks
needed=
[ ${#rows[@]} -eq 0 ] ||
  needed=$("$build/bin/opdk_bench" "${rows[@]}" --models "$models" "${options[@]}" --list-files)
for model in $needed; do
  [ -f "$model" ] ||
    "$python" tests/conformance/export_networks.py "$models" "$(basename "$model" .onnx)" ||
    echo "run.sh: no $model: its rows have no figures" >&2
done

# Finds the ONNX Runtime of the interpreter, or of PyPI in a virtual environment of ours.
library_of() {
  "$1" -c 'import glob, os, onnxruntime
print(glob.glob(os.path.join(os.path.dirname(onnxruntime.__file__), "capi", "libonnxruntime.so*"))[0])' 2>/dev/null
}
if ! library=$(library_of "$python"); then
  venv=$output/venv/bin/python
  if [ ! -x "$venv" ]; then
    echo "run.sh: installing PyPI's onnxruntime into $output/venv"
    { "$python" -m venv "$output/venv" && "$venv" -m pip install --quiet onnxruntime; } >&2 || rm -rf "$output/venv"
  fi
  library=$(library_of "$venv") || { library=; echo "run.sh: no ONNX Runtime: opdk runs alone" >&2; }
fi

"$build/bin/opdk_bench" "${rows[@]}" --models "$models" --plugins "$build/bench/plugins" \
  --output "$output/results.json" \
  ${library:+--ort "$library"} "${options[@]}"
"$python" tests/bench/plot.py "$output/results.json" "$output/results.svg"
echo "wrote $output/results.svg"
if [ "$keep" -eq 1 ]; then
  "$python" tests/bench/history.py append "$output/results.json" "${history[@]}"
  "$python" tests/bench/history.py plot "$output/history.svg" "${history[@]}" || true  # no row of this machine has a time yet
fi
