// Pairs of names that say which part of a graph mixed compute is about.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "opdk/mixed_compute.h"
#include "opdk/status.h"

namespace opdk {

struct InOutPair {
  std::vector<std::string> in, out;
};

// Nodes that are left of the pairs whose names a host resolved before its optimizer changed the graph, by the pair's
// index.
using ResolvedPairs = std::map<size_t, std::vector<size_t>>;

// "[[['a', 'b'], ['c']], …]": quotes and blanks count for nothing. E1001 with the position of what is wrong.
Result<std::vector<InOutPair>> ParseInOutPairs(std::string_view text);

// Returns, by node, whether it lies on a way from one of a pair's first nodes to one of its last, both included. For a
// resolved pair, all nodes that are left of it are its first and its last ones. A pair whose names aren't there, or
// without a way, is skipped, which `notes` says.
std::vector<bool> NodesWithin(const MixedGraph& graph, const std::vector<InOutPair>& pairs,
                              const ResolvedPairs& resolved, std::vector<std::string>& notes);

}  // namespace opdk
