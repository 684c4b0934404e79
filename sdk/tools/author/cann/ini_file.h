// CANN's ini files: [Operator] sections of "port.key=value" lines.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "opdk/status.h"

namespace opdk::cli {

struct IniEntry {
  std::string subject;  // "input0", "attr_axis", "opInfo": what stands before the dot
  std::string key;      // "name", "dtype"
  std::string value;
  std::string place;  // "tbe/op_info_cfg/ai_core/ascend310/add_dsl.ini:7"
};

struct IniSection {
  std::string name;
  std::string place;
  std::vector<IniEntry> entries;

  // nullptr when there is none.
  const IniEntry* Find(const std::string& subject, const std::string& key) const;
  // Of the lines of `subject`; "" when there is none.
  std::string Value(const std::string& subject, const std::string& key) const;
};

// Blank lines, comments (# and ;) and line ends of either kind are taken; CANN's own converters stumble over some of
// them. `shown` is the path in messages. E1002: can't be read; E2012 at file:line: a line that is neither a section nor
// "a.b=c", a line before the first section, a section or a key that stands twice (CANN would silently take the last).
Result<std::vector<IniSection>> ReadIni(const std::string& path, const std::string& shown);
Result<std::vector<IniSection>> ParseIni(const std::string& text, const std::string& shown);

// "a, b ,c" -> {"a", "b", "c"}; an empty item stays.
std::vector<std::string> SplitList(const std::string& text, char separator = ',');

}  // namespace opdk::cli
