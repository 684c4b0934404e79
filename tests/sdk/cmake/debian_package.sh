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
dpkg-deb -x "$package" "$work/root"
# It depends on the packages of exactly those libraries that its files are linked with, and on the kernels' linker.
depends=$(dpkg-deb -f "$package" Depends | tr ',' '\n' | awk '{ print $1 }' | sort)
# readelf fails at each file that is no ELF file.
sections=$(find "$work/root" -type f -exec readelf -d {} + 2>/dev/null || true)
needed=$(sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' <<<"$sections" | sort -u | grep -Ev '^(libopdk_|ld-linux)')
place=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
owners=$(for library in $needed; do dpkg-query -S "*/$place/$library" | cut -d: -f1; done | sort -u)
difference=$(diff <(sort <<<"$owners"$'\nbinutils') <(echo "$depends")) || {
  echo "Depends (>) and the owners of needed libraries (<) differ: $difference"
  exit 1
}
[[ $(dpkg-deb -f "$package" Depends) == *"libhalide14-0 (>= "* ]] || { echo "Depends has no versions"; exit 1; }
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
