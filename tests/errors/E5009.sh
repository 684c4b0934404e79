mkdir -m 777 plugins
chmod 777 plugins
cp "$PACKAGES/libtest_twice.so" plugins
opdk list --plugins plugins
