// Flags for opening libraries in a program that brings other versions of their dependencies.
#pragma once

namespace opdk {

// Returns a flag for dlopen: RTLD_DEEPBIND if the program exports another protobuf to all libraries (TensorFlow does,
// and an LLVM with it), else 0. With the flag, libraries look for symbols first among their own dependencies, then in
// the program.
int LibraryScope();

}  // namespace opdk
