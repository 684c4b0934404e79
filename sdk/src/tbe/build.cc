#include "sdk/src/tbe/build.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "opdk/status.h"

namespace tbe {

std::string ShapeText(const Dims& shape) { return fmt::format("[{}]", fmt::join(shape, ", ")); }

std::string Describe(const Tensor& tensor) {
  if (!tensor) return "an absent tensor";
  return DtypeName(tensor.dtype()) + ShapeText(tensor.shape());
}

void Fail(std::string_view call, const std::string& what) {
  throw ExpressionError(opdk::Status(opdk::ErrorCode::kExpression, fmt::format("tbe::{}: {}", call, what)));
}

Tensor Make(std::string_view call, TensorNode node) {
  if (!IsKnown(node.dtype)) Fail(call, fmt::format("expressions can't hold {}", DtypeName(node.dtype)));
  NumElements(call, node.shape);
  return Tensor(std::make_shared<const TensorNode>(std::move(node)));
}

TensorNode Node(Kind kind, DataType dtype, Dims shape, std::vector<Tensor> inputs) {
  TensorNode node;
  node.kind = kind;
  node.dtype = dtype;
  node.shape = std::move(shape);
  node.inputs = std::move(inputs);
  return node;
}

void RequirePresent(std::string_view call, const Tensor& tensor) {
  if (!tensor) Fail(call, "an operand is an absent tensor (an optional input that isn't connected?)");
}

void RequireDtype(std::string_view call, const Tensor& tensor, bool fits, std::string_view allowed) {
  if (!fits) Fail(call, fmt::format("takes {}, not {}", allowed, Describe(tensor)));
}

int64_t NormalizeAxis(std::string_view call, int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank) Fail(call, fmt::format("axis {} is outside a rank of {}", axis, rank));
  return axis < 0 ? axis + rank : axis;
}

Dims NormalizeAxes(std::string_view call, const Dims& axes, int64_t rank) {
  Dims result;
  for (int64_t axis : axes) result.push_back(NormalizeAxis(call, axis, rank));
  std::sort(result.begin(), result.end());
  auto twice = std::adjacent_find(result.begin(), result.end());
  if (twice != result.end()) Fail(call, fmt::format("axis {} is listed twice in {}", *twice, ShapeText(axes)));
  return result;
}

int64_t NumElements(std::string_view call, const Dims& shape) {
  // Zero extents must not hide an overflow: a later step may drop the zero axis.
  int64_t product = 1;
  bool empty = false;
  for (int64_t extent : shape) {
    if (extent < 0) Fail(call, fmt::format("the shape {} has a negative extent", ShapeText(shape)));
    if (extent == 0) {
      empty = true;
    } else if (__builtin_mul_overflow(product, extent, &product)) {
      Fail(call, fmt::format("the number of elements of {} doesn't fit 64 bits", ShapeText(shape)));
    }
  }
  return empty ? 0 : product;
}

Dims BroadcastShapesFor(std::string_view call, const Dims& a, const Dims& b) {
  const Dims& longer = a.size() >= b.size() ? a : b;
  const Dims& shorter = a.size() >= b.size() ? b : a;
  Dims result = longer;
  const size_t shift = longer.size() - shorter.size();
  for (size_t i = 0; i < shorter.size(); ++i) {
    int64_t& extent = result[i + shift];
    if (extent == 1) {
      extent = shorter[i];
    } else if (shorter[i] != 1 && shorter[i] != extent) {
      Fail(call, fmt::format("{} and {} don't broadcast", ShapeText(a), ShapeText(b)));
    }
  }
  return result;
}

Tensor BroadcastTo(std::string_view call, const Tensor& tensor, const Dims& shape) {
  if (tensor.shape() == shape) return tensor;
  const size_t rank = tensor.shape().size();
  if (rank > shape.size()) Fail(call, fmt::format("{} doesn't broadcast to {}", Describe(tensor), ShapeText(shape)));
  const size_t shift = shape.size() - rank;
  Dims axes(rank);
  for (size_t i = 0; i < rank; ++i) {
    axes[i] = static_cast<int64_t>(i + shift);
    if (tensor.shape()[i] != 1 && tensor.shape()[i] != shape[i + shift]) {
      Fail(call, fmt::format("{} doesn't broadcast to {}", Describe(tensor), ShapeText(shape)));
    }
  }
  TensorNode node = Node(Kind::kBroadcast, tensor.dtype(), shape, {tensor});
  node.axes = std::move(axes);
  return Make(call, std::move(node));
}

std::vector<Tensor> Unify(std::string_view call, std::initializer_list<Operand> operands) {
  const Tensor* first = nullptr;
  Dims shape;
  for (const Operand& operand : operands) {
    if (operand.is_number()) continue;
    RequirePresent(call, operand.tensor());
    if (first == nullptr) {
      first = &operand.tensor();
      shape = first->shape();
      continue;
    }
    if (operand.tensor().dtype() != first->dtype()) {
      Fail(call, fmt::format("the dtypes of {} and {} differ (tbe::cast_to converts)", Describe(*first),
                             Describe(operand.tensor())));
    }
    shape = BroadcastShapesFor(call, shape, operand.tensor().shape());
  }
  if (first == nullptr) Fail(call, "needs at least one tensor among its operands");
  std::vector<Tensor> result;
  for (const Operand& operand : operands) {
    const Tensor tensor = operand.is_number() ? Const(operand.number(), first->dtype()) : operand.tensor();
    result.push_back(BroadcastTo(call, tensor, shape));
  }
  return result;
}

Tensor MakeUnary(std::string_view call, UnaryOp op, const Tensor& x, DataType dtype) {
  TensorNode node = Node(Kind::kUnary, dtype, x.shape(), {x});
  node.unary = op;
  return Make(call, std::move(node));
}

Tensor MakeBinary(std::string_view call, BinaryOp op, const Tensor& a, const Tensor& b, DataType dtype) {
  TensorNode node = Node(Kind::kBinary, dtype, a.shape(), {a, b});
  node.binary = op;
  return Make(call, std::move(node));
}

}  // namespace tbe
