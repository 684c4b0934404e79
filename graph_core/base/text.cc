#include "graph_core/base/text.h"

#include <algorithm>
#include <cctype>

namespace opdk {

std::vector<std::string_view> SplitText(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = text.find_first_of(separators);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string> SplitNames(std::string_view text, std::string_view separators) {
  std::vector<std::string> names;
  for (const std::string_view part : SplitText(text, separators)) {
    if (!part.empty()) names.emplace_back(part);
  }
  return names;
}

std::vector<std::string> SplitList(std::string_view text, char separator) {
  const std::vector<std::string_view> parts = SplitText(text, std::string_view(&separator, 1));
  return {parts.begin(), parts.back().empty() ? parts.end() - 1 : parts.end()};
}

std::string ShellQuoted(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c >= 0x80 ||
           std::string_view("_-./:=,+@%").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain) return text;
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

}  // namespace opdk
