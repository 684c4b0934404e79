#include "sdk/tools/model/run_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace opdk {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<InputSpec> Specs() {
  return {{{"image", ge::DT_FLOAT, {-1, 3}}, {"batch", ""}}, {{"mask", ge::DT_BOOL, {4}}, {}}};
}

TEST(RandomInputs, TakeSymbolicDimensionsFromTheArguments) {
  const auto inputs = RandomInputs(Specs(), {{"batch", 5}}, 1);
  ASSERT_TRUE(inputs.ok());
  EXPECT_THAT((*inputs)[0].GetTensorDesc().GetShape().GetDims(), ElementsAre(5, 3));
  EXPECT_THAT((*RandomInputs(Specs(), {}, 1))[0].GetTensorDesc().GetShape().GetDims(), ElementsAre(1, 3));
}

TEST(RandomInputs, TakeUnknownDimensionsByTheirPlace) {
  const std::vector<InputSpec> specs = {{{"image:0", ge::DT_FLOAT, {-1, 3, -1}}, {"batch", "", ""}},
                                        {{"mask", ge::DT_BOOL, {-1}}, {}}};
  const auto shape = [&](size_t input, const std::map<std::string, int64_t>& dims) {
    return (*RandomInputs(specs, dims, 1))[input].GetTensorDesc().GetShape().GetDims();
  };
  EXPECT_THAT(shape(0, {{"image:0:2", 7}, {"batch", 2}}), ElementsAre(2, 3, 7));
  EXPECT_THAT(shape(0, {{"image:0:0", 5}, {"batch", 2}}), ElementsAre(5, 3, 1));
  EXPECT_THAT(shape(1, {{"mask:0", 4}}), ElementsAre(4));
  for (const char* wrong : {"image:0:1", "image:0:3", "mask:1", "musk:0"}) {
    const Status refusal = RandomInputs(specs, {{wrong, 2}}, 1).status();
    EXPECT_EQ(refusal.code(), ErrorCode::kUsage) << wrong;
    EXPECT_THAT(refusal.message(), HasSubstr("did you mean ")) << wrong;
  }
  EXPECT_THAT(RandomInputs(specs, {{"something", 2}}, 1).status().message(),
              HasSubstr("there are: batch, image:0:2, mask:0"));
}

TEST(RandomInputs, AreTheSameForTheSameSeedAndInRange) {
  const auto a = RandomInputs(Specs(), {{"batch", 100}}, 7);
  const auto b = RandomInputs(Specs(), {{"batch", 100}}, 7);
  const auto c = RandomInputs(Specs(), {{"batch", 100}}, 8);
  const size_t bytes = (*a)[0].GetSize();
  EXPECT_EQ(std::memcmp((*a)[0].GetData(), (*b)[0].GetData(), bytes), 0);
  EXPECT_NE(std::memcmp((*a)[0].GetData(), (*c)[0].GetData(), bytes), 0);
  float low = 1;
  float high = -1;
  for (size_t i = 0; i < bytes / sizeof(float); ++i) {
    float value = 0;
    std::memcpy(&value, (*a)[0].GetData() + i * sizeof(float), sizeof(float));
    low = std::min(low, value);
    high = std::max(high, value);
  }
  EXPECT_GE(low, -1);
  EXPECT_LT(high, 1);
  EXPECT_LT(low, -0.8F);
  EXPECT_GT(high, 0.8F);
}

TEST(RandomInputs, ExplainWhatTheyCannotMake) {
  EXPECT_THAT(RandomInputs(Specs(), {{"bach", 5}}, 1).status().message(), HasSubstr("did you mean batch?"));
  const auto text = RandomInputs({{{"t", ge::DT_STRING, {1}}, {}}}, {}, 1);
  EXPECT_EQ(text.status().code(), ErrorCode::kInputMissing);
  const auto huge = RandomInputs({{{"h", ge::DT_FLOAT, {int64_t{1} << 62, 4}}, {}}}, {}, 1);
  EXPECT_EQ(huge.status().code(), ErrorCode::kShapeOverflow);
}

TEST(ParseDims, TakesNameAndNumber) {
  EXPECT_EQ(ParseCounts("--dim", {"n=3", "m=0"})->at("n"), 3);
  for (const char* bad : {"n", "n=", "n=x", "n=-1", "=3", "n=3x"}) {
    EXPECT_EQ(ParseCounts("--dim", {bad}).status().code(), ErrorCode::kUsage) << bad;
  }
}

TEST(ReadInputs, NamesMayContainEqualSigns) {
  const std::vector<InputSpec> specs = {{{"a", ge::DT_FLOAT, {1}}, {}}, {{"a=b", ge::DT_FLOAT, {2}}, {}}};
  const auto tensors = ReadInputs(specs, {"a=random:1", "a=b=random:2"});
  ASSERT_TRUE(tensors.ok()) << tensors.status().ToString();
  EXPECT_EQ((*tensors)[0].GetTensorDesc().GetShape().GetDims(), std::vector<int64_t>{1});
  EXPECT_EQ((*tensors)[1].GetTensorDesc().GetShape().GetDims(), std::vector<int64_t>{2});
  EXPECT_EQ(ParseCounts("--dim", {"a=b:0=3"})->at("a=b:0"), 3);
}

TEST(ReadInputs, ExplainWrongNames) {
  const auto unknown = ReadInputs(Specs(), {"imag=x.npy"});
  EXPECT_EQ(unknown.status().code(), ErrorCode::kUsage);
  EXPECT_THAT(unknown.status().message(), HasSubstr("did you mean image?"));
  EXPECT_THAT(ReadInputs(Specs(), {"x.npy"}).status().message(), HasSubstr("NAME=FILE"));
  EXPECT_EQ(ReadInputs(Specs(), {"image=/nowhere.npy"}).status().code(), ErrorCode::kFileNotFound);
}

TEST(RandomInputs, HaveNumbersOfTheNarrowType) {
  const std::vector<InputSpec> specs = {{{"x", ge::DT_INT8, {64}}, {}, {0xFE, 0xFF, 0x00, 0x01}},
                                        {{"y", ge::DT_FLOAT16, {64}}, {}, {0x3C00, 0xBC00}}};
  const auto tensors = RandomInputs(specs, {}, 1);
  ASSERT_TRUE(tensors.ok()) << tensors.status().ToString();
  ASSERT_EQ((*tensors)[0].GetSize(), 64U);
  ASSERT_EQ((*tensors)[1].GetSize(), 128U);
  for (size_t i = 0; i < 64; ++i) {
    const auto number = static_cast<int8_t>((*tensors)[0].GetData()[i]);
    EXPECT_TRUE(number >= -2 && number <= 1) << int{number};
    uint16_t half = 0;
    std::memcpy(&half, (*tensors)[1].GetData() + 2 * i, sizeof(half));
    EXPECT_TRUE(half == 0x3C00 || half == 0xBC00) << half;
  }
}

std::vector<InputSpec> SequenceSpecs() {
  return {{{"s.data", ge::DT_FLOAT, {-1}}, {}},
          {{"s.shapes", ge::DT_INT64, {-1, 1}}, {}},
          {{"x", ge::DT_FLOAT, {2}}, {}},
          {{"x.has", ge::DT_BOOL, {}}, {}}};
}

std::vector<int64_t> Int64sOf(const ge::Tensor& tensor) {
  std::vector<int64_t> numbers(tensor.GetSize() / sizeof(int64_t));
  std::memcpy(numbers.data(), tensor.GetData(), tensor.GetSize());
  return numbers;
}

TEST(ReadInputs, ElementsOfASequenceAreNamedOneAfterTheOther) {
  const auto tensors = ReadInputs(SequenceSpecs(), {"s=list:1,2", "x=ones:2", "s=list:3"});
  ASSERT_TRUE(tensors.ok()) << tensors.status().ToString();
  std::vector<float> data(3);
  ASSERT_EQ((*tensors)[0].GetSize(), sizeof(float) * data.size());
  std::memcpy(data.data(), (*tensors)[0].GetData(), (*tensors)[0].GetSize());
  EXPECT_THAT(data, ElementsAre(1, 2, 3));
  EXPECT_THAT((*tensors)[1].GetTensorDesc().GetShape().GetDims(), ElementsAre(2, 1));
  EXPECT_THAT(Int64sOf((*tensors)[1]), ElementsAre(2, 1));
  EXPECT_EQ(*(*tensors)[3].GetData(), 1);
}

TEST(ReadInputs, AnOptionalValueThatIsntGivenIsAbsent) {
  const auto tensors = ReadInputs(SequenceSpecs(), {"s=list:1,2"});
  ASSERT_TRUE(tensors.ok()) << tensors.status().ToString();
  EXPECT_THAT((*tensors)[2].GetTensorDesc().GetShape().GetDims(), ElementsAre(2));
  EXPECT_EQ(*(*tensors)[3].GetData(), 0);
  const auto promised = ReadInputs(SequenceSpecs(), {"s=list:1,2", "x.has=ones::bool"});
  EXPECT_EQ(promised.status().code(), ErrorCode::kInputMissing);
}

TEST(ReadInputs, ElementsOfASequenceHaveOneTypeAndRank) {
  const auto refusal = [](const std::vector<std::string>& args) { return ReadInputs(SequenceSpecs(), args).status(); };
  const Status rank = refusal({"s=list:1,2", "s=ones:2x1"});
  EXPECT_EQ(rank.code(), ErrorCode::kInputMismatch);
  EXPECT_THAT(rank.message(), HasSubstr("element 1 of the sequence 's' is float[2,1]"));
  EXPECT_EQ(refusal({"s=list:1,2:int32"}).code(), ErrorCode::kInputMismatch);
  EXPECT_THAT(refusal({"s=list:1,2", "s.data=ones:2"}).message(), HasSubstr("'s.data' is given twice"));
}

TEST(RandomInputs, SequencesHaveElementsOfOneNumberAndOptionalValuesAreThere) {
  const auto tensors = RandomInputs(SequenceSpecs(), {{"s.shapes:0", 3}}, 1);
  ASSERT_TRUE(tensors.ok()) << tensors.status().ToString();
  EXPECT_THAT((*tensors)[0].GetTensorDesc().GetShape().GetDims(), ElementsAre(3));
  EXPECT_THAT(Int64sOf((*tensors)[1]), ElementsAre(1, 1, 1));
  EXPECT_EQ(*(*tensors)[3].GetData(), 1);
  const Status refusal = RandomInputs(SequenceSpecs(), {{"s.data:0", 3}}, 1).status();
  EXPECT_EQ(refusal.code(), ErrorCode::kUsage);
  EXPECT_THAT(refusal.message(), HasSubstr("s.data:0"));
}

}  // namespace
}  // namespace opdk
