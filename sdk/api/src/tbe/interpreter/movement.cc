#include <fmt/format.h>

#include "sdk/api/src/tbe/build.h"
#include "sdk/api/src/tbe/interpreter/nodes.h"

namespace tbe {
namespace {

// Computes out[index] = in[from(index)], where `from` gives the flat position.
template <typename From>
Value Rearrange(const TensorNode& node, const Value& in, From from) {
  Value out{node.dtype, node.shape, {}};
  out.cells.reserve(CountOf(node.shape));
  ForEachIndex(node.shape, [&](const Dims& index) { out.cells.push_back(in.cells[from(index)]); });
  return out;
}

Value Broadcast(const TensorNode& node, const Value& in) {
  const Dims strides = StridesOf(in.shape);
  return Rearrange(node, in, [&](const Dims& index) {
    int64_t at = 0;
    for (size_t i = 0; i < strides.size(); ++i) at += in.shape[i] == 1 ? 0 : strides[i] * index[node.axes[i]];
    return at;
  });
}

Value Transpose(const TensorNode& node, const Value& in) {
  const Dims strides = StridesOf(in.shape);
  return Rearrange(node, in, [&](const Dims& index) {
    int64_t at = 0;
    for (size_t i = 0; i < index.size(); ++i) at += strides[node.axes[i]] * index[i];
    return at;
  });
}

Value Slice(const TensorNode& node, const Value& in) {
  const Dims strides = StridesOf(in.shape);
  return Rearrange(node, in, [&](const Dims& index) {
    int64_t at = 0;
    for (size_t i = 0; i < index.size(); ++i) at += strides[i] * (node.starts[i] + index[i] * node.steps[i]);
    return at;
  });
}

Value Concat(const TensorNode& node, const Values& in) {
  Value out{node.dtype, node.shape, std::vector<Cell>(CountOf(node.shape))};
  const Dims strides = StridesOf(node.shape);
  int64_t offset = 0;
  for (const Value* piece : in) {
    size_t next = 0;
    ForEachIndex(piece->shape, [&](const Dims& index) {
      int64_t at = offset * strides[node.axes[0]];
      for (size_t i = 0; i < index.size(); ++i) at += strides[i] * index[i];
      out.cells[at] = piece->cells[next++];
    });
    offset += piece->shape[node.axes[0]];
  }
  return out;
}

Value Pad(const TensorNode& node, const Value& in, const Value& fill) {
  Value out{node.dtype, node.shape, {}};
  const Dims strides = StridesOf(in.shape);
  ForEachIndex(node.shape, [&](const Dims& index) {
    int64_t at = 0;
    bool inside = true;
    for (size_t i = 0; i < index.size(); ++i) {
      const int64_t source = index[i] - node.starts[i];
      inside = inside && source >= 0 && source < in.shape[i];
      at += strides[i] * source;
    }
    out.cells.push_back(inside ? in.cells[at] : fill.cells[0]);
  });
  return out;
}

}  // namespace

Value EvaluateMovement(const TensorNode& node, const Values& in) {
  switch (node.kind) {
    case Kind::kBroadcast:
      return Broadcast(node, *in[0]);
    case Kind::kTranspose:
      return Transpose(node, *in[0]);
    case Kind::kSlice:
      return Slice(node, *in[0]);
    case Kind::kConcat:
      return Concat(node, in);
    case Kind::kPad:
      return Pad(node, *in[0], *in[1]);
    default:
      return {node.dtype, node.shape, in[0]->cells};  // reshape
  }
}

opdk::Result<Value> EvaluateGather(const TensorNode& node, const Values& in) {
  const Value& params = *in[0];
  const Value& indices = *in[1];
  const int64_t axis = node.axes[0];
  const int64_t extent = params.shape[axis];
  for (Cell cell : indices.cells) {
    if (cell.integer < -extent || cell.integer >= extent) {
      return opdk::Status(opdk::ErrorCode::kExpression, fmt::format("tbe::gather: index {} is outside axis {} of {}",
                                                                    cell.integer, axis, ShapeText(params.shape)));
    }
  }
  const Dims strides = StridesOf(params.shape);
  const Dims index_strides = StridesOf(indices.shape);
  const size_t index_rank = indices.shape.size();
  return Rearrange(node, params, [&](const Dims& index) {
    int64_t which = 0;
    for (size_t i = 0; i < index_rank; ++i) which += index_strides[i] * index[axis + i];
    int64_t position = indices.cells[which].integer;
    if (position < 0) position += extent;
    int64_t at = strides[axis] * position;
    for (int64_t i = 0; i < axis; ++i) at += strides[i] * index[i];
    for (size_t i = axis + 1; i < strides.size(); ++i) at += strides[i] * index[i + index_rank - 1];
    return at;
  });
}

}  // namespace tbe
