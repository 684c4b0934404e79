// Depthwise convolution by hand. The suite's name puts it among the tests that run for every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "opdk/parallel.h"
#include "tbe/dsl.h"
#include "tests/graph_core/engines/ai_core/kernel_harness.h"

namespace opdk::tests {
namespace {

using tbe::Dims;
using tbe::Tensor;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Tensor Input(int index, const Dims& shape) { return tbe::Placeholder(index, shape, ge::DT_FLOAT); }
tbe::HostTensor Value(const Dims& shape, unsigned seed) { return Random(ge::DT_FLOAT, shape, -1, 1, seed); }

tbe::ConvParams Params(int64_t stride, const Dims& begin, const Dims& end) {
  tbe::ConvParams params;
  params.strides = {stride, stride};
  params.pads_begin = begin;
  params.pads_end = end;
  return params;
}

bool IsHandWritten(const Tensor& result, const std::vector<tbe::HostTensor>& inputs) {
  std::string description;
  auto values = RunCompiled({result}, inputs, &description);
  EXPECT_TRUE(values.ok()) << values.status().ToString();
  return description.find("hand-written") != std::string::npos;
}

TEST(DirectKernels, DepthwiseConvolutionIsHandWrittenAndMatchesInterpreterAtEdgeShapes) {
  for (int64_t kernel : {3, 5}) {
    for (int64_t stride : {1, 2}) {
      for (const Dims& size :
           {Dims{1, 1}, Dims{1, 16}, Dims{2, 3}, Dims{7, 7}, Dims{8, 9}, Dims{13, 17}, Dims{33, 31}, Dims{6, 523}}) {
        for (int64_t pad : {int64_t{0}, kernel / 2, kernel - 1}) {
          if (std::min(size[0], size[1]) + 2 * pad < kernel) continue;
          // At the end one less, where there is something to take away.
          const int64_t end = std::min(size[0], size[1]) + 2 * pad > kernel && pad > 0 ? pad - 1 : pad;
          const Dims x = {2, 3, size[0], size[1]}, w = {3, 1, kernel, kernel};
          SCOPED_TRACE(::testing::Message() << size[0] << "x" << size[1] << " kernel " << kernel << " stride " << stride
                                            << " pad " << pad << " " << end);
          Tensor y = tbe::vrelu(
              tbe::depthwise_conv(Input(0, x), Input(1, w), Input(2, {3}), Params(stride, {pad, pad}, {end, end})));
          const std::vector<tbe::HostTensor> inputs = {Value(x, 1), Value(w, 2), Value({3}, 3)};
          EXPECT_TRUE(IsHandWritten(y, inputs));
          ExpectMatchesInterpreter({y}, inputs, 1e-6, 5);
        }
      }
    }
  }
}

TEST(DirectKernels, DepthwiseConvolutionTakesAnyPadding) {
  for (int64_t stride : {1, 2}) {
    const Dims x = {1, 2, 3, 5}, w = {2, 1, 3, 3};
    const std::vector<tbe::HostTensor> inputs = {Value(x, 1), Value(w, 2)};
    for (const Dims& begin : {Dims{2, 700}, Dims{20, 2}, Dims{0, 300}}) {
      Tensor y = tbe::depthwise_conv(Input(0, x), Input(1, w), Tensor(), Params(stride, begin, {9, 600}));
      EXPECT_TRUE(IsHandWritten(y, inputs));
      ExpectMatchesInterpreter({y}, inputs, 1e-6, 5);
    }
  }
}

TEST(DirectKernels, DepthwiseConvolutionTakesSeveralFiltersPerChannelAndClips) {
  const Dims x = {1, 5, 9, 20}, w = {10, 1, 3, 3};
  const std::vector<tbe::HostTensor> inputs = {Value(x, 1), Value(w, 2)};
  Tensor plain = tbe::depthwise_conv(Input(0, x), Input(1, w), Tensor(), Params(1, {1, 1}, {1, 1}));
  for (const Tensor& y : {plain, tbe::vmin(tbe::vmax(plain, -0.25), 0.5)}) {
    EXPECT_TRUE(IsHandWritten(y, inputs));
    ExpectMatchesInterpreter({y}, inputs, 1e-6, 5);
  }
}

TEST(DirectKernels, DepthwiseConvolutionSpreadsNanAndInfinitiesAndLeavesOutThePadding) {
  const Dims x = {1, 4, 6, 37}, w = {4, 1, 3, 3};
  tbe::HostTensor numbers = Value(x, 1), filter = Value(w, 2);
  auto* data = reinterpret_cast<float*>(numbers.bytes.data());
  data[0] = static_cast<float>(kNan);                      // a corner
  data[3 * 37 + 18] = static_cast<float>(kInf);            // inside
  data[6 * 37 + 5 * 37 + 36] = static_cast<float>(-kInf);  // another channel's last corner
  auto* taps = reinterpret_cast<float*>(filter.bytes.data());
  taps[2 * 9 + 0] = static_cast<float>(kInf);  // reaches into the padding at the top and on the left
  taps[3 * 9 + 5] = static_cast<float>(kNan);  // on the right
  for (int64_t stride : {1, 2}) {
    Tensor y = tbe::depthwise_conv(Input(0, x), Input(1, w), Tensor(), Params(stride, {1, 1}, {1, 1}));
    EXPECT_TRUE(IsHandWritten(y, {numbers, filter}));
    ExpectMatchesInterpreter({y}, {numbers, filter}, 1e-6, 5);
  }
}

TEST(DirectKernels, DepthwiseConvolutionIsTheSameForAnyNumberOfThreads) {
  const Dims x = {2, 33, 40, 41}, w = {33, 1, 5, 5};
  const std::vector<tbe::HostTensor> inputs = {Value(x, 1), Value(w, 2)};
  Tensor y = tbe::depthwise_conv(Input(0, x), Input(1, w), Tensor(), Params(2, {2, 2}, {2, 2}));
  auto run = [&](int threads) {
    const ThreadScope scope(threads);
    auto values = RunCompiled({y}, inputs);
    EXPECT_TRUE(values.ok()) << values.status().ToString();
    return values->at(0);
  };
  const tbe::HostTensor one = run(1), three = run(3);
  ASSERT_EQ(one.bytes.size(), three.bytes.size());
  EXPECT_EQ(std::memcmp(one.bytes.data(), three.bytes.data(), one.bytes.size()), 0);
}

TEST(DirectKernels, OtherDepthwiseConvolutionsAreLeftToOneDnn) {
  const Dims x = {1, 6, 15, 15};
  auto expect_other = [&](const Tensor& y, const Dims& w) {
    const std::vector<tbe::HostTensor> inputs = {Value(x, 1), Value(w, 2)};
    EXPECT_FALSE(IsHandWritten(y, inputs));
    ExpectMatchesInterpreter({y}, inputs, 1e-4, 0.1);
  };
  tbe::ConvParams dilated = Params(1, {2, 2}, {2, 2}), uneven = Params(1, {1, 1}, {1, 1});
  dilated.dilations = {2, 2};
  uneven.strides = {1, 2};
  const Dims w = {6, 1, 3, 3}, large = {6, 1, 7, 7}, grouped = {6, 2, 3, 3};
  expect_other(tbe::depthwise_conv(Input(0, x), Input(1, w), Tensor(), dilated), w);
  expect_other(tbe::depthwise_conv(Input(0, x), Input(1, w), Tensor(), uneven), w);
  expect_other(tbe::depthwise_conv(Input(0, x), Input(1, large), Tensor(), Params(1, {3, 3}, {3, 3})), large);
  expect_other(tbe::vsigmoid(tbe::depthwise_conv(Input(0, x), Input(1, w))), w);
  tbe::ConvParams groups;
  groups.groups = 3;
  expect_other(tbe::conv(Input(0, x), Input(1, grouped), Tensor(), groups), grouped);
}

}  // namespace
}  // namespace opdk::tests
