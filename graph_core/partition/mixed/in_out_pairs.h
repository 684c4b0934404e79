// Pairs of names that say which part of a graph mixed compute is about.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "opdk/mixed_compute.h"
#include "opdk/status.h"

namespace opdk {

struct InOutPair {
  std::vector<std::string> in, out;
};

// "[[['a', 'b'], ['c']], …]": quotes and blanks count for nothing. E1001 with the position of what is wrong.
Result<std::vector<InOutPair>> ParseInOutPairs(std::string_view text);

// Which nodes lie on a way from one of a pair's first nodes to one of its last, both included. A pair whose names aren't
// there, or without a way, is skipped, which `notes` says.
std::vector<bool> NodesWithin(const MixedGraph& graph, const std::vector<InOutPair>& pairs,
                              std::vector<std::string>& notes);

}  // namespace opdk
