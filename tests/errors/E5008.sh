opdk list --plugins "$PACKAGES/libtest_throws.so"
