// Values that are an input in an operator's general form and an attribute in its D form.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "opdk/op_desc.h"

namespace opdk {

// Returns the integers of attribute `name` (Int, ListInt, ListListInt); nothing when there is none. No built-in
// prototype has an input and an attribute with the same name.
inline std::optional<std::vector<int64_t>> AttrInts(const OpDesc& op, std::string_view name) {
  if (const auto* one = op.GetAttr<int64_t>(name)) return std::vector<int64_t>{*one};
  if (const auto* list = op.GetAttr<std::vector<int64_t>>(name)) return *list;
  const auto* lists = op.GetAttr<std::vector<std::vector<int64_t>>>(name);
  if (lists == nullptr) return std::nullopt;
  std::vector<int64_t> all;
  for (const std::vector<int64_t>& list : *lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

}  // namespace opdk
