opdk list --plugins "$PACKAGES/libtest_undefined_symbol.so"
