// The overlap of boxes, computed in float for the 16-bit floats.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

// The four corners' coordinates, each of them shaped so that boxes meet.
struct Boxes {
  Boxes(const Tensor& boxes, bool as_row) {
    const int64_t count = boxes.shape()[0];
    for (int64_t i = 0; i < 4; ++i) {
      const Tensor column = slice(boxes, {0, i}, {count, 1});
      corners.push_back(as_row ? reshape(column, {1, count}) : column);
    }
  }
  std::vector<Tensor> corners;
};

std::vector<Tensor> IouCompute(const OpParams& op) {
  const Boxes box(Widen(op.Input("bboxes")), !op.Bool("aligned")), other(Widen(op.Input("gtboxes")), false);
  const Tensor eps = FloatParam(op, "eps", box.corners[0]);
  const auto area = [&](const std::vector<Tensor>& c) { return (c[2] - c[0] + eps) * (c[3] - c[1] + eps); };
  const auto shared = [&](size_t axis) {
    const Tensor begin = vmax(box.corners[axis], other.corners[axis]);
    return vmax(vmin(box.corners[axis + 2], other.corners[axis + 2]) - begin + eps, 0);
  };
  const Tensor common = shared(0) * shared(1), theirs = area(other.corners);
  const Tensor whole = op.String("mode") == "iof" ? theirs : area(box.corners) + theirs - common;
  return {cast_to(common / whole, op.OutputDtype("overlap"))};
}

REGISTER_OP_COMPUTE(Iou, IouCompute);

}  // namespace
}  // namespace tbe
