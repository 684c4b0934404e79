#!/usr/bin/env bash
# A package that a newer g++ builds, whose compiler ABI is another by default, is built with the ABI of opdk's libraries
# and loaded. A script plays the newer g++: the same compiler with a later version's number and another default.
#   newer_compiler.sh BUILD_DIR SOURCE_DIR COMPILER
set -euo pipefail
build=$1 source=$2 compiler=$3
work=$build/tests/newer_compiler
rm -rf "$work"
mkdir -p "$work/home"
export HOME=$work/home OPDK_CACHE_DIR=$work/cache
unset OPDK_PLUGIN_PATH OPDK_BUILTIN_DIR XDG_DATA_HOME

cat >"$work/c++" <<SCRIPT
#!/bin/sh
exec "$compiler" -fabi-version=16 -U__GNUC_PATCHLEVEL__ -D__GNUC_PATCHLEVEL__=99 "\$@"
SCRIPT
chmod +x "$work/c++"
macros=$("$work/c++" -x c++ -E -dM /dev/null)
[[ $macros == *"__GXX_ABI_VERSION 1016"* ]] || { echo "the script's ABI is no other"; exit 1; }

cp -r "$source/samples/rms_norm" "$work/rms_norm"
rm -rf "$work/rms_norm/build"
cd "$work/rms_norm"
export CXX=$work/c++
"$build/bin/opdk" build
grep -q 'CMAKE_CXX_COMPILER_VERSION "[0-9.]*\.99"' build/CMakeFiles/*/CMakeCXXCompiler.cmake || {
  echo "CMake takes the script for the compiler that opdk was built with"
  exit 1
}
listing=$("$build/bin/opdk" list --plugins build/plugins)
grep -q "RMSNorm .* rms_norm" <<<"$listing"
echo "a package of a newer g++ is loaded"
