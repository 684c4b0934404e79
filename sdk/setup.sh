#!/usr/bin/env bash
# Installs the Debian packages that opdk is built and tested with and that are missing. Says what it does; does nothing
# when all are there. `--check` only lists what is missing (exit code 1 when something is); `--with-tests`,
# `--with-fuzzing` and `--with-mutation` add what only those need.
set -euo pipefail

required=(
  g++ cmake ninja-build ccache mold binutils git python3
  libboost-dev libboost-filesystem-dev libyaml-cpp-dev libprotobuf-dev protobuf-compiler libonnx-dev libeigen3-dev
  libfmt-dev libcli11-dev libkainjow-mustache-dev nlohmann-json3-dev libhalide14-0-dev libdnnl-dev libgtest-dev
  libgmock-dev libonnx-testdata libarchive-dev libjemalloc-dev libsodium-dev python3-dev python3-pybind11
  pybind11-dev
)
# Packages that only tests and benchmarks need: PyTorch exports the networks that results are compared with.
test_only=(python3-torch python3-torchvision python3-numpy python3-venv python3-pip clang-format clang-tidy dpkg-dev
  libomp-14-dev libbenchmark-dev mypy chromium graphviz gcovr mkdocs mkdocs-material doxygen)

fuzz_only=(clang-14 libclang-rt-14-dev libomp-14-dev)
mutation_only=(python3-clang-14)

usage="usage: sdk/setup.sh [--check] [--with-tests] [--with-fuzzing] [--with-mutation]"
check=0
wanted=("${required[@]}")
for argument in "$@"; do
  case "$argument" in
    --check) check=1 ;;
    --with-tests) wanted+=("${test_only[@]}") ;;
    --with-mutation) wanted+=("${mutation_only[@]}") ;;
    --with-fuzzing) wanted+=("${fuzz_only[@]}") ;;
    -h | --help) echo "$usage"; exit 0 ;;
    *) echo "setup.sh: unknown option '$argument'; $usage" >&2; exit 2 ;;
  esac
done

missing=()
for package in "${wanted[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "setup: all ${#wanted[@]} packages are installed"
  exit 0
fi
echo "setup: missing: ${missing[*]}"
[ "$check" -eq 0 ] || exit 1

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || {
    echo "setup: needs root: run 'apt-get install ${missing[*]}' as root" >&2
    exit 1
  }
  as_root=(sudo)
fi
echo "setup: installing ${#missing[@]} packages with apt-get"
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
