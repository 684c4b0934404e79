#include "tbe/reduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sdk/api/src/tbe/build.h"

namespace tbe {
namespace {

Tensor Reduce(std::string_view call, ReduceOp op, const Tensor& x, const Dims& axis, bool keepdims) {
  RequirePresent(call, x);
  const bool logic = op == ReduceOp::kAny || op == ReduceOp::kAll;
  RequireDtype(call, x, logic == (x.dtype() == ge::DT_BOOL), logic ? "bool" : "float types and integers");
  Dims axes = NormalizeAxes(call, axis, x.rank());
  if (axes.empty()) return x;
  Dims shape;
  for (int64_t i = 0; i < x.rank(); ++i) {
    if (!std::binary_search(axes.begin(), axes.end(), i)) {
      shape.push_back(x.shape()[i]);
    } else if (keepdims) {
      shape.push_back(1);
    }
  }
  TensorNode node = Node(Kind::kReduce, x.dtype(), std::move(shape), {x});
  node.reduce = op;
  node.axes = std::move(axes);
  node.keepdims = keepdims;
  return Make(call, std::move(node));
}

}  // namespace

Dims AllAxes(const Tensor& x) {
  RequirePresent("AllAxes", x);
  Dims axes(x.shape().size());
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

Tensor reduce_sum(const Tensor& raw_tensor, const Dims& axis, bool keepdims) {
  return Reduce("reduce_sum", ReduceOp::kSum, raw_tensor, axis, keepdims);
}
Tensor reduce_prod(const Tensor& raw_tensor, const Dims& axis, bool keepdims) {
  return Reduce("reduce_prod", ReduceOp::kProd, raw_tensor, axis, keepdims);
}
Tensor reduce_max(const Tensor& raw_tensor, const Dims& axis, bool keepdims) {
  return Reduce("reduce_max", ReduceOp::kMax, raw_tensor, axis, keepdims);
}
Tensor reduce_max(const Tensor& raw_tensor, const Dims& axis, bool keepdims, std::string_view impl_mode) {
  RequireImplMode("reduce_max", impl_mode);
  return reduce_max(raw_tensor, axis, keepdims);
}
Tensor reduce_min(const Tensor& raw_tensor, const Dims& axis, bool keepdims) {
  return Reduce("reduce_min", ReduceOp::kMin, raw_tensor, axis, keepdims);
}
Tensor reduce_min(const Tensor& raw_tensor, const Dims& axis, bool keepdims, std::string_view impl_mode) {
  RequireImplMode("reduce_min", impl_mode);
  return reduce_min(raw_tensor, axis, keepdims);
}
Tensor reduce_any(const Tensor& raw_tensor, const Dims& axis, bool keepdims) {
  return Reduce("reduce_any", ReduceOp::kAny, raw_tensor, axis, keepdims);
}
Tensor reduce_all(const Tensor& raw_tensor, const Dims& axis, bool keepdims) {
  return Reduce("reduce_all", ReduceOp::kAll, raw_tensor, axis, keepdims);
}

Tensor reduce_mean(const Tensor& raw_tensor, const Dims& axis, bool keepdims) {
  Tensor sum = Reduce("reduce_mean", ReduceOp::kSum, raw_tensor, axis, keepdims);
  if (axis.empty()) return sum;
  // A narrow dtype may not hold the count, or not the sum: 70000 ones have a mean of 1 in float16 and in int8.
  const DataType dtype = raw_tensor.dtype();
  if (dtype == ge::DT_FLOAT || dtype == ge::DT_DOUBLE || dtype == ge::DT_INT64 || dtype == ge::DT_UINT64) {
    return vdiv(sum, Count(raw_tensor, axis, dtype));
  }
  const DataType wide = IsFloat(dtype) ? ge::DT_FLOAT : ge::DT_INT64;
  sum = Reduce("reduce_mean", ReduceOp::kSum, cast_to(raw_tensor, wide), axis, keepdims);
  return cast_to(vdiv(sum, Count(raw_tensor, axis, wide)), dtype);
}

std::vector<Tensor> tuple_sum(const std::vector<Tensor>& input_tensors, const Dims& axis, bool keepdims) {
  std::vector<Tensor> sums;
  for (const Tensor& tensor : input_tensors) {
    RequirePresent("tuple_sum", tensor);
    if (tensor.shape() != input_tensors[0].shape()) {
      Fail("tuple_sum", fmt::format("the shapes of {} and {} differ", Describe(input_tensors[0]), Describe(tensor)));
    }
    sums.push_back(Reduce("tuple_sum", ReduceOp::kSum, tensor, axis, keepdims));
  }
  return sums;
}

}  // namespace tbe
