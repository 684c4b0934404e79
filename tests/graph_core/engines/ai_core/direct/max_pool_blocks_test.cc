// Maxima in channel blocks against windows taken element by element. The suite's name puts it among the tests that run
// for every instruction set.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "graph_core/engines/ai_core/direct/direct_functions.h"

namespace opdk {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

// Returns numbers of which some are NaN, infinite or zero.
std::vector<float> Images(int64_t count) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> number(-1, 1);
  std::uniform_int_distribution<int> special(0, 60);
  std::vector<float> values(static_cast<size_t>(count));
  for (float& value : values) {
    const int kind = special(random);
    value = kind == 0   ? std::numeric_limits<float>::quiet_NaN()
            : kind == 1 ? -kInf
            : kind == 2 ? kInf
            : kind == 3 ? 0.0F
                        : number(random);
  }
  return values;
}

float LargestOf(const MaxPoolBlocks& job, int64_t plane, int64_t row, int64_t column, int64_t lane) {
  float largest = -kInf;
  for (int64_t down = 0; down < job.window[0]; ++down) {
    for (int64_t across = 0; across < job.window[1]; ++across) {
      const int64_t y = row * job.stride[0] + down * job.dilation[0] - job.before[0];
      const int64_t x = column * job.stride[1] + across * job.dilation[1] - job.before[1];
      if (y < 0 || y >= job.height || x < 0 || x >= job.width) continue;
      const float value = job.x[((plane * job.height + y) * job.width + x) * job.lanes + lane];
      if (std::isnan(value) || value > largest) largest = value;
      if (std::isnan(largest)) return largest;
    }
  }
  return largest;
}

void ExpectLargest(MaxPoolBlocks job, int64_t planes) {
  const std::vector<float> x = Images(planes * job.height * job.width * job.lanes);
  std::vector<float> y(static_cast<size_t>(planes * job.out_height * job.out_width * job.lanes), -3);
  job.x = x.data();
  job.y = y.data();
  const int64_t rows = planes * job.out_height;
  FunctionsOf(*TargetIsa()).max_pool(job, 0, rows / 2);
  FunctionsOf(*TargetIsa()).max_pool(job, rows / 2, rows);
  size_t at = 0;
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t column = 0; column < job.out_width; ++column) {
      for (int64_t lane = 0; lane < job.lanes; ++lane, ++at) {
        const float expected = LargestOf(job, row / job.out_height, row % job.out_height, column, lane);
        ASSERT_TRUE(std::isnan(expected) ? std::isnan(y[at]) : y[at] == expected)
            << "row " << row << " column " << column << " lane " << lane << ": " << y[at] << ", not " << expected;
      }
    }
  }
}

TEST(DirectKernels, MaxPoolTakesAnyWindowStrideDilationAndPadding) {
  const int64_t registers = FunctionsOf(*TargetIsa()).lanes;
  for (const int64_t lanes : {registers, 2 * registers}) {
    for (const auto& [window, stride, dilation, before] :
         {std::array<int64_t, 4>{3, 2, 1, 1}, {2, 2, 1, 0}, {1, 1, 1, 0}, {3, 1, 2, 2}, {5, 3, 1, 4}, {2, 1, 9, 3}}) {
      SCOPED_TRACE(::testing::Message() << "window " << window << " stride " << stride << " dilation " << dilation
                                        << " padding " << before);
      ExpectLargest({.lanes = lanes,
                     .height = 9,
                     .width = 7,
                     .out_height = 4,
                     .out_width = 5,
                     .window = {window, window + 1},
                     .stride = {stride, 1},
                     .dilation = {dilation, dilation},
                     .before = {before, 0}},
                    3);
    }
  }
}

TEST(DirectKernels, AWindowWithoutElementsGivesTheLeastNumber) {
  const int64_t lanes = FunctionsOf(*TargetIsa()).lanes;
  ExpectLargest({.lanes = lanes,
                 .height = 1,
                 .width = 1,
                 .out_height = 3,
                 .out_width = 6,
                 .window = {2, 2},
                 .stride = {2, 1},
                 .dilation = {1, 1},
                 .before = {2, 3}},
                1);
}

}  // namespace
}  // namespace opdk
