opdk list --plugins "$PACKAGES/libtest_foreign_abi.so"
