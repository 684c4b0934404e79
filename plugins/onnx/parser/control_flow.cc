#include "plugins/onnx/parser/control_flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "plugins/onnx/parser/captured_values.h"
#include "plugins/onnx/parser/onnx_framework.h"
#include "plugins/onnx/parser/value_types.h"

namespace opdk::onnx_plugin {
namespace {

using importer::Importer;
using importer::SourceNode;
using Names = std::vector<std::string>;
using Descs = std::vector<ge::TensorDesc>;

constexpr const char* kIteration = "iteration";

Status Misfit(const onnx::NodeProto& node, const std::string& what) {
  return Status(ErrorCode::kModelInvalid, fmt::format("{}: {}", NodeTitle(node), what));
}

Result<const onnx::GraphProto*> GraphOf(const onnx::NodeProto& node, const char* name) {
  for (const auto& attribute : node.attribute()) {
    if (attribute.name() == name && attribute.has_g()) return &attribute.g();
  }
  return Misfit(node, fmt::format("its attribute {}, a graph, is missing", name));
}

std::vector<int64_t> IntsOf(const onnx::NodeProto& node, const char* name, size_t count) {
  for (const auto& attribute : node.attribute()) {
    if (attribute.name() == name) return {attribute.ints().begin(), attribute.ints().end()};
  }
  return std::vector<int64_t>(count, 0);
}

ge::TensorDesc Unknown(ge::DataType dtype = ge::DT_UNDEFINED) {
  ge::TensorDesc desc(ge::Shape(), ge::FORMAT_ND, dtype);
  static_cast<void>(desc.SetUnknownDimNumShape());
  return desc;
}

bool SaysRank(const ge::TensorDesc& desc) {
  return desc.GetDataType() != ge::DT_UNDEFINED && desc.GetShape().GetDims() != ge::UNKNOWN_RANK;
}

// What is known of a value outside.
ge::TensorDesc Outside(Importer& outside, const std::string& value) {
  const ge::TensorDesc* known = outside.values().Find(value);
  return known == nullptr ? Unknown() : *known;
}

// A value that may change its extents while it goes round.
ge::TensorDesc AnyExtents(const ge::TensorDesc& desc) {
  if (!SaysRank(desc)) return desc;
  return ge::TensorDesc(ge::Shape(std::vector<int64_t>(desc.GetShape().GetDims().size(), -1)), ge::FORMAT_ND,
                        desc.GetDataType());
}

// The captured values of graphs that become inputs of their node, and the constants, which each graph gets of its own.
struct Captured {
  Names inputs;
  Names constants;
};

void Capture(const onnx::GraphProto& graph, Importer& outside, Captured& captured) {
  const auto add = [](Names& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const std::string& value : CapturedValues(graph)) {
    const bool constant = outside.values().ConstantValue(value).has_value();
    add(constant ? captured.constants : captured.inputs, value);
  }
}

// A graph inside of the model while it is read.
class Inside {
 public:
  explicit Inside(Importer& outside) : outside_(outside), importer_(outside) {}

  Importer& importer() { return importer_; }

  Status AddInput(const std::string& name, const ge::TensorDesc& desc) { return importer_.AddRegionInput(name, desc); }

  Status AddCaptured(const Captured& captured) {
    for (const std::string& value : captured.inputs) OPDK_TRY(AddInput(value, Outside(outside_, value)));
    for (const std::string& value : captured.constants) {
      const ge::Tensor tensor = *outside_.values().ConstantValue(value);
      importer_.values().AddConstant(value, tensor.GetTensorDesc(),
                                     [tensor]() -> Result<ge::Tensor> { return tensor; });
    }
    return {};
  }

  Result<ge::Graph> Finish(const std::string& name, const Names& outputs) {
    for (const std::string& output : outputs) {
      const ge::TensorDesc* desc = importer_.values().Find(output);
      descs_.push_back(desc == nullptr ? Unknown() : *desc);
    }
    return importer_.FinishRegion(name, outputs);
  }
  // What is known of the outputs.
  const Descs& descs() const { return descs_; }

 private:
  Importer& outside_;
  Importer importer_;
  Descs descs_;
};

Names OutputsOf(const onnx::GraphProto& graph) {
  Names names;
  for (const auto& output : graph.output()) names.push_back(output.name());
  return names;
}

// What the graphs say of the node's outputs helps to read what uses them.
void Declare(Importer& outside, const std::string& value, const ge::TensorDesc& desc) {
  const ge::TensorDesc* known = outside.values().Known(value);
  if (value.empty() || desc.GetDataType() == ge::DT_UNDEFINED || (known != nullptr && SaysRank(*known))) return;
  outside.values().Declare(value, desc);
}

SourceNode Control(const onnx::NodeProto& node, Names inputs, Names outputs) {
  SourceNode source;
  source.name = node.name();
  source.domain = kStandardDomain;
  source.type = node.op_type();
  source.inputs = std::move(inputs);
  source.outputs = std::move(outputs);
  return source;
}

// ---- If

Status AddIf(const onnx::NodeProto& node, Importer& outside, const ReadNodesFn& read_nodes) {
  Captured captured;
  std::vector<std::pair<std::string, ge::Graph>> regions;
  std::vector<Descs> descs;
  for (const char* name : {"then_branch", "else_branch"}) {
    OPDK_TRY(const onnx::GraphProto* graph, GraphOf(node, name));
    Capture(*graph, outside, captured);
  }
  for (const char* name : {"then_branch", "else_branch"}) {
    OPDK_TRY(const onnx::GraphProto* graph, GraphOf(node, name));
    if (graph->input_size() > 0) return Misfit(node, fmt::format("its {} has inputs of its own", name));
    if (graph->output_size() != node.output_size()) {
      return Misfit(node, fmt::format("it has {} outputs, its {} {}", node.output_size(), name, graph->output_size()));
    }
    Inside inside(outside);
    OPDK_TRY(inside.AddCaptured(captured));
    OPDK_TRY(read_nodes(*graph, inside.importer()));
    OPDK_TRY(const ge::Graph region, inside.Finish(graph->name(), OutputsOf(*graph)));
    regions.emplace_back(name, region);
    descs.push_back(inside.descs());
  }
  Names inputs = {node.input(0)};
  inputs.insert(inputs.end(), captured.inputs.begin(), captured.inputs.end());
  for (int i = 0; i < node.output_size(); ++i) {
    const ge::TensorDesc& then = descs[0][static_cast<size_t>(i)];
    const ge::TensorDesc& otherwise = descs[1][static_cast<size_t>(i)];
    if (then.GetDataType() == ge::DT_UNDEFINED || otherwise.GetDataType() == ge::DT_UNDEFINED) {
      // What one branch knows, both give.
      Declare(outside, node.output(i),
              Unknown(then.GetDataType() == ge::DT_UNDEFINED ? otherwise.GetDataType() : then.GetDataType()));
      continue;
    }
    if (then.GetDataType() != otherwise.GetDataType()) continue;
    const bool ranks = SaysRank(then) && SaysRank(otherwise) &&
                       then.GetShape().GetDims().size() == otherwise.GetShape().GetDims().size();
    const bool same = ranks && then.GetShape().GetDims() == otherwise.GetShape().GetDims();
    Declare(outside, node.output(i), same ? then : ranks ? AnyExtents(then) : Unknown(then.GetDataType()));
  }
  return outside.AddControl(Control(node, std::move(inputs), {node.output().begin(), node.output().end()}), "If",
                            regions);
}

// ---- Loop

// A Loop of the graph core, put together.
struct LoopPlan {
  std::string trips;      // "": without end
  std::string condition;  // "": true
  Names initial;          // of the values that go round
  Captured captured;
  Names scans;  // the scan outputs
};

// Inputs of the body: what the loop gives, what goes round, what is captured.
Status AddLoop(const onnx::NodeProto& node, const LoopPlan& plan, const ge::Graph& body, const Descs& body_outputs,
               const Names& finals, Importer& outside) {
  Names inputs = {plan.trips, plan.condition};
  inputs.insert(inputs.end(), plan.initial.begin(), plan.initial.end());
  inputs.insert(inputs.end(), plan.captured.inputs.begin(), plan.captured.inputs.end());
  Names outputs = finals;
  outputs.resize(plan.initial.size() + plan.captured.inputs.size());
  outputs.insert(outputs.end(), plan.scans.begin(), plan.scans.end());
  for (size_t i = 0; i < finals.size(); ++i) {
    Declare(outside, finals[i], AnyExtents(Outside(outside, plan.initial[i])));
  }
  for (size_t i = 0; i < plan.scans.size(); ++i) {
    const ge::TensorDesc& slice = body_outputs[1 + outputs.size() - plan.scans.size() + i];
    if (!SaysRank(slice)) continue;
    std::vector<int64_t> dims = slice.GetShape().GetDims();
    dims.insert(dims.begin(), -1);
    Declare(outside, plan.scans[i], ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, slice.GetDataType()));
  }
  SourceNode loop = Control(node, std::move(inputs), std::move(outputs));
  if (loop.name.empty()) loop.name = fmt::format("{}_{}", node.op_type(), node.output(0));
  return outside.AddControl(loop, "Loop", {{"body", body}});
}

// How a body's input is declared, completed by what goes in at first.
ge::TensorDesc Formal(const onnx::ValueInfoProto& input, const ge::TensorDesc& initial) {
  const ge::TensorDesc declared = DescOfType(input.type());
  if (SaysRank(declared)) return declared;
  return AnyExtents(initial);
}

Status ReadLoop(const onnx::NodeProto& node, Importer& outside, const ReadNodesFn& read_nodes) {
  OPDK_TRY(const onnx::GraphProto* graph, GraphOf(node, "body"));
  LoopPlan plan;
  if (node.input_size() > 0) plan.trips = node.input(0);
  if (node.input_size() > 1) plan.condition = node.input(1);
  for (int i = 2; i < node.input_size(); ++i) plan.initial.push_back(node.input(i));
  const int values = static_cast<int>(plan.initial.size());
  if (graph->input_size() != values + 2) {
    return Misfit(node, fmt::format("{} values go round, so that its body has {} inputs, but it has {}", values,
                                    values + 2, graph->input_size()));
  }
  const int scans = graph->output_size() - 1 - values;
  if (scans < 0 || node.output_size() > values + scans) {
    return Misfit(node, fmt::format("it has {} outputs, but its body gives {} values and {} scan outputs",
                                    node.output_size(), values, std::max(scans, 0)));
  }
  Capture(*graph, outside, plan.captured);
  Inside inside(outside);
  OPDK_TRY(inside.AddInput(graph->input(0).name(), DescOfType(graph->input(0).type())));
  OPDK_TRY(inside.AddInput(graph->input(1).name(), DescOfType(graph->input(1).type())));
  for (int i = 0; i < values; ++i) {
    OPDK_TRY(RequireInput(graph->input(2 + i), "the body's input"));
    const ge::TensorDesc initial = Outside(outside, plan.initial[static_cast<size_t>(i)]);
    OPDK_TRY(inside.AddInput(graph->input(2 + i).name(), Formal(graph->input(2 + i), initial)));
  }
  OPDK_TRY(inside.AddCaptured(plan.captured));
  OPDK_TRY(read_nodes(*graph, inside.importer()));
  Names outputs = OutputsOf(*graph);
  outputs.insert(outputs.begin() + 1 + values, plan.captured.inputs.begin(), plan.captured.inputs.end());
  OPDK_TRY(const ge::Graph body, inside.Finish(graph->name(), outputs));
  Names finals(static_cast<size_t>(values));
  plan.scans.resize(static_cast<size_t>(scans));
  for (int i = 0; i < node.output_size(); ++i) {
    (i < values ? finals[static_cast<size_t>(i)] : plan.scans[static_cast<size_t>(i - values)]) = node.output(i);
  }
  return AddLoop(node, plan, body, inside.descs(), finals, outside);
}

// ---- Scan: a Loop whose body takes slices at the iteration's place

Result<std::string> AddLoopStep(Importer& graph, const std::string& type, Names inputs, AttrMap attributes,
                                std::string output = "") {
  SourceNode step;
  step.domain = kStandardDomain;
  step.type = type;
  step.version = kTargetOpset;
  step.inputs = std::move(inputs);
  step.outputs = {output.empty() ? graph.values().NewName(type) : std::move(output)};
  step.attributes = std::move(attributes);
  const std::string name = step.outputs.front();
  OPDK_TRY(graph.AddNode(std::move(step)));
  return name;
}

std::string Int64s(Importer& graph, const std::vector<int64_t>& numbers, bool scalar = false) {
  const ge::Shape shape = scalar ? ge::Shape() : ge::Shape({static_cast<int64_t>(numbers.size())});
  return graph.values().NewConstant(
      "numbers", ge::Tensor(ge::TensorDesc(shape, ge::FORMAT_ND, ge::DT_INT64),
                            reinterpret_cast<const uint8_t*>(numbers.data()), numbers.size() * sizeof(int64_t)));
}

struct ScanPlan {
  std::vector<int64_t> input_axes, input_directions, output_axes, output_directions;
  Names inputs;       // whole ones
  std::string trips;  // how long their axes are
};

// The slices that the body calls its inputs.
Status AddSlices(const onnx::GraphProto& graph, int states, const ScanPlan& scan, Importer& inside) {
  for (size_t i = 0; i < scan.inputs.size(); ++i) {
    std::string place = kIteration;
    if (scan.input_directions[i] != 0) {
      OPDK_TRY(const std::string last, AddLoopStep(inside, "Sub", {scan.trips, Int64s(inside, {1}, true)}, {}));
      OPDK_TRY(place, AddLoopStep(inside, "Sub", {last, kIteration}, {}));
    }
    const std::string& formal = graph.input(states + static_cast<int>(i)).name();
    OPDK_TRY(AddLoopStep(inside, "Gather", {scan.inputs[i], place}, {{"axis", scan.input_axes[i]}}, formal));
  }
  return {};
}

// Gives a scan output the direction and axis that the node asks for.
Status Arrange(const onnx::NodeProto& node, const std::string& raw, int64_t axis, bool reversed,
               const std::string& output, Importer& outside) {
  std::string value = raw;
  if (reversed) {
    OPDK_TRY(value, AddLoopStep(outside, "Slice",
                                {value, Int64s(outside, {-1}), Int64s(outside, {std::numeric_limits<int64_t>::min()}),
                                 Int64s(outside, {0}), Int64s(outside, {-1})},
                                {}, axis == 0 ? output : ""));
  }
  if (axis == 0) return {};
  const auto rank = outside.values().Rank(raw);
  if (!rank)
    return Misfit(node,
                  fmt::format("the rank of its output '{}' isn't known, so that it has no axis {}", output, axis));
  if (axis < -*rank || axis >= *rank) return Misfit(node, fmt::format("its output '{}' has no axis {}", output, axis));
  std::vector<int64_t> order;
  for (int64_t i = 1; i < *rank; ++i) order.push_back(i);
  order.insert(order.begin() + (axis < 0 ? axis + *rank : axis), 0);
  OPDK_TRY(AddLoopStep(outside, "Transpose", {value}, {{"perm", std::move(order)}}, output));
  return {};
}

Status CheckScan(const onnx::NodeProto& node, const onnx::GraphProto& graph, size_t scan_inputs, const ScanPlan& scan) {
  const auto inputs = static_cast<size_t>(node.input_size());
  if (scan_inputs == 0 || scan_inputs > inputs) {
    return Misfit(node, fmt::format("num_scan_inputs is {}, but it has {} inputs", scan_inputs, inputs));
  }
  const size_t states = inputs - scan_inputs;
  if (static_cast<size_t>(graph.input_size()) != inputs || graph.output_size() != node.output_size() ||
      static_cast<size_t>(graph.output_size()) < states) {
    return Misfit(node, fmt::format("it has {} inputs and {} outputs, its body {} and {}", inputs, node.output_size(),
                                    graph.input_size(), graph.output_size()));
  }
  const size_t outputs = static_cast<size_t>(graph.output_size()) - states;
  if (scan.input_axes.size() == scan_inputs && scan.input_directions.size() == scan_inputs &&
      scan.output_axes.size() == outputs && scan.output_directions.size() == outputs) {
    return {};
  }
  return Misfit(node, "its axes or directions are not as many as its scan inputs or outputs");
}

Status ReadScan(const onnx::NodeProto& node, int64_t opset, Importer& outside, const ReadNodesFn& read_nodes) {
  if (opset < 9)
    return Misfit(node, "the Scan of opset 8, which has batches, is not supported; convert the model to opset 9");
  OPDK_TRY(const onnx::GraphProto* graph, GraphOf(node, "body"));
  int64_t count = 0;
  for (const auto& attribute : node.attribute()) {
    if (attribute.name() == "num_scan_inputs") count = attribute.i();
  }
  const auto scan_inputs = static_cast<size_t>(std::max<int64_t>(count, 0));
  const int states = node.input_size() - static_cast<int>(scan_inputs);
  const auto scan_outputs = static_cast<size_t>(std::max(graph->output_size() - std::max(states, 0), 0));
  ScanPlan scan{IntsOf(node, "scan_input_axes", scan_inputs),
                IntsOf(node, "scan_input_directions", scan_inputs),
                IntsOf(node, "scan_output_axes", scan_outputs),
                IntsOf(node, "scan_output_directions", scan_outputs),
                {},
                ""};
  OPDK_TRY(CheckScan(node, *graph, scan_inputs, scan));
  LoopPlan plan;
  for (int i = 0; i < states; ++i) plan.initial.push_back(node.input(i));
  for (int i = states; i < node.input_size(); ++i) scan.inputs.push_back(node.input(i));
  OPDK_TRY(const std::string shape, AddLoopStep(outside, "Shape", {scan.inputs[0]}, {}));
  OPDK_TRY(scan.trips, AddLoopStep(outside, "Gather", {shape, Int64s(outside, {scan.input_axes[0]}, true)}, {}));
  plan.trips = scan.trips;
  Capture(*graph, outside, plan.captured);
  Names whole = scan.inputs;
  whole.push_back(scan.trips);
  for (const std::string& value : whole) {
    Names& names = outside.values().IsConstant(value) ? plan.captured.constants : plan.captured.inputs;
    if (std::find(names.begin(), names.end(), value) == names.end()) names.push_back(value);
  }
  Inside inside(outside);
  OPDK_TRY(inside.AddInput(kIteration, ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_INT64)));
  OPDK_TRY(inside.AddInput("condition", ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_BOOL)));
  for (int i = 0; i < states; ++i) {
    const ge::TensorDesc initial = Outside(outside, plan.initial[static_cast<size_t>(i)]);
    OPDK_TRY(inside.AddInput(graph->input(i).name(), Formal(graph->input(i), initial)));
  }
  OPDK_TRY(inside.AddCaptured(plan.captured));
  OPDK_TRY(AddSlices(*graph, states, scan, inside.importer()));
  OPDK_TRY(read_nodes(*graph, inside.importer()));
  Names outputs = OutputsOf(*graph);
  outputs.insert(outputs.begin() + states, plan.captured.inputs.begin(), plan.captured.inputs.end());
  outputs.insert(outputs.begin(), "condition");
  OPDK_TRY(const ge::Graph body, inside.Finish(graph->name(), outputs));
  Names finals;
  for (int i = 0; i < states; ++i) finals.push_back(node.output(i));
  for (size_t i = 0; i < scan_outputs; ++i) {
    const std::string& output = node.output(states + static_cast<int>(i));
    const bool as_is = scan.output_axes[i] == 0 && scan.output_directions[i] == 0;
    plan.scans.push_back(as_is || output.empty() ? output : outside.values().NewName(output));
  }
  OPDK_TRY(AddLoop(node, plan, body, inside.descs(), finals, outside));
  for (size_t i = 0; i < scan_outputs; ++i) {
    const std::string& output = node.output(states + static_cast<int>(i));
    if (plan.scans[i] == output) continue;
    OPDK_TRY(Arrange(node, plan.scans[i], scan.output_axes[i], scan.output_directions[i] != 0, output, outside));
  }
  return {};
}

}  // namespace

bool HoldsGraphs(const onnx::NodeProto& node) {
  return node.op_type() == "If" || node.op_type() == "Loop" || node.op_type() == "Scan";
}

Status AddControlFlow(const onnx::NodeProto& node, int64_t opset, Importer& outside, const ReadNodesFn& read_nodes) {
  if (node.op_type() == "If") return AddIf(node, outside, read_nodes);
  if (node.op_type() == "Loop") return ReadLoop(node, outside, read_nodes);
  return ReadScan(node, opset, outside, read_nodes);
}

}  // namespace opdk::onnx_plugin
