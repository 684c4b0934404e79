#include <algorithm>
#include <string>

#include "op_impl/ai_cpu/array/index_map.h"

namespace {

const char* const kPad = "Pad";

// Where position `at` (x's first element is 0) of a padded axis takes its value from; -1: the constant.
int64_t SourceIndex(const std::string& mode, int64_t at, int64_t extent) {
  if (at >= 0 && at < extent) return at;
  if (mode == "edge") return std::clamp<int64_t>(at, 0, extent - 1);
  if (mode == "reflect") return at < 0 ? -at : 2 * (extent - 1) - at;
  if (mode == "wrap") return at < 0 ? extent - 1 - (-1 - at) % extent : at % extent;
  return -1;
}

}  // namespace

namespace aicpu {

class PadCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto x_dims = opdk::DimsOf(ctx.Input(0));
    const auto pads = opdk::IntValues(ctx.Input(1));
    const auto y_dims = opdk::DimsOf(ctx.Output(0));
    const std::string mode = opdk::StringAttr(ctx, "mode", "constant");
    std::vector<std::vector<int64_t>> maps(x_dims.size());
    for (size_t axis = 0; axis < maps.size(); ++axis) {
      for (int64_t i = 0; i < y_dims[axis]; ++i) maps[axis].push_back(SourceIndex(mode, i - pads[axis], x_dims[axis]));
    }
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto constant = opdk::Values<const T>(ctx.Input(2));
      opdk::CopyByIndexMaps(ctx, opdk::Values<const T>(ctx.Input(0)).data(), x_dims, maps,
                            constant.empty() ? T(0) : constant[0], opdk::Values<T>(ctx.Output(0)).data());
      return opdk::kKernelOk;
    });
  }
};

REGISTER_CPU_KERNEL(kPad, PadCpuKernel);

}  // namespace aicpu
