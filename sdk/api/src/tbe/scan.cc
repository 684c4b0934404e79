#include "tbe/scan.h"

#include "sdk/api/src/tbe/build.h"

namespace tbe {
namespace {

Tensor Scan(std::string_view call, ReduceOp op, const Tensor& x, int64_t axis) {
  RequirePresent(call, x);
  RequireDtype(call, x, x.dtype() != ge::DT_BOOL, "float types and integers");
  const bool narrow = IsFloat(x.dtype()) && ByteSize(x.dtype()) == 2;
  TensorNode node =
      Node(Kind::kScan, narrow ? ge::DT_FLOAT : x.dtype(), x.shape(), {narrow ? cast_to(x, ge::DT_FLOAT) : x});
  node.reduce = op;
  node.axes = NormalizeAxes(call, {axis}, x.rank());
  return cast_to(Make(call, std::move(node)), x.dtype());
}

}  // namespace

Tensor cumsum(const Tensor& x, int64_t axis) { return Scan("cumsum", ReduceOp::kSum, x, axis); }
Tensor cumprod(const Tensor& x, int64_t axis) { return Scan("cumprod", ReduceOp::kProd, x, axis); }
Tensor cummax(const Tensor& x, int64_t axis) { return Scan("cummax", ReduceOp::kMax, x, axis); }
Tensor cummin(const Tensor& x, int64_t axis) { return Scan("cummin", ReduceOp::kMin, x, axis); }

}  // namespace tbe
