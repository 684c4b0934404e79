// Parts of texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace opdk {

// Returns all parts between any of the separators, also empty parts. For texts in which an extra separator is an
// error.
std::vector<std::string_view> SplitText(std::string_view text, std::string_view separators);

// Returns the parts that aren't empty. For lists of names.
std::vector<std::string> SplitNames(std::string_view text, std::string_view separators);

// Returns all parts; an empty text has none, and a separator may end the last part. For lists of values.
std::vector<std::string> SplitList(std::string_view text, char separator);

// Returns the text as one word of a POSIX shell, without quotes if it needs none. For paths in commands that a user may
// copy.
std::string ShellQuoted(const std::string& text);

}  // namespace opdk
