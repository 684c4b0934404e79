// Convolution as products of the filter with unfolded patches; 16-bit floats are multiplied and summed in float.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <span>
#include <vector>

#include "op_impl/ai_cpu/nn/window.h"

namespace opdk {

template <typename T>
using PatchMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Groups of a convolution. One (image, group): y[O/g, out] = filter[O/g, C/g * kernel] * patches[C/g * kernel, out].
struct ConvGroups {
  int64_t channels = 0;  // of x in one group
  int64_t filters = 0;   // of y in one group
  int64_t groups = 1;
};

// Output positions that one piece of work unfolds. This bounds the scratch memory and keeps it in the cache.
inline constexpr int64_t kPositions = 256;

// Sums the elements inside of x alone, because zeros of the padding would turn a filter's infinity into NaN. patches:
// [C/g * kernel, count].
template <typename Compute>
void SumInsideOnly(const Window& window, const PatchMatrix<Compute>& filter, const PatchMatrix<Compute>& patches,
                   int64_t first, PatchMatrix<Compute>& product) {
  const int64_t kernel = window.kernel_size();
  std::vector<int64_t> inside;
  for (int64_t p = 0; p < patches.cols(); ++p) {
    inside.clear();
    ForEachInside(window, first + p, [&](int64_t k, int64_t) { inside.push_back(k); });
    if (static_cast<int64_t>(inside.size()) == kernel) continue;
    product.col(p).setZero();
    for (int64_t row = 0; row < patches.rows(); row += kernel) {
      for (const int64_t k : inside) product.col(p) += filter.col(row + k) * patches(row + k, p);
    }
  }
}

template <typename T, typename Compute>
void ConvolvePiece(const Window& window, const ConvGroups& sizes, const T* x, const PatchMatrix<Compute>& filter,
                   const T* bias, int64_t first, int64_t count, T* y) {
  const int64_t kernel = window.kernel_size();
  PatchMatrix<Compute> patches = PatchMatrix<Compute>::Zero(sizes.channels * kernel, count);
  for (int64_t p = 0; p < count; ++p) {
    ForEachInside(window, first + p, [&](int64_t k, int64_t at) {
      for (int64_t c = 0; c < sizes.channels; ++c) {
        patches(c * kernel + k, p) = static_cast<Compute>(x[c * window.in_size() + at]);
      }
    });
  }
  PatchMatrix<Compute> product = filter * patches;
  if (!filter.allFinite()) SumInsideOnly(window, filter, patches, first, product);
  for (int64_t o = 0; o < sizes.filters; ++o) {
    const Compute add = bias == nullptr ? Compute(0) : static_cast<Compute>(bias[o]);
    for (int64_t p = 0; p < count; ++p) y[o * window.out_size() + first + p] = static_cast<T>(product(o, p) + add);
  }
}

// Convolves `images` images. x: [C, spatial] of each image. filter: [O, C / groups, spatial]. bias: [O] or empty. y:
// [O, spatial] of each image.
template <typename T>
uint32_t Convolve(const aicpu::CpuKernelContext& ctx, const Window& window, const ConvGroups& sizes, int64_t images,
                  const T* x, const T* filter, std::span<const T> bias, std::span<T> y) {
  using Compute = ComputeType<T>;
  if (y.empty()) return kKernelOk;
  const int64_t depth = sizes.channels * window.kernel_size();
  std::vector<PatchMatrix<Compute>> filters;
  for (int64_t g = 0; g < sizes.groups; ++g) {
    const Eigen::Map<const PatchMatrix<T>> slice(filter + g * sizes.filters * depth, sizes.filters, depth);
    filters.push_back(slice.template cast<Compute>());
  }
  const int64_t pieces = (window.out_size() + kPositions - 1) / kPositions;
  const int64_t units = images * sizes.groups * pieces;
  const int64_t cost = sizes.filters * depth * std::min(kPositions, window.out_size());
  return ParallelRange(ctx, units, cost, [&](int64_t begin, int64_t end) {
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t first = unit % pieces * kPositions;
      const int64_t group = unit / pieces % sizes.groups;
      const int64_t image_group = unit / pieces;  // image * groups + group: planes follow each other
      ConvolvePiece<T, Compute>(
          window, sizes, x + image_group * sizes.channels * window.in_size(), filters[static_cast<size_t>(group)],
          bias.empty() ? nullptr : bias.data() + group * sizes.filters, first,
          std::min(kPositions, window.out_size() - first), y.data() + image_group * sizes.filters * window.out_size());
    }
  });
}

}  // namespace opdk
