# exit 0: one of them wins, and the list says which
mkdir -m 755 plugins
cp "$PACKAGES/libtest_twice.so" "$PACKAGES/libtest_rival.so" plugins
opdk list --plugins plugins
