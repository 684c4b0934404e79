#include "op_impl/ai_cpu/array/index_map.h"

namespace aicpu {

class TileCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto x_dims = opdk::DimsOf(ctx.Input(0));
    const auto y_dims = opdk::DimsOf(ctx.Output(0));
    // An axis may have any length when another axis is empty.
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    std::vector<std::vector<int64_t>> maps(x_dims.size());
    for (size_t axis = 0; axis < maps.size(); ++axis) {
      for (int64_t i = 0; i < y_dims[axis]; ++i) maps[axis].push_back(i % x_dims[axis]);
    }
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
      opdk::CopyByIndexMaps(ctx, opdk::Values<const T>(ctx.Input(0)).data(), x_dims, maps, T(0),
                            opdk::Values<T>(ctx.Output(0)).data());
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(Tile, TileCpuKernel);
OPDK_CPU_KERNEL(TileD, TileCpuKernel);

}  // namespace aicpu
