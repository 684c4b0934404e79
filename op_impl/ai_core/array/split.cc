// Split along `axis` into the pieces whose shapes were inferred.
#include <string>

#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> SplitCompute(const OpParams& op) {
  Tensor x = op.Input("x");
  const int64_t axis = op.Int("axis") < 0 ? op.Int("axis") + x.rank() : op.Int("axis");
  Dims sizes;
  for (int64_t i = 0; i < op.OutputCount("y"); ++i) {
    sizes.push_back(op.OutputShape(("y" + std::to_string(i)).c_str()).at(static_cast<size_t>(axis)));
  }
  return split(x, axis, sizes);
}

REGISTER_OP_COMPUTE(Split, SplitCompute);

}  // namespace
}  // namespace tbe
