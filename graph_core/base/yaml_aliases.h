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

// Returns the first alias that refers to a node around it, or the place where a document is too large. Written out
// without aliases, a document may have a million values and nest 500 levels deep. nullopt: the document can be walked.
// Syntax errors are thrown as YAML::Exception.
std::optional<YamlExcess> FindYamlExcess(std::string_view text);

}  // namespace opdk
