// The registration macros in a C++ source, for the checks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace opdk::author {

struct MacroCall {
  std::string macro;     // "REG_OP"
  std::string argument;  // its first argument, as the operator's name: constants are resolved
  int line = 0;
  int column = 0;
  bool commented = false;  // a comment stands directly above
};

struct ScannedSource {
  std::vector<MacroCall> calls;
  // A registration stands inside a #define, or its first argument isn't a name that the file defines.
  bool hides_some = false;
  bool begins_with_comment = false;
};

// Finds the calls of these macros outside comments. An argument is a name (REG_OP), a string, or a constant that the
// file sets to a string.
ScannedSource FindRegistrations(std::string_view text, const std::vector<std::string>& macros);

}  // namespace opdk::author
