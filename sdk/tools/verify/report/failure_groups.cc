#include "sdk/tools/verify/report/failure_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>

namespace opdk::verify {
namespace {

// Returns the message's first line, but no more of it than a person reads: std::regex calls itself for each character.
// The following lines are details.
std::string MessageOf(const CaseReport& report) {
  constexpr size_t kMostCharacters = 2000;
  const std::string text = report.Explanation();
  return text.substr(0, std::min(text.find('\n'), kMostCharacters));
}

// Replaces numbers by "#", several numbers in a row by one "#".
std::string WithoutNumbers(const std::string& text) {
  static const std::regex number(R"((^|[^A-Za-z0-9_])[-+]?(0x[0-9a-fA-F]+|\d+(\.\d+)?([eE][-+]?\d+)?|inf\b|nan\b))");
  static const std::regex row(R"(#(, ?#)+)");
  return std::regex_replace(std::regex_replace(text, number, "$1#"), row, "#");
}

std::string WithoutWord(const std::string& text, const std::string& word) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::string result;
  for (size_t i = 0; i < text.size();) {
    const size_t end = i + word.size();
    const bool found = !word.empty() && text.compare(i, word.size(), word) == 0 && (i == 0 || !in_word(text[i - 1])) &&
                       (end >= text.size() || !in_word(text[end]));
    result += found ? "#" : text.substr(i, 1);
    i = found ? end : i + 1;
  }
  return result;
}

}  // namespace

std::string CauseOf(const CaseReport& report) {
  return fmt::format("{}\n{}\n{}\n{}", report.op, report.engine, report.result.kind,
                     WithoutNumbers(WithoutWord(MessageOf(report), report.dtype)));
}

std::string FailureGroup::Line() const {
  return fmt::format("{} cases of {} on {}: {}; first: {}", count, op, engine, message, first);
}

size_t FailureGroups::Add(const CaseReport& report) {
  const auto [found, fresh] = by_cause_.emplace(CauseOf(report), groups_.size());
  if (fresh) groups_.push_back({report.op, report.engine, MessageOf(report), report.id, 0});
  return ++groups_[found->second].count;
}

}  // namespace opdk::verify
