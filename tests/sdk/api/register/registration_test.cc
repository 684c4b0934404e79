#include <gtest/gtest.h>

#include "opdk/author_graph.h"
#include "opdk/op_desc.h"
#include "register/register.h"
#include "tests/sdk/cann_project/op_proto/everything.h"
#include "tests/sdk/cann_project/op_proto/pair_add.h"

namespace domi {
namespace {

TEST(FrameworkRegistration, ChainKeepsItsValues) {
  const OpRegistrationData data = OpRegistrationData("Clip")
                                      .FrameworkType(ONNX)
                                      .OriginOpType({"ai.onnx::11::Clip", "ai.onnx::13::Clip"})
                                      .OriginOpType("Clip")
                                      .ParseParamsByOperatorFn(AutoMappingByOpFn)
                                      .ImplyType(ImplyType::TVM);
  EXPECT_EQ(data.GetOmOptype(), "Clip");
  EXPECT_EQ(data.GetFrameworkType(), ONNX);
  EXPECT_EQ(data.GetOriginOpTypeSet(), (std::set<std::string>{"Clip", "ai.onnx::11::Clip", "ai.onnx::13::Clip"}));
  EXPECT_TRUE(data.GetParseParamByOperatorFn());
  EXPECT_FALSE(data.GetParseOpToGraphFn());
  EXPECT_EQ(data.GetImplyType(), ImplyType::TVM);
}

TEST(AutoMapping, CopiesNameAttributesAndFormats) {
  ge::Operator source("node", "Add");
  source.SetAttr("k", 3).SetAttr("data_format", "NHWC");
  ge::op::Everything destination("other");
  ge::Operator handle = destination;
  ASSERT_EQ(AutoMappingByOpFn(source, handle), SUCCESS);
  EXPECT_EQ(destination.GetName(), "node");
  int64_t value = 0;
  EXPECT_EQ(destination.GetAttr("k", value), ge::GRAPH_SUCCESS);
  EXPECT_EQ(destination.get_input_desc_x().GetFormat(), ge::FORMAT_NHWC);
  EXPECT_EQ(destination.get_output_desc_y().GetOriginFormat(), ge::FORMAT_NHWC);
  EXPECT_EQ(destination.get_input_desc_bias().GetFormat(), ge::FORMAT_RESERVED);
  EXPECT_EQ(AutoMappingByOpFn(ge::Operator(), handle), FAILED);
}

TEST(AutoMapping, SourceAndDestinationFormatsMayDiffer) {
  ge::Operator source("node", "TransData");
  source.SetAttr("src_format", "NCHW").SetAttr("dst_format", "NC1HWC0");
  ge::Operator destination = ge::op::CopyOf("c");
  ASSERT_EQ(AutoMappingByOpFn(source, destination), SUCCESS);
  EXPECT_EQ(destination.GetInputDesc(0).GetFormat(), ge::FORMAT_NCHW);
  EXPECT_EQ(destination.GetOutputDesc(0).GetFormat(), ge::FORMAT_ND);
}

TEST(AutoMapping, DynamicPortsGetAsManyEntriesAsTheAttributeSays) {
  ge::Operator source("node", "Split");
  source.SetAttr("n", 2).SetAttr("types", std::vector<ge::DataType>{ge::DT_INT8, ge::DT_INT8, ge::DT_INT8});
  ge::op::Everything destination("d");
  ge::Operator handle = destination;
  const std::vector<DynamicInputOutputInfo> ports{{kInput, "args", 4, "n", 1}, {kOutput, "parts", 5, "types", 5}};
  ASSERT_EQ(AutoMappingByOpFnDynamic(source, handle, ports), SUCCESS);
  EXPECT_EQ(destination.GetDynamicInputNum("args"), 2);
  EXPECT_EQ(destination.GetDynamicOutputNum("parts"), 3);
  EXPECT_EQ(opdk::DescOf(destination).inputs[1].name, "args0");
  EXPECT_EQ(AutoMappingByOpFnDynamic(source, handle, {{kInput, "args", 4, "missing", 7}}), FAILED);
  EXPECT_EQ(AutoMappingByOpFnDynamic(source, handle, {DynamicInputOutputInfo()}), PARAM_INVALID);
}

TEST(AutoMapping, SubgraphDataNodesGetTheInputNumbersOfTheirParent) {
  ge::op::Data data("d");
  data.set_attr_index(2);
  ge::op::CopyOf copy("c");
  copy.set_input_x(data);
  ge::Graph graph("sub");
  graph.SetInputs({data}).SetOutputs(std::vector<ge::Operator>{copy});
  ASSERT_EQ(AutoMappingSubgraphIndex(
                graph, [](int index) { return index + 1; }, [](int index) { return index + 5; }),
            SUCCESS);
  int32_t parent = 0;
  EXPECT_EQ(data.GetAttr("_parent_node_index", parent), ge::GRAPH_SUCCESS);
  EXPECT_EQ(parent, 3);
  EXPECT_EQ(std::get<std::vector<int64_t>>(opdk::DataOf(graph).attrs.at("_parent_node_index")),
            std::vector<int64_t>{5});
  EXPECT_EQ(AutoMappingSubgraphIndex(
                graph, [](int) { return -1; }, [](int) { return 0; }),
            FAILED);
}

}  // namespace
}  // namespace domi
