// Pools whose windows follow from the extents, over the last axes of x.
#include <limits>

#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

// Returns a window's first element, or the element behind its last one, of `pooled` windows over `size` elements. The
// same bounds hold the other way round: for the windows that hold an element.
Expr BeginOf(const Expr& i, const Expr& size, const Expr& pooled) { return i * size / pooled; }
Expr EndOf(const Expr& i, const Expr& size, const Expr& pooled) { return ((i + 1) * size + pooled - 1) / pooled; }

struct Last {
  size_t first;  // of the last axes
  Dims from, to, most;

  // Collects the last `axes` axes. No window has more than `most` elements.
  Last(const Dims& in, const Dims& out, size_t axes) : first(in.size() - axes) {
    for (size_t k = first; k < in.size(); ++k) {
      from.push_back(in[k]);
      to.push_back(out[k]);
      most.push_back(in[k] % out[k] == 0 ? in[k] / out[k] : in[k] / out[k] + 2);
    }
  }
};

// Reduces value(inside, element, window) over each window. `inside`: whether the element is in the window. `element`
// and `window`: their indices.
template <typename Value>
Tensor OverWindows(const Tensor& x, const Dims& shape, const Last& last, ReduceOp reduce, const Value& value) {
  return compute(shape, reduce, last.most, [&](const std::vector<Expr>& i, const std::vector<Expr>& r) {
    std::vector<Expr> read = i;
    Expr inside = equal(i[0], i[0]);
    for (size_t k = 0; k < last.from.size(); ++k) {
      const size_t axis = last.first + k;
      const Expr size = extent(x, static_cast<int64_t>(axis));
      const Expr pooled = at(Param(static_cast<double>(last.to[k]), ge::DT_INT64));
      const Expr position = BeginOf(i[axis], size, pooled) + r[k];
      inside = inside && position < EndOf(i[axis], size, pooled);
      read[axis] = min(position, size - 1);
    }
    return value(inside, read, i);
  });
}

// Divides each sum by the number of elements of its window.
Tensor Shares(const Tensor& sums, const Last& windows) {
  return compute(sums.shape(), [&](const std::vector<Expr>& i) {
    Expr count = 1;
    for (size_t k = 0; k < windows.from.size(); ++k) {
      const Expr& at_axis = i[windows.first + k];
      const Expr size = at(Param(static_cast<double>(windows.from[k]), ge::DT_INT64));
      const Expr pooled = at(Param(static_cast<double>(windows.to[k]), ge::DT_INT64));
      count = count * (EndOf(at_axis, size, pooled) - BeginOf(at_axis, size, pooled));
    }
    return at(sums, i) / cast(count, sums.dtype());
  });
}

Tensor SumsOf(const Tensor& x, const Dims& shape, const Last& last) {
  return OverWindows(x, shape, last, ReduceOp::kSum,
                     [&](const Expr& inside, const std::vector<Expr>& read, const std::vector<Expr>&) {
                       return select(inside, at(x, read), 0);
                     });
}

std::vector<Tensor> Means(const OpParams& op, size_t axes) {
  const Tensor x = Widen(op.Input("x"));
  const Dims& shape = op.OutputShape("y");
  const Last last(x.shape(), shape, axes);
  return {cast_to(Shares(SumsOf(x, shape, last), last), op.OutputDtype("y"))};
}

std::vector<Tensor> AdaptiveAvgPoolCompute(const OpParams& op) { return Means(op, op.InputInts("output_size").size()); }
std::vector<Tensor> AdaptiveAvgPool2dCompute(const OpParams& op) { return Means(op, 2); }

std::vector<Tensor> AdaptiveAvgPool2dGradCompute(const OpParams& op) {
  const Tensor grad = Widen(op.Input("input_grad"));
  const Dims& shape = op.OutputShape("output_grad");
  const Tensor shares = Shares(grad, Last(shape, grad.shape(), 2));
  // Seen from an element, the windows that hold it are a window, too.
  return {cast_to(SumsOf(shares, shape, Last(grad.shape(), shape, 2)), op.OutputDtype("output_grad"))};
}

std::vector<Tensor> AdaptiveMaxPool2dCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const Dims& shape = op.OutputShape("y");
  const Last last(x.shape(), shape, 2);
  const double least = -std::numeric_limits<double>::infinity();
  const Tensor y = OverWindows(x, shape, last, ReduceOp::kMax,
                               [&](const Expr& inside, const std::vector<Expr>& read, const std::vector<Expr>&) {
                                 return select(inside, at(x, read), least);
                               });
  const Tensor argmax = OverWindows(
      x, shape, last, ReduceOp::kMin,
      [&](const Expr& inside, const std::vector<Expr>& read, const std::vector<Expr>& window) {
        const Expr candidate = at(x, read), largest = at(y, window);
        const Expr hit = equal(candidate, largest) || (visnan(candidate) && visnan(largest));
        const Expr flat = read[last.first] * extent(x, static_cast<int64_t>(last.first) + 1) + read[last.first + 1];
        return select(inside && hit, flat, std::numeric_limits<int64_t>::max());
      });
  return {y, cast_to(argmax, op.OutputDtype("argmax"))};
}

REGISTER_OP_COMPUTE(AdaptiveAvgPool, AdaptiveAvgPoolCompute);
REGISTER_OP_COMPUTE(AdaptiveAvgPool2d, AdaptiveAvgPool2dCompute);
REGISTER_OP_COMPUTE(AdaptiveAvgPool2dGrad, AdaptiveAvgPool2dGradCompute);
REGISTER_OP_COMPUTE(AdaptiveMaxPool2d, AdaptiveMaxPool2dCompute);

}  // namespace
}  // namespace tbe
