#include "graph/operator.h"

#include <gtest/gtest.h>

#include "graph/graph.h"
#include "opdk/op_desc.h"
#include "tests/sdk/cann_project/op_proto/everything.h"
#include "tests/sdk/cann_project/op_proto/pair_add.h"

namespace ge {
namespace {

using Dims = std::vector<int64_t>;

TEST(Operators, CopiesAreHandlesToOneOperator) {
  Operator first("a", "T");
  Operator second = first;
  second.SetAttr("k", 5);
  int32_t value = 0;
  EXPECT_EQ(first.GetAttr("k", value), GRAPH_SUCCESS);
  EXPECT_EQ(value, 5);
}

TEST(Operators, UnnamedOperatorsGetDistinctNames) {
  const op::Data a, b, c;
  EXPECT_EQ(a.GetName().substr(0, 5), "Data_");
  EXPECT_NE(a.GetName(), b.GetName());
  EXPECT_NE(b.GetName(), c.GetName());
}

TEST(Operators, AnEmptyOperatorFailsEveryCall) {
  Operator none;
  Tensor tensor;
  AscendString name;
  EXPECT_TRUE(none.IsEmpty());
  EXPECT_EQ(none.GetName(name), GRAPH_FAILED);
  EXPECT_EQ(none.GetInputConstData("x", tensor), GRAPH_FAILED);
  EXPECT_EQ(none.InferShapeAndType(), GRAPH_FAILED);
  EXPECT_EQ(none.SetAttr("k", 1).GetInputsSize(), 0u);
  none.SetInput("x", Operator("s", "S"));
  none.BreakConnect();
}

// The overloads that literals must pick.
TEST(OperatorAttrs, LiteralsKeepTheirTypes) {
  Operator op("a", "T");
  op.SetAttr("int", 1)
      .SetAttr("text", "text")
      .SetAttr("string", std::string("string"))
      .SetAttr("float", 0.5f)
      .SetAttr("ints", {1, 2})
      .SetAttr("one", {1})
      .SetAttr("bool", true)
      .SetAttr("type", DT_INT8)
      .SetAttr(std::string("by_string"), "text")
      .SetAttr("wide", int64_t{1} << 40)
      .SetAttr("ascend", AscendString("ascend"));
  const std::map<std::string, std::string> expected{
      {"int", "VT_INT"},          {"text", "VT_STRING"},  {"string", "VT_STRING"}, {"float", "VT_FLOAT"},
      {"ints", "VT_LIST_INT"},    {"one", "VT_LIST_INT"}, {"bool", "VT_BOOL"},     {"type", "VT_DATA_TYPE"},
      {"by_string", "VT_STRING"}, {"wide", "VT_INT"},     {"ascend", "VT_STRING"}};
  EXPECT_EQ(op.GetAllAttrNamesAndTypes(), expected);
}

TEST(OperatorAttrs, ReadingFailsOnMissingMismatchAndRangeAndLeavesTheArgument) {
  Operator op("a", "T");
  op.SetAttr("wide", int64_t{1} << 40).SetAttr("negative", -1);
  int32_t narrow = 7;
  uint32_t unsigned_value = 8;
  float real = 9;
  EXPECT_EQ(op.GetAttr("missing", narrow), GRAPH_FAILED);
  EXPECT_EQ(op.GetAttr("wide", narrow), GRAPH_FAILED);
  EXPECT_EQ(op.GetAttr("negative", unsigned_value), GRAPH_FAILED);
  EXPECT_EQ(op.GetAttr("wide", real), GRAPH_FAILED);
  EXPECT_EQ(narrow, 7);
  EXPECT_EQ(unsigned_value, 8u);
  EXPECT_EQ(real, 9);
}

TEST(OperatorAttrs, EveryTypeReadsBack) {
  Operator op("a", "T");
  NamedAttrs named;
  named.SetName("inner");
  AttrValue inner_value;
  inner_value.SetAttrValue(int64_t{3});
  named.SetAttr("k", inner_value);
  op.SetAttr("named", named).SetAttr("named_list", std::vector<NamedAttrs>{named, named});
  op.SetAttr("lists", std::vector<std::vector<int64_t>>{{1}, {2, 3}});
  op.SetAttr("narrow", std::vector<int32_t>{1, -2}).SetAttr("bytes", std::vector<uint8_t>{1, 2});
  op.SetAttr("strings", std::vector<AscendString>{"a", "b"}).SetAttr("types", std::vector<DataType>{DT_INT8});
  op.SetAttr("tensor", Tensor(TensorDesc(), std::vector<uint8_t>{1, 2, 3, 4}));

  NamedAttrs named_back;
  std::vector<NamedAttrs> named_list;
  std::vector<std::vector<int64_t>> lists;
  std::vector<int64_t> wide;
  std::vector<uint32_t> unsigned_list;
  std::vector<uint8_t> bytes;
  std::vector<std::string> strings;
  std::vector<DataType> types;
  Tensor tensor;
  ASSERT_EQ(op.GetAttr("named", named_back), GRAPH_SUCCESS);
  AttrValue value;
  int64_t number = 0;
  ASSERT_EQ(named_back.GetAttr("k", value), GRAPH_SUCCESS);
  EXPECT_EQ(value.GetAttrValue(number), GRAPH_SUCCESS);
  EXPECT_EQ(number, 3);
  ASSERT_EQ(op.GetAttr("named_list", named_list), GRAPH_SUCCESS);
  EXPECT_EQ(named_list.at(1).GetName(), "inner");
  ASSERT_EQ(op.GetAttr("lists", lists), GRAPH_SUCCESS);
  EXPECT_EQ(lists.at(1), (Dims{2, 3}));
  ASSERT_EQ(op.GetAttr("narrow", wide), GRAPH_SUCCESS);
  EXPECT_EQ(wide, (Dims{1, -2}));
  EXPECT_EQ(op.GetAttr("narrow", unsigned_list), GRAPH_FAILED);
  ASSERT_EQ(op.GetAttr("bytes", bytes), GRAPH_SUCCESS);
  ASSERT_EQ(op.GetAttr("strings", strings), GRAPH_SUCCESS);
  EXPECT_EQ(strings, (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(op.GetAttr("types", types), GRAPH_SUCCESS);
  ASSERT_EQ(op.GetAttr("tensor", tensor), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.GetSize(), 4u);
}

TEST(OperatorPorts, UnknownPortsGiveTheDefaultDescription) {
  const op::PairAdd add("a");
  EXPECT_EQ(add.GetInputDesc("nothing").GetDataType(), DT_FLOAT);
  EXPECT_EQ(add.GetInputDesc(17).GetFormat(), FORMAT_ND);
  EXPECT_EQ(add.GetInputDescByName(nullptr).GetFormat(), FORMAT_ND);
  TensorDesc desc;
  EXPECT_EQ(add.TryGetInputDesc("nothing", desc), GRAPH_FAILED);
}

TEST(OperatorPorts, AnOptionalInputThatIsNotConnectedIsReserved) {
  op::Everything everything("e");
  const TensorDesc bias = everything.get_input_desc_bias();
  TensorDesc desc;
  EXPECT_EQ(bias.GetFormat(), FORMAT_RESERVED);
  EXPECT_EQ(bias.GetDataType(), DT_UNDEFINED);
  EXPECT_EQ(everything.TryGetInputDesc("bias", desc), GRAPH_FAILED);
  EXPECT_EQ(everything.GetInputsSize(), 1u);
  op::Data data("d");
  data.update_output_desc_y(TensorDesc(Shape(Dims{3}), FORMAT_ND, DT_FLOAT16));
  everything.set_input_bias(data);
  EXPECT_EQ(everything.TryGetInputDesc("bias", desc), GRAPH_SUCCESS);
  EXPECT_EQ(desc.GetDataType(), DT_FLOAT16);
  EXPECT_EQ(everything.GetInputsSize(), 2u);
}

TEST(OperatorPorts, DynamicEntriesStandAtTheirPortsPlace) {
  op::Everything everything("e");
  everything.create_dynamic_input_args(2).create_dynamic_output_parts(1).create_dynamic_input_args(1);
  const opdk::OpDesc& desc = opdk::DescOf(everything);
  std::vector<std::string> names;
  for (const opdk::Port& port : desc.inputs) names.push_back(port.name);
  EXPECT_EQ(names, (std::vector<std::string>{"x", "args0", "args1", "args2", "bias"}));
  EXPECT_EQ(everything.GetDynamicInputNum("args"), 3);
  EXPECT_EQ(everything.GetDynamicOutputNum("parts"), 1);
  int first = -1;
  EXPECT_EQ(desc.InputCount("args", &first), 3);
  EXPECT_EQ(first, 1);
  int32_t count = 0;
  EXPECT_EQ(everything.GetAttr("__dynamic_input_args_cnt", count), GRAPH_SUCCESS);
  EXPECT_EQ(count, 3);
  EXPECT_EQ(everything.GetAttr("__dynamic_input_x_cnt", count), GRAPH_FAILED);
}

// As plugins call them, of an operator that they only know by its base.
TEST(OperatorPorts, DynamicEntriesAreRegisteredByAnyone) {
  op::Everything everything("e");
  Operator& any = everything;
  any.DynamicInputRegister("args", 2);
  any.DynamicInputRegister("args", 1, "T", true);
  any.DynamicOutputRegister(std::string("parts"), 1);
  EXPECT_EQ(everything.GetDynamicInputNum("args"), 3);
  EXPECT_EQ(everything.GetDynamicOutputNum("parts"), 1);
  Operator plain("p", "T");
  plain.DynamicInputRegister("x", 2, "T", false);
  plain.DynamicOutputRegister("y", 1, "T");
  EXPECT_EQ(opdk::DescOf(plain).ir_inputs.list().at(0).types, "T");
  EXPECT_EQ(opdk::DescOf(plain).ir_outputs.list().at(0).kind, opdk::PortKind::kDynamic);
  EXPECT_EQ(plain.GetInputsSize(), 2U);
}

TEST(OperatorPorts, AddingDynamicEntriesKeepsLinks) {
  op::Data data("d");
  op::Everything everything("e");
  everything.set_input_bias(data).create_dynamic_input_args(2);
  const auto links = opdk::LinksOf(everything);
  ASSERT_EQ(links.size(), 4u);
  ASSERT_NE(links[3].source, nullptr);
  EXPECT_EQ(links[3].source->GetName(), "d");
  EXPECT_EQ(links[1].source, nullptr);
}

TEST(OperatorLinks, AnInputTakesItsSourcesDescAndFollowsItsUpdates) {
  op::Data data("d");
  data.update_output_desc_y(TensorDesc(Shape(Dims{4}), FORMAT_NCHW, DT_INT32));
  op::CopyOf copy("c");
  copy.set_input_x(data);
  EXPECT_EQ(copy.get_input_desc_x().GetDataType(), DT_INT32);
  data.update_output_desc_y(TensorDesc(Shape(Dims{5}), FORMAT_NCHW, DT_INT8));
  EXPECT_EQ(copy.get_input_desc_x().GetShape().GetDims(), Dims{5});
}

TEST(OperatorLinks, ASourceWithSeveralOutputsMustBeNamed) {
  op::Everything source("s");
  source.create_dynamic_output_parts(1);
  op::CopyOf copy("c");
  copy.set_input_x(source);
  EXPECT_EQ(opdk::LinksOf(copy)[0].source, nullptr);
  copy.set_input_x(source, "parts0");
  ASSERT_NE(opdk::LinksOf(copy)[0].source, nullptr);
  EXPECT_EQ(opdk::LinksOf(copy)[0].source_output, 1);
  copy.set_input_x(source, 0);
  EXPECT_EQ(opdk::LinksOf(copy)[0].source_output, 0);
  copy.set_input_x_by_name(source, "no_such_port");
  EXPECT_EQ(opdk::LinksOf(copy)[0].source_output, 0);
}

TEST(OperatorLinks, BreakConnectCutsBothSides) {
  op::Data data("d");
  op::CopyOf middle("m"), last("l");
  middle.set_input_x(data);
  last.set_input_x(middle).AddControlInput(middle);
  middle.BreakConnect();
  EXPECT_EQ(opdk::LinksOf(middle)[0].source, nullptr);
  EXPECT_EQ(opdk::LinksOf(last)[0].source, nullptr);
  EXPECT_TRUE(opdk::ControlLinksOf(last).empty());
}

TEST(OperatorLinks, AValueMayHaveManyUsers) {
  constexpr size_t kUsers = 100'000;
  op::Data hub("d");
  std::vector<op::CopyOf> users(kUsers);
  for (op::CopyOf& user : users) {
    user.set_input_x(hub);
    user.set_input_x(hub);  // the second time it is known
  }
  EXPECT_EQ(hub.UpdateOutputDesc("y", TensorDesc(Shape({7}))), GRAPH_SUCCESS);
  size_t told = 0;
  for (const op::CopyOf& user : users) told += user.get_input_desc_x().GetShape().GetDim(0) == 7 ? 1 : 0;
  EXPECT_EQ(told, kUsers);
}

TEST(OperatorLinks, ALongChainIsDestroyedWithoutDeepRecursion) {
  Operator last = op::Data("d");
  for (int i = 0; i < 200000; ++i) {
    op::CopyOf next("c");
    next.set_input_x(last);
    last = next;
  }
  EXPECT_FALSE(last.IsEmpty());
}

TEST(OperatorLinks, ConstantsValuesAreSeen) {
  op::Const constant("k");
  constant.set_attr_value(Tensor(TensorDesc(), std::vector<uint8_t>{1, 0, 0, 0}));
  op::ShapeFrom shape_from("s");
  shape_from.set_input_shape(constant);
  Tensor value;
  EXPECT_EQ(shape_from.GetInputConstData("shape", value), GRAPH_SUCCESS);
  EXPECT_EQ(value.GetSize(), 4u);
  EXPECT_EQ(shape_from.GetInputConstData("tensor", value), GRAPH_FAILED);
}

TEST(OperatorOver, WritesTheDescInPlaceAndAsksForConstants) {
  opdk::OpDesc desc = opdk::DescOf(op::ShapeFrom("s"));
  Operator op = opdk::OperatorOver(desc, [](int input, Tensor& value) {
    value = Tensor(TensorDesc(), std::vector<uint8_t>{9});
    return input == 1;
  });
  Tensor value;
  EXPECT_EQ(op.GetInputConstData("shape", value), GRAPH_SUCCESS);
  EXPECT_EQ(op.GetInputConstData("tensor", value), GRAPH_FAILED);
  EXPECT_EQ(op.UpdateOutputDesc("output", TensorDesc(Shape(Dims{8}))), GRAPH_SUCCESS);
  EXPECT_EQ(desc.outputs[0].desc.GetShape().GetDims(), Dims{8});
}

TEST(BroadCasting, RightAlignsAndRefusesUnequalExtents) {
  const auto infer = [](Dims a, Dims b, Dims& out) {
    return BroadCastInfer([&] { return a; }, [&] { return b; }, [&](const Dims& dims) { out = dims; });
  };
  Dims out;
  EXPECT_EQ(infer({2, 1, 4}, {3, 1}, out), GRAPH_SUCCESS);
  EXPECT_EQ(out, (Dims{2, 3, 4}));
  EXPECT_EQ(infer({}, {3, 1}, out), GRAPH_SUCCESS);
  EXPECT_EQ(out, (Dims{3, 1}));
  EXPECT_EQ(infer({2}, {3}, out), GRAPH_FAILED);
  EXPECT_EQ(infer({-1}, {3}, out), GRAPH_FAILED);
}

TEST(Prototypes, DeclareEveryPortAttributeSymbolAndSubgraph) {
  op::Everything everything("e");
  const opdk::OpDesc& desc = opdk::DescOf(everything);
  ASSERT_EQ(desc.ir_inputs.size(), 3u);
  EXPECT_EQ(desc.ir_inputs[0].types, "T");
  EXPECT_EQ(desc.ir_inputs[1].kind, opdk::PortKind::kDynamic);
  EXPECT_EQ(desc.ir_inputs[1].types, "TensorType::ALL()");
  EXPECT_EQ(desc.ir_inputs[2].kind, opdk::PortKind::kOptional);
  ASSERT_EQ(desc.ir_symbols.size(), 1u);
  EXPECT_EQ(desc.ir_symbols[0].types, "TensorType({DT_FLOAT, DT_FLOAT16})");
  EXPECT_EQ(desc.ir_subgraphs.size(), 2u);
  EXPECT_EQ(desc.ir_attrs.size(), 21u);
  EXPECT_EQ(desc.ir_attrs.front().type, "Int");
  std::map<AscendString, AscendString> types;
  ASSERT_EQ(everything.GetAllIrAttrNamesAndTypes(types), GRAPH_SUCCESS);
  EXPECT_TRUE(types["named_list"] == "VT_LIST_NAMED_ATTRS");
  EXPECT_TRUE(types["int_lists"] == "VT_LIST_LIST_INT");
  EXPECT_TRUE(types["ascend_strings"] == "VT_LIST_STRING");
}

TEST(Prototypes, UnsetAttributesHaveTheirDefaults) {
  op::Everything everything("e");
  float real = 0;
  EXPECT_EQ(everything.GetAttr("a_float", real), GRAPH_SUCCESS);
  EXPECT_EQ(real, 1);
  EXPECT_EQ(everything.get_attr_an_int(), 7);
  EXPECT_EQ(everything.get_attr_ints(), (Dims{1, 2, 3, 4}));
  EXPECT_TRUE(everything.get_attr_no_ints().empty());
  EXPECT_EQ(everything.get_attr_strings(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(everything.get_attr_types(), (std::vector<DataType>{DT_FLOAT, DT_INT8}));
  EXPECT_TRUE(everything.get_attr_an_ascend_string() == "neutral");
  EXPECT_TRUE(everything.get_attr_needed_ints().empty());
  Dims needed;
  EXPECT_EQ(everything.GetAttr("needed_ints", needed), GRAPH_FAILED);
}

TEST(Prototypes, SettersTakeValuesBracesTextAndFunctions) {
  op::Everything everything("e");
  everything.set_attr_an_int(3).set_attr_needed_ints({5}).set_attr_ints({0}).set_attr_a_string("new");
  everything.set_attr_an_int([]() -> int64_t { return 99; });
  everything.set_attr_strings(std::vector<AscendString>{"z"});
  EXPECT_EQ(everything.get_attr_an_int(), 3);
  EXPECT_EQ(everything.get_attr_needed_ints(), Dims{5});
  EXPECT_EQ(everything.get_attr_ints(), Dims{0});
  AscendString text;
  EXPECT_EQ(everything.get_attr_a_string(text), GRAPH_SUCCESS);
  EXPECT_TRUE(text == "new");
  std::vector<AscendString> texts;
  EXPECT_EQ(everything.get_attr_strings(texts), GRAPH_SUCCESS);
  EXPECT_TRUE(texts.at(0) == "z");
  EXPECT_EQ(op::Everything::name_attr_an_int(), "an_int");
  AscendString name;
  op::Everything::name_in_x(name);
  EXPECT_TRUE(name == "x");
}

TEST(Prototypes, SubgraphsAreBuiltOnDemand) {
  op::Everything everything("e");
  everything.set_subgraph_builder_body([] { return Graph("body_graph"); });
  everything.create_dynamic_subgraph_branches(2);
  everything.set_dynamic_subgraph_builder_branches(1, [] { return Graph("second"); });
  EXPECT_EQ(everything.GetSubgraphNames(), (std::vector<std::string>{"body", "branches0", "branches1"}));
  EXPECT_EQ(everything.get_subgraph_body().GetName(), "body_graph");
  EXPECT_EQ(everything.get_dynamic_subgraph_branches(1).GetName(), "second");
  EXPECT_FALSE(everything.get_dynamic_subgraph_builder_branches(0));
  EXPECT_FALSE(everything.get_dynamic_subgraph_branches(0).IsValid());
}

}  // namespace
}  // namespace ge
