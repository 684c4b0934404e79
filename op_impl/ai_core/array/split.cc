// A tensor cut along an axis into the pieces whose shapes were inferred.
#include <string>

#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> SplitCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const int64_t given = op.InputInts("split_dim").at(0);
  const int64_t axis = given < 0 ? given + x.rank() : given;
  Dims sizes;
  // Counting walks over all ports.
  const int64_t count = op.OutputCount("y");
  for (int64_t i = 0; i < count; ++i) {
    sizes.push_back(op.OutputShape(("y" + std::to_string(i)).c_str()).at(static_cast<size_t>(axis)));
  }
  return split(x, axis, sizes);
}

REGISTER_OP_COMPUTE(Split, SplitCompute);
REGISTER_OP_COMPUTE(SplitD, SplitCompute);
REGISTER_OP_COMPUTE(SplitV, SplitCompute);
REGISTER_OP_COMPUTE(SplitVD, SplitCompute);

}  // namespace
}  // namespace tbe
