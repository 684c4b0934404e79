#!/usr/bin/env bash
# An environment with opdk's wheel works where this system's copies of the wheel's libraries, linkers and compilers
# can't be read: empty files lie over the libraries, and PATH has no other directory.
#   wheel_alone.sh VENV ARCHIVE WORK
set -euo pipefail
venv=$1 archive=$2 work=$3
mkdir -p "$work"
if [ -z "${OPDK_WHEEL_ALONE:-}" ]; then
  unshare=$(command -v unshare)
  flags=-m
  [ "$(id -u)" -eq 0 ] || flags=-rm
  if ! "$unshare" $flags true 2>/dev/null; then
    echo "skipped: no mounts of its own here (unshare $flags)"
    exit 0
  fi
  OPDK_WHEEL_ALONE=1 exec "$unshare" $flags bash "$0" "$@"
fi

# Python itself needs the rest.
listing=$(/sbin/ldconfig -p)
hidden=0
while read -r name _; do
  file=$(awk -v name="$name" '$1 == name { place = $NF } END { print place }' <<<"$listing")
  [ -n "$file" ] || continue
  mount --bind /dev/null "$(readlink -f "$file")"
  hidden=$((hidden + 1))
done < <(grep -E '^lib(fmt|yaml-cpp|protobuf|boost|sodium|dnnl|Halide|LLVM|onnx|archive|icu|xml2|z3)' \
  "$venv/share/opdk/third_party/libraries.txt")
[ "$hidden" -ge 10 ] || { echo "only $hidden libraries are hidden"; exit 1; }

grep -q '^ld .* https://snapshot.debian.org/package/binutils/' "$venv/share/opdk/third_party/libraries.txt" || {
  echo "libraries.txt doesn't say where the linker's source is"
  exit 1
}

export PATH=$venv/bin OPDK_CACHE_DIR=$work/cache
opdk info "$archive" >/dev/null
opdk atc --help >/dev/null
python - <<'PY'
import numpy as np, opdk
x = np.float32([[1, 2], [3, 4]])
np.testing.assert_array_equal(opdk.run("MatMul", [x, x])["y"], x @ x)
np.testing.assert_array_equal(opdk.run("Add", [x, x], engine="ai_core")["y"], x + x)
PY
echo "the wheel runs with $hidden of this system's libraries hidden, without a linker in PATH"
