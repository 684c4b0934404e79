#!/usr/bin/env bash
# auditwheel finds that a wheel needs nothing but what the manylinux policy of its name allows. auditwheel follows paths
# inside of the wheel, so the wheel is laid out as pip installs it.
#   wheel_policy.sh WHEEL TOOLS WORK PYTHON      TOOLS: the directory with auditwheel
set -euo pipefail
wheel=$1 tools=$2 work=$3 python=$4
rm -rf "$work"
mkdir -p "$work/unpacked"
"$python" -m zipfile -e "$wheel" "$work/unpacked"
cd "$work/unpacked"
mkdir -p lib/python3/site-packages
mv opdk lib/python3/site-packages/
cp -al opdk-*.data/data/. . && rm -r opdk-*.data
"$python" - "$work/${wheel##*/}" <<'PY'
import pathlib, sys, zipfile
record = next(pathlib.Path().glob("*.dist-info")) / "RECORD"
record.write_text("".join(f"{path},,\n" for path in pathlib.Path().rglob("*") if path.is_file()))
# Stored, not packed: auditwheel alone reads it.
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_STORED) as wheel:
    for path in pathlib.Path().rglob("*"):
        wheel.write(path)
PY
platform=$(sed 's/.*-\(manylinux[^-]*\)\.whl/\1/' <<<"${wheel##*/}")
[[ $platform == manylinux_* ]] || { echo "${wheel##*/} is of this system alone"; exit 1; }
found=$(PYTHONPATH=$tools PATH=$tools/bin:$PATH "$python" -m auditwheel show "$work/${wheel##*/}")
[[ $(tr -s '[:space:]' ' ' <<<"$found") == *"consistent with the following platform tag: \"$platform\""* ]] || {
  echo "auditwheel doesn't find $platform: $found"
  exit 1
}
rm -rf "$work"
echo "auditwheel finds $platform"
