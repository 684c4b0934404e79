#!/bin/sh
# Compiles by ccache, precompiled headers too: ccache.sh CCACHE COMPILER ARGUMENT…
# ccache takes the older precompiled header beside a new one for a header that is used, and then gives an old one back
# although headers have changed. So the older one goes first.
case " $* " in
  *" c++-header "*)
    before=
    for argument; do
      if [ "$before" = -o ]; then rm -f -- "$argument"; fi
      before=$argument
    done
    ;;
esac
CCACHE_SLOPPINESS=pch_defines,time_macros exec "$@"
