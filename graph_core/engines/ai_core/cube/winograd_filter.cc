#include "graph_core/engines/ai_core/cube/winograd_filter.h"

#include <algorithm>
#include <numeric>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/engines/ai_core/direct/direct_functions.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

constexpr int64_t kTaps = 9;

// Offsets of the alpha x alpha numbers of each pair of channels, in floats. Blocks of outputs are innermost; the inputs
// of a block lie evenly in runs.
struct Layout {
  int64_t run = 0;  // inputs
  int64_t input_stride = 0, element_stride = 0;
  int64_t run_stride = 0;
  // From a block of outputs to the next one of a group, and from a group to the next.
  int64_t group = 1, block_stride = 0, group_stride = 0;

  int64_t BlockOffset(int64_t block) const { return block / group * group_stride + block % group * block_stride; }
};

Layout LayoutOf(const dnnl_wino_desc_t& wino) {
  const int64_t inputs = wino.ic, block = wino.oc_block, group = wino.oc2_block;
  const int64_t elements = int64_t{wino.alpha} * wino.alpha;
  Layout layout;
  layout.run = inputs;
  switch (wino.wino_format) {
    case dnnl_wino_wei_aaOio:
      layout.input_stride = block;
      layout.element_stride = wino.oc * inputs;
      layout.group_stride = inputs * block;
      break;
    case dnnl_wino_wei_aaOBiOo:
      layout.input_stride = group * block;
      layout.element_stride = wino.oc * inputs;
      layout.group = group;
      layout.block_stride = block;
      layout.group_stride = inputs * group * block;
      break;
    default:  // OBaaIBOIio
      layout.run = int64_t{wino.ic2_block} * wino.ic_block;
      layout.input_stride = block;
      layout.element_stride = inputs * group * block;
      layout.run_stride = layout.run * group * block;
      layout.group = group;
      layout.block_stride = layout.run * block;
      layout.group_stride = elements * inputs * group * block;
  }
  return layout;
}

bool Fits(const std::vector<int64_t>& shape, const dnnl_wino_desc_t& wino) {
  const bool known = (wino.alpha == 4 && wino.wino_format == dnnl_wino_wei_aaOio) ||
                     (wino.alpha == 4 && wino.wino_format == dnnl_wino_wei_aaOBiOo) ||
                     (wino.alpha == 6 && wino.wino_format == dnnl_wino_wei_OBaaIBOIio);
  return known && wino.r == 3 && wino.oc_block == WinogradFilter::kOutputs && shape.size() == 4 && shape[2] == 3 &&
         shape[3] == 3 && shape[0] <= wino.oc && shape[1] <= wino.ic;
}

// Inputs that are brought side by side at a time: with what is written of them they stay in the first cache.
constexpr int64_t kPart = 32;

struct Packing {
  const float* filter;
  int64_t outputs, inputs;  // those that there are; zeros beyond
  Layout layout;
  int alpha;
  const DirectFunctions& functions;
  float* to;

  // Packs inputs [first, first + count) of a run, for a block of outputs.
  void Part(int64_t block, int64_t first, int64_t count) const {
    alignas(64) float taps[kPart * kTaps * WinogradFilter::kOutputs];
    const int64_t output = block * WinogradFilter::kOutputs;
    const int64_t rows = std::min(outputs - output, WinogradFilter::kOutputs), there = std::min(inputs - first, count);
    if (rows < WinogradFilter::kOutputs || there < count) std::fill(std::begin(taps), std::end(taps), 0.0F);
    if (rows > 0 && there > 0) {
      functions.Transpose(sizeof(float))(filter + (output * inputs + first) * kTaps, inputs * kTaps, rows, taps,
                                         WinogradFilter::kOutputs, there * kTaps, false);
    }
    WinogradFilter job;
    job.alpha = alpha;
    job.from = taps;
    job.inputs = count;
    job.to = to + layout.BlockOffset(block) + first / layout.run * layout.run_stride +
             first % layout.run * layout.input_stride;
    job.input_stride = layout.input_stride;
    job.element_stride = layout.element_stride;
    functions.winograd_filter(job);
  }
};

}  // namespace

bool PackWinogradFilter(const float* filter, const std::vector<int64_t>& shape, const dnnl::memory::desc& layout,
                        Isa isa, float* to) {
  const DirectFunctions& functions = FunctionsOf(isa);
  if (functions.winograd_filter == nullptr || layout.data.format_kind != dnnl_format_kind_wino) return false;
  const dnnl_wino_desc_t& wino = layout.data.format_desc.wino_desc;
  if (layout.data.data_type != dnnl_f32 || !Fits(shape, wino)) return false;
  const Packing packing{filter, shape[0], shape[1], LayoutOf(wino), wino.alpha, functions, to};
  const int64_t part = std::gcd(packing.layout.run, kPart), parts = wino.ic / part;
  ParallelFor(wino.oc / wino.oc_block * parts, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) packing.Part(i / parts, i % parts * part, part);
  });
  return true;
}

}  // namespace opdk
