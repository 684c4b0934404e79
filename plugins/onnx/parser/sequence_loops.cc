// Sequences whose length only a run knows, made and taken apart by loops.
#include <fmt/format.h>

#include <algorithm>

#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/importer_steps.h"
#include "plugins/onnx/parser/onnx_framework.h"
#include "plugins/onnx/parser/sequence_call.h"

namespace opdk::onnx_plugin {
namespace {

using Names = std::vector<std::string>;

// Adds a node to a loop's body.
onnx::NodeProto& AddNode(onnx::GraphProto& graph, const std::string& type, const Names& inputs,
                         const std::string& output) {
  onnx::NodeProto& node = *graph.add_node();
  node.set_op_type(type);
  node.set_name(output);
  for (const std::string& input : inputs) node.add_input(input);
  node.add_output(output);
  return node;
}

}  // namespace

onnx::GraphProto& SequenceCall::AddLoop(const std::string& trips, const Names& initial, const Names& outputs) {
  onnx::NodeProto& loop = Add("Loop", {trips, ""}, outputs);
  for (const std::string& value : initial) loop.add_input(value);
  auto* body = loop.add_attribute();
  body->set_name("body");
  body->set_type(onnx::AttributeProto::GRAPH);
  onnx::GraphProto& graph = *body->mutable_g();
  graph.set_name("body");
  for (size_t i = 0; i < initial.size() + 2; ++i) graph.add_input()->set_name(NewName());
  AddNode(graph, "Identity", {graph.input(1).name()}, NewName());
  graph.add_output()->set_name(graph.node(0).output(0));
  return graph;
}

std::string SequenceCall::AddEmpty(int32_t type) {
  std::string empty = NewName();
  SetInt(Add("SequenceEmpty", {}, {empty}), "dtype", type);
  return empty;
}

// Extents along the axis may differ. The first element comes before the loop.
Status SequenceCall::ConcatInLoop(int64_t axis) {
  const std::string first = NewName(), length = NewName(), trips = NewName(), one = Number(1);
  Add("SequenceAt", {Input(0), Number(0)}, {first});
  Add("SequenceLength", {Input(0)}, {length});
  Add("Sub", {length, one}, {trips});
  onnx::GraphProto& body = AddLoop(trips, {first}, {node_.output(0)});
  const std::string place = NewName(), element = NewName(), joined = NewName();
  AddNode(body, "Add", {body.input(0).name(), one}, place);
  AddNode(body, "SequenceAt", {Input(0), place}, element);
  SetInt(AddNode(body, "Concat", {body.input(2).name(), element}, joined), "axis", axis);
  body.add_output()->set_name(joined);
  return {};
}

// Adds steps of the newest form, which need nothing that is still to be read.
Result<SequenceCall::Bounds> SequenceCall::BoundsOf(int64_t axis) {
  importer::Importer& graph = sequences_.graph();
  const auto step = [&](const char* type, Names inputs, AttrMap attributes = {}) {
    return AddImporterStep(graph, type, std::move(inputs), std::move(attributes));
  };
  const AttrMap along = {{"axis", int64_t{0}}};
  Bounds bounds;
  const std::optional<int> rank = Input(1).empty() ? 0 : values_.Rank(Input(1));
  if (!rank || *rank > 1) return Refuse(fmt::format("the rank of its parts '{}' isn't known to be 0 or 1", Input(1)));
  OPDK_TRY(const std::string part, step("Cast", {Input(1).empty() ? Number(1) : Input(1)}, {{"to", int64_t{7}}}));
  bounds.listed = *rank == 1;
  if (bounds.listed) {
    OPDK_TRY(const std::string counts, step("Shape", {part}));
    OPDK_TRY(bounds.count, step("Gather", {counts, Number(0)}, along));
    OPDK_TRY(bounds.ends, step("CumSum", {part, Number(0)}));
    OPDK_TRY(bounds.begins, step("Sub", {bounds.ends, part}));
    return bounds;
  }
  OPDK_TRY(const std::string shape, step("Shape", {Input(0)}));
  OPDK_TRY(const std::string extent, step("Gather", {shape, Number(axis)}, along));
  OPDK_TRY(const std::string more, step("Add", {extent, part}));
  OPDK_TRY(const std::string less, step("Sub", {more, Number(1)}));
  OPDK_TRY(bounds.count, step("Div", {less, part}));
  bounds.begins = Number(0);
  bounds.ends = part;
  return bounds;
}

Status SequenceCall::SplitInLoop(int64_t axis) {
  const ge::DataType dtype = values_.ElementType(Input(0));
  if (dtype == ge::DT_UNDEFINED) return Refuse(fmt::format("the type of '{}' isn't known", Input(0)));
  OPDK_TRY(const Bounds bounds, BoundsOf(axis));
  const std::string empty = AddEmpty(ToOnnxType(dtype)), shape = NewInts({1});
  onnx::GraphProto& body = AddLoop(bounds.count, {empty}, {node_.output(0)});
  const std::string begin = NewName(), end = NewName(), trip = body.input(0).name();
  if (bounds.listed) {
    AddNode(body, "Gather", {bounds.begins, trip}, begin);
    AddNode(body, "Gather", {bounds.ends, trip}, end);
  } else {
    AddNode(body, "Mul", {trip, bounds.ends}, begin);
    AddNode(body, "Add", {begin, bounds.ends}, end);
  }
  const std::string from = NewName(), to = NewName(), next = NewName();
  std::string part = NewName();
  AddNode(body, "Reshape", {begin, shape}, from);
  AddNode(body, "Reshape", {end, shape}, to);
  AddNode(body, "Slice", {Input(0), from, to, NewInts({axis})}, part);
  if (DropsAxis()) {
    const std::string slice = NewName();
    AddListed(*body.mutable_node(), "Squeeze", part, {slice}, "axes", {axis});
    part = slice;
  }
  AddNode(body, "SequenceInsert", {body.input(2).name(), part}, next);
  body.add_output()->set_name(next);
  return {};
}

// Adds a loop whose body takes the elements, runs the nodes of `mapped`, and inserts the results into the output
// sequences.
Status SequenceCall::MapInLoop(const onnx::GraphProto& mapped) {
  if (mapped.input_size() != node_.input_size() || mapped.output_size() < node_.output_size()) {
    return Misfit(fmt::format("its body has {} inputs and {} outputs", mapped.input_size(), mapped.output_size()));
  }
  Names initial;
  for (int i = 0; i < node_.output_size(); ++i) {
    const int32_t declared = mapped.output(i).type().tensor_type().elem_type();
    initial.push_back(AddEmpty(declared == 0 ? onnx::TensorProto::FLOAT : declared));
  }
  const std::string length = NewName();
  Add("SequenceLength", {Input(0)}, {length});
  onnx::GraphProto& body = AddLoop(length, initial, {node_.output().begin(), node_.output().end()});
  for (int i = 0; i < mapped.input_size(); ++i) {
    const bool whole = sequences_.Find(Input(i)) == nullptr;
    AddNode(body, whole ? "Identity" : "SequenceAt", whole ? Names{Input(i)} : Names{Input(i), body.input(0).name()},
            mapped.input(i).name());
  }
  body.mutable_node()->MergeFrom(mapped.node());
  *body.mutable_initializer() = mapped.initializer();
  for (int i = 0; i < node_.output_size(); ++i) {
    const std::string next = NewName();
    AddNode(body, "SequenceInsert", {body.input(2 + i).name(), mapped.output(i).name()}, next);
    body.add_output()->set_name(next);
  }
  return {};
}

}  // namespace opdk::onnx_plugin
