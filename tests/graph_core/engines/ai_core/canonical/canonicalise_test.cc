// One kernel per kind: instances that differ in extents only have the same canonical form.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "graph_core/engines/ai_core/make_step.h"
#include "graph_core/engines/ai_core/plan/pipeline.h"
#include "graph_core/engines/ai_core/store/kernel_store.h"
#include "graph_core/engines/ai_core/vector/vector_step.h"
#include "tbe/dsl.h"
#include "tests/graph_core/engines/ai_core/canonical_of.h"
#include "tests/graph_core/engines/ai_core/kernel_harness.h"

namespace opdk {
namespace {

using tbe::Dims;
using tbe::Placeholder;
using tbe::Tensor;
using ::testing::HasSubstr;
using ::testing::Not;

CanonicalKernel Kernel(const Tensor& output) {
  auto kernel = tests::CanonicalOf(output);
  EXPECT_TRUE(kernel.ok()) << kernel.status().ToString();
  return *std::move(kernel);
}

std::string NameFor(const Tensor& output) { return KernelName(Kernel(output).ir); }

Tensor Input(int index, const Dims& shape, ge::DataType dtype = ge::DT_FLOAT) {
  return Placeholder(index, shape, dtype);
}

Tensor Softmax(const Tensor& x) {
  Tensor e = tbe::vexp(x - tbe::reduce_max(x, {-1}, true));
  return e / tbe::reduce_sum(e, {-1}, true);
}

TEST(Canonicalise, ElementwiseWorkOfAnyRankIsOneKernel) {
  auto chain = [](const Dims& shape) { return NameFor(tbe::vexp(Input(0, shape)) * Input(1, shape)); };
  for (const Dims& shape : {Dims{2}, Dims{15}, Dims{1009}, Dims{3, 1, 5}, Dims{0, 7}, Dims{2, 3, 4, 5, 6}}) {
    EXPECT_EQ(chain(shape), chain({64}));
  }
  // Without any axis it is another one: a number.
  EXPECT_EQ(chain({}), chain({1, 1}));
}

TEST(Canonicalise, RowsOfAnyNumberAndLengthAreOneKernel) {
  for (const Dims& shape : {Dims{2, 2}, Dims{13, 1009}, Dims{2, 3, 17}, Dims{4, 1, 16, 64}, Dims{0, 5}}) {
    EXPECT_EQ(NameFor(Softmax(Input(0, shape))), NameFor(Softmax(Input(0, {64, 64}))));
  }
}

TEST(Canonicalise, BroadcastsAreToldApartByTheirPatternOnly) {
  auto sum = [](const Dims& a, const Dims& b) { return NameFor(Input(0, a) + Input(1, b)); };
  EXPECT_EQ(sum({3, 4, 5}, {5}), sum({7, 64}, {64}));
  EXPECT_EQ(sum({2, 3, 4, 5}, {4, 5}), sum({7, 64}, {64}));
  EXPECT_EQ(sum({3, 4}, {3, 1}), sum({6, 8, 5}, {6, 8, 1}));
  EXPECT_NE(sum({3, 4}, {3, 1}), sum({3, 4}, {4}));
}

TEST(Canonicalise, SlicesOfAnyPlaceAreOneKernel) {
  auto slice = [](int64_t n, int64_t from, int64_t to) {
    return NameFor(tbe::vexp(tbe::slice(Input(0, {4, n}), {0, from}, {4, to - from})));
  };
  EXPECT_EQ(slice(10, 2, 7), slice(100, 50, 99));
}

TEST(Canonicalise, ASplitAxisIsTheSameKernelAsAnAxisOfItsOwn) {
  Tensor x = Input(0, {6, 48}), s = Input(1, {4, 12});
  Tensor direct = tbe::vexp(Input(0, {6, 4, 12})) * s;
  EXPECT_EQ(NameFor(tbe::reshape(tbe::vexp(x), {6, 4, 12}) * s), NameFor(direct));
  // Axes are merged again if nothing needs them apart.
  EXPECT_EQ(NameFor(tbe::reshape(tbe::vexp(x), {6, 4, 12}) * Input(1, {6, 4, 12})),
            NameFor(tbe::vexp(Input(0, {5})) * Input(1, {5})));
}

TEST(Canonicalise, ASliceOfWholePartsIsCutAfterTheSplit) {
  Tensor x = Input(0, {5, 1, 144}), s = Input(1, {12, 5, 4});
  auto heads = [&](int64_t start) { return tbe::reshape(tbe::slice(x, {0, 0, start}, {5, 1, 48}), {5, 12, 4}); };
  for (int64_t start : {0, 48, 96}) {
    Tensor y = tbe::transpose(heads(start), {1, 0, 2}) * s;
    EXPECT_THAT(Print(Kernel(y).ir), Not(HasSubstr("reshape"))) << start;
    tests::ExpectMatchesInterpreter(
        {y}, {tests::Random(ge::DT_FLOAT, {5, 1, 144}), tests::Random(ge::DT_FLOAT, {12, 5, 4}, -2, 2, 2)});
  }
  // The cut goes through a part.
  EXPECT_THAT(Print(Kernel(tbe::transpose(heads(50), {1, 0, 2}) * s).ir), HasSubstr("reshape"));
  // The sliced tensor is computed first.
  Tensor z = tbe::reshape(tbe::slice(tbe::vexp(x) + 1.0, {0, 0, 48}, {5, 1, 48}), {5, 1, 12, 4}) + 2.0;
  tests::ExpectMatchesInterpreter({z}, {tests::Random(ge::DT_FLOAT, {5, 1, 144})});
}

TEST(Canonicalise, AReshapeBehindASlicedAxisStays) {
  Tensor sliced = tbe::slice(tbe::vexp(Input(0, {6, 50})), {0, 1}, {6, 48});
  Tensor y = tbe::reshape(sliced, {6, 4, 12}) * Input(1, {4, 12});
  EXPECT_THAT(Print(Kernel(y).ir), HasSubstr("reshape"));
  tests::ExpectMatchesInterpreter(
      {y}, {tests::Random(ge::DT_FLOAT, {6, 50}), tests::Random(ge::DT_FLOAT, {4, 12}, -2, 2, 2)});
}

TEST(Canonicalise, SplitAndJoinedAxesMatchTheInterpreter) {
  Tensor x = Input(0, {6, 48}), s = Input(1, {4, 12});
  std::vector<tbe::HostTensor> inputs = {tests::Random(ge::DT_FLOAT, {6, 48}),
                                         tests::Random(ge::DT_FLOAT, {4, 12}, -2, 2, 2)};
  // A reduction over an axis that is split behind it, and a transposition of the parts.
  tests::ExpectMatchesInterpreter({tbe::reshape(Softmax(x), {6, 4, 12}) * s}, inputs);
  tests::ExpectMatchesInterpreter({tbe::transpose(tbe::reshape(tbe::vexp(x), {6, 4, 12}), {1, 0, 2})}, inputs);
  // The terms of a sum may cancel.
  tests::ExpectMatchesInterpreter({tbe::reduce_sum(tbe::reshape(tbe::vexp(x), {6, 4, 12}) * s, {2}, false)}, inputs,
                                  1e-5, 1);
  tests::ExpectMatchesInterpreter({tbe::reshape(tbe::reshape(tbe::vexp(x), {2, 3, 48}) + 1.0, {6, 4, 12}) * s}, inputs);
  // Crossing axes.
  tests::ExpectMatchesInterpreter({tbe::reshape(tbe::vexp(x), {48, 6}) + tbe::reshape(s, {48, 1})}, inputs);
}

TEST(Canonicalise, LargeTensorsAreAKindOfTheirOwn) {
  auto chain = [](const Dims& shape) { return Kernel(tbe::vabs(Input(0, shape, ge::DT_INT8))); };
  CanonicalKernel small = chain({1000}), large = chain({70000, 40000});
  EXPECT_FALSE(small.ir.large);
  EXPECT_TRUE(large.ir.large);
  EXPECT_NE(KernelName(small.ir), KernelName(large.ir));
  EXPECT_EQ(large.elements, int64_t{70000} * 40000);
  // Extents have 32 bits: a product that passes that keeps two axes.
  EXPECT_EQ(large.ir.symbols, 2);
  EXPECT_THAT(Print(large.ir), HasSubstr("large"));
  EXPECT_THAT(Print(small.ir), Not(HasSubstr("large")));
}

TEST(Canonicalise, AnExtentBeyond32BitsIsRefused) {
  auto kernel = tests::CanonicalOf(tbe::vabs(Input(0, {int64_t{1} << 31}, ge::DT_INT8)));
  ASSERT_FALSE(kernel.ok());
  EXPECT_EQ(kernel.status().code(), ErrorCode::kExpression);
  EXPECT_THAT(kernel.status().message(), HasSubstr("2^31"));
}

TEST(AiCore, ShapesOfOneKindCompileOneKernel) {
  KernelStore store(::testing::TempDir() + "/opdk_one_kernel_" + std::to_string(::getpid()));
  for (const Dims& shape : {Dims{2, 2}, Dims{13, 1009}, Dims{2, 3, 17}, Dims{64, 15}}) {
    CanonicalKernel kernel = Kernel(Softmax(Input(0, shape)));
    auto entry = store.Get(kernel.ir);
    ASSERT_TRUE(entry.ok()) << entry.status().ToString();
  }
  EXPECT_EQ(store.compiled(), 1);
}

// 2.8 GB in and as much out.
TEST(AiCore, ATensorOfMoreThanTwoToThe31ElementsIsComputedWhole) {
  if (std::getenv("OPDK_SLOW_TESTS") == nullptr) GTEST_SKIP() << "set OPDK_SLOW_TESTS=1; takes 6 GB";
  const Dims shape{70001, 40009};
  auto plan = MakePlan(std::vector<Tensor>{tbe::vabs(Input(0, shape, ge::DT_INT8)) + 1}, {true}, 1);
  ASSERT_TRUE(plan.ok()) << plan.status().ToString();
  ASSERT_EQ(plan->steps.size(), 1u);
  auto step = MakeVectorStep(plan->steps[0], tests::TestStores().kernels);
  ASSERT_TRUE(step.ok()) << step.status().ToString();
  const size_t elements = static_cast<size_t>(shape[0] * shape[1]);
  std::vector<int8_t> x(elements), y(elements, 0);
  for (size_t i = 0; i < elements; ++i) x[i] = static_cast<int8_t>(i * 2654435761u >> 13);
  std::vector<void*> values{x.data(), y.data()};
  ASSERT_TRUE((*step)->Run(values, nullptr, (*step)->NewState().get()).ok());
  size_t wrong = 0;
  for (size_t i = 0; i < elements; ++i) wrong += y[i] != static_cast<int8_t>((x[i] < 0 ? -x[i] : x[i]) + 1);
  EXPECT_EQ(wrong, 0u);
}

}  // namespace
}  // namespace opdk
