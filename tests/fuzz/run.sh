#!/usr/bin/env bash
# Fuzzes the readers of files with libFuzzer under AddressSanitizer and UndefinedBehaviorSanitizer, in build-fuzz/.
#   tests/fuzz/run.sh                          every target, 60 s each
#   tests/fuzz/run.sh --seconds 600 model case longer, some targets
#   tests/fuzz/run.sh --inputs 1000000         ends a target after so many inputs, too
#   tests/fuzz/run.sh --keep                   add what was found to tests/fuzz/corpus, as few files as reach as much
# Ends with a table (executions, edges, inputs found, crashes) and exit code 1 when there was a crash; crashing inputs
# lie in build-fuzz/crashes.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=60 inputs=-1 keep=0 chosen=()
while [ $# -gt 0 ]; do
  case "$1" in
    --seconds) seconds=$2; shift ;;
    --inputs) inputs=$2; shift ;;
    --keep) keep=1 ;;
    -h | --help) sed -n '2,8p' "$0" | cut -c3-; exit 0 ;;
    -*) echo "run.sh: unknown option '$1'" >&2; exit 2 ;;
    *) chosen+=("$1") ;;
  esac
  shift
done

build=build-fuzz
corpus=tests/fuzz/corpus
targets=(model model_run tensorflow tensorflow_run bundle caffe caffe_run mindir mindir_run tensor op_info case msopst
  definition msopgen ini archive manifest ir_text ir_text_run ir_proto ir_proto_run om run_shapes singleop singleop_run
  air air_run aipp aipp_run cache_record plugin_config kernel_store library keys encrypted_model fusion_switches
  precision acl_config acl_config_run ge_options acl_calls results failure dump_text sources)
[ ${#chosen[@]} -gt 0 ] || chosen=("${targets[@]}")
for target in "${chosen[@]}"; do
  [[ " ${targets[*]} " == *" $target "* ]] || { echo "run.sh: no target '$target'; there are ${targets[*]}" >&2; exit 2; }
done

bash sdk/setup.sh --with-tests --with-fuzzing
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++-14 -DOPDK_FUZZ=ON >/dev/null
cmake --build "$build" --target opdk_fuzz -j "$(nproc)"

# Files of the tree that a target starts from, beside its corpus.
seeds() {
  case "$1" in
    op_info) find op_info tests/graph_core/package/op_info -name '*.yaml' ;;
    case) find tests/op tests/sdk/tools/verify -name '*.yaml' -path '*op*' ;;
    msopst) find tests/sdk -name 'msopst*.json' ;;
    definition) find tests/sdk/tools/author/definitions -name '*.yaml' ;;
    msopgen) find tests/sdk/tools/author/definitions -name '*.json' ;;
    ini) find tests/sdk/cann_project -name '*.ini' ;;
    ir_text) find tests/graph_core -path '*/cases/*.txt' ;;
    model) find /usr/share/libonnx-testdata/data/node -name model.onnx -size -3k 2>/dev/null ;;
  esac
}

export OPDK_CACHE_DIR=$PWD/$build/cache OMP_NUM_THREADS=1
export ASAN_OPTIONS=detect_leaks=0:detect_odr_violation=0:allocator_may_return_null=1:max_allocation_size_mb=2048
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
crashes=$PWD/$build/crashes
mkdir -p "$crashes"
failed=0
table="target          executions  edges  found  crashes"
for target in "${chosen[@]}"; do
  work=$build/fuzzing/$target
  kept=$corpus/${target%_run}  # what `model` reads, `model_run` runs
  rm -rf "$work" && mkdir -p "$work/found" "$work/seeds" "$kept"
  seeds "${target%_run}" | while read -r file; do cp "$file" "$work/seeds/$(echo "$file" | tr / _)"; done
  echo "== $target, $seconds s"
  status=0
  OPDK_FUZZ_TARGET=$target "$build/bin/opdk_fuzz" -max_total_time="$seconds" -runs="$inputs" -timeout=10 -entropic=0 \
    -rss_limit_mb=4096 -max_len=16384 -print_final_stats=1 -artifact_prefix="$crashes/$target-" \
    "$work/found" "$kept" "$work/seeds" >"$work/log" 2>&1 || status=$?
  ran=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log")
  edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$work/log" | tail -1)
  found=$(find "$work/found" -type f | wc -l)
  table+=$(printf '\n%-14s %11s %6s %6s %8s' "$target" "${ran:-?}" "${edges:-?}" "$found" "$([ "$status" -eq 0 ] && echo 0 || echo 1)")
  if [ "$status" -ne 0 ]; then
    failed=1
    tail -40 "$work/log"
  elif [ "$keep" -eq 1 ]; then
    mkdir -p "$work/merged"
    OPDK_FUZZ_TARGET=$target "$build/bin/opdk_fuzz" -merge=1 -max_len=4096 "$work/merged" "$kept" "$work/found" \
      >"$work/merge.log" 2>&1
    # The largest say little that smaller ones don't.
    find "$work/merged" -type f -size -2k -printf '%s %p\n' | sort -n | head -200 | cut -d' ' -f2- |
      while read -r file; do cp -n "$file" "$kept/"; done
  fi
done
printf '%s\n' "$table"
exit "$failed"
