#!/usr/bin/env bash
# A package that is compiled with the old std::string passes its own cases on both engines: package.sh OPDK PLUGINS
# CASES
set -euo pipefail
opdk=$1 plugins=$2 cases=$3
[[ $("$opdk" list --plugins "$plugins") == *old_string* ]]
"$opdk" test --cases "$cases" --plugins "$plugins"
echo "old string: ok"
