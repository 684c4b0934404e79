// Random operators, which are known by their attributes seed and seed2.
#pragma once

#include <cstdint>
#include <string_view>

#include "graph_core/ir/graph.h"

namespace opdk {

// Attribute (Bool) of a random operator: its draws count from 0 in each run, so all runs draw the same numbers.
inline constexpr std::string_view kRepeatsDraws = "_repeats_draws";

// Returns whether the node has a seed. Both seeds 0 mean none.
inline bool HasSeed(const Node& node) {
  const auto is_set = [&](std::string_view name) {
    const auto* seed = node.op().GetAttr<int64_t>(name);
    return seed != nullptr && *seed != 0;
  };
  return is_set("seed") || is_set("seed2");
}

}  // namespace opdk
