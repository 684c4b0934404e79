opdk pack "$PACKAGES/libtest_twice.so" -o twice.opdk >/dev/null
head -c 3000 twice.opdk >damaged.opdk
opdk install damaged.opdk --dir plugins
