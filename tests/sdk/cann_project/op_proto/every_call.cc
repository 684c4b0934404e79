// Each call and overload of the authoring API once. Never run: what counts is that it compiles.
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "everything.h"
#include "graph/ascend_string.h"
#include "graph/attr_value.h"
#include "graph/error_codes.h"
#include "graph/gnode.h"
#include "graph/graph.h"
#include "graph/inference_context.h"
#include "graph/operator_factory.h"
#include "graph/tensor.h"
#include "graph/utils/type_utils.h"

namespace ge {

void EveryAttr(Operator& op) {
  op.SetAttr("k", 1).SetAttr("k", int64_t(1)).SetAttr("k", 1u).SetAttr("k", 0.5f).SetAttr("k", true);
  op.SetAttr("k", "text").SetAttr("k", AscendString("text")).SetAttr("k", {1, 2}).SetAttr("k", DT_FLOAT);
  op.SetAttr("k", Tensor()).SetAttr("k", NamedAttrs()).SetAttr("k", AttrValue());
  op.SetAttr("k", vector<int64_t>{1}).SetAttr("k", vector<int32_t>{1}).SetAttr("k", vector<uint32_t>{1});
  op.SetAttr("k", vector<float>{1}).SetAttr("k", vector<bool>{true}).SetAttr("k", vector<Tensor>{Tensor()});
  op.SetAttr("k", vector<uint8_t>{1})
      .SetAttr("k", vector<vector<int64_t>>{{1}})
      .SetAttr("k", vector<DataType>{DT_INT8});
  op.SetAttr("k", vector<NamedAttrs>()).SetAttr("k", vector<AscendString>{"a"});
  const string key = "k";
  op.SetAttr(key, 1).SetAttr(key, string("text")).SetAttr(key, vector<string>{"a"}).SetAttr(key, "text");
  op.SetAttr(key, 0.5f).SetAttr(key, false).SetAttr(key, DT_INT8).SetAttr(key, vector<int64_t>{1});
  int64_t wide = 0;
  int32_t narrow = 0;
  uint32_t positive = 0;
  float real = 0;
  bool flag = false;
  string text;
  AscendString neutral;
  Tensor tensor;
  DataType type = DT_FLOAT;
  NamedAttrs named;
  AttrValue value;
  vector<int64_t> wides;
  vector<int32_t> narrows;
  vector<uint32_t> positives;
  vector<float> reals;
  vector<bool> flags;
  vector<string> texts;
  vector<AscendString> neutrals;
  vector<Tensor> tensors;
  vector<uint8_t> bytes;
  vector<vector<int64_t>> lists;
  vector<DataType> types;
  vector<NamedAttrs> nameds;
  (void)(op.GetAttr("k", wide) + op.GetAttr("k", narrow) + op.GetAttr("k", positive) + op.GetAttr("k", real));
  (void)(op.GetAttr("k", flag) + op.GetAttr(key, text) + op.GetAttr("k", neutral) + op.GetAttr("k", tensor));
  (void)(op.GetAttr("k", type) + op.GetAttr("k", named) + op.GetAttr("k", value) + op.GetAttr("k", wides));
  (void)(op.GetAttr("k", narrows) + op.GetAttr("k", positives) + op.GetAttr("k", reals) + op.GetAttr("k", flags));
  (void)(op.GetAttr(key, texts) + op.GetAttr("k", neutrals) + op.GetAttr("k", tensors) + op.GetAttr("k", bytes));
  (void)(op.GetAttr("k", lists) + op.GetAttr("k", types) + op.GetAttr("k", nameds) + op.GetAttr(key, wides));
  op.SetInputAttr(0, "k", 1).SetInputAttr("x", "k", "text").SetOutputAttr(0, "k", 0.5f).SetOutputAttr("y", "k", true);
  op.SetInputAttr(0, "k", wides).SetInputAttr("x", "k", neutrals).SetOutputAttr("y", "k", tensors);
  op.SetInputAttr("x", "k", lists)
      .SetOutputAttr(0, "k", types)
      .SetInputAttr(0, "k", named)
      .SetOutputAttr(0, "k", bytes);
  (void)(op.GetInputAttr(0, "k", wide) + op.GetInputAttr("x", "k", neutral) + op.GetOutputAttr(0, "k", real));
  (void)(op.GetOutputAttr("y", "k", flag) + op.GetInputAttr("x", "k", lists) + op.GetOutputAttr("y", "k", types));
  std::map<AscendString, AscendString> names;
  (void)(op.GetAllAttrNamesAndTypes(names) + op.GetAllIrAttrNamesAndTypes(names));
  (void)op.GetAllAttrNamesAndTypes().size();
}

void EveryPort(Operator& op, const Operator& source) {
  op.SetInput("x", source).SetInput("x", source, "y").SetInput("x", source, 0u).SetInput(string("x"), source);
  op.SetInput(string("x"), source, string("y")).SetInput(string("x"), source, 0u).SetInput(0u, source, 0u);
  op.AddControlInput(source).BreakConnect();
  TensorDesc desc = op.GetInputDesc(0);
  desc = op.GetInputDesc(string("x"));
  desc = op.GetInputDescByName("x");
  desc = op.GetOutputDesc(0);
  desc = op.GetOutputDesc(string("y"));
  desc = op.GetOutputDescByName("y");
  (void)(op.TryGetInputDesc("x", desc) + op.TryGetInputDesc(string("x"), desc) + op.UpdateInputDesc("x", desc));
  (void)(op.UpdateInputDesc(string("x"), desc) + op.UpdateOutputDesc("y", desc) + op.UpdateOutputDesc(0u, desc));
  (void)(op.UpdateInputDesc(0u, desc) + op.UpdateOutputDesc(string("y"), desc));
  (void)(op.GetDynamicInputNum("args") + op.GetDynamicOutputNum(string("parts")));
  desc = op.GetDynamicInputDesc("args", 0);
  desc = op.GetDynamicOutputDesc(string("parts"), 0);
  (void)(op.UpdateDynamicInputDesc("args", 0, desc) + op.UpdateDynamicOutputDesc("parts", 0, desc));
  Tensor value;
  (void)(op.GetInputConstData("x", value) + op.GetInputConstData(string("x"), value));
  (void)(op.InferShapeAndType() + op.VerifyAllAttr() + op.VerifyAllAttr(true));
  (void)(op.GetInputsSize() + op.GetOutputsSize() + op.GetSubgraphNamesCount());
  AscendString name;
  (void)(op.IsEmpty() || op.GetName() == op.GetOpType() || op.GetName(name) == GRAPH_FAILED || name == "text");
  (void)op.GetOpType(name);
  std::unique_ptr<InferenceContext> context = InferenceContext::Create();
  context->SetMarks(vector<AscendString>{"mark"});
  context->SetOutputHandleShapesAndTypes({{ShapeAndType(Shape({1}), DT_FLOAT)}});
  op.SetInferenceContext(std::move(context));
  (void)op.GetInferenceContext()->GetMarks().size();
  vector<AscendString> subgraphs;
  (void)(op.GetSubgraphNames(subgraphs) + op.GetSubgraphNames().size());
  op.SetSubgraphInstanceName(0, "body");
  (void)op.GetSubgraphBuilder("body");
  (void)op.GetSubgraph("body");
  (void)op.GetDynamicSubgraphBuilder("branches", 0);
  (void)op.GetDynamicSubgraph("branches", 0);
}

void EveryMember() {
  op::Everything op("name");
  op::Everything unnamed;
  op::Everything neutral(AscendString("name"));
  op::Everything text(string("name"));
  Operator source("type");
  op.set_input_x(source).set_input_x(source, "y").set_input_x(source, 0u).set_input_x_by_name(source, "y");
  op.create_dynamic_input_args(2).create_dynamic_input_byindex_args(1, 0).set_dynamic_input_args(0, source);
  op.set_dynamic_input_args(1, source, "y").create_dynamic_output_parts(2, true);
  (void)op.update_dynamic_input_desc_args(0, op.get_dynamic_input_desc_args(0));
  (void)op.update_dynamic_output_desc_parts(0, op.get_dynamic_output_desc_parts(0));
  (void)op.update_input_desc_bias(op.get_input_desc_bias());
  (void)op.update_output_desc_y(op.get_output_desc_y());
  op.set_attr_an_int(1).set_attr_a_float(1).set_attr_a_string("text").set_attr_a_string(string("text"));
  op.set_attr_strings(vector<AscendString>{"a"}).set_attr_an_int([]() -> int64_t { return 1; });
  AscendString name;
  (void)(op.get_attr_a_string(name) + static_cast<graphStatus>(op.get_attr_an_int()));
  op::Everything::name_in_x(name);
  op::Everything::name_out_y(name);
  op::Everything::name_attr_an_int(name);
  (void)(op::Everything::name_in_x() + op::Everything::name_out_y() + op::Everything::name_attr_an_int());
  op.set_subgraph_builder_body([]() { return Graph("body"); });
  (void)op.get_subgraph_builder_body();
  (void)op.get_subgraph_body();
  op.create_dynamic_subgraph_branches(2).set_dynamic_subgraph_builder_branches(0, []() { return Graph("b"); });
  (void)op.get_dynamic_subgraph_builder_branches(0);
  (void)op.get_dynamic_subgraph_branches(0);
}

void EveryTensor() {
  Shape shape(vector<int64_t>{2, 3});
  (void)(shape.SetDim(0, 1) + shape.GetDim(0) + shape.GetDimNum() + shape.GetShapeSize() + shape.GetDims().size());
  TensorDesc desc(shape, FORMAT_NCHW, DT_INT8);
  desc.Update(shape, FORMAT_ND, DT_FLOAT);
  vector<std::pair<int64_t, int64_t>> range;
  (void)(desc.SetUnknownDimNumShape() + desc.SetShapeRange(range) + desc.GetShapeRange(range));
  desc.SetOriginShape(desc.GetOriginShape());
  desc.SetRealDimCnt(desc.GetRealDimCnt());
  desc.SetOriginFormat(desc.GetOriginFormat());
  desc.SetName("name");
  desc.SetName(string("name"));
  AscendString name;
  (void)desc.GetName(name);
  desc.SetSize(desc.GetSize());
  desc.SetPlacement(kPlacementHost);
  desc.SetReuseInputIndex(0);
  Tensor tensor(desc, vector<uint8_t>(6));
  const uint8_t bytes[6] = {};
  (void)(tensor.SetData(bytes, 6) + tensor.SetData("text") + tensor.SetData(string("text")) + tensor.IsValid());
  (void)(tensor.SetData(vector<string>{"a"}) + tensor.SetData(vector<AscendString>{"a"}) + tensor.SetTensorDesc(desc));
  (void)(tensor.Clone().GetSize() + (tensor.GetData() != nullptr) + tensor.SetShapeDim(0, 1) + tensor.GetShapeDimNum());
  (void)TensorType::ALL();
  TensorType sets[] = {TensorType::QuantifiedType(),
                       TensorType::OrdinaryType(),
                       TensorType::BasicType(),
                       TensorType::NumberType(),
                       TensorType::RealNumberType(),
                       TensorType::ComplexDataType(),
                       TensorType::IntegerDataType(),
                       TensorType::SignedDataType(),
                       TensorType::UnsignedDataType(),
                       TensorType::FloatingDataType(),
                       TensorType::IndexNumberType(),
                       TensorType::UnaryDataType(),
                       TensorType::FLOAT(),
                       TensorType(DT_FLOAT),
                       TensorType({DT_FLOAT, DT_INT8})};
  (void)sizeof(sets);
  (void)(GetSizeByDataType(DT_INT8) + GetSizeInBytes(3, DT_FLOAT) + GetPrimaryFormat(FORMAT_NC1HWC0));
  (void)TypeUtils::FormatToSerialString(FORMAT_NCHW);
  std::unordered_map<AscendString, int> counts;
  counts[AscendString("a")] = AscendString("a") < AscendString("b") ? 1 : 0;
}

void EveryGraphCall() {
  Graph graph("g");
  Operator op = OperatorFactory::CreateOperator("n", "CopyOf");
  vector<Operator> ops{op};
  graph.SetInputs(ops).SetOutputs(ops).SetTargets(ops);
  graph.SetOutputs(vector<std::pair<Operator, vector<size_t>>>{{op, {0}}});
  graph.SetOutputs(vector<std::pair<Operator, AscendString>>{{op, "y"}});
  (void)(graph.IsValid() + graph.AddOp(op) + graph.FindOpByName("n", op) + graph.FindOpByType("CopyOf", ops));
  vector<AscendString> names;
  (void)(graph.GetAllOpName(names) + graph.SaveToFile("f") + graph.LoadFromFile("f"));
  graph.SetNeedIteration(false);
  for (GNode& node : graph.GetAllNodes()) {
    AscendString name;
    TensorDesc desc;
    Tensor value;
    int32_t index = 0;
    (void)(node.GetName(name) + node.GetType(name) + node.GetInputDesc(0, desc) + node.UpdateOutputDesc(0, desc));
    (void)(node.GetInputIndexByName("x", index) + node.GetOutputIndexByName("y", index));
    (void)(node.GetInputConstData(0, value) + node.HasAttr("k"));
    int64_t number = 1;
    (void)(node.SetAttr("k", number) + node.GetAttr("k", number) + node.GetInputsSize() + node.GetOutputsSize());
    (void)node.GetInDataNodesAndPortIndexs(0).second;
    (void)(node.GetOutDataNodesAndPortIndexs(0).size() + node.GetInControlNodes().size());
    (void)(graph.RemoveEdge(node, 0, node, 0) + graph.AddDataEdge(node, 0, node, 0) + graph.AddControlEdge(node, node));
    (void)graph.RemoveNode(node);
  }
  (void)(OperatorFactory::GetOpsTypeList(names) + OperatorFactory::IsExistOp("CopyOf"));
  GNode added = graph.AddNodeByOp(op);
  Graph copy("copy");
  (void)copy.CopyFrom(graph);
  (void)Graph::ConstructFromInputs(ops, AscendString("g"));
}

}  // namespace ge
