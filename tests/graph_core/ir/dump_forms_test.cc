// Dumps of graphs are text of the messages that they are said to be of. Alone in its folder: it knows protobuf.
#include "graph_core/ir/dump_forms.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <onnx/onnx_pb.h>

#include <map>

#include "graph_core/ir/ge_ir.pb.h"
#include "graph_core/ir/text.h"

namespace opdk {
namespace {

using google::protobuf::TextFormat;

constexpr const char* kAttributes = R"(graph net {
  %c = Data {index: 0} : bool[]
  %x = Data {index: 1} : float[?,3]
  %i = If(cond: %c, input: [%x]) : output: [float[?,3]]
    then_branch yes {
      %a = Data {index: 0} : float[?,3]
      %r = Relu(x: %a) : float[?,3]
      %o = NetOutput(x: [%r])
    }
    else_branch no {
      %a = Data {index: 0} : float[?,3]
      %n = Other(x: %a) {f: 0.5, g: inf, b: true, s: "a\"\\b", l: [1, 2], t: float16, n: &m{k: 1}, w: int32[2](1, 2)} : float[?,3]
      %o = NetOutput(x: [%n])
    }
  %o = NetOutput(x: [%i])
})";

TEST(DumpForms, OnnxTextIsAnOnnxModel) {
  const auto graph = Parse(kAttributes);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  onnx::ModelProto model;
  ASSERT_TRUE(TextFormat::ParseFromString(OnnxText(*graph, DumpDetail::kAll), &model));
  ASSERT_EQ(model.graph().input_size(), 2);
  EXPECT_EQ(model.graph().input(1).type().tensor_type().elem_type(), onnx::TensorProto::FLOAT);
  EXPECT_EQ(model.graph().input(1).type().tensor_type().shape().dim(1).dim_value(), 3);
  ASSERT_EQ(model.graph().output_size(), 1);
  EXPECT_EQ(model.graph().output(0).name(), "i:0");
  std::map<std::string, onnx::AttributeProto> attributes;
  for (const onnx::NodeProto& node : model.graph().node()) {
    for (const onnx::AttributeProto& attribute : node.attribute()) {
      if (node.name() == "i") attributes[attribute.name()] = attribute;
    }
  }
  ASSERT_TRUE(attributes.contains("else_branch"));
  EXPECT_EQ(attributes["else_branch"].type(), onnx::AttributeProto::GRAPH);
  const onnx::GraphProto branch = attributes["else_branch"].g();
  for (const onnx::NodeProto& node : branch.node()) {
    if (node.name() != "n") continue;
    EXPECT_EQ(node.op_type(), "ge:Other");
    EXPECT_EQ(node.input(0), "a:0");
    for (const onnx::AttributeProto& attribute : node.attribute()) attributes[attribute.name()] = attribute;
  }
  EXPECT_EQ(attributes["f"].f(), 0.5F);
  EXPECT_EQ(attributes["b"].i(), 1);
  EXPECT_EQ(attributes["s"].s(), "a\"\\b");
  EXPECT_EQ(attributes["l"].ints_size(), 2);
  EXPECT_EQ(attributes["t"].s(), "float16");
  EXPECT_EQ(attributes["n"].s(), "&m{k: 1}");
  EXPECT_EQ(attributes["w"].t().data_type(), onnx::TensorProto::INT32);
  EXPECT_EQ(attributes["w"].t().raw_data(), std::string("\1\0\0\0\2\0\0\0", 8));
  EXPECT_EQ(attributes["output_desc_dtype:0"].s(), "float");
}

TEST(DumpForms, ProtoTextIsGesModel) {
  const auto graph = Parse(kAttributes);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  for (const DumpDetail detail : {DumpDetail::kAll, DumpDetail::kNoWeights, DumpDetail::kStructure}) {
    const auto text = DumpText(*graph, DumpForm::kProto, detail);
    ASSERT_TRUE(text.ok()) << text.status().ToString();
    ge::proto::ModelDef model;
    ASSERT_TRUE(TextFormat::ParseFromString(*text, &model));
    ASSERT_EQ(model.graph_size(), 3);
    std::vector<std::string> types;
    for (const auto& op : model.graph(0).op()) types.push_back(op.type());
    EXPECT_THAT(types, ::testing::UnorderedElementsAre("Data", "Data", "If", "NetOutput"));
    EXPECT_EQ(model.graph(0).op(0).attr().empty(), detail == DumpDetail::kStructure);
  }
}

TEST(DumpForms, NamesNeedNotBeUtf8) {
  Graph graph("\xFFnet");
  graph.AddConst("\xFE", ge::Tensor(ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_INT8), nullptr, 0));
  for (const DumpForm form : {DumpForm::kProto, DumpForm::kOnnx}) {
    const auto text = DumpText(graph, form, DumpDetail::kAll);
    ASSERT_TRUE(text.ok());
    EXPECT_THAT(*text, ::testing::HasSubstr("\\376"));
  }
}

}  // namespace
}  // namespace opdk
