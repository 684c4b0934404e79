#include "opdk/safe_text.h"

#include <fmt/format.h>

#include <cstdint>

namespace opdk {
namespace {

struct Character {
  uint32_t code = 0;
  size_t bytes = 0;  // 0: no UTF-8
};

// Returns the first character of a text that isn't empty. Overlong forms, surrogates and codes beyond Unicode are no
// UTF-8.
Character First(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(text[i])); };
  const uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {};
  uint32_t code = lead & (0x7FU >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3F);
  }
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast[bytes] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return {};
  return {code, bytes};
}

bool IsHarmless(uint32_t code) {
  if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return false;  // C0, DEL, C1
  const bool marks = code == 0x61C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
                     (code >= 0x2066 && code <= 0x2069);  // directions of writing
  const bool ends = code == 0x2028 || code == 0x2029;     // of lines and paragraphs
  const bool unseen = code == 0x200B || code == 0x2060 || code == 0xFEFF;
  return !marks && !ends && !unseen;
}

}  // namespace

std::string SafeLine(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const Character first = First(text);
    const size_t bytes = first.bytes == 0 ? 1 : first.bytes;
    if (first.bytes == 0) {
      safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    } else if (IsHarmless(first.code)) {
      safe += text.substr(0, bytes);
    } else if (first.code == '\n') {
      safe += "\\n";
    } else if (first.code == '\t') {
      safe += "\\t";
    } else {
      safe += first.code < 0x80 ? fmt::format("\\x{:02x}", first.code) : fmt::format("\\u{:04x}", first.code);
    }
    text.remove_prefix(bytes);
  }
  return safe;
}

std::string SafeLines(std::string_view text, std::string_view indent) {
  std::string safe;
  while (true) {
    const size_t end = text.find('\n');
    safe += SafeLine(text.substr(0, end));
    if (end == std::string_view::npos) return safe;
    safe += '\n';
    safe += indent;
    text.remove_prefix(end + 1);
  }
}

}  // namespace opdk
