#include <Eigen/Core>

#include "op_impl/ai_cpu/nn/window.h"

namespace {

const char* const kConv = "Conv";

template <typename T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// One (image, group): y[O/g, out] = filter[O/g, C/g * kernel] * patches[C/g * kernel, out].
struct Sizes {
  int64_t channels = 0;  // of x in one group
  int64_t filters = 0;   // of y in one group
  int64_t groups = 1;
};

// Output positions that one piece of work unfolds: bounds the scratch memory and keeps it in cache.
constexpr int64_t kPositions = 256;

template <typename T, typename Compute>
void ConvolvePiece(const opdk::Window& window, const Sizes& sizes, const T* x, const Matrix<Compute>& filter,
                   const T* bias, int64_t first, int64_t count, T* y) {
  const int64_t kernel = window.kernel_size();
  Matrix<Compute> patches = Matrix<Compute>::Zero(sizes.channels * kernel, count);
  for (int64_t p = 0; p < count; ++p) {
    opdk::ForEachInside(window, first + p, [&](int64_t k, int64_t at) {
      for (int64_t c = 0; c < sizes.channels; ++c) {
        patches(c * kernel + k, p) = static_cast<Compute>(x[c * window.in_size() + at]);
      }
    });
  }
  const Matrix<Compute> product = filter * patches;
  for (int64_t o = 0; o < sizes.filters; ++o) {
    const Compute add = bias == nullptr ? Compute(0) : static_cast<Compute>(bias[o]);
    for (int64_t p = 0; p < count; ++p) y[o * window.out_size() + first + p] = static_cast<T>(product(o, p) + add);
  }
}

template <typename T>
uint32_t ComputeConv(const aicpu::CpuKernelContext& ctx) {
  using Compute = opdk::ComputeType<T>;
  const auto x_dims = opdk::DimsOf(ctx.Input(0));
  const auto filter_dims = opdk::DimsOf(ctx.Input(1));
  const auto y_dims = opdk::DimsOf(ctx.Output(0));
  const opdk::Window window =
      opdk::MakeWindow(ctx, x_dims, y_dims, std::vector<int64_t>(filter_dims.begin() + 2, filter_dims.end()));
  Sizes sizes;
  sizes.groups = opdk::IntAttr(ctx, "group", 1);
  sizes.channels = filter_dims[1];
  sizes.filters = filter_dims[0] / sizes.groups;
  const auto x = opdk::Values<const T>(ctx.Input(0));
  const auto filter = opdk::Values<const T>(ctx.Input(1));
  const auto bias = opdk::Values<const T>(ctx.Input(2));
  const auto y = opdk::Values<T>(ctx.Output(0));
  if (y.empty()) return opdk::kKernelOk;

  const int64_t depth = sizes.channels * window.kernel_size();
  std::vector<Matrix<Compute>> filters;
  for (int64_t g = 0; g < sizes.groups; ++g) {
    const Eigen::Map<const Matrix<T>> slice(filter.data() + g * sizes.filters * depth, sizes.filters, depth);
    filters.push_back(slice.template cast<Compute>());
  }
  const int64_t pieces = (window.out_size() + kPositions - 1) / kPositions;
  const int64_t units = x_dims[0] * sizes.groups * pieces;
  const int64_t cost = sizes.filters * depth * std::min(kPositions, window.out_size());
  return opdk::ParallelRange(ctx, units, cost, [&](int64_t begin, int64_t end) {
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t first = unit % pieces * kPositions;
      const int64_t group = unit / pieces % sizes.groups;
      const int64_t image_group = unit / pieces;  // image * groups + group: planes follow each other
      ConvolvePiece<T, Compute>(
          window, sizes, x.data() + image_group * sizes.channels * window.in_size(),
          filters[static_cast<size_t>(group)], bias.empty() ? nullptr : bias.data() + group * sizes.filters, first,
          std::min(kPositions, window.out_size() - first), y.data() + image_group * sizes.filters * window.out_size());
    }
  });
}

}  // namespace

namespace aicpu {

class ConvCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return ComputeConv<T>(ctx); });
  }
};

REGISTER_CPU_KERNEL(kConv, ConvCpuKernel);

}  // namespace aicpu
