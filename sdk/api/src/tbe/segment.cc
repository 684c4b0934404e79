#include "tbe/segment.h"

#include <fmt/format.h>

#include <limits>

#include "sdk/api/src/tbe/build.h"
#include "tbe/array.h"

namespace tbe {
namespace {

struct Combination {
  ReduceOp reduce = ReduceOp::kSum;
  bool overwrite = false;
};

Tensor Scatter(std::string_view call, const Tensor& base, const Tensor& ids, const Tensor& updates,
               Combination combination) {
  TensorNode node = Node(Kind::kScatter, base.dtype(), base.shape(), {base, ids, updates});
  node.reduce = combination.reduce;
  node.overwrite = combination.overwrite;
  return Make(call, std::move(node));
}

void RequireIds(std::string_view call, const Tensor& ids) {
  RequirePresent(call, ids);
  RequireDtype(call, ids, ids.dtype() == ge::DT_INT32 || ids.dtype() == ge::DT_INT64, "int32 or int64 ids");
}

// Returns the axes of `tensor` behind the axes of `ids`.
Dims RowShape(std::string_view call, const Tensor& tensor, const Tensor& ids) {
  const Dims& shape = tensor.shape();
  const Dims& prefix = ids.shape();
  if (prefix.size() > shape.size() || !std::equal(prefix.begin(), prefix.end(), shape.begin())) {
    Fail(call, fmt::format("the shape {} of the ids isn't how the shape {} of the rows begins", ShapeText(prefix),
                           ShapeText(shape)));
  }
  return {shape.begin() + static_cast<std::ptrdiff_t>(prefix.size()), shape.end()};
}

Tensor Filled(std::string_view call, const Operand& value, DataType dtype, const Dims& shape) {
  return BroadcastTo(call, value.is_number() ? Const(value.number(), dtype) : value.tensor(), shape);
}

// Returns the neutral number of a reduction, which leaves every other number as it is.
Number Neutral(ReduceOp op, DataType dtype) {
  if (op == ReduceOp::kSum) return int64_t{0};
  if (op == ReduceOp::kProd) return int64_t{1};
  const bool lowest = op == ReduceOp::kMax;
  if (IsFloat(dtype)) return (lowest ? -1 : 1) * std::numeric_limits<double>::infinity();
  const int bits = 8 * ByteSize(dtype);
  if (IsSigned(dtype)) {
    const int64_t low = std::numeric_limits<int64_t>::min() >> (64 - bits);
    return lowest ? low : ~low;
  }
  // The highest uint64 is written as the bits of -1.
  return lowest ? int64_t{0} : static_cast<int64_t>(~uint64_t{0} >> (64 - bits));
}

bool IsZero(const Operand& operand) {
  return operand.is_number() && std::visit([](auto number) { return number == 0; }, operand.number());
}

// Checks the arguments that the segment functions share; returns the shape of a row.
Dims CheckSegment(std::string_view call, const Tensor& tensor, const Tensor& ids, int64_t num_segments,
                  const Operand& init_value) {
  RequirePresent(call, tensor);
  RequireDtype(call, tensor, tensor.dtype() != ge::DT_BOOL, "float types and integers");
  RequireIds(call, ids);
  if (num_segments < 0) Fail(call, fmt::format("num_segments is {}", num_segments));
  if (!init_value.is_number()) {
    RequirePresent(call, init_value.tensor());
    if (init_value.tensor().dtype() != tensor.dtype()) {
      Fail(call, fmt::format("the dtypes of tensor {} and init_value {} differ (cast_to converts)", Describe(tensor),
                             Describe(init_value.tensor())));
    }
  }
  return RowShape(call, tensor, ids);
}

Tensor Segment(std::string_view call, ReduceOp op, const Tensor& tensor, const Tensor& ids, int64_t num_segments,
               const Operand& init_value) {
  Dims shape = CheckSegment(call, tensor, ids, num_segments, init_value);
  shape.insert(shape.begin(), num_segments);
  const DataType dtype = tensor.dtype();
  Tensor combined = Scatter(call, BroadcastTo(call, Const(Neutral(op, dtype), dtype), shape), ids, tensor, {op, false});
  if (op == ReduceOp::kSum && IsZero(init_value)) return combined;
  const Tensor no = BroadcastTo(call, Const(int64_t{0}, ge::DT_BOOL), {num_segments});
  const Tensor yes = BroadcastTo(call, Const(int64_t{1}, ge::DT_BOOL), ids.shape());
  const Tensor named = Scatter(call, no, ids, yes, {ReduceOp::kAny, false});
  return vsel(broadcast_axes(named, shape, {0}), combined, Filled(call, init_value, dtype, shape));
}

Tensor Inplace(std::string_view call, const Tensor& lhs, const Tensor& ids, const Tensor& rhs,
               Combination combination) {
  RequirePresent(call, lhs);
  RequirePresent(call, rhs);
  RequireIds(call, ids);
  const bool logic = combination.reduce == ReduceOp::kAny || combination.reduce == ReduceOp::kAll;
  RequireDtype(call, lhs, combination.overwrite || logic == (lhs.dtype() == ge::DT_BOOL),
               logic ? "bool" : "float types and integers");
  if (lhs.dtype() != rhs.dtype()) {
    Fail(call, fmt::format("lhs is {}, rhs is {}: cast_to one of them", Describe(lhs), Describe(rhs)));
  }
  if (lhs.rank() == 0) Fail(call, "lhs has no rows: it is a scalar");
  const Dims row = RowShape(call, rhs, ids);
  if (row != Dims(lhs.shape().begin() + 1, lhs.shape().end())) {
    Fail(call, fmt::format("the rows of lhs {} and of rhs {} (behind the ids {}) differ", Describe(lhs), Describe(rhs),
                           ShapeText(ids.shape())));
  }
  return Scatter(call, lhs, ids, rhs, combination);
}

}  // namespace

Tensor unsorted_segment_sum(const Tensor& tensor, const Tensor& segment_ids, int64_t num_segments,
                            const Operand& init_value) {
  return Segment("unsorted_segment_sum", ReduceOp::kSum, tensor, segment_ids, num_segments, init_value);
}

Tensor unsorted_segment_prod(const Tensor& tensor, const Tensor& segment_ids, int64_t num_segments,
                             const Operand& init_value) {
  return Segment("unsorted_segment_prod", ReduceOp::kProd, tensor, segment_ids, num_segments, init_value);
}

Tensor unsorted_segment_min(const Tensor& tensor, const Tensor& segment_ids, int64_t num_segments,
                            const Operand& init_value) {
  return Segment("unsorted_segment_min", ReduceOp::kMin, tensor, segment_ids, num_segments, init_value);
}

Tensor unsorted_segment_max(const Tensor& tensor, const Tensor& segment_ids, int64_t num_segments,
                            const Operand& init_value) {
  return Segment("unsorted_segment_max", ReduceOp::kMax, tensor, segment_ids, num_segments, init_value);
}

Tensor unsorted_segment_mean(const Tensor& tensor, const Tensor& segment_ids, int64_t num_segments,
                             const Operand& init_value) {
  constexpr std::string_view kCall = "unsorted_segment_mean";
  Dims shape = CheckSegment(kCall, tensor, segment_ids, num_segments, init_value);
  shape.insert(shape.begin(), num_segments);
  // A narrow dtype may hold neither the count nor the sum.
  const DataType dtype = tensor.dtype();
  const DataType wide = dtype == ge::DT_DOUBLE || dtype == ge::DT_UINT64 ? dtype
                        : IsFloat(dtype)                                 ? ge::DT_FLOAT
                                                                         : ge::DT_INT64;
  const Tensor sum = Segment(kCall, ReduceOp::kSum, cast_to(tensor, wide), segment_ids, num_segments, 0);
  const Tensor zeros = BroadcastTo(kCall, Const(int64_t{0}, ge::DT_INT64), {num_segments});
  const Tensor ones = BroadcastTo(kCall, Const(int64_t{1}, ge::DT_INT64), segment_ids.shape());
  const Tensor count = Scatter(kCall, zeros, segment_ids, ones, {ReduceOp::kSum, false});
  const Tensor mean = cast_to(vdiv(sum, broadcast_axes(cast_to(count, wide), shape, {0})), dtype);
  return vsel(broadcast_axes(vcmp(count, 0, "gt"), shape, {0}), mean, Filled(kCall, init_value, dtype, shape));
}

Tensor inplace_add(const Tensor& lhs, const Tensor& inplace_ids, const Tensor& rhs) {
  return Inplace("inplace_add", lhs, inplace_ids, rhs, {ReduceOp::kSum, false});
}

Tensor inplace_sub(const Tensor& lhs, const Tensor& inplace_ids, const Tensor& rhs) {
  RequirePresent("inplace_sub", rhs);
  RequireDtype("inplace_sub", rhs, rhs.dtype() != ge::DT_BOOL, "float types and integers");
  return Inplace("inplace_sub", lhs, inplace_ids, vneg(rhs), {ReduceOp::kSum, false});
}

Tensor inplace_update(const Tensor& lhs, const Tensor& inplace_ids, const Tensor& rhs) {
  return Inplace("inplace_update", lhs, inplace_ids, rhs, {ReduceOp::kSum, true});
}

Tensor inplace_reduce(const Tensor& lhs, const Tensor& inplace_ids, const Tensor& rhs, ReduceOp op) {
  return Inplace("inplace_reduce", lhs, inplace_ids, rhs, {op, false});
}

}  // namespace tbe
