#!/usr/bin/env bash
# Makes the Debian package of this build, unpacks it, and builds and tests an operator package with what is in it.
#   debian_package.sh BUILD_DIR SOURCE_DIR      (exit code 77: dpkg-dev is not installed)
set -euo pipefail
build=$1 source=$2
work=$build/tests/debian_package
command -v dpkg-shlibdeps >/dev/null || { echo "skipped: dpkg-dev is not installed"; exit 77; }
rm -rf "$work"
mkdir -p "$work/home"
export HOME=$work/home OPDK_CACHE_DIR=$work/cache
unset OPDK_PLUGIN_PATH OPDK_BUILTIN_DIR XDG_DATA_HOME

(cd "$build" && cpack --config CPackConfig.cmake -B "$work/deb" >"$work/cpack.log") || { cat "$work/cpack.log"; exit 1; }
package=$(echo "$work"/deb/opdk_*.deb)
depends=$(dpkg-deb -f "$package" Depends)
for library in libhalide14-0 libdnnl2 libyaml-cpp0.7 libc6; do
  [[ $depends == *"$library"* ]] || { echo "it doesn't depend on $library: $depends"; exit 1; }
done
dpkg-deb -x "$package" "$work/root"
private=$(find "$work/root" -path '*/graph_core/*')
if [[ -n $private ]]; then
  echo "private headers are in it"
  exit 1
fi

export PATH=$work/root/usr/bin:$PATH
cp -r "$source/samples/rms_norm" "$work/rms_norm"
rm -rf "$work/rms_norm/build"
cd "$work/rms_norm"
opdk build
opdk test --derive-cases 10
# Read whole first: grep -q leaves at once, and what still writes to the pipe fails.
listing=$(opdk list --plugins build/plugins)
grep -q "RMSNorm .* rms_norm" <<<"$listing"
echo "the Debian package builds and tests an operator"
