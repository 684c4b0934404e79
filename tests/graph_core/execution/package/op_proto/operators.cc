#include "op_proto/operators.h"

#include <vector>

namespace ge {
namespace {

graphStatus SameAsFirst(Operator& op) { return op.UpdateOutputDesc("y", op.GetInputDesc(0)); }

graphStatus ReshapeTo(Operator& op) {
  TensorDesc desc = op.GetInputDesc(0);
  Tensor shape;
  if (op.GetInputConstData("shape", shape) != GRAPH_SUCCESS) {
    desc.SetShape(Shape({-1, -1}));
    return op.UpdateOutputDesc("y", desc);
  }
  const auto* dims = reinterpret_cast<const int64_t*>(shape.GetData());
  desc.SetShape(Shape(std::vector<int64_t>(dims, dims + shape.GetSize() / sizeof(int64_t))));
  return op.UpdateOutputDesc("y", desc);
}

graphStatus Filtered(Operator& op) {
  TensorDesc desc = op.GetInputDesc(0);
  int64_t most = 1;
  for (int64_t dim : desc.GetShape().GetDims()) most = dim < 0 || most < 0 ? -1 : most * dim;
  desc.SetShape(Shape({-1}));
  desc.SetShapeRange({{0, most}});
  return op.UpdateOutputDesc("y", desc);
}

graphStatus Unbounded(Operator& op) { return op.UpdateOutputDesc("y", TensorDesc(Shape({-1}), FORMAT_ND, DT_FLOAT)); }

graphStatus Dot(Operator& op) {
  TensorDesc desc = op.GetInputDesc(0);
  desc.SetShape(Shape({desc.GetShape().GetDim(0), op.GetInputDesc(1).GetShape().GetDim(1)}));
  return op.UpdateOutputDesc("y", desc);
}

graphStatus SameInside(const Operator& op) {
  const int64_t left = op.GetInputDesc(0).GetShape().GetDim(1);
  const int64_t right = op.GetInputDesc(1).GetShape().GetDim(0);
  return left < 0 || right < 0 || left == right ? GRAPH_SUCCESS : GRAPH_FAILED;
}

graphStatus Fickle(Operator& op) {
  TensorDesc desc = op.GetInputDesc(0);
  if (desc.GetShape().GetDim(0) < 0) desc.SetShape(Shape({4, 2}));
  return op.UpdateOutputDesc("y", desc);
}

graphStatus Twice(Operator& op) {
  TensorDesc desc = op.GetInputDesc(0);
  desc.SetShape(Shape({2, desc.GetShape().GetDim(0)}));
  return op.UpdateOutputDesc("y", desc);
}

graphStatus One(Operator& op) { return op.UpdateOutputDesc("y", TensorDesc(Shape({1}), FORMAT_ND, DT_FLOAT)); }

COMMON_INFER_FUNC_REG(TestAdd, SameAsFirst);
COMMON_INFER_FUNC_REG(TestBias, SameAsFirst);
COMMON_INFER_FUNC_REG(TestReshape, ReshapeTo);
COMMON_INFER_FUNC_REG(TestPositive, Filtered);
COMMON_INFER_FUNC_REG(TestUnbounded, Unbounded);
COMMON_INFER_FUNC_REG(TestAsk, Unbounded);
COMMON_INFER_FUNC_REG(TestBoast, Filtered);
COMMON_INFER_FUNC_REG(TestDot, Dot);
IMPLEMT_VERIFIER(TestDot, DotVerify) { return SameInside(op); }
VERIFY_FUNC_REG(TestDot, DotVerify);
COMMON_INFER_FUNC_REG(TestFickle, Fickle);
COMMON_INFER_FUNC_REG(TestTwice, Twice);
COMMON_INFER_FUNC_REG(TestStateful, One);
COMMON_INFER_FUNC_REG(TestFail, SameAsFirst);
COMMON_INFER_FUNC_REG(TestNoKernel, SameAsFirst);

}  // namespace
}  // namespace ge
