// Text of others (names in a model, a package, a file; what an exception says) in what a person reads.
#pragma once

#include <string>
#include <string_view>

namespace opdk {

// The text as one line that moves no cursor and forges nothing: control characters (line ends and escape sequences
// among them), what reverses the direction of writing, and bytes that are no UTF-8 are written as "\n", "\x1b",
// "\u202e". Everything that opdk prints of errors, notes, logs and tables goes through here.
std::string SafeLine(std::string_view text);
// The same of each line of a text of several, all but the first behind `indent`, so that none passes for one of ours.
std::string SafeLines(std::string_view text, std::string_view indent = "  ");

}  // namespace opdk
