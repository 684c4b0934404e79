// Pairs of names that enclose the part of a graph for mixed compute.
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

// Remaining nodes of pairs, by the pair's index. A host resolved the names of these pairs before its optimizer changed
// the graph.
using ResolvedPairs = std::map<size_t, std::vector<size_t>>;

// Reads "[[['a', 'b'], ['c']], …]", ignoring quotes and blanks. E1001, with the position: the text isn't of this form.
Result<std::vector<InOutPair>> ParseInOutPairs(std::string_view text);

// Returns, by node, whether it is on a path from a first node of a pair to a last node, both included. For a resolved
// pair all remaining nodes count as first and as last nodes. A pair whose names don't exist, or without a path, is
// skipped; `notes` says so.
std::vector<bool> NodesWithin(const MixedGraph& graph, const std::vector<InOutPair>& pairs,
                              const ResolvedPairs& resolved, std::vector<std::string>& notes);

}  // namespace opdk
