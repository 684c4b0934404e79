// The standard streams and signals of a command.
#pragma once

namespace opdk::cli {

// Runs a command as the body of main() and returns the process's exit code. The standard streams are open: no other file
// becomes the standard output. Text that the standard output refused is E1006 once, at the end, with exit code 2; where
// nobody reads it any more (`| head -1`) the process ends without a word, by SIGPIPE. What the command throws is E9001.
int RunCommand(int argc, char** argv, int (*command)(int, char**));

}  // namespace opdk::cli
