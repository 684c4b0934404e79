// GroupNorm: x seen as [N, groups, channels of a group, elements], or with the elements before the groups.
#include "op_impl/ai_core/common/precision.h"
#include "op_impl/ai_core/norm/moments.h"

namespace tbe {
namespace {

std::vector<Tensor> GroupNormCompute(const OpParams& op) {
  const Tensor x = Widen(op.Input("x"));
  const bool last = op.String("data_format") == "NHWC";
  const Dims& dims = x.shape();
  const int64_t groups = op.Int("num_groups"), channels = last ? dims.back() : dims[1];
  int64_t elements = 1;
  for (size_t i = last ? 1 : 2; i < dims.size() - (last ? 1 : 0); ++i) elements *= dims[i];
  const int64_t size = channels / groups;
  const Tensor grouped =
      reshape(x, last ? Dims{dims[0], elements, groups, size} : Dims{dims[0], groups, size, elements});
  const Moments moments = MomentsOf(grouped, last ? Dims{1, 3} : Dims{2, 3});
  auto per_channel = [&](const char* port) {
    return broadcast_axes(reshape(Widen(op.Input(port)), {groups, size}), grouped.shape(),
                          last ? Dims{2, 3} : Dims{1, 2});
  };
  const Tensor factor = vrsqrt(moments.variance + FloatParam(op, "eps", x)) * per_channel("gamma");
  const Tensor y = moments.centered * factor + per_channel("beta");
  const Dims statistics = {dims[0] * groups};
  return {cast_to(reshape(y, dims), op.OutputDtype("y")),
          cast_to(reshape(moments.mean, statistics), op.OutputDtype("mean")),
          cast_to(reshape(moments.variance, statistics), op.OutputDtype("variance"))};
}

REGISTER_OP_COMPUTE(GroupNorm, GroupNormCompute);

}  // namespace
}  // namespace tbe
