// The position of a Data node among its graph's inputs.
#pragma once

#include <cstdint>
#include <optional>

#include "graph_core/ir/graph.h"

namespace opdk {

inline constexpr const char* kDataIndex = "index";

// Returns the position. nullopt: the node lacks it, which Graph::Verify refuses.
inline std::optional<int> DataIndex(const Node& data) {
  const auto* index = data.op().GetAttr<int64_t>(kDataIndex);
  return index == nullptr ? std::nullopt : std::optional(static_cast<int>(*index));
}

// Sets the position, from 0.
inline void SetDataIndex(OpDesc& data, size_t index) { data.attrs[kDataIndex] = static_cast<int64_t>(index); }

}  // namespace opdk
