mkdir -m 755 empty
OPDK_BUILTIN_DIR=$PWD/empty opdk list
