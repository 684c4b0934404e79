#include "tbe/cube.h"

#include <fmt/format.h>

#include "sdk/src/tbe/build.h"

namespace tbe {
namespace {

void FillDefaults(std::string_view call, size_t spatial, Dims& list, int64_t value, std::string_view name) {
  if (list.empty()) list.assign(spatial, value);
  if (list.size() != spatial) {
    Fail(call, fmt::format("{} {} has not one entry per spatial axis ({})", name, ShapeText(list), spatial));
  }
  for (int64_t entry : list) {
    if (entry < value) Fail(call, fmt::format("{} {} has an entry below {}", name, ShapeText(list), value));
  }
}

template <typename Params>
void FillWindowDefaults(std::string_view call, size_t spatial, Params& params) {
  FillDefaults(call, spatial, params.strides, 1, "strides");
  FillDefaults(call, spatial, params.dilations, 1, "dilations");
  FillDefaults(call, spatial, params.pads_begin, 0, "pads_begin");
  FillDefaults(call, spatial, params.pads_end, 0, "pads_end");
}

// Checks the number of spatial axes and returns it.
size_t SpatialRank(std::string_view call, const Tensor& x) {
  if (x.rank() < 3 || x.rank() > 5) {
    Fail(call, fmt::format("takes [N, C, spatial...] with one to three spatial axes, not {}", Describe(x)));
  }
  return x.shape().size() - 2;
}

template <typename Params>
Dims WindowedShape(std::string_view call, const Tensor& x, int64_t channels, const Dims& window, const Params& params) {
  Dims shape = {x.shape()[0], channels};
  for (size_t i = 0; i < window.size(); ++i) {
    int64_t span = 0;  // from the window's first to its last element
    int64_t room = x.shape()[i + 2];
    if (__builtin_mul_overflow(window[i] - 1, params.dilations[i], &span) ||
        __builtin_add_overflow(room, params.pads_begin[i], &room) ||
        __builtin_add_overflow(room, params.pads_end[i], &room) || room < span + 1) {
      Fail(call, fmt::format("the window {} with dilations {} doesn't fit {} with pads {} and {}", ShapeText(window),
                             ShapeText(params.dilations), Describe(x), ShapeText(params.pads_begin),
                             ShapeText(params.pads_end)));
    }
    shape.push_back((room - span - 1) / params.strides[i] + 1);
  }
  return shape;
}

}  // namespace

Tensor matmul(const Tensor& a, const Tensor& b, bool trans_a, bool trans_b, const Tensor& bias) {
  RequirePresent("matmul", a);
  RequirePresent("matmul", b);
  RequireDtype("matmul", a, a.dtype() != ge::DT_BOOL, "float types and integers");
  const std::string both =
      Describe(a) + (trans_a ? " transposed" : "") + " and " + Describe(b) + (trans_b ? " transposed" : "");
  if (a.dtype() != b.dtype()) Fail("matmul", "the dtypes of " + both + " differ");
  if (a.rank() < 2 || b.rank() < 2) Fail("matmul", "takes matrices, not " + both);
  auto split_shape = [](const Tensor& x, bool transposed) {
    Dims batch(x.shape().begin(), x.shape().end() - 2);
    int64_t rows = x.shape()[x.shape().size() - 2], columns = x.shape().back();
    if (transposed) std::swap(rows, columns);
    return std::tuple(batch, rows, columns);
  };
  const auto [batch_a, m, k] = split_shape(a, trans_a);
  const auto [batch_b, k_of_b, n] = split_shape(b, trans_b);
  if (k != k_of_b) Fail("matmul", fmt::format("the inner extents of {} are {} and {}", both, k, k_of_b));
  Dims shape = BroadcastShapesFor("matmul", batch_a, batch_b);
  shape.push_back(m);
  shape.push_back(n);
  std::vector<Tensor> inputs = {a, b};
  if (bias) {
    if (bias.shape() != Dims{n} || bias.dtype() != a.dtype()) {
      Fail("matmul",
           fmt::format("the bias of {} must be {}[{}], not {}", both, DtypeName(a.dtype()), n, Describe(bias)));
    }
    inputs.push_back(bias);
  }
  if (NumElements("matmul", a.shape()) == 0 || NumElements("matmul", b.shape()) == 0) {
    // Sums of nothing: no product is left to compute.
    Tensor zeros = BroadcastTo("matmul", Const(int64_t{0}, a.dtype()), shape);
    return bias ? vadd(zeros, bias) : zeros;
  }
  TensorNode node = Node(Kind::kMatmul, a.dtype(), std::move(shape), std::move(inputs));
  node.trans_a = trans_a;
  node.trans_b = trans_b;
  return Make("matmul", std::move(node));
}

Tensor conv(const Tensor& x, const Tensor& w, const Tensor& bias, const ConvParams& params) {
  RequirePresent("conv", x);
  RequirePresent("conv", w);
  RequireDtype("conv", x, IsFloat(x.dtype()), "float types");
  const size_t spatial = SpatialRank("conv", x);
  if (w.rank() != x.rank() || w.dtype() != x.dtype()) {
    Fail("conv", fmt::format("the filter {} must have the rank and dtype of {}", Describe(w), Describe(x)));
  }
  ConvParams filled = params;
  FillWindowDefaults("conv", spatial, filled);
  const int64_t outputs = w.shape()[0];
  const int64_t groups = filled.groups;
  if (groups < 1 || outputs % groups != 0 || x.shape()[1] % groups != 0 || w.shape()[1] != x.shape()[1] / groups) {
    Fail("conv", fmt::format("{} and the filter {} don't fit {} groups", Describe(x), Describe(w), groups));
  }
  const Dims window(w.shape().begin() + 2, w.shape().end());
  for (int64_t extent : window) {
    if (extent < 1) Fail("conv", fmt::format("the filter {} is empty", Describe(w)));
  }
  Dims shape = WindowedShape("conv", x, outputs, window, filled);
  std::vector<Tensor> inputs = {x, w};
  if (bias) {
    if (bias.shape() != Dims{outputs} || bias.dtype() != x.dtype()) {
      Fail("conv", fmt::format("the bias must be {}[{}], not {}", DtypeName(x.dtype()), outputs, Describe(bias)));
    }
    inputs.push_back(bias);
  }
  TensorNode node = Node(Kind::kConv, x.dtype(), std::move(shape), std::move(inputs));
  node.conv = std::move(filled);
  return Make("conv", std::move(node));
}

Tensor pooling(const Tensor& x, const PoolParams& params) {
  RequirePresent("pooling", x);
  const bool maximum = params.mode == PoolMode::kMax;
  RequireDtype("pooling", x, IsFloat(x.dtype()) || (maximum && IsInteger(x.dtype())),
               maximum ? "float types and integers" : "float types");
  const size_t spatial = SpatialRank("pooling", x);
  PoolParams filled = params;
  if (filled.window.empty()) Fail("pooling", "needs a window");
  FillDefaults("pooling", spatial, filled.window, 1, "window");
  FillWindowDefaults("pooling", spatial, filled);
  Dims shape = WindowedShape("pooling", x, x.shape()[1], filled.window, filled);
  TensorNode node = Node(Kind::kPool, x.dtype(), std::move(shape), {x});
  node.pool = std::move(filled);
  return Make("pooling", std::move(node));
}

}  // namespace tbe
