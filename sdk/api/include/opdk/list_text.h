// The text of a list of numbers, as messages show an attribute or a constant input: pads, axes, strides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace opdk {

// Returns "[2,-1,-2]"; "[]" for an empty list. ShapeText (opdk/shape_rules.h) takes -2 for an unknown rank.
inline std::string ListText(const std::vector<int64_t>& list) {
  std::string text = "[";
  for (size_t i = 0; i < list.size(); ++i) {
    if (i > 0) text += ',';
    text += std::to_string(list[i]);
  }
  text += ']';
  return text;
}

}  // namespace opdk
