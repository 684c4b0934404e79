// Blocks of places moved to the batch axis and back.
#include <cstring>
#include <span>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

using Ints = std::vector<int64_t>;

// Returns the values of an input, or of the attribute in its place in the D form.
Ints GivenNumbers(const CpuKernelContext& ctx, uint32_t input, const char* name) {
  return ctx.GetAttr(name) == nullptr ? opdk::IntValues(ctx.Input(input)) : opdk::ListIntAttr(ctx, name);
}

// Places are [batch, spatial...]. The place p of the large image is place p / block of a batch of its own, which
// p % block names; `before` of the large image's places lie in front of it in each direction.
struct Blocks {
  Ints blocks, before;
  Ints small, large;    // extents of places
  int64_t batches = 0;  // of the large image

  // Returns the large image's place for a place of the small image. -1: the place is cropped or padding. SmallOf does
  // the inverse.
  int64_t LargeOf(int64_t place) const {
    Ints at(small.size());
    for (size_t axis = small.size(); axis-- > 0; place /= small[axis]) at[axis] = place % small[axis];
    int64_t block = at[0] / batches, result = at[0] % batches;
    Ints part(blocks.size());
    for (size_t i = blocks.size(); i-- > 0; block /= blocks[i]) part[i] = block % blocks[i];
    for (size_t i = 0; i < blocks.size(); ++i) {
      const int64_t position = at[i + 1] * blocks[i] + part[i] - before[2 * i];
      if (position < 0 || position >= large[i + 1]) return -1;
      result = result * large[i + 1] + position;
    }
    return result;
  }
  int64_t SmallOf(int64_t place) const {
    Ints at(large.size());
    for (size_t axis = large.size(); axis-- > 0; place /= large[axis]) at[axis] = place % large[axis];
    int64_t block = 0, result = 0;
    for (size_t i = 0; i < blocks.size(); ++i) {
      const int64_t position = at[i + 1] + before[2 * i];
      block = block * blocks[i] + position % blocks[i];
      result = result * small[i + 1] + position / blocks[i];
    }
    int64_t places = 1;
    for (size_t i = 0; i < blocks.size(); ++i) places *= small[i + 1];
    return (block * batches + at[0]) * places + result;
  }
};

template <bool kToBatch>
class BlocksCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const bool square = ctx.GetAttr("block_size") != nullptr;
    Blocks moved;
    moved.blocks = square ? Ints(2, opdk::IntAttr(ctx, "block_size", 1)) : GivenNumbers(ctx, 1, "block_shape");
    moved.before = GivenNumbers(ctx, square ? 1 : 2, kToBatch ? "paddings" : "crops");
    const Ints x = opdk::DimsOf(ctx.Input(0)), y = opdk::DimsOf(ctx.Output(0));
    const size_t axes = 1 + moved.blocks.size();
    const Ints from(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(axes));
    const Ints to(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(axes));
    moved.small = kToBatch ? to : from;
    moved.large = kToBatch ? from : to;
    moved.batches = moved.large[0];
    const int64_t bytes = opdk::Product(std::span(x).subspan(axes)) * GetSizeByDataType(ctx.Input(0)->GetDataType());
    if (bytes == 0 || moved.batches == 0) return opdk::kKernelOk;
    const auto* source = static_cast<const char*>(ctx.Input(0)->GetData());
    auto* target = static_cast<char*>(ctx.Output(0)->GetData());
    return opdk::ParallelRange(ctx, opdk::Product(to), bytes + 16, [&](int64_t begin, int64_t end) {
      for (int64_t place = begin; place < end; ++place) {
        const int64_t other = kToBatch ? moved.LargeOf(place) : moved.SmallOf(place);
        char* element = target + place * bytes;
        if (other < 0) {
          std::memset(element, 0, static_cast<size_t>(bytes));
        } else {
          std::memcpy(element, source + other * bytes, static_cast<size_t>(bytes));
        }
      }
    });
  }
};

OPDK_CPU_KERNEL(SpaceToBatchND, BlocksCpuKernel<true>);
OPDK_CPU_KERNEL(SpaceToBatchNDD, BlocksCpuKernel<true>);
OPDK_CPU_KERNEL(SpaceToBatch, BlocksCpuKernel<true>);
OPDK_CPU_KERNEL(SpaceToBatchD, BlocksCpuKernel<true>);
OPDK_CPU_KERNEL(BatchToSpaceND, BlocksCpuKernel<false>);
OPDK_CPU_KERNEL(BatchToSpaceNDD, BlocksCpuKernel<false>);
OPDK_CPU_KERNEL(BatchToSpace, BlocksCpuKernel<false>);
OPDK_CPU_KERNEL(BatchToSpaceD, BlocksCpuKernel<false>);

}  // namespace

}  // namespace aicpu
