#include "sdk/tools/author/cann/ini_file.h"

#include <fmt/format.h>

#include <sstream>

#include "graph_core/base/file.h"

namespace opdk::author {
namespace {

std::string Trim(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

Status Broken(std::string message, const std::string& place) {
  return Status(ErrorCode::kDefinitionInvalid, std::move(message)).At(place);
}

Result<IniEntry> ParseEntry(const std::string& line, const std::string& place) {
  const size_t equals = line.find('=');
  if (equals == std::string::npos) {
    return Broken(fmt::format("'{}' is neither a [section] nor a line 'name.key=value'", line), place);
  }
  const std::string left = Trim(line.substr(0, equals));
  const size_t dot = left.find('.');
  if (dot == std::string::npos || left.find('.', dot + 1) != std::string::npos || dot == 0 || dot + 1 == left.size()) {
    return Broken(fmt::format("'{}' must be a name and a key with one dot between them", left), place)
        .Hint("for example input0.name=x");
  }
  return IniEntry{left.substr(0, dot), left.substr(dot + 1), Trim(line.substr(equals + 1)), place};
}

}  // namespace

const IniEntry* IniSection::Find(const std::string& subject, const std::string& key) const {
  for (const IniEntry& entry : entries) {
    if (entry.subject == subject && entry.key == key) return &entry;
  }
  return nullptr;
}

std::string IniSection::Value(const std::string& subject, const std::string& key) const {
  const IniEntry* entry = Find(subject, key);
  return entry == nullptr ? "" : entry->value;
}

std::vector<std::string> SplitList(const std::string& text, char separator) {
  std::vector<std::string> items;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(separator, begin), text.size());
    items.push_back(Trim(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return items;
}

Result<std::vector<IniSection>> ParseIni(const std::string& text, const std::string& shown) {
  std::vector<IniSection> sections;
  std::istringstream lines(text);
  std::string raw;
  for (int number = 1; std::getline(lines, raw); ++number) {
    const std::string place = fmt::format("{}:{}", shown, number);
    if (raw.find('\0') != std::string::npos) return Broken("this is no text file", place);
    if (number == 1 && raw.starts_with("\xEF\xBB\xBF")) raw.erase(0, 3);
    const std::string line = Trim(raw);
    if (line.empty() || line[0] == '#' || line[0] == ';') continue;
    if (line[0] == '[') {
      if (line.back() != ']') return Broken(fmt::format("the section '{}' is not closed by ]", line), place);
      const std::string name = Trim(line.substr(1, line.size() - 2));
      if (name.empty()) return Broken("a section must name an operator type", place);
      for (const IniSection& known : sections) {
        if (known.name != name) continue;
        return Broken(fmt::format("the section [{}] stands twice: CANN would take this one alone", name), place)
            .At(known.place + " (the first)");
      }
      sections.push_back({name, place, {}});
      continue;
    }
    if (sections.empty()) return Broken(fmt::format("'{}' stands before the first [operator type]", line), place);
    OPDK_TRY(IniEntry entry, ParseEntry(line, place));
    if (const IniEntry* known = sections.back().Find(entry.subject, entry.key)) {
      return Broken(fmt::format("{}.{} stands twice in [{}]", entry.subject, entry.key, sections.back().name), place)
          .At(known->place + " (the first)");
    }
    sections.back().entries.push_back(std::move(entry));
  }
  return sections;
}

Result<std::vector<IniSection>> ReadIni(const std::string& path, const std::string& shown) {
  OPDK_TRY(const std::string text, ReadFile(path, kTextFile));
  return ParseIni(text, shown);
}

}  // namespace opdk::author
