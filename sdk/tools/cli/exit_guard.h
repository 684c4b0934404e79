// A package's code that ends the process: exit(0) in a kernel would look like success without outputs, and a crash
// would end it without a word.
#pragma once

namespace opdk::cli {

// From now on exit(), _exit(), _Exit() and quick_exit(), called in this process while code of a package runs, are E6003
// naming package, operator and node, with exit code 7. What the command defines under these names comes before the C
// library's for every library that is loaded. So is a crash (SIGSEGV, SIGABRT …) there; not under a sanitizer, which
// says more. A process that is ended by the system call itself can't be kept from it.
void GuardExit();

}  // namespace opdk::cli
