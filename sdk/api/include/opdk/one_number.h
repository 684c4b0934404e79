// The check of inputs that hold one number each, for infer functions.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>

#include "opdk/infer.h"

namespace opdk {

// Checks that each of these inputs has one element, in any rank. Unknown extents pass. An absent input passes, too: it
// has the shape of a scalar.
inline ge::graphStatus CheckOneNumber(const ge::Operator& op, std::initializer_list<const char*> inputs) {
  for (const char* input : inputs) {
    const Dims dims = InputDims(op, input);
    if (std::all_of(dims.begin(), dims.end(), [](int64_t extent) { return extent == 1 || extent < 0; })) continue;
    return ReportInferError(op, std::string(input) + " " + ShapeText(dims) + " is not one number");
  }
  return ge::GRAPH_SUCCESS;
}

}  // namespace opdk
