opdk list --plugins "$PACKAGES/libtest_no_entry.so"
