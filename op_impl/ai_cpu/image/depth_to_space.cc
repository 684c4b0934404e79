#include <string>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace {

// The place in the tensor of an element of the image. `channels`, `height`, `width` are the tensor's.
struct ImageLayout {
  ImageLayout(const std::vector<int64_t>& dims, bool nchw)
      : last(nchw), channels(dims[nchw ? 1 : 3]), height(dims[nchw ? 2 : 1]), width(dims[nchw ? 3 : 2]) {}

  int64_t Offset(int64_t n, int64_t c, int64_t h, int64_t w) const {
    return last ? ((n * channels + c) * height + h) * width + w : ((n * height + h) * width + w) * channels + c;
  }

  bool last;  // height and width are the last axes
  int64_t channels, height, width;
};

// Walks over the wide image: to_depth gathers its blocks into channels, else they are spread from the channels.
uint32_t MoveBlocks(const aicpu::CpuKernelContext& ctx, bool to_depth) {
  const bool nchw = opdk::StringAttr(ctx, "data_format", "NHWC") == "NCHW";
  const bool crd = !to_depth && opdk::StringAttr(ctx, "mode", "DCR") == "CRD";
  const int64_t block = opdk::IntAttr(ctx, "block_size", 1);
  const auto wide_dims = opdk::DimsOf(to_depth ? ctx.Input(0) : ctx.Output(0));
  const ImageLayout wide(wide_dims, nchw);
  const ImageLayout deep(opdk::DimsOf(to_depth ? ctx.Output(0) : ctx.Input(0)), nchw);
  const int64_t rows = ctx.Output(0)->NumElements() == 0 ? 0 : wide_dims[0] * wide.height;
  return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    T* y = opdk::Values<T>(ctx.Output(0)).data();
    return opdk::ParallelRange(ctx, rows, wide.width * wide.channels * 4, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const int64_t n = row / wide.height, h = row % wide.height;
        for (int64_t w = 0; w < wide.width; ++w) {
          const int64_t in_block = h % block * block + w % block;
          for (int64_t c = 0; c < wide.channels; ++c) {
            const int64_t depth = crd ? c * block * block + in_block : in_block * wide.channels + c;
            const int64_t outer = wide.Offset(n, c, h, w), inner = deep.Offset(n, depth, h / block, w / block);
            y[to_depth ? inner : outer] = x[to_depth ? outer : inner];
          }
        }
      }
    });
  });
}

}  // namespace

namespace aicpu {

class DepthToSpaceCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return MoveBlocks(ctx, false); }
};
OPDK_CPU_KERNEL(DepthToSpace, DepthToSpaceCpuKernel);

class SpaceToDepthCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return MoveBlocks(ctx, true); }
};
OPDK_CPU_KERNEL(SpaceToDepth, SpaceToDepthCpuKernel);

}  // namespace aicpu
