#include <algorithm>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/nn/window.h"

namespace aicpu {
namespace {

// Returns the numbers of the spatial axes of a list of all axes.
std::vector<int64_t> Spatial(const std::vector<int64_t>& list) { return {list.begin() + 1, list.end() - 1}; }

opdk::Window PatchesOf(const CpuKernelContext& ctx) {
  opdk::Window window;
  window.in = Spatial(opdk::DimsOf(ctx.Input(0)));
  window.out = Spatial(opdk::DimsOf(ctx.Output(0)));
  window.kernel = Spatial(opdk::ListIntAttr(ctx, "ksizes"));
  window.strides = Spatial(opdk::ListIntAttr(ctx, "strides"));
  const auto rates = opdk::ListIntAttr(ctx, "rates");
  window.dilations = rates.empty() ? std::vector<int64_t>(window.in.size(), 1) : Spatial(rates);
  window.begins.resize(window.in.size(), 0);
  if (opdk::StringAttr(ctx, "padding", "VALID") == "VALID") return window;
  for (size_t i = 0; i < window.in.size(); ++i) {
    const int64_t span = window.dilations[i] * (window.kernel[i] - 1) + 1;
    window.begins[i] = std::max<int64_t>((window.out[i] - 1) * window.strides[i] + span - window.in[i], 0) / 2;
  }
  return window;
}

class ExtractPatchesCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() { return Run<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t Run(const CpuKernelContext& ctx) {
    const opdk::Window window = PatchesOf(ctx);
    const auto dims = opdk::DimsOf(ctx.Input(0));
    const int64_t channels = dims.back(), patches = window.out_size(), patch = window.kernel_size() * channels;
    const T* const x = opdk::Values<const T>(ctx.Input(0)).data();
    T* const y = opdk::Values<T>(ctx.Output(0)).data();
    if (channels == 0) return opdk::kKernelOk;
    return opdk::ParallelRange(ctx, dims.front() * patches, patch, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        T* const to = y + i * patch;
        const T* const image = x + i / patches * window.in_size() * channels;
        std::fill(to, to + patch, T(0));
        opdk::ForEachInside(window, i % patches, [&](int64_t k, int64_t at) {
          std::copy(image + at * channels, image + (at + 1) * channels, to + k * channels);
        });
      }
    });
  }
};
OPDK_CPU_KERNEL(ExtractImagePatches, ExtractPatchesCpuKernel);
OPDK_CPU_KERNEL(ExtractVolumePatches, ExtractPatchesCpuKernel);

}  // namespace
}  // namespace aicpu
