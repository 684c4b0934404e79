opdk test --cases "$SOURCE/tests/op" --plugins "$BUILTIN" Mihs
