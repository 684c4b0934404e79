#include "sdk/adapters/tensorflow/engine/rewrite.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <utility>

#include "graph_core/package/package_registry.h"
#include "opdk/log.h"
#include "opdk/output_file.h"
#include "sdk/adapters/tensorflow/engine/called_reads.h"
#include "sdk/adapters/tensorflow/engine/checked_partition.h"
#include "sdk/adapters/tensorflow/engine/compositions.h"
#include "sdk/adapters/tensorflow/engine/hoisted_reads.h"
#include "sdk/adapters/tensorflow/engine/host_graph.h"
#include "sdk/adapters/tensorflow/engine/pair_marks.h"
#include "sdk/adapters/tensorflow/engine/step_loop.h"
#include "sdk/adapters/tensorflow/engine/support.h"

namespace opdk::tensorflow_adapter {
namespace {

using tensorflow::GraphDef;
using tensorflow::NodeDef;

// Returns the nodes that read variables which no node of the graph writes.
std::set<size_t> UnwrittenReads(const MixedGraph& graph) {
  const auto is_read = [](const MixedNode& node) { return node.type == "ReadVariableOp" && node.inputs.size() == 1; };
  std::set<size_t> written, reads;
  for (const MixedNode& node : graph.nodes) {
    for (const MixedInput& input : node.inputs) {
      if (input.tied && !is_read(node)) written.insert(input.value.node);
    }
  }
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const MixedNode& node = graph.nodes[i];
    if (is_read(node) && !written.contains(node.inputs[0].value.node)) reads.insert(i);
  }
  return reads;
}

// Writes the graph of a partition.
class Writer {
 public:
  Writer(const RewriteRequest& request, const MixedGraph& graph, const CheckedPartition& checked, int number)
      : request_(request), graph_(graph), checked_(checked), number_(number), weights_(UnwrittenReads(graph)) {
    for (size_t c = 0; c < clusters().size(); ++c) {
      const std::vector<MixedValue>& outputs = clusters()[c].outputs;
      for (size_t i = 0; i < outputs.size(); ++i) gives_[outputs[i]] = ValueText(NameOf(c), static_cast<int>(i));
    }
  }

  GraphDef Write() {
    GraphDef result;
    *result.mutable_versions() = request_.graph.versions();
    *result.mutable_library() = request_.graph.library();
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      const int cluster = checked_.partition.cluster_of[i];
      if (cluster == kOnHost) *result.add_node() = OnHost(i);
      if (cluster >= 0 && request_.kept.contains(graph_.nodes[i].name)) *result.add_node() = StandIn(i);
    }
    for (size_t c = 0; c < clusters().size(); ++c) *result.add_node() = GeOpOf(c);
    return result;
  }

 private:
  const std::vector<MixedCluster>& clusters() const { return checked_.partition.clusters; }
  std::string NameOf(size_t cluster) const { return fmt::format("GeOp{}_{}", number_, cluster); }
  const NodeDef& MessageOf(size_t node) const { return request_.graph.node(static_cast<int>(node)); }

  // Returns the name that a value has now.
  std::string Value(const MixedValue& value) const {
    const auto found = gives_.find(value);
    return found == gives_.end() ? ValueText(graph_.nodes[value.node].name, value.output) : found->second;
  }
  std::string Control(size_t node) const {
    const int cluster = checked_.partition.cluster_of[node];
    return "^" + (cluster >= 0 ? NameOf(static_cast<size_t>(cluster)) : graph_.nodes[node].name);
  }

  NodeDef OnHost(size_t number) const {
    NodeDef node = MessageOf(number);
    RemoveAnnotations(node);
    node.clear_input();
    for (const MixedInput& input : graph_.nodes[number].inputs) node.add_input(Value(input.value));
    std::set<std::string> controls;
    for (const size_t control : graph_.nodes[number].controls) controls.insert(Control(control));
    for (const std::string& control : controls) node.add_input(control);
    return node;
  }

  // Makes a node that gives a cluster's values under the name of one of its nodes, for readers that know the name.
  NodeDef StandIn(size_t number) const {
    const std::vector<tensorflow::DataType> types = KeptTypes(MessageOf(number), request_.kept);
    NodeDef node;
    node.set_name(graph_.nodes[number].name);
    node.set_device(MessageOf(number).device());
    node.set_op(types.empty() ? "NoOp" : types.size() == 1 ? "Identity" : "IdentityN");
    for (size_t i = 0; i < types.size(); ++i) node.add_input(Value({number, static_cast<int>(i)}));
    if (types.empty()) node.add_input(Control(number));
    auto& attribute = (*node.mutable_attr())["T"];
    if (types.size() == 1) attribute.set_type(types[0]);
    for (size_t i = 0; types.size() > 1 && i < types.size(); ++i) attribute.mutable_list()->add_type(types[i]);
    if (types.empty()) node.clear_attr();
    return node;
  }

  NodeDef GeOpOf(size_t c) const {
    const MixedCluster& cluster = clusters()[c];
    NodeDef node;
    node.set_name(NameOf(c));
    node.set_op("GeOp");
    node.set_device(MessageOf(cluster.nodes.front()).device());
    auto& attributes = *node.mutable_attr();
    for (const char* list : {"Tin", "Tout", "outputs", "output_shapes", "weights"}) attributes[list].mutable_list();
    for (size_t i = 0; i < cluster.inputs.size(); ++i) {
      node.add_input(Value(cluster.inputs[i]));
      attributes["Tin"].mutable_list()->add_type(TypeOf(cluster.inputs[i]));
      if (weights_.contains(cluster.inputs[i].node))
        attributes["weights"].mutable_list()->add_i(static_cast<int64_t>(i));
    }
    std::set<std::string> controls;
    for (const size_t control : cluster.controls) controls.insert(Control(control));
    for (const std::string& control : controls) node.add_input(control);
    for (const MixedValue& value : cluster.outputs) {
      attributes["Tout"].mutable_list()->add_type(TypeOf(value));
      *attributes["output_shapes"].mutable_list()->add_shape() = ShapeOf(MessageOf(value.node), value.output);
    }
    const ClusterGraphDef& made = checked_.graphs[c];
    for (const std::string& output : made.outputs) attributes["outputs"].mutable_list()->add_s(output);
    attributes["graph"].set_s(made.graph.SerializeAsString());
    std::string options;
    for (const std::string& text : request_.option_texts) options += text + '\0';
    attributes["options"].set_s(options);
    attributes["error"].set_s("");
    return node;
  }

  tensorflow::DataType TypeOf(const MixedValue& value) const {
    return OutputTypes(MessageOf(value.node)).at(static_cast<size_t>(value.output));
  }

  const RewriteRequest& request_;
  const MixedGraph& graph_;
  const CheckedPartition& checked_;
  const int number_;
  const std::set<size_t> weights_;  // nodes
  std::map<MixedValue, std::string> gives_;
};

Status Report(const std::string& where, int number, const std::string& report) {
  const std::string text = fmt::format("graph {}: {}", number, report);
  if (where == "log") {
    Log(LogLevel::kInfo, "tensorflow", "%s", text.c_str());
  } else if (where == "stdout") {
    fmt::print("{}", text);
    std::fflush(stdout);
  } else {
    auto file = OutputFile::Append(where);
    const Status written = file.ok() ? file->Write(text) : file.status();
    if (!written.ok()) {
      return Status(ErrorCode::kWriteFailed,
                    fmt::format("the report of the partition can't be written: {}", written.message()))
          .At(where)
          .Hint("partition_report is 'log', 'stdout' or a file");
    }
  }
  return {};
}

// Returns the report's line about a run's steps.
std::string StepsText(const NodeDef* iteration_op, int64_t iterations) {
  if (iteration_op != nullptr) return fmt::format("  a run loops over its steps, as '{}' says\n", iteration_op->name());
  return iterations > 1 ? "  a run is one step: it has no IterationOp, which iterations_per_loop needs\n" : "";
}

}  // namespace

Result<GraphDef> RewriteGraph(const Packages& packages, RewriteRequest request, const AdapterOptions& options) {
  static std::atomic<int> graphs = 0;
  const auto with_steps = [&](const NodeDef* iteration_op, GraphDef written) -> Result<GraphDef> {
    if (iteration_op == nullptr) return written;
    return LoopSteps(request, *iteration_op, written, options.iterations);
  };
  if (!options.off_line) {
    GraphDef plain = request.graph;
    for (NodeDef& node : *plain.mutable_node()) RemoveAnnotations(node);
    return with_steps(FindIterationOp(request.graph, options.iterations), std::move(plain));
  }
  WriteOutCompositions(request.graph);
  HoistReads(request.graph);
  ReadBeforeCalls(request.graph);
  OPDK_TRY(MixedGraph graph, ReadHostGraph(request.graph, *packages.registry(), request.fed, request.kept));
  OPDK_TRY(const ResolvedPairs resolved, ReadPairs(request.graph, graph, options.mixed));
  OPDK_TRY(const CheckedPartition checked, PartitionChecked(packages, request.graph, graph, resolved, options));
  const bool all_stay = std::all_of(graph.nodes.begin(), graph.nodes.end(), [](const MixedNode& node) {
    return node.is_border || IsCopied(node) || IsSlight(node.type);
  });
  const NodeDef* const iteration_op = FindIterationOp(request.graph, options.iterations);
  // A graph without computations (only assignments and calls) gets no report.
  if (all_stay) return with_steps(iteration_op, Writer(request, graph, checked, 0).Write());
  const int number = graphs.fetch_add(1);
  const std::string report = checked.partition.report + StepsText(iteration_op, options.iterations);
  OPDK_TRY(Report(options.report, number, report));
  return with_steps(iteration_op, Writer(request, graph, checked, number).Write());
}

}  // namespace opdk::tensorflow_adapter
