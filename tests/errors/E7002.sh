opdk check "$PACKAGES/libtest_odd.so"
