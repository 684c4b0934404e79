// Filters packed for Winograd's algorithm: the bytes that oneDNN's own reorder writes.
#include "graph_core/engines/ai_core/cube/winograd_filter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/engines/ai_core/cube/onednn_step.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

using dnnl::memory;

// Returns the layouts in which oneDNN's Winograd primitives read the filter of a convolution; none without AVX-512.
std::vector<memory::desc> Layouts(int64_t batch, int64_t outputs, int64_t inputs, int64_t extent) {
  const auto any = [](memory::dims dims) {
    return memory::desc(std::move(dims), memory::data_type::f32, memory::format_tag::any);
  };
  const memory::dims ones(2, 1);
  const dnnl::convolution_forward::desc desc(dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_winograd,
                                             any({batch, inputs, extent, extent}), any({outputs, inputs, 3, 3}),
                                             any({batch, outputs, extent, extent}), ones, ones, ones);
  std::vector<memory::desc> layouts;
  try {
    dnnl::convolution_forward::primitive_desc primitive(desc, CpuEngine());
    do {
      layouts.push_back(primitive.weights_desc());
    } while (layouts.size() < 4 && primitive.next_impl());
  } catch (const dnnl::error&) {
    // There are no more.
  }
  return layouts;
}

// Returns numbers of all magnitudes, zeros of both signs, and NaN.
std::vector<float> Filter(int64_t count) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> mantissa(-1, 1);
  std::uniform_int_distribution<int> exponent(-30, 30), special(0, 200);
  std::vector<float> values(static_cast<size_t>(count));
  for (float& value : values) {
    const int kind = special(random);
    value = kind == 0   ? 0.0F
            : kind == 1 ? -0.0F
            : kind == 2 ? std::numeric_limits<float>::infinity()
                        : std::ldexp(mantissa(random), exponent(random));
  }
  return values;
}

bool SameNumbers(const float* a, const float* b, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (std::memcmp(a + i, b + i, sizeof(float)) != 0 && !(std::isnan(a[i]) && std::isnan(b[i]))) return false;
  }
  return true;
}

void CheckLikeOneDnn(const memory::desc& layout, int64_t outputs, int64_t inputs) {
  std::vector<float> filter = Filter(outputs * inputs * 9);
  const memory::desc plain({outputs, inputs, 3, 3}, memory::data_type::f32, memory::format_tag::oihw);
  memory from(plain, CpuEngine(), filter.data()), expected(layout, CpuEngine());
  dnnl::stream stream(CpuEngine());
  dnnl::reorder(from, expected).execute(stream, from, expected);
  stream.wait();
  const size_t bytes = layout.get_size();
  const AlignedMemory packed = NewAligned(bytes);
  std::memset(packed.get(), 0x55, bytes);
  const auto isa = TargetIsa();
  ASSERT_TRUE(isa.ok());
  ASSERT_TRUE(
      PackWinogradFilter(filter.data(), {outputs, inputs, 3, 3}, layout, *isa, static_cast<float*>(packed.get())));
  EXPECT_TRUE(SameNumbers(static_cast<const float*>(packed.get()),
                          static_cast<const float*>(expected.get_data_handle()), bytes / sizeof(float)))
      << LayoutText(layout);
}

TEST(WinogradFilter, EqualsTheFilterOfOneDnn) {
  const struct {
    int64_t batch, outputs, inputs, extent;
  } shapes[] = {{1, 64, 64, 56}, {1, 512, 512, 7}, {1, 48, 32, 17}, {8, 256, 128, 28}, {1, 16, 16, 8}};
  for (const int threads : {1, 2}) {
    const ThreadScope scope(threads);
    for (const auto& shape : shapes) {
      for (const memory::desc& layout : Layouts(shape.batch, shape.outputs, shape.inputs, shape.extent)) {
        if (layout.data.format_kind != dnnl_format_kind_wino) continue;
        CheckLikeOneDnn(layout, shape.outputs, shape.inputs);
      }
    }
  }
}

TEST(WinogradFilter, OtherLayoutsAndProcessorsAreLeftToOneDnn) {
  const std::vector<float> filter(16 * 16 * 9, 1);
  std::vector<float> to(36 * 16 * 16);
  const memory::desc plain({16, 16, 3, 3}, memory::data_type::f32, memory::format_tag::oihw);
  EXPECT_FALSE(PackWinogradFilter(filter.data(), {16, 16, 3, 3}, plain, Isa::kBaseline, to.data()));
  for (const memory::desc& layout : Layouts(1, 16, 16, 8)) {
    EXPECT_FALSE(PackWinogradFilter(filter.data(), {16, 16, 3, 3}, layout, Isa::kBaseline, to.data()));
  }
}

}  // namespace
}  // namespace opdk
