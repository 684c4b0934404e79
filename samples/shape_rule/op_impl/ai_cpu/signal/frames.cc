#include <algorithm>
#include <cstdint>
#include <cstring>

#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "status.h"

namespace {

constexpr int64_t kFramesPerPiece = 256;

// Copies windows; what an element is doesn't matter, only its size.
uint32_t FramesCompute(const aicpu::CpuKernelContext& context) {
  const aicpu::Tensor& x = *context.Input(0);
  const aicpu::Tensor& y = *context.Output(0);
  const int64_t elements = y.NumElements();
  if (elements == 0) return aicpu::KERNEL_STATUS_OK;
  const int64_t size = static_cast<int64_t>(y.GetDataSize()) / elements;
  const int64_t hop = context.GetAttr("hop")->GetInt();
  const auto rank = y.GetTensorShape()->GetDims();
  const int64_t frames = y.GetTensorShape()->GetDimSize(rank - 2);
  const int64_t length = y.GetTensorShape()->GetDimSize(rank - 1);
  const int64_t samples = x.GetTensorShape()->GetDimSize(rank - 2);
  const auto* from = static_cast<const char*>(x.GetData());
  auto* to = static_cast<char*>(y.GetData());
  return aicpu::CpuKernelUtils::ParallelFor(
      context, elements / length, kFramesPerPiece, [=](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t first = i % frames * hop;
          const int64_t present = std::clamp<int64_t>(samples - first, 0, length);
          char* frame = to + i * length * size;
          std::memcpy(frame, from + (i / frames * samples + first) * size, static_cast<size_t>(present * size));
          std::memset(frame + present * size, 0, static_cast<size_t>((length - present) * size));
        }
      });
}

}  // namespace

OPDK_CPU_KERNEL(Frames, FramesCompute);
