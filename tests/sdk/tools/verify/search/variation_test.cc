#include "sdk/tools/verify/search/variation.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace opdk::verify {
namespace {

SearchCase EmptyCase() {
  SearchCase found;
  found.op = "Op";
  found.engine = "ai_cpu";
  found.inputs.push_back({"x", PortKind::kRequired, {{ge::DT_FLOAT, {0, 3}, {}, {}}}});
  return found;
}

// A result computed from an empty tensor need not be empty: a reduction over the axis without elements has all other
// axes.
TEST(Variation, ExtentsBesideAnEmptyOneAreBounded) {
  const EngineOpInfo info;
  CaseSpace space;
  space.info = &info;
  space.max_elements = 100;
  SearchRandom random(7);
  SearchCase found = EmptyCase();
  size_t empty = 0;
  for (int i = 0; i < 20000; ++i) {
    found = Varied(found, space, random);
    const std::vector<int64_t>& shape = found.inputs[0].entries[0].shape;
    int64_t product = 1;
    for (const int64_t extent : shape) product *= std::max<int64_t>(extent, 1);
    ASSERT_LE(product, 100);
    if (std::find(shape.begin(), shape.end(), 0) != shape.end()) ++empty;
    if (shape.empty()) found = EmptyCase();
  }
  EXPECT_GT(empty, 100U);
}

TEST(Variation, ASeedWhoseEmptyTensorHasAHugeExtentIsNotBounded) {
  SearchCase found = EmptyCase();
  EXPECT_TRUE(found.IsBounded(100));
  found.inputs[0].entries[0].shape = {0, int64_t{1} << 40};
  EXPECT_FALSE(found.IsBounded(100));
  found.inputs[0].entries[0].shape = {0, int64_t{1} << 40, int64_t{1} << 40};
  EXPECT_FALSE(found.IsBounded(100));
}

}  // namespace
}  // namespace opdk::verify
