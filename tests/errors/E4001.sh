# A PATH without a linker and without a compiler.
mkdir bin
ln -s "$(command -v opdk)" bin/opdk
export OPDK_CACHE_DIR=$PWD/cache
PATH=$PWD/bin opdk run --op Mul --input x1=ones:2 --input x2=ones:2 --engine ai_core
