// The columns of a definition's ports: types and formats of one length.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/author/definition.h"

namespace opdk::cli {

// A port as it is written: its entries before groups are taken apart and single entries repeated.
struct WrittenPort {
  PortDefinition* port = nullptr;
  std::string what;  // "input x"
  YAML::Node node;   // where the port stands
  std::vector<YAML::Node> types;
  std::vector<YAML::Node> formats;  // none: ND
};

// Fills types and formats of all ports of an operator. A group stands for its members, a list of one for as many as
// the others have. E2012 when counts differ.
Status FillColumns(const YamlReader& reader, std::vector<WrittenPort>& ports);

}  // namespace opdk::cli
