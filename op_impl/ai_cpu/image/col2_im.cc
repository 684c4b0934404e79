#include <algorithm>
#include <vector>

#include "cpu_kernel.h"
#include "log.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

struct BlockLayout {
  std::vector<int64_t> image, block, counts, strides, dilations, begins;

  // Returns the element of the image on which element `in_block` of block `number` lies. -1: it lies in the padding.
  int64_t PlaceOf(int64_t in_block, int64_t number) const {
    int64_t place = 0, step = 1;
    for (size_t i = image.size(); i-- > 0;) {
      const int64_t at = number % counts[i] * strides[i] + in_block % block[i] * dilations[i] - begins[i];
      if (at < 0 || at >= image[i]) return -1;
      place += at * step;
      step *= image[i];
      number /= counts[i];
      in_block /= block[i];
    }
    return place;
  }
};

class Col2ImCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    BlockLayout layout{
        opdk::IntValues(ctx.Input(1)),     opdk::IntValues(ctx.Input(2)),       {},
        opdk::ListIntAttr(ctx, "strides"), opdk::ListIntAttr(ctx, "dilations"), opdk::ListIntAttr(ctx, "pads")};
    const std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
    const size_t axes = layout.image.size();
    layout.strides.resize(axes, 1);
    layout.dilations.resize(axes, 1);
    layout.begins.resize(2 * axes, 0);
    const int64_t size = opdk::Product(layout.block);
    bool fits = layout.block.size() == axes && size > 0 && dims[1] % size == 0;
    for (size_t i = 0; fits && i < axes; ++i) {
      const int64_t padded = layout.image[i] + layout.begins[i] + layout.begins[i + axes];
      const int64_t span = padded - layout.dilations[i] * (layout.block[i] - 1) - 1;
      fits = span >= 0;
      layout.counts.push_back(span / layout.strides[i] + 1);
    }
    if (!fits || opdk::Product(layout.counts) != dims[2]) {
      KERNEL_LOG_ERROR("Col2Im: %ld blocks don't fit the image", static_cast<long>(dims[2]));
      return opdk::kKernelFailed;
    }
    std::vector<int64_t> y_dims = {dims[0], dims[1] / size};
    y_dims.insert(y_dims.end(), layout.image.begin(), layout.image.end());
    ctx.Output(0)->GetTensorShape()->SetDimSizes(y_dims);
    return opdk::Dispatch(opdk::Join<opdk::ArithmeticTypes, opdk::Types<bool>>(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Add<T>(ctx, layout, dims[0] * y_dims[1], size, dims[2]); });
  }

 private:
  template <typename T>
  static uint32_t Add(const CpuKernelContext& ctx, const BlockLayout& layout, int64_t planes, int64_t size,
                      int64_t blocks) {
    using Sum = opdk::WideType<T>;
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    auto* y = static_cast<T*>(ctx.Output(0)->GetData());
    const int64_t extent = opdk::Product(layout.image);
    std::vector<int64_t> places(static_cast<size_t>(size * blocks));
    for (size_t i = 0; i < places.size(); ++i) {
      places[i] = layout.PlaceOf(static_cast<int64_t>(i) / blocks, static_cast<int64_t>(i) % blocks);
    }
    return opdk::ParallelRange(ctx, planes, size * blocks + extent, [&](int64_t begin, int64_t end) {
      std::vector<Sum> sums(static_cast<size_t>(extent));
      for (int64_t plane = begin; plane < end; ++plane) {
        std::fill(sums.begin(), sums.end(), Sum(0));
        const T* from = x + plane * size * blocks;
        for (size_t i = 0; i < places.size(); ++i) {
          if (places[i] >= 0) sums[static_cast<size_t>(places[i])] += static_cast<Sum>(from[i]);
        }
        std::transform(sums.begin(), sums.end(), y + plane * extent, [](Sum sum) { return static_cast<T>(sum); });
      }
    });
  }
};
OPDK_CPU_KERNEL(Col2Im, Col2ImCpuKernel);

}  // namespace

}  // namespace aicpu
