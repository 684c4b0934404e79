#include "sdk/api/src/tbe/build.h"

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

std::string CallName::Text() const {
  if (operands_.empty()) return std::string(call_);
  std::vector<std::string_view> names;
  for (const Argument& operand : operands_) names.push_back(operand.name);
  return fmt::format("{}({})", call_, fmt::join(names, ", "));
}

void Fail(const CallName& call, const std::string& what) {
  throw ExpressionError(opdk::Status(opdk::ErrorCode::kExpression, fmt::format("tbe::{}: {}", call.Text(), what)));
}

void RequireChoice(std::string_view call, std::string_view argument, std::string_view value,
                   const std::vector<std::string>& allowed) {
  if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return;
  const std::string near = opdk::Nearest(value, allowed);
  Fail(call, fmt::format("{} is \"{}\", not one of {}{}", argument, value, fmt::join(allowed, ", "),
                         near.empty() ? "" : fmt::format("; did you mean {}?", near)));
}

void RequireImplMode(std::string_view call, std::string_view impl_mode) {
  RequireChoice(call, "impl_mode", impl_mode, {"high_performance", "high_precision"});
}

Tensor Make(const CallName& call, TensorNode node) {
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

void RequirePresent(const CallName& call, const Tensor& tensor) {
  if (!tensor) Fail(call, "an operand is an absent tensor (an optional input that isn't connected?)");
}

void RequireDtype(const CallName& call, const Tensor& tensor, bool fits, std::string_view allowed) {
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

int64_t NumElements(const CallName& call, const Dims& shape) {
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

Dims BroadcastShapesFor(const CallName& call, const Dims& a, const Dims& b) {
  const size_t rank = std::max(a.size(), b.size());
  Dims result(rank);
  for (size_t i = 0; i < rank; ++i) {
    // Missing axes stand in front and are 1.
    const int64_t from_a = i + a.size() < rank ? 1 : a[i + a.size() - rank];
    const int64_t from_b = i + b.size() < rank ? 1 : b[i + b.size() - rank];
    if (from_a != from_b && from_a != 1 && from_b != 1) {
      Fail(call, fmt::format("shapes {} and {} don't broadcast (axis {}: {} and {})", ShapeText(a), ShapeText(b), i,
                             from_a, from_b));
    }
    result[i] = from_a == 1 ? from_b : from_a;
  }
  return result;
}

Tensor BroadcastTo(const CallName& call, const Tensor& tensor, const Dims& shape) {
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

Tensor MakeNumber(const CallName& call, Kind kind, Number value, DataType dtype) {
  if (IsFloat(dtype)) {
    if (const auto* whole = std::get_if<int64_t>(&value)) value = static_cast<double>(*whole);
  } else if (const auto* real = std::get_if<double>(&value)) {
    // 2^63 is the first double beyond int64.
    if (*real != std::trunc(*real) || std::fabs(*real) >= 9223372036854775808.0) {
      Fail(call, fmt::format("{} isn't a whole number, as a tensor of {} needs", *real, DtypeName(dtype)));
    }
    value = static_cast<int64_t>(*real);
  }
  if (IsInteger(dtype) && ByteSize(dtype) < 8) {
    const int bits = 8 * ByteSize(dtype);
    const int64_t low = IsSigned(dtype) ? -(int64_t{1} << (bits - 1)) : 0;
    const int64_t high = (int64_t{1} << (IsSigned(dtype) ? bits - 1 : bits)) - 1;
    const int64_t whole = std::get<int64_t>(value);
    if (whole < low || whole > high) {
      Fail(call, fmt::format("{} is outside {}, which holds {} to {}", whole, DtypeName(dtype), low, high));
    }
  }
  TensorNode node = Node(kind, dtype, {}, {});
  node.value = value;
  return Make(call, std::move(node));
}

Tensor RequireOneDtype(std::string_view call, std::initializer_list<Argument> arguments) {
  const CallName name(call, arguments);
  const Argument* first = nullptr;
  for (const Argument& argument : arguments) {
    if (argument.operand.is_number()) continue;
    const Tensor& tensor = argument.operand.tensor();
    if (!tensor) {
      Fail(name, fmt::format("{} is an absent tensor (an optional input that isn't connected?)", argument.name));
    }
    if (first == nullptr) {
      first = &argument;
    } else if (tensor.dtype() != first->operand.tensor().dtype()) {
      Fail(name, fmt::format("{} is {}, {} is {}: cast_to one of them", first->name, Describe(first->operand.tensor()),
                             argument.name, Describe(tensor)));
    }
  }
  if (first == nullptr) Fail(name, "needs at least one tensor among its operands");
  return first->operand.tensor();
}

std::vector<Tensor> Unify(std::string_view call, std::initializer_list<Argument> arguments) {
  const DataType dtype = RequireOneDtype(call, arguments).dtype();
  const CallName name(call, arguments);
  Dims shape;
  for (const Argument& argument : arguments) {
    if (!argument.operand.is_number()) shape = BroadcastShapesFor(name, shape, argument.operand.tensor().shape());
  }
  std::vector<Tensor> result;
  for (const auto& [operand_name, operand] : arguments) {
    const Tensor tensor =
        operand.is_number() ? MakeNumber(name, Kind::kConst, operand.number(), dtype) : operand.tensor();
    result.push_back(BroadcastTo(name, tensor, shape));
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
