// Producers before consumers.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "opdk/status.h"

namespace opdk::importer {

// The values that a node takes and gives, "" where a port is left out.
struct NodeEnds {
  std::vector<std::string_view> inputs;
  std::vector<std::string_view> outputs;
};

// Returns the numbers of the nodes in an order in which every value is produced before it is used. Nodes that are in
// such an order keep it. `title` names a node in messages. E2001: two nodes produce one value. E2004, with the nodes: a
// cycle.
Result<std::vector<size_t>> OrderNodes(const std::vector<NodeEnds>& nodes,
                                       const std::function<std::string(size_t node)>& title);

}  // namespace opdk::importer
