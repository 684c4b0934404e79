// Common parts of the prototypes of this package.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/operator_reg.h"
#include "opdk/infer_error.h"

namespace shapes {

using Dims = std::vector<int64_t>;

inline bool IsUnknownRank(const Dims& dims) { return dims == ge::UNKNOWN_RANK; }

// Returns a text such as "[2,-1]": an unknown extent is -1, an unknown rank [-2].
inline std::string Text(const Dims& dims) {
  std::string text = "[";
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i > 0) text += ',';
    text += std::to_string(dims[i]);
  }
  return text + "]";
}

inline ge::graphStatus SetOutput(ge::Operator& op, const char* output, const Dims& dims, ge::DataType type) {
  ge::TensorDesc desc = op.GetOutputDescByName(output);
  desc.SetShape(ge::Shape(dims));
  desc.SetOriginShape(ge::Shape(dims));
  desc.SetDataType(type);
  return op.UpdateOutputDesc(output, desc);
}

// Refuses an axis that x doesn't have; of an unknown rank nothing is known.
inline bool HasAxis(const ge::Operator& op, const Dims& dims, int64_t axis) {
  const auto rank = static_cast<int64_t>(dims.size());
  if (IsUnknownRank(dims) || (axis >= -rank && axis < rank)) return true;
  (void)opdk::ReportInferError(op, "axis " + std::to_string(axis) + " isn't one of x " + Text(dims));
  return false;
}

// Returns the place of an axis that HasAxis has admitted.
inline size_t Place(const Dims& dims, int64_t axis) {
  return static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(dims.size()) : axis);
}

// Broadcasts one axis of two shapes: an extent of 1 repeats. An unknown extent may turn out to be 1 or the other's
// extent. Returns false if the extents don't fit.
inline bool Broadcast(int64_t a, int64_t b, int64_t& extent) {
  if (a == b || b == 1) {
    extent = a;
  } else if (a == 1 || a == ge::UNKNOWN_DIM) {
    extent = b;
  } else if (b == ge::UNKNOWN_DIM) {
    extent = a;
  } else {
    return false;
  }
  return true;
}

}  // namespace shapes
