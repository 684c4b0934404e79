#!/usr/bin/env bash
# A precompiled header that ccache gives back holds the headers as they are now: ccache.sh ROOT CCACHE COMPILER
set -euo pipefail
root=$1 ccache=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CCACHE_DIR=$work/cache
cd "$work"
printf '#include "header.h"\n' >pch.hxx
: >pch.hxx.cxx

precompile() {  # VALUE: of the header
  printf 'constexpr int kValue = %s;\n' "$1" >header.h
  sleep 1.1  # ccache doesn't look at headers that are as new as the call
  "$root/sdk/cmake/ccache.sh" "$ccache" "$compiler" -fpch-preprocess -x c++-header -include "$work/pch.hxx" \
    -o pch.hxx.gch -c pch.hxx.cxx
}

# The third is a new build directory, which gets the first one's header from the cache. When the fourth asks, all that
# ccache can see is as it was before the second.
for value in 1 2 1 3; do
  if [ "$value" = 1 ]; then rm -f pch.hxx.gch; fi
  precompile "$value"
  printf 'static_assert(kValue == %s);\n' "$value" >source.cc
  "$compiler" -Winvalid-pch -Werror -include "$work/pch.hxx" -fsyntax-only source.cc
done
