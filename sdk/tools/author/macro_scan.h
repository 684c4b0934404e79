// The uses of macros in C++ sources, read from their text without a compiler.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace opdk::author {

// A use of a macro, NAME(argument, …). Arguments are as written (white space at the ends dropped, line breaks joined).
struct MacroUse {
  std::string name;
  std::vector<std::string> arguments;
  int line = 0;
  int column = 0;
  bool commented = false;     // the line above holds nothing but a comment
  bool in_directive = false;  // part of a #define, whose uses aren't known
};

struct MacroScan {
  // In order, with uses inside another's arguments, without comments and literals.
  std::vector<MacroUse> uses;
  // Names of string constants: const char* const kMish = "Mish"; constexpr char kMish[] = "Mish"; #define MISH "Mish"
  std::map<std::string, std::string> constants;
  bool begins_with_comment = false;

  // Returns the string behind an argument: a literal, or the string that the text assigns to a name.
  std::optional<std::string> TextOf(const std::string& argument) const;
};

MacroScan ScanMacros(std::string_view text);

// Returns the source with comments and the insides of literals blanked; all other characters keep their places.
std::string CodeOf(std::string_view source);

// Returns the string literals in a text, in order.
std::vector<std::string> Literals(const std::string& text);
// Returns the arguments from `first` on, as written.
std::string JoinedArguments(const MacroUse& use, size_t first);

}  // namespace opdk::author
