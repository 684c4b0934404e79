#!/usr/bin/env bash
# The main job: sets up, builds and installs opdk under build/, builds the operator package of samples/digits, drops its
# library into a plugin directory, classifies handwritten digits with a model that needs it, and shows what happens
# without it.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${OPDK_BUILD_DIR:-build}
prefix=$PWD/build/install
plugins=build/plugins
sample=samples/digits

say() { printf '\n== %s\n' "$*"; }

say "Packages of this machine"
bash sdk/setup.sh

# Processor minutes of a first build, roughly; a repeated one has nothing to do.
processors=$(nproc)
say "Building opdk: about $(((25 + processors - 1) / processors)) minutes on $processors processors the first time"
export NINJA_STATUS="building %f of %t, %e s: "
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$build" --target opdk_kit -j "$processors"
cmake --install "$build" --prefix "$prefix" --component kit >/dev/null
export PATH="$prefix/bin:$PATH"

say "Building the sample's operator package and program against the installed opdk"
cmake -S "$sample" -B build/samples/digits -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build build/samples/digits
mkdir -p "$plugins"
cp build/samples/digits/libsamples_digits.so "$plugins/"
export OPDK_PLUGIN_PATH="$plugins"
echo "$plugins: $(ls "$plugins")"

say "Classifying the held-out digits"
build/samples/digits/classify "$sample/model/digits.onnx" "$sample/model/test_digits.csv"

say "Which engine ran which node"
opdk explain "$sample/model/digits.onnx"

say "The same with the package taken away (this must fail)"
mv "$plugins/libsamples_digits.so" build/samples/digits/
status=0
opdk run "$sample/model/digits.onnx" || status=$?
cp build/samples/digits/libsamples_digits.so "$plugins/"
echo "exit code $status"
[ "$status" -eq 3 ]
say "opdk is in $prefix; sdk/docs/installing.md says how to add the adapters (AscendCL, TensorFlow)"
