// opdk::SingleOp: one operator called from C++.
#include "opdk/single_op.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "ge/ge_api.h"
#include "graph_core/package/package_registry.h"

namespace opdk {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class SingleOpApi : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::map<std::string, std::string> options = {{"opdk.plugin_dirs", OPDK_BINARY_DIR "/lib/opdk/builtin"},
                                                        {"opdk.use_environment", "0"},
                                                        {"opdk.use_builtin", "0"}};
    ASSERT_EQ(ge::GEInitialize(options), ge::SUCCESS) << ge::GEGetErrorMsg();
  }
  void TearDown() override { ge::GEFinalize(); }

  static ge::TensorDesc Desc(const std::vector<int64_t>& shape, ge::DataType dtype = ge::DT_FLOAT) {
    return ge::TensorDesc(ge::Shape(shape), ge::FORMAT_ND, dtype);
  }
  template <typename T>
  static ge::Tensor Tensor(const std::vector<int64_t>& shape, const std::vector<T>& values, ge::DataType dtype) {
    return ge::Tensor(Desc(shape, dtype), reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(T));
  }
  static std::vector<float> Floats(const ge::Tensor& tensor) {
    const auto* data = reinterpret_cast<const float*>(tensor.GetData());
    return {data, data + tensor.GetSize() / sizeof(float)};
  }
  static Status Refusal(std::string_view type, std::vector<SingleOpPort> inputs, AttrMap attrs = {},
                        SingleOpSettings settings = {}) {
    return SingleOp::Create(type, std::move(inputs), std::move(attrs), std::move(settings)).status();
  }
};

TEST_F(SingleOpApi, RunsOnTheCallersBuffers) {
  for (const char* engine : {"ai_core", "ai_cpu"}) {
    auto add = SingleOp::Create("Add", {{"x1", Desc({4})}, {"x2", Desc({4})}}, {}, {.engine = engine});
    ASSERT_TRUE(add.ok()) << add.status().ToString();
    EXPECT_EQ(add->engine(), engine);
    EXPECT_FALSE(add->kernel().empty());
    EXPECT_THAT(add->outputs().at(0).desc.GetShape().GetDims(), ElementsAre(4));
    const std::array<float, 4> a{1, 2, 3, 4}, b{10, 20, 30, 40};
    std::array<float, 4> sum{};
    const std::array<int64_t, 1> shape{4};
    const RunInput inputs[] = {{a.data(), sizeof a, ge::DT_FLOAT, shape}, {b.data(), sizeof b, ge::DT_FLOAT, shape}};
    RunOutput output{sum.data(), sizeof sum};
    const Status status = add->Run(inputs, {&output, 1});
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_THAT(sum, ElementsAre(11, 22, 33, 44));
    EXPECT_EQ(output.bytes, sizeof sum);
  }
}

TEST_F(SingleOpApi, PreparesOtherShapesAndDtypesWhenTheyCome) {
  auto add = SingleOp::Create("Add", {{"x1", Desc({2})}, {"x2", Desc({2})}});
  ASSERT_TRUE(add.ok()) << add.status().ToString();
  // More shapes than stay prepared, twice.
  for (int round = 0; round < 2; ++round) {
    for (int64_t n = 1; n < 25; ++n) {
      const std::vector<ge::Tensor> inputs = {
          Tensor<float>({n, 1}, std::vector<float>(static_cast<size_t>(n), 1), ge::DT_FLOAT),
          Tensor<float>({2}, {1, 2}, ge::DT_FLOAT)};
      const auto sum = add->Run(inputs);
      ASSERT_TRUE(sum.ok()) << sum.status().ToString();
      EXPECT_THAT(sum->at(0).GetTensorDesc().GetShape().GetDims(), ElementsAre(n, 2));
      EXPECT_EQ(Floats(sum->at(0)).back(), 3);
    }
  }
  const auto whole = add->Run(
      std::vector<ge::Tensor>{Tensor<int64_t>({1}, {5}, ge::DT_INT64), Tensor<int64_t>({1}, {6}, ge::DT_INT64)});
  ASSERT_TRUE(whole.ok()) << whole.status().ToString();
  EXPECT_EQ(*reinterpret_cast<const int64_t*>(whole->at(0).GetData()), 11);
}

TEST_F(SingleOpApi, AfterARefusalTheObjectStillRuns) {
  auto add = SingleOp::Create("Add", {{"x1", Desc({2})}, {"x2", Desc({2})}});
  ASSERT_TRUE(add.ok()) << add.status().ToString();
  const ge::Tensor two = Tensor<float>({2}, {1, 2}, ge::DT_FLOAT), three = Tensor<float>({3}, {1, 2, 3}, ge::DT_FLOAT);
  EXPECT_EQ(add->Run(std::vector<ge::Tensor>{two, three}).status().code(), ErrorCode::kInferShape);
  EXPECT_EQ(add->Run(std::vector<ge::Tensor>{two}).status().code(), ErrorCode::kInputMissing);
  const auto sum = add->Run(std::vector<ge::Tensor>{two, two});
  ASSERT_TRUE(sum.ok()) << sum.status().ToString();
  EXPECT_THAT(Floats(sum->at(0)), ElementsAre(2, 4));
}

TEST_F(SingleOpApi, InputsComeInTheOrderOfCreateAndOptionalOnesMayBeAbsent) {
  auto pad = SingleOp::Create("PadV3", {{"paddings", Desc({2}, ge::DT_INT64)}, {"x", Desc({3})}});
  ASSERT_TRUE(pad.ok()) << pad.status().ToString();
  const auto padded = pad->Run(
      std::vector<ge::Tensor>{Tensor<int64_t>({2}, {1, 0}, ge::DT_INT64), Tensor<float>({3}, {1, 2, 3}, ge::DT_FLOAT)});
  ASSERT_TRUE(padded.ok()) << padded.status().ToString();
  EXPECT_THAT(Floats(padded->at(0)), ElementsAre(0, 1, 2, 3));
}

TEST_F(SingleOpApi, DynamicPortsAreNumbered) {
  auto concat = SingleOp::Create("ConcatD", {{"x0", Desc({1, 2})}, {"x1", Desc({2, 2})}}, {{"concat_dim", int64_t{0}}});
  ASSERT_TRUE(concat.ok()) << concat.status().ToString();
  EXPECT_THAT(concat->outputs().at(0).desc.GetShape().GetDims(), ElementsAre(3, 2));
  auto split = SingleOp::Create("SplitD", {{"x", Desc({4})}}, {{"split_dim", int64_t{0}}, {"num_split", int64_t{2}}},
                                {.dynamic_outputs = {{"y", 2}}});
  ASSERT_TRUE(split.ok()) << split.status().ToString();
  const auto halves = split->Run(std::vector<ge::Tensor>{Tensor<float>({4}, {1, 2, 3, 4}, ge::DT_FLOAT)});
  ASSERT_TRUE(halves.ok()) << halves.status().ToString();
  EXPECT_THAT(Floats(halves->at(1)), ElementsAre(3, 4));
  EXPECT_EQ(Refusal("SplitD", {{"x", Desc({4})}}).code(), ErrorCode::kGraphInvalid);
}

TEST_F(SingleOpApi, ValuesMayDecideTheShape) {
  auto reshape = SingleOp::Create("Reshape", {{"x", Desc({6})}, {"shape", Desc({2}, ge::DT_INT64)}});
  ASSERT_TRUE(reshape.ok()) << reshape.status().ToString();
  for (const std::vector<int64_t>& wanted : {std::vector<int64_t>{2, 3}, {3, 2}}) {
    const auto result = reshape->Run(std::vector<ge::Tensor>{Tensor<float>({6}, {1, 2, 3, 4, 5, 6}, ge::DT_FLOAT),
                                                             Tensor<int64_t>({2}, wanted, ge::DT_INT64)});
    ASSERT_TRUE(result.ok()) << result.status().ToString();
    EXPECT_EQ(result->at(0).GetTensorDesc().GetShape().GetDims(), wanted);
    EXPECT_EQ(Floats(result->at(0)).size(), 6u);
  }
}

TEST_F(SingleOpApi, ConstantsDecideTheShapeBeforeARun) {
  const ge::Tensor shape = Tensor<int64_t>({2}, {2, 3}, ge::DT_INT64);
  auto reshape = SingleOp::Create("Reshape", {{"x", Desc({6})}}, {}, {.constants = {{"shape", shape}}});
  ASSERT_TRUE(reshape.ok()) << reshape.status().ToString();
  EXPECT_THAT(reshape->outputs().at(0).desc.GetShape().GetDims(), ElementsAre(2, 3));
  const ge::Tensor x = Tensor<float>({6}, {1, 2, 3, 4, 5, 6}, ge::DT_FLOAT);
  const auto result = reshape->Run(std::vector<ge::Tensor>{x});
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_THAT(Floats(result->at(0)), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(reshape->Run(std::vector<ge::Tensor>{x, shape}).status().code(), ErrorCode::kInputMissing);
  EXPECT_EQ(
      Refusal("Reshape", {{"x", Desc({6})}, {"shape", Desc({2}, ge::DT_INT64)}}, {}, {.constants = {{"shape", shape}}})
          .code(),
      ErrorCode::kUsage);
  EXPECT_THAT(Refusal("Reshape", {{"x", Desc({6})}}, {}, {.constants = {{"shapes", shape}}}).ToString(),
              HasSubstr("no input shapes"));
}

TEST_F(SingleOpApi, WrongUseIsExplained) {
  const std::vector<SingleOpPort> x = {{"x", Desc({2, 3})}};
  const Status type = Refusal("SotfmaxV2", x);
  EXPECT_EQ(type.code(), ErrorCode::kOperatorUnknown);
  EXPECT_THAT(type.ToString(), HasSubstr("did you mean SoftmaxV2?"));
  const Status port = Refusal("SoftmaxV2", {{"y", Desc({2})}});
  EXPECT_EQ(port.code(), ErrorCode::kGraphInvalid);
  EXPECT_THAT(port.ToString(), HasSubstr("no input y; it has: x"));
  EXPECT_THAT(Refusal("Add", {{"x1", Desc({2})}}).ToString(), HasSubstr("required input x2"));
  const Status attr = Refusal("SoftmaxV2", x, {{"axis", int64_t{1}}});
  EXPECT_EQ(attr.code(), ErrorCode::kAttrInvalid);
  EXPECT_THAT(attr.ToString(), HasSubstr("did you mean axes?"));
  EXPECT_EQ(Refusal("SoftmaxV2", x, {{"axes", std::string("one")}}).code(), ErrorCode::kAttrInvalid);
  EXPECT_EQ(Refusal("SoftmaxV2", {{"x", Desc({2}, ge::DT_INT32)}}).code(), ErrorCode::kNoEngine);
  EXPECT_EQ(Refusal("SoftmaxV2", x, {}, {.engine = "gpu"}).code(), ErrorCode::kUsage);
  ge::GEFinalize();
  EXPECT_THAT(Refusal("SoftmaxV2", x).ToString(), HasSubstr("call ge::GEInitialize first"));
}

TEST_F(SingleOpApi, OutlivesTheGraphEngine) {
  auto add = SingleOp::Create("Add", {{"x1", Desc({1})}, {"x2", Desc({1})}});
  ASSERT_TRUE(add.ok()) << add.status().ToString();
  ge::GEFinalize();
  const ge::Tensor one = Tensor<float>({1}, {1}, ge::DT_FLOAT);
  const auto sum = add->Run(std::vector<ge::Tensor>{one, one});
  ASSERT_TRUE(sum.ok()) << sum.status().ToString();
  EXPECT_THAT(Floats(sum->at(0)), ElementsAre(2));
}

TEST_F(SingleOpApi, CallsOfAllShapesWriteTheirTensors) {
  const std::string directory = ::testing::TempDir() + "opdk_single_op_" + std::to_string(::getpid());
  std::filesystem::create_directories(directory);
  auto relu = SingleOp::Create("Relu", {{"x", Desc({2})}});
  ASSERT_TRUE(relu.ok()) << relu.status().ToString();
  TensorDumpOptions options;
  options.directory = directory + "/none";
  EXPECT_EQ(relu->DumpTensors(options).code(), ErrorCode::kFileNotFound);
  options.directory = directory;
  ASSERT_TRUE(relu->DumpTensors(options).ok());
  // Prepared before and behind it.
  for (const int64_t n : {2, 3, 2}) {
    const ge::Tensor x = Tensor<float>({n}, std::vector<float>(static_cast<size_t>(n), 1), ge::DT_FLOAT);
    ASSERT_TRUE(relu->Run({&x, 1}).ok());
  }
  const auto is_index = [](const std::filesystem::directory_entry& entry) {
    return entry.path().filename() == "index.jsonl";
  };
  const std::filesystem::recursive_directory_iterator files(directory), end;
  EXPECT_EQ(std::count_if(files, end, is_index), 3);
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace opdk
