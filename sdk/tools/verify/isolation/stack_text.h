// Call stacks as people read them: names, not addresses.
#pragma once

#include <string>
#include <vector>

namespace opdk::verify {

// Turns the output of backtrace_symbols_fd() ("lib.so(_ZN…+0x12)[0x7f…]", one frame a line; other lines stay) into
// readable frames. Names are demangled. If addr2line is installed, functions that the library doesn't export and source
// lines are filled in. Frames of the signal handling and of this tool, at both ends, are left out. The innermost frame
// of an author's library stands first, behind it the functions that it called. If there is such a frame, opdk's frames
// below it are left out.
std::string NamedStack(const std::string& text);

// Formats return addresses of this process, innermost first; at most `frames` lines.
std::string StackText(const std::vector<void*>& stack, size_t frames);

}  // namespace opdk::verify
