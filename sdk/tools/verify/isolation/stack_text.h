// Call stacks as people read them: names, not addresses.
#pragma once

#include <string>
#include <vector>

namespace opdk::verify {

// What backtrace_symbols_fd() writes ("lib.so(_ZN…+0x12)[0x7f…]", one frame a line; other lines stay) with names
// demangled and, where addr2line is installed, functions that the library doesn't export and source lines filled in.
// Frames of the signal handling and of this tool, at both ends, are left out. The innermost frame of an author's
// library stands first, behind it what it called; where there is one, opdk's frames below the author's are left out.
std::string NamedStack(const std::string& text);

// Of return addresses in this process, innermost first; at most `frames` lines.
std::string StackText(const std::vector<void*>& stack, size_t frames);

}  // namespace opdk::verify
