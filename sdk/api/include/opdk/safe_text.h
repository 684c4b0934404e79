// Safe output of foreign text (names in a model, a package or a file, messages of exceptions) for people.
#pragma once

#include <string>
#include <string_view>

namespace opdk {

// Returns the text as one line that moves no cursor and forges no output. Control characters (line ends and escape
// sequences among them), characters that reverse the direction of writing, and bytes that are no UTF-8 are written as
// "\n", "\x1b", "\u202e". All errors, notes, logs and tables that opdk prints go through here.
std::string SafeLine(std::string_view text);
// Applies SafeLine to each line of a text and puts `indent` in front of all lines but the first, so that no line looks
// like opdk's own output.
std::string SafeLines(std::string_view text, std::string_view indent = "  ");

}  // namespace opdk
