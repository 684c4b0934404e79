// MaxPoolND: the largest element of each window, and where in x it stands.
#include <limits>

#include "op_impl/ai_core/common/window.h"

namespace tbe {
namespace {

// Returns the flat position in x of the first element of each window that equals the maximum in y. `column_major`
// counts the spatial axes in reverse.
Tensor Positions(const Tensor& x, const Tensor& y, const Window& window, bool column_major) {
  const bool has_nan = x.dtype() == ge::DT_FLOAT || x.dtype() == ge::DT_FLOAT16 || x.dtype() == ge::DT_BF16 ||
                       x.dtype() == ge::DT_DOUBLE;
  const size_t axes = window.kernel.size();
  return compute(y.shape(), ReduceOp::kMin, window.kernel, [&](const std::vector<Expr>& i, const std::vector<Expr>& r) {
    std::vector<Expr> read = {i[0], i[1]};
    std::vector<Expr> position;  // per spatial axis
    Expr inside = equal(i[0], i[0]);
    for (size_t k = 0; k < axes; ++k) {
      const Expr last = extent(x, static_cast<int64_t>(k) + 2) - 1;
      position.push_back(i[k + 2] * window.strides[k] + r[k] * window.dilations[k] - window.pads_begin[k]);
      inside = inside && position[k] >= 0 && position[k] <= last;
      read.push_back(max(min(position[k], last), 0));
    }
    Expr flat = i[0] * extent(x, 1) + i[1];
    if (column_major) {
      Expr spatial = position[axes - 1];
      for (size_t k = axes - 1; k-- > 0;) spatial = spatial * extent(x, static_cast<int64_t>(k) + 2) + position[k];
      for (size_t k = 0; k < axes; ++k) flat = flat * extent(x, static_cast<int64_t>(k) + 2);
      flat = flat + spatial;
    } else {
      for (size_t k = 0; k < axes; ++k) flat = flat * extent(x, static_cast<int64_t>(k) + 2) + position[k];
    }
    const Expr candidate = at(x, read), largest = at(y, i);
    Expr hit = equal(candidate, largest);
    if (has_nan) hit = hit || (apply(UnaryOp::kIsNan, candidate) && apply(UnaryOp::kIsNan, largest));
    return select(inside && hit, flat, std::numeric_limits<int64_t>::max());
  });
}

std::vector<Tensor> MaxPoolNDCompute(const OpParams& op) {
  Tensor x = op.Input("x");
  const Window window = WindowOf(op, x, op.ListInt("kernel_shape"));
  Tensor y = pooling(x, PoolOf(window, PoolMode::kMax));
  return {y, Positions(x, y, window, op.Int("storage_order") != 0)};
}

REGISTER_OP_COMPUTE(MaxPoolND, MaxPoolNDCompute);
REGISTER_CHECK_SUPPORT(MaxPoolND, CheckSpatialRank);

}  // namespace
}  // namespace tbe
