// Aliases let a few lines of YAML stand for a tree without end, or for more values than memory holds.
#pragma once

#include <yaml-cpp/mark.h>

#include <optional>
#include <string>
#include <string_view>

namespace opdk {

struct YamlExcess {
  YAML::Mark mark;
  std::string what;
};

// The first alias that refers to what it is a part of, or the place where a document, written out without aliases, has
// more than a million values or nests deeper than 500. nullopt: the document may be walked. Syntax errors are thrown
// as YAML::Exception.
std::optional<YamlExcess> FindYamlExcess(std::string_view text);

}  // namespace opdk
