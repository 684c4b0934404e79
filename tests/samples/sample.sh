#!/usr/bin/env bash
# Runs a sample's commands as its README shows them (or a page's of sdk/docs), in a copy, with the installed opdk.
# The page of a sample's name is called page_NAME.
#   sample.sh WORK SOURCE_DIR NAME PYTHON      WORK/opdk: the installation
set -euo pipefail
work=$1
source=$2
name=$3
python=$4
mkdir -p "$work/home"
export HOME=$work/home PATH=$work/opdk/bin:$PATH PREFIX=$work/opdk OPDK_CACHE_DIR=$work/cache
unset OPDK_PLUGIN_PATH OPDK_BUILTIN_DIR XDG_DATA_HOME
rm -rf "${work:?}/$name"
if [ ! -d "$source/samples/$name" ]; then
  mkdir "$work/$name"
  [ "$name" != packaging ] || rm -rf "$work/home/.config/opdk"  # the page makes and trusts a key
  cd "$work/$name"
  exec "$python" "$source/tests/sdk/docs/run_document.py" "$source/sdk/docs/${name#page_}.md"
fi
cp -r "$source/samples/$name" "$work/$name"
rm -rf "${work:?}/$name/build"
if [ "$name" = train_digits ]; then  # reads its neighbour's data
  mkdir -p "$work/digits"
  cp -r "$source/samples/digits/model" "$work/digits/"
fi
if [ "$name" = acl_digits ]; then  # its model is its neighbour's
  rm -rf "${work:?}/digits"
  cp -r "$source/samples/digits" "$work/digits"
fi
cd "$work/$name"
exec "$python" "$source/tests/quickstart/readme_commands.py" README.md
