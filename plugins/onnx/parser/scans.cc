// Scan: a Loop whose body takes slices at the iteration's place.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "plugins/onnx/parser/importer_steps.h"
#include "plugins/onnx/parser/loops.h"
#include "plugins/onnx/parser/onnx_framework.h"

namespace opdk::onnx_plugin {
namespace {

constexpr const char* kIteration = "iteration";

std::vector<int64_t> IntsOf(const onnx::NodeProto& node, const char* name, size_t count) {
  for (const auto& attribute : node.attribute()) {
    if (attribute.name() == name) return {attribute.ints().begin(), attribute.ints().end()};
  }
  return std::vector<int64_t>(count, 0);
}

struct ScanPlan {
  std::vector<int64_t> input_axes, input_directions, output_axes, output_directions;
  Names inputs;       // before they are cut into slices
  std::string trips;  // the extent of their scanned axes
};

// Adds the slices that are the body's inputs.
Status AddSlices(const onnx::GraphProto& graph, int states, const ScanPlan& scan, importer::Importer& inside) {
  for (size_t i = 0; i < scan.inputs.size(); ++i) {
    std::string place = kIteration;
    if (scan.input_directions[i] != 0) {
      OPDK_TRY(const std::string last, AddImporterStep(inside, "Sub", {scan.trips, AddInt64s(inside, {1}, true)}, {}));
      OPDK_TRY(place, AddImporterStep(inside, "Sub", {last, kIteration}, {}));
    }
    const std::string& formal = graph.input(states + static_cast<int>(i)).name();
    OPDK_TRY(AddImporterStep(inside, "Gather", {scan.inputs[i], place}, {{"axis", scan.input_axes[i]}}, formal));
  }
  return {};
}

// Gives a scan output the direction and axis that the node asks for.
Status Arrange(const onnx::NodeProto& node, const std::string& raw, int64_t axis, bool reversed,
               const std::string& output, importer::Importer& outside) {
  std::string value = raw;
  if (reversed) {
    OPDK_TRY(value, AddImporterStep(
                        outside, "Slice",
                        {value, AddInt64s(outside, {-1}), AddInt64s(outside, {std::numeric_limits<int64_t>::min()}),
                         AddInt64s(outside, {0}), AddInt64s(outside, {-1})},
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
  OPDK_TRY(AddImporterStep(outside, "Transpose", {value}, {{"perm", std::move(order)}}, output));
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

}  // namespace

Status ReadScan(const onnx::NodeProto& node, int64_t opset, const Outside& outside, const ReadNodesFn& read_nodes) {
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
  OPDK_TRY(const std::string shape, AddImporterStep(outside.graph, "Shape", {scan.inputs[0]}, {}));
  OPDK_TRY(scan.trips,
           AddImporterStep(outside.graph, "Gather", {shape, AddInt64s(outside.graph, {scan.input_axes[0]}, true)}, {}));
  plan.trips = scan.trips;
  plan.captured.Add(*graph, outside);
  Names whole = scan.inputs;
  whole.push_back(scan.trips);
  for (const std::string& value : whole) {
    Names& names = outside.graph.values().IsConstant(value) ? plan.captured.constants : plan.captured.inputs;
    if (std::find(names.begin(), names.end(), value) == names.end()) names.push_back(value);
  }
  Descs initial;
  for (int i = 0; i < states; ++i) {
    initial.push_back(InitialDesc(outside, plan.initial[static_cast<size_t>(i)], graph->input(i)));
  }
  const auto read = [&](const Descs& descs) -> Result<BodyRead> {
    auto inside = std::make_unique<Inside>(outside);
    OPDK_TRY(inside->AddInput(kIteration, ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_INT64)));
    OPDK_TRY(inside->AddInput("condition", ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_BOOL)));
    for (int i = 0; i < states; ++i) {
      OPDK_TRY(inside->AddInput(graph->input(i).name(), descs[static_cast<size_t>(i)]));
    }
    OPDK_TRY(inside->AddCaptured(plan.captured));
    OPDK_TRY(AddSlices(*graph, states, scan, inside->importer()));
    OPDK_TRY(read_nodes(*graph, inside->importer(), inside->sequences()));
    Names outputs = OutputsOf(*graph);
    outputs.insert(outputs.begin() + states, plan.captured.inputs.begin(), plan.captured.inputs.end());
    outputs.insert(outputs.begin(), "condition");
    return BodyRead{std::move(inside), std::move(outputs)};
  };
  OPDK_TRY(const Body body, ReadBody(graph->name(), std::move(initial), scan_outputs, outside, read));
  plan.slices = DeclaredSlices(*graph, scan_outputs);
  for (int i = 0; i < states; ++i) plan.finals.push_back(node.output(i));
  for (size_t i = 0; i < scan_outputs; ++i) {
    const std::string& output = node.output(states + static_cast<int>(i));
    const bool as_is = scan.output_axes[i] == 0 && scan.output_directions[i] == 0;
    plan.scans.push_back(as_is || output.empty() ? output : outside.graph.values().NewName(output));
  }
  OPDK_TRY(AddLoop(node, plan, body, outside));
  for (size_t i = 0; i < scan_outputs; ++i) {
    const std::string& output = node.output(states + static_cast<int>(i));
    if (plan.scans[i] == output) continue;
    OPDK_TRY(Arrange(node, plan.scans[i], scan.output_axes[i], scan.output_directions[i] != 0, output, outside.graph));
  }
  return {};
}

}  // namespace opdk::onnx_plugin
