#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph_core/package/op_info.h"

namespace opdk {
namespace {

using testing::HasSubstr;

EngineOpInfo Info(const std::string& section) {
  auto parsed = ParseOpInfo("Op:\n  ai_core:\n" + section, "op.yaml");
  EXPECT_TRUE(parsed.ok()) << parsed.status().ToString();
  return parsed->at(0).engines[0];
}

Port MakePort(const std::string& name, int ir_index, ge::DataType dtype, std::vector<int64_t> shape,
              ge::Format format = ge::FORMAT_ND) {
  return {name, ir_index, ge::TensorDesc(ge::Shape(shape), format, dtype)};
}

// Makes an operator with the input x, the optional input bias and the output y.
OpDesc MakeOp(ge::DataType x, ge::DataType y, std::vector<int64_t> shape = {2, 3}) {
  OpDesc op;
  op.type = "Op";
  op.ir_inputs = {{"x", PortKind::kRequired, ""}, {"bias", PortKind::kOptional, ""}};
  op.ir_outputs = {{"y", PortKind::kRequired, ""}};
  op.inputs = {MakePort("x", 0, x, shape), MakePort("bias", 1, ge::DT_UNDEFINED, {}, ge::FORMAT_RESERVED)};
  op.outputs = {MakePort("y", 0, y, shape)};
  return op;
}

constexpr const char* kTwoColumns = "    dtype: {x: [float, int32], bias: [float, int32], y: [float, int32]}\n";

TEST(MatchColumn, FindsTheColumnThatFitsAllPorts) {
  EXPECT_EQ(*Info(kTwoColumns).MatchColumn(MakeOp(ge::DT_INT32, ge::DT_INT32)), 1u);
}

TEST(MatchColumn, ComparesAnOptionalInputThatIsThere) {
  OpDesc op = MakeOp(ge::DT_FLOAT, ge::DT_FLOAT);
  op.inputs[1] = MakePort("bias", 1, ge::DT_INT32, {3});
  EXPECT_FALSE(Info(kTwoColumns).MatchColumn(op).ok());
}

TEST(MatchColumn, AnErrorNamesTheTypesAndTheColumns) {
  const auto match = Info(kTwoColumns).MatchColumn(MakeOp(ge::DT_FLOAT16, ge::DT_FLOAT16));
  EXPECT_EQ(match.status().code(), ErrorCode::kNoEngine);
  EXPECT_EQ(match.status().message(),
            "no column accepts (x: float16, y: float16); columns: (float, float), (int32, int32)");
}

TEST(MatchColumn, MatchesEveryEntryOfADynamicPort) {
  OpDesc op;
  op.ir_inputs = {{"x", PortKind::kDynamic, ""}};
  op.inputs = {MakePort("x0", 0, ge::DT_FLOAT, {1}), MakePort("x1", 0, ge::DT_INT8, {1})};
  const EngineOpInfo info = Info("    dtype: {x: [float, int8]}\n");
  EXPECT_THAT(info.MatchColumn(op).status().message(), HasSubstr("x0: float, x1: int8"));
  op.inputs[1].desc.SetDataType(ge::DT_FLOAT);
  EXPECT_TRUE(info.MatchColumn(op).ok());
}

TEST(MatchColumn, PlainTensorsFitPlainFormatsOnly) {
  const EngineOpInfo plain = Info("    dtype: {x: float, bias: float, y: float}\n    format: {x: NCHW}\n");
  const EngineOpInfo blocked = Info("    dtype: {x: float, bias: float, y: float}\n    format: {x: NC1HWC0}\n");
  OpDesc op = MakeOp(ge::DT_FLOAT, ge::DT_FLOAT);
  EXPECT_TRUE(plain.MatchColumn(op).ok());
  EXPECT_THAT(blocked.MatchColumn(op).status().message(), HasSubstr("(x: float ND, y: float ND)"));
  op.inputs[0].desc.SetFormat(ge::FORMAT_NHWC);
  EXPECT_FALSE(plain.MatchColumn(op).ok());
}

TEST(MatchColumn, ChecksRankAndExtents) {
  const EngineOpInfo info = Info(
      "    dtype: {x: float, bias: float, y: float}\n"
      "    limits: {x: {rank: [1, 3], dims: {-1: [1, 64]}}}\n");
  EXPECT_TRUE(info.MatchColumn(MakeOp(ge::DT_FLOAT, ge::DT_FLOAT, {5, 64})).ok());
  EXPECT_EQ(info.MatchColumn(MakeOp(ge::DT_FLOAT, ge::DT_FLOAT, {5, 65})).status().message(),
            "axis -1 of x is 65, the kernel takes 1 to 64");
  EXPECT_EQ(info.MatchColumn(MakeOp(ge::DT_FLOAT, ge::DT_FLOAT, {1, 1, 1, 1})).status().message(),
            "x has rank 4, the kernel takes 1 to 3");
  EXPECT_TRUE(info.MatchColumn(MakeOp(ge::DT_FLOAT, ge::DT_FLOAT, {5, -1})).ok());
}

TEST(MatchColumn, RefusesDynamicShapesWhereTheKernelTakesNone) {
  const EngineOpInfo info = Info("    dtype: {x: float, bias: float, y: float}\n    dynamic_shape: false\n");
  EXPECT_TRUE(info.MatchColumn(MakeOp(ge::DT_FLOAT, ge::DT_FLOAT, {2})).ok());
  EXPECT_EQ(info.MatchColumn(MakeOp(ge::DT_FLOAT, ge::DT_FLOAT, {-1, 3})).status().message(),
            "x has the dynamic shape [-1,3], the kernel takes static shapes only");
}

TEST(MatchColumn, WithoutSignaturesPortsAreCheckedOneByOne) {
  const EngineOpInfo info =
      ParseOpInfo("Op:\n  ai_cpu:\n    allow: {x: [float, int32], y: {dtype: [int8], format: [NCHW]}}\n", "op.yaml")
          ->at(0)
          .engines[0];
  EXPECT_TRUE(info.MatchColumn(MakeOp(ge::DT_INT32, ge::DT_INT8)).ok());
  EXPECT_EQ(info.MatchColumn(MakeOp(ge::DT_INT8, ge::DT_INT8)).status().message(),
            "x is int8, the kernel takes float, int32");
  OpDesc op = MakeOp(ge::DT_FLOAT, ge::DT_INT8);
  op.outputs[0].desc.SetFormat(ge::FORMAT_NHWC);
  EXPECT_EQ(info.MatchColumn(op).status().message(), "y has format NHWC, the kernel takes NCHW");
}

TEST(MatchColumn, WithoutSignaturesThePrototypesTypesCount) {
  const EngineOpInfo info = ParseOpInfo("Op:\n  ai_cpu: {}\n", "op.yaml")->at(0).engines[0];
  OpDesc op = MakeOp(ge::DT_INT32, ge::DT_FLOAT);
  op.ir_inputs.Edit()[0].admitted = ge::TensorType({ge::DT_FLOAT, ge::DT_INT32});
  op.ir_outputs.Edit()[0].types = "T";
  op.ir_symbols = {{"T", "", ge::TensorType::FloatingDataType()}};
  EXPECT_TRUE(info.MatchColumn(op).ok());
  op.outputs[0].desc.SetDataType(ge::DT_STRING);
  EXPECT_EQ(info.MatchColumn(op).status().message(), "y is string, the prototype admits float, float16, double");
  op.outputs[0].desc.SetDataType(ge::DT_FLOAT);
  op.inputs[0].desc.SetDataType(ge::DT_UINT8);
  EXPECT_EQ(info.MatchColumn(op).status().message(), "x is uint8, the prototype admits float, int32");
  op.ir_inputs.Edit()[0].admitted = ge::TensorType::ALL();
  EXPECT_TRUE(info.MatchColumn(op).ok());
}

TEST(MatchColumn, AnEmptySectionTakesEverything) {
  const EngineOpInfo info = ParseOpInfo("Op:\n  ai_cpu: {}\n", "op.yaml")->at(0).engines[0];
  EXPECT_TRUE(info.MatchColumn(MakeOp(ge::DT_INT8, ge::DT_DOUBLE)).ok());
}

}  // namespace
}  // namespace opdk
