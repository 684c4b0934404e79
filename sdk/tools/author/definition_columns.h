// The columns of a definition's ports: types and formats of one length.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/author/definition.h"

namespace opdk::author {

// A port in its written form: groups aren't expanded yet, and single entries not repeated.
struct WrittenPort {
  PortDefinition* port = nullptr;
  std::string what;  // "input x"
  YAML::Node node;   // where the port stands
  std::vector<YAML::Node> types;
  std::vector<YAML::Node> formats;  // none: ND
};

// Fills types and formats of all ports of an operator. A group expands to its members, a list with one entry to the
// length of the other lists. E2012: lengths differ.
Status FillColumns(const YamlReader& reader, std::vector<WrittenPort>& ports);

}  // namespace opdk::author
