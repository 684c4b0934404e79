#include "tbe/interpreter.h"

#include "tests/sdk/api/tbe/evaluate.h"

namespace tbe {
namespace {

using ::testing::HasSubstr;

TEST(TbeInterpreter, RefusesInputsThatDoNotFit) {
  Tensor x = Placeholder(1, {2}, ge::DT_FLOAT);
  const HostTensor good = FromNumbers(ge::DT_FLOAT, {2}, {1, 2});
  auto message = [&](const std::vector<HostTensor>& inputs) {
    const auto result = Evaluate({x}, inputs);
    EXPECT_FALSE(result.ok());
    return result.ok() ? "" : result.status().message();
  };
  EXPECT_EQ(message({good}), "input 1 float[2] is missing; 1 were given");
  EXPECT_THAT(message({good, FromNumbers(ge::DT_INT32, {2}, {1, 2})}), HasSubstr("was given as int32[2]"));
  EXPECT_THAT(message({good, FromNumbers(ge::DT_FLOAT, {3}, {1, 2, 3})}), HasSubstr("was given as float[3]"));
  EXPECT_THAT(message({good, {ge::DT_FLOAT, {2}, {0, 0}}}), HasSubstr("of 2 bytes"));
  EXPECT_FALSE(Evaluate({Tensor()}, {}).ok());
}

TEST(TbeInterpreter, RoundsAfterEveryOperation) {
  Tensor x = Placeholder(0, {1}, ge::DT_FLOAT16);
  const std::vector<HostTensor> in = {FromNumbers(ge::DT_FLOAT16, {1}, {2048})};
  EXPECT_THAT(ValuesOf((x + 1) - 2048, in), SameNumbers(Numbers{0}));
}

TEST(TbeInterpreter, HigherPrecisionRoundsOnlyTheOutput) {
  Tensor x = Placeholder(0, {1}, ge::DT_FLOAT16);
  const std::vector<HostTensor> in = {FromNumbers(ge::DT_FLOAT16, {1}, {2048})};
  EXPECT_THAT(ValuesOf((x + 1) - 2048, in, {.higher_precision = true}), SameNumbers(Numbers{1}));
  EXPECT_THAT(ValuesOf(x + 1, in, {.higher_precision = true}), SameNumbers(Numbers{2048}));
  // A cast is part of what was asked for.
  Tensor cast = cast_to(cast_to(cast_to(x, ge::DT_FLOAT) + 1.0, ge::DT_FLOAT16), ge::DT_FLOAT);
  EXPECT_THAT(ValuesOf(cast, in, {.higher_precision = true}), SameNumbers(Numbers{2048}));
}

TEST(TbeInterpreter, SharedNodesAreEvaluatedOnce) {
  // 2^60 additions if every path were walked.
  Tensor x = Placeholder(0, {}, ge::DT_INT64);
  Tensor sum = x;
  for (int i = 0; i < 60; ++i) sum = sum + sum;
  EXPECT_THAT(ValuesOf(sum, {FromNumbers(ge::DT_INT64, {}, {1})}), SameNumbers(Numbers{1152921504606846976.0}));
}

TEST(TbeInterpreter, DeepExpressionsDoNotOverflowTheStack) {
  Tensor x = Placeholder(0, {}, ge::DT_INT32);
  std::vector<Tensor> chain = {x};
  for (int i = 0; i < 20000; ++i) chain.push_back(chain.back() + 1);
  EXPECT_THAT(ValuesOf(chain.back(), {FromNumbers(ge::DT_INT32, {}, {0})}), SameNumbers(Numbers{20000}));
}

TEST(TbeInterpreter, EveryDtypeSurvivesARoundTrip) {
  for (DataType dtype : {ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_BF16, ge::DT_DOUBLE, ge::DT_INT8, ge::DT_INT16,
                         ge::DT_INT32, ge::DT_INT64, ge::DT_UINT8, ge::DT_UINT16, ge::DT_UINT32, ge::DT_UINT64}) {
    const Numbers numbers = {0, 1, 5, 100};
    const HostTensor tensor = FromNumbers(dtype, {4}, numbers);
    EXPECT_EQ(ToNumbers(tensor), numbers) << dtype;
    EXPECT_EQ(ValuesOf(Placeholder(0, {4}, dtype), {tensor}), numbers) << dtype;
  }
  EXPECT_EQ(FromNumbers(ge::DT_FLOAT16, {1}, {1}).bytes, (std::vector<uint8_t>{0x00, 0x3c}));
  EXPECT_EQ(FromNumbers(ge::DT_BF16, {1}, {1}).bytes, (std::vector<uint8_t>{0x80, 0x3f}));
}

}  // namespace
}  // namespace tbe
