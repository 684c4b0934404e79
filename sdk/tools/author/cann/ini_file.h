// CANN's ini files: [Operator] sections of "port.key=value" lines.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "opdk/status.h"

namespace opdk::author {

struct IniEntry {
  std::string subject;  // "input0", "attr_axis", "opInfo": the text before the dot
  std::string key;      // "name", "dtype"
  std::string value;
  std::string place;  // "tbe/op_info_cfg/ai_core/ascend310/add_dsl.ini:7"
};

struct IniSection {
  std::string name;
  std::string place;
  std::vector<IniEntry> entries;

  // Returns the entry; nullptr if there is none.
  const IniEntry* Find(const std::string& subject, const std::string& key) const;
  // Returns the value of this key in the lines of `subject`; "" if there is none.
  std::string Value(const std::string& subject, const std::string& key) const;
};

// Reads an ini file. Blank lines, comments (# and ;) and line ends of either kind are accepted, unlike by some of
// CANN's own converters. `shown` is the path in messages. E1002: the file can't be read; E2012 at file:line: a line
// that is neither a section nor "a.b=c", a line before the first section, a section or a key that stands twice (CANN
// would silently take the last).
Result<std::vector<IniSection>> ReadIni(const std::string& path, const std::string& shown);
Result<std::vector<IniSection>> ParseIni(const std::string& text, const std::string& shown);

// Splits a list: "a, b ,c" -> {"a", "b", "c"}. An empty item stays.
std::vector<std::string> SplitList(const std::string& text, char separator = ',');

}  // namespace opdk::author
