opdk pack "$PACKAGES/libtest_twice.so" -o twice.opdk >/dev/null
OPDK_REQUIRE_SIGNATURE=1 opdk install twice.opdk --dir plugins
