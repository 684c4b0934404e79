# exit 0: what is odd refuses nothing
opdk list --plugins "$PACKAGES/libtest_odd.so"
