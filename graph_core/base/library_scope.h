// How libraries are opened in a program that brings other versions of what they need.
#pragma once

namespace opdk {

// Added to the flags of dlopen: RTLD_DEEPBIND where the program exports a protobuf that isn't ours to everybody
// (TensorFlow does, and an LLVM with it), else 0. Libraries look for symbols among their own dependencies first then,
// not in the program.
int LibraryScope();

}  // namespace opdk
