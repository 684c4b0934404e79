// Guards against package code that ends the process. exit(0) in a kernel would look like success without outputs; a
// crash would end the process without a message.
#pragma once

namespace opdk::cli {

// Turns exit(), _exit(), _Exit() and quick_exit() into E6003 with exit code 7 while code of a package runs in this
// process. The error names package, operator and node. The command's definitions of these functions come before the C
// library's for every library that is loaded. A crash (SIGSEGV, SIGABRT …) in package code becomes E6003, too, unless a
// sanitizer runs, which says more. The exit system call itself can't be caught.
void GuardExit();

}  // namespace opdk::cli
