opdk list --plugins "$PACKAGES/libtest_typo.so"
