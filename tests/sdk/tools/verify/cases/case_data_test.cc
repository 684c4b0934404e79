// Tensors of cases: drawn, special, edge values, files; and `each`, `standards`, `seed`.
#include <gmock/gmock.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

#include "sdk/tools/model/npy.h"
#include "sdk/tools/verify/cases/edge_values.h"
#include "sdk/tools/verify/cases/op_case.h"
#include "sdk/tools/verify/cases/random_values.h"

namespace opdk::verify {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

OpDesc Prototype() {
  OpDesc op;
  op.type = "Op";
  op.ir_inputs = {{"x", PortKind::kRequired, ""}, {"z", PortKind::kOptional, ""}};
  op.ir_outputs = {{"y", PortKind::kRequired, ""}};
  op.ir_attrs = {{"axis", "Int", false, int64_t{0}}};
  return op;
}

Result<CaseInstance> Made(const std::string& tensor, ge::DataType dtype = ge::DT_FLOAT, const std::string& more = "",
                          const std::string& file = "op.yaml", uint64_t run_seed = 0) {
  OPDK_TRY(auto cases, ReadCases("Op: [{name: a, inputs: {x: " + tensor + "}" + more + "}]", file));
  cases.front().run_seed = run_seed;
  return Instantiate(cases.front(), dtype, Prototype());
}

template <typename T>
std::vector<T> Values(const Result<CaseInstance>& instance);

TEST(ComplexElements, AreWrittenAsInPython) {
  const float inf = std::numeric_limits<float>::infinity();
  const auto made = Made("{data: [1-2j, 3, 4j, -1e-3+2e+2j, -infj, max-denormalj, -j, -0.0-0.0j]}", ge::DT_COMPLEX64);
  ASSERT_TRUE(made.ok()) << made.status().ToString();
  EXPECT_THAT(Values<float>(made),
              ElementsAre(1, -2, 3, 0, 0, 4, -1e-3F, 2e2F, 0, -inf, std::numeric_limits<float>::max(),
                          -std::numeric_limits<float>::denorm_min(), 0, -1, 0, 0));
  const std::vector<bool>& signs = made->inputs[0].negative_zero;
  ASSERT_EQ(signs.size(), 16U);
  EXPECT_TRUE(signs[14] && signs[15]);
  EXPECT_FALSE(signs[3] || signs[4]);
  EXPECT_EQ(Values<double>(Made("{fill: nan+1j, shape: [3]}", ge::DT_COMPLEX128)).size(), 6U);
}

TEST(ComplexElements, ThatAreNoNumberAreRefused) {
  for (const char* text : {"1+2", "1+xj", "j1", "1 + 2j", "1+2i"}) {
    const auto made = Made("{data: [" + std::string(text) + "]}", ge::DT_COMPLEX64);
    ASSERT_FALSE(made.ok()) << text;
    EXPECT_THAT(made.status().message(), HasSubstr("is no number")) << text;
  }
  EXPECT_THAT(Made("{data: [1+2j]}", ge::DT_FLOAT).status().message(), HasSubstr("'1+2j' is no number"));
}

TEST(ComplexElements, HaveBothPartsDrawnAndSpecial) {
  const std::vector<float> drawn = Values<float>(Made("{random: uniform, shape: [50]}", ge::DT_COMPLEX64));
  EXPECT_EQ(drawn.size(), 100U);
  EXPECT_EQ(std::set<float>(drawn.begin(), drawn.end()).size(), 100U);
  size_t nan_real = 0, nan_imaginary = 0;
  const std::vector<uint8_t> edges = EdgeValues(ge::DT_COMPLEX64);
  for (size_t at = 0; at < edges.size(); at += 8) {
    float parts[2];
    std::memcpy(parts, edges.data() + at, sizeof(parts));
    nan_real += std::isnan(parts[0]) && !std::isnan(parts[1]) ? 1 : 0;
    nan_imaginary += std::isnan(parts[1]) && !std::isnan(parts[0]) ? 1 : 0;
  }
  EXPECT_GT(nan_real, 0U);
  EXPECT_GT(nan_imaginary, 0U);
}

template <typename T>
std::vector<T> Values(const Result<CaseInstance>& instance) {
  EXPECT_TRUE(instance.ok()) << instance.status().ToString();
  if (!instance.ok()) return {};
  const ge::Tensor& tensor = instance->inputs[0].value;
  std::vector<T> values(tensor.GetSize() / sizeof(T));
  std::memcpy(values.data(), tensor.GetData(), tensor.GetSize());
  return values;
}

TEST(RandomData, UniformStaysWithinItsEndsAndFillsThem) {
  const auto values = Values<float>(Made("{shape: [1000], random: {uniform: [2, 3]}}"));
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  EXPECT_GE(*low, 2);
  EXPECT_LE(*high, 3);
  EXPECT_LT(*low, 2.05F);
  EXPECT_GT(*high, 2.95F);
}

TEST(RandomData, UniformIntegersIncludeBothEnds) {
  const auto values = Values<int8_t>(Made("{shape: [200], random: {uniform: [-2, 1]}}", ge::DT_INT8));
  EXPECT_EQ(std::set<int8_t>(values.begin(), values.end()), (std::set<int8_t>{-2, -1, 0, 1}));
}

TEST(RandomData, WholeRangeOf64BitsIsDrawn) {
  const auto values = Values<int64_t>(Made("{shape: [100], random: {uniform: [min, max]}}", ge::DT_INT64));
  EXPECT_TRUE(std::any_of(values.begin(), values.end(), [](int64_t v) { return v > (int64_t{1} << 61); }));
  EXPECT_TRUE(std::any_of(values.begin(), values.end(), [](int64_t v) { return v < -(int64_t{1} << 61); }));
}

struct Moments {
  const char* random;
  double mean, deviation;
};

class Distributions : public testing::TestWithParam<Moments> {};

TEST_P(Distributions, HaveTheirMeanAndDeviation) {
  const auto values =
      Values<double>(Made(std::string("{shape: [20000], random: ") + GetParam().random + "}", ge::DT_DOUBLE));
  double mean = 0, square = 0;
  for (const double v : values) mean += v / 20000;
  for (const double v : values) square += (v - mean) * (v - mean) / 20000;
  EXPECT_NEAR(mean, GetParam().mean, 0.05);
  EXPECT_NEAR(std::sqrt(square), GetParam().deviation, 0.05);
}

INSTANTIATE_TEST_SUITE_P(All, Distributions,
                         testing::Values(Moments{"{uniform: [-1, 1]}", 0, 0.577}, Moments{"{normal: [3, 0.5]}", 3, 0.5},
                                         Moments{"{beta: [2, 3]}", 0.4, 0.2}, Moments{"{beta: [0.5, 0.5]}", 0.5, 0.354},
                                         Moments{"{laplace: [1, 0.5]}", 1, 0.707},
                                         Moments{"{triangular: [0, 1, 2]}", 1, 0.408},
                                         Moments{"{steps: [0, 2, 1]}", 1, 0.816},
                                         Moments{"{relu: [-1, 1]}", 0.25, 0.323}, Moments{"{sigmoid: [0, 0]}", 0.5, 0},
                                         Moments{"{tanh: [1, 1]}", 0.762, 0}));

TEST(RandomData, SoftmaxRowsAddUpToOne) {
  const auto values = Values<double>(Made("{shape: [2, 4], random: softmax}", ge::DT_DOUBLE));
  EXPECT_NEAR(values[0] + values[1] + values[2] + values[3], 1, 1e-12);
  EXPECT_NEAR(values[4] + values[5] + values[6] + values[7], 1, 1e-12);
}

TEST(RandomData, SoftmaxOfAScalarIsOne) {
  EXPECT_THAT(Values<double>(Made("{shape: [], random: softmax}", ge::DT_DOUBLE)), ElementsAre(1));
}

// Kept failures and reproducers hold seeds.
TEST(RandomData, AnOldSeedStillDrawsTheSameNumbers) {
  EXPECT_THAT(Values<int32_t>(Made("{shape: [4], random: {uniform: [0, 999]}}", ge::DT_INT32, ", seed: 5")),
              ElementsAre(549, 821, 918, 896));
}

TEST(RandomData, IsTheSameInEachRunAndAnotherInEachTensor) {
  const std::string text = "{shape: [8], random: uniform}, z: {shape: [8], random: uniform}";
  const auto once = Made(text), again = Made(text);
  EXPECT_EQ(Values<float>(once), Values<float>(again));
  const ge::Tensor& z = once->inputs[1].value;
  EXPECT_NE(std::memcmp(once->inputs[0].value.GetData(), z.GetData(), z.GetSize()), 0);
}

TEST(RandomData, FollowsTheRunsSeedUnlessTheCaseHasItsOwn) {
  const std::string text = "{shape: [8], random: uniform}";
  EXPECT_NE(Values<float>(Made(text)), Values<float>(Made(text, ge::DT_FLOAT, "", "op.yaml", 7)));
  EXPECT_EQ(Values<float>(Made(text, ge::DT_FLOAT, ", seed: 5")),
            Values<float>(Made(text, ge::DT_FLOAT, ", seed: 5", "op.yaml", 7)));
  EXPECT_EQ(Made(text, ge::DT_FLOAT, ", seed: 5")->seed, 5U);
  EXPECT_FALSE(Made("{data: [1]}")->seed.has_value());
}

TEST(RandomData, TheSeedThatAFailureNamesDrawsTheSame) {
  const std::string text = "{shape: [8], random: uniform}";
  const auto first = Made(text);
  EXPECT_EQ(Values<float>(Made(text, ge::DT_FLOAT, ", seed: " + std::to_string(*first->seed))), Values<float>(first));
}

TEST(SpecialData, StandsInTheFirstAndLastLaneInTheMiddleAndInTheTail) {
  const auto values = Values<float>(Made("{shape: [67], random: uniform, special: [nan, -inf]}"));
  for (const size_t at : {0, 15, 33, 66}) EXPECT_TRUE(std::isnan(values[at])) << at;
  for (const size_t at : {16, 31, 34, 65}) EXPECT_EQ(values[at], -std::numeric_limits<float>::infinity()) << at;
  EXPECT_TRUE(std::isfinite(values[1]));
}

TEST(SpecialData, EachStandsOnceWhereThereIsLittleRoom) {
  const auto values = Values<float>(Made("{shape: [3], special: [-0.0, denormal, max]}"));
  EXPECT_THAT(values, ElementsAre(std::numeric_limits<float>::max(), std::numeric_limits<float>::denorm_min(), 0));
  EXPECT_TRUE(std::signbit(values[2]));
}

template <typename T>
std::vector<T> EdgesOf(ge::DataType dtype) {
  const auto bytes = EdgeValues(dtype);
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

TEST(EdgeData, HoldsWhatKernelsGetWrong) {
  const auto values = EdgesOf<float>(ge::DT_FLOAT);
  const auto has = [&](float wanted) {
    return std::any_of(values.begin(), values.end(), [&](float v) { return std::memcmp(&v, &wanted, sizeof v) == 0; });
  };
  using Limits = std::numeric_limits<float>;
  for (const float wanted : {0.0F,
                             -0.0F,
                             Limits::denorm_min(),
                             -Limits::denorm_min(),
                             Limits::min(),
                             Limits::max(),
                             Limits::lowest(),
                             Limits::infinity(),
                             1.0F,
                             std::nextafter(1.0F, 2.0F),
                             std::nextafter(1.0F, 0.0F),
                             0x1p24F,
                             0x1.000002p24F,
                             2.5F,
                             -2.5F,
                             1 + 0x1p-11F,
                             65520.0F,
                             std::nextafter(Limits::min(), 0.0F),
                             88.72F,
                             0x1p31F}) {
    EXPECT_TRUE(has(wanted)) << wanted;
  }
  EXPECT_EQ(std::count_if(values.begin(), values.end(), [](float v) { return std::isnan(v) && std::signbit(v); }), 1);
}

TEST(EdgeData, HoldsTheEndsOfIntegers) {
  EXPECT_THAT(EdgesOf<int8_t>(ge::DT_INT8), testing::IsSupersetOf({-128, -127, -1, 0, 1, 126, 127, 15, 16, 17}));
  EXPECT_THAT(EdgesOf<uint64_t>(ge::DT_UINT64),
              testing::IsSupersetOf({uint64_t{0}, ~uint64_t{0}, ~uint64_t{0} - 1, (uint64_t{1} << 53) + 1}));
  EXPECT_THAT(EdgesOf<uint8_t>(ge::DT_BOOL), ElementsAre(0, 1));
}

TEST(EdgeData, HoldsEveryPairOfValuesOfTwoTensors) {
  const auto made = Made("{dtype: int8, shape: [2000], edge: true}, z: {dtype: int8, shape: [2000], edge: true}");
  ASSERT_TRUE(made.ok());
  std::set<std::pair<uint8_t, uint8_t>> pairs;
  for (size_t i = 0; i < 2000; ++i)
    pairs.insert({made->inputs[0].value.GetData()[i], made->inputs[1].value.GetData()[i]});
  const size_t size = EdgeValues(ge::DT_INT8).size();
  EXPECT_EQ(pairs.size(), size * size);
}

class CaseFiles : public testing::Test {
 protected:
  CaseFiles() { std::filesystem::create_directories(folder_); }
  ~CaseFiles() override { std::filesystem::remove_all(folder_); }
  void Write(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("opdk_case_files_" + std::to_string(::getpid()));
};

TEST_F(CaseFiles, GiveShapeDtypeAndData) {
  const int32_t numbers[] = {1, 2, 3};
  Write("x.npy", *FormatNpy(ge::Tensor(ge::TensorDesc(ge::Shape({3}), ge::FORMAT_ND, ge::DT_INT32),
                                       reinterpret_cast<const uint8_t*>(numbers), sizeof numbers)));
  const auto made = Made("{file: x.npy}", ge::DT_FLOAT, "", (folder_ / "op.yaml").string());
  EXPECT_THAT(Values<int32_t>(made), ElementsAre(1, 2, 3));
  const auto wrong = Made("{file: x.npy, shape: [2]}", ge::DT_FLOAT, "", (folder_ / "op.yaml").string());
  EXPECT_THAT(wrong.status().message(), HasSubstr("the file holds int32[3], the case wants int32[2]"));
}

TEST_F(CaseFiles, RawBytesNeedTheirLength) {
  Write("x.bin", std::string("\1\2\3", 3));
  const std::string file = (folder_ / "op.yaml").string();
  EXPECT_THAT(Values<int8_t>(Made("{file: x.bin, dtype: int8, shape: [3]}", ge::DT_FLOAT, "", file)),
              ElementsAre(1, 2, 3));
  EXPECT_THAT(Made("{file: x.bin, dtype: int8, shape: [4]}", ge::DT_FLOAT, "", file).status().message(),
              HasSubstr("3 bytes, int8[4] needs 4"));
}

TEST_F(CaseFiles, MissingAndBrokenFilesAreNamed) {
  Write("x.npy", "no array");
  const std::string file = (folder_ / "op.yaml").string();
  EXPECT_THAT(Made("{file: y.npy}", ge::DT_FLOAT, "", file).status().ToString(),
              AllOf(HasSubstr("the tensor's file can't be read: No such file"), HasSubstr("y.npy")));
  EXPECT_THAT(Made("{file: x.npy}", ge::DT_FLOAT, "", file).status().ToString(), HasSubstr("no NumPy signature"));
}

struct Refused {
  const char* tensor;
  const char* message;
};

class BadData : public testing::TestWithParam<Refused> {};

TEST_P(BadData, IsRefusedWithItsPlace) {
  const auto made = Made(GetParam().tensor, ge::DT_INT8);
  ASSERT_FALSE(made.ok());
  EXPECT_THAT(made.status().message(), HasSubstr(GetParam().message));
  EXPECT_THAT(made.status().places().front(), HasSubstr("op.yaml:1:"));
}

INSTANTIATE_TEST_SUITE_P(
    Keys, BadData,
    testing::Values(Refused{"{shape: [2], random: unifrom}", "did you mean uniform?"},
                    Refused{"{shape: [2], random: {uniform: [1]}}", "uniform has 2 numbers, not 1"},
                    Refused{"{shape: [2], random: {uniform: [2, 1]}}", "must ascend"},
                    Refused{"{shape: [2], random: {normal: [0, -1]}}", "must not be negative"},
                    Refused{"{shape: [2], random: {beta: [0, 1]}}", "must be positive"},
                    Refused{"{shape: [2], random: {triangular: [0, 1]}}", "triangular has 3 numbers"},
                    Refused{"{shape: [2], random: {steps: [0, 1, 0]}}", "a positive step"},
                    Refused{"{shape: [2], random: {uniform: [0, x]}}", "'x' is no finite number"},
                    Refused{"{shape: [2], random: uniform, edge: true}", "one of data, fill, random, edge and file"},
                    Refused{"{shape: [2], edge: maybe}", "edge"},
                    Refused{"{shape: [2], special: []}", "special is empty"},
                    Refused{"{shape: [2], special: [nan]}", "'nan' is a value of floats alone"},
                    Refused{"{data: [1], special: [max]}", "special goes with random or edge"},
                    Refused{"{shape: [-1], random: uniform}", "can't hold data"},
                    Refused{"{shape: [1], data: [1], format: NCWH}", "did you mean NCHW?"},
                    Refused{"{dtype: string, shape: [1], random: uniform}", "can't hold data of string"}));

TEST(Layout, IsTheDescriptions) {
  const auto made =
      Made("{shape: [1, 1, 2, 2, 16], fill: 1, format: NC1HWC0, ori_format: NCHW, ori_shape: [1, 3, 2, 2]}");
  ASSERT_TRUE(made.ok());
  const ge::TensorDesc& desc = made->op.inputs[0].desc;
  EXPECT_EQ(desc.GetFormat(), ge::FORMAT_NC1HWC0);
  EXPECT_EQ(desc.GetOriginFormat(), ge::FORMAT_NCHW);
  EXPECT_THAT(desc.GetOriginShape().GetDims(), ElementsAre(1, 3, 2, 2));
}

TEST(Each, CombinesEveryListAndNamesTheCases) {
  const auto cases = ReadCases(
      "Op: [{name: a, inputs: {x: {shape: [1], fill: 1}}, each: {x.shape: [[2, 3], [17]], axis: [-1, 0], "
      "dtype: [int8, float]}}]",
      "op.yaml");
  ASSERT_TRUE(cases.ok()) << cases.status().ToString();
  ASSERT_EQ(cases->size(), 8U);
  EXPECT_EQ(cases->at(0).name, "a [x.shape=2x3, axis=-1, dtype=int8]");
  EXPECT_EQ(cases->at(7).name, "a [x.shape=17, axis=0, dtype=float]");
  EXPECT_THAT(cases->at(0).dtypes, ElementsAre(ge::DT_INT8));
  EXPECT_EQ(cases->at(0).Place(), "op.yaml:1: Op a [x.shape=2x3, axis=-1, dtype=int8]");
  const auto first = Instantiate(cases->at(0), ge::DT_INT8, Prototype());
  const auto last = Instantiate(cases->at(7), ge::DT_FLOAT, Prototype());
  ASSERT_TRUE(first.ok() && last.ok());
  EXPECT_THAT(first->op.inputs[0].desc.GetShape().GetDims(), ElementsAre(2, 3));
  EXPECT_EQ(*first->op.GetAttr<int64_t>("axis"), -1);
  EXPECT_THAT(last->op.inputs[0].desc.GetShape().GetDims(), ElementsAre(17));
}

class BadEach : public testing::TestWithParam<Refused> {};

TEST_P(BadEach, IsRefused) {
  const auto cases =
      ReadCases(std::string("Op: [{name: a, inputs: {x: {fill: 1}}, each: ") + GetParam().tensor + "}]", "op.yaml");
  ASSERT_FALSE(cases.ok());
  EXPECT_THAT(cases.status().ToString(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(Keys, BadEach,
                         testing::Values(Refused{"{x.shape: []}", "must have a list of values"},
                                         Refused{"{axis: 1}", "must have a list of values"},
                                         Refused{"{w.shape: [[1]]}", "the case has no input 'w'"},
                                         Refused{"{dtype: [flaot]}", "did you mean float?"},
                                         Refused{"[1]", "each must be a mapping"}));

TEST(Standards, CountForTheirOutputAlone) {
  const auto cases =
      ReadCases("Op: [{name: a, inputs: {x: {fill: 1}}, standard: mixed, standards: {y: {ulp: 3}}}]", "f");
  ASSERT_TRUE(cases.ok());
  EXPECT_EQ(StandardOf(cases->front(), ge::DT_FLOAT, "y")->ulp, 3);
  EXPECT_EQ(StandardOf(cases->front(), ge::DT_FLOAT, "w")->kind, StandardKind::kMixed);
  const auto wrong = ReadCases("Op: [{name: a, inputs: {x: {fill: 1}}, standards: {w: mixed}}]", "f");
  EXPECT_THAT(Instantiate(wrong->front(), ge::DT_FLOAT, Prototype()).status().message(), HasSubstr("'w'"));
}

TEST(Seed, MustBeANumber) { EXPECT_FALSE(Made("{shape: [2], random: uniform}", ge::DT_FLOAT, ", seed: soon").ok()); }

TEST(Ports, MayBeListedInThePrototypesOrder) {
  const auto cases = ReadCases("Op: [{name: a, inputs: [{fill: 1}, {fill: 2}]}]", "f");
  const auto made = Instantiate(cases->front(), ge::DT_FLOAT, Prototype());
  ASSERT_TRUE(made.ok()) << made.status().ToString();
  EXPECT_EQ(made->op.inputs[1].name, "z");
  const auto many = ReadCases("Op: [{name: a, inputs: [{fill: 1}, {fill: 2}, {fill: 3}]}]", "f");
  EXPECT_THAT(Instantiate(many->front(), ge::DT_FLOAT, Prototype()).status().message(), HasSubstr("lists 3 ports"));
}

TEST(Outputs, CountTheEntriesOfADynamicOne) {
  OpDesc split = Prototype();
  split.ir_outputs = {{"y", PortKind::kDynamic, ""}};
  const auto cases = ReadCases("Op: [{name: a, inputs: {x: {fill: 1}}, outputs: {y: 3}}]", "f");
  const auto made = Instantiate(cases->front(), ge::DT_FLOAT, split);
  ASSERT_TRUE(made.ok()) << made.status().ToString();
  EXPECT_EQ(made->op.OutputCount("y"), 3);
  for (const char* wrong : {"{z: 3}", "{y: -1}", "{y: many}"}) {
    const auto bad = ReadCases(std::string("Op: [{name: a, inputs: {x: {fill: 1}}, outputs: ") + wrong + "}]", "f");
    // A wrong count is found when the file is read, a missing port when the case meets the prototype.
    EXPECT_FALSE(bad.ok() && Instantiate(bad->front(), ge::DT_FLOAT, split).ok()) << wrong;
  }
}

}  // namespace
}  // namespace opdk::verify
