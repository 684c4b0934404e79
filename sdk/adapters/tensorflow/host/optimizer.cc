// The grappler optimizer NpuOptimizer: gives graphs to opdk, which replaces parts of them by GeOps.
#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "sdk/adapters/tensorflow/host/engine_library.h"
#include "sdk/adapters/tensorflow/host/pair_nodes.h"
#include "sdk/adapters/tensorflow/host/parameters.h"
#include "tensorflow/core/framework/function.h"
#include "tensorflow/core/framework/node_def_util.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/grappler/costs/graph_properties.h"
#include "tensorflow/core/grappler/grappler_item.h"
#include "tensorflow/core/grappler/optimizers/custom_graph_optimizer.h"
#include "tensorflow/core/grappler/optimizers/custom_graph_optimizer_registry.h"
#include "tensorflow/core/platform/mutex.h"

namespace opdk_tensorflow {
namespace {

using tensorflow::DataTypeVector;
using tensorflow::GraphDef;
using tensorflow::NodeDef;
using tensorflow::grappler::GrapplerItem;

constexpr const char* kGeOp = "GeOp";

// Adds facts to a node that opdk needs and only TensorFlow knows. A node of an unknown operator gets none.
void Annotate(const tensorflow::FunctionLibraryDefinition& library,
              const tensorflow::grappler::GraphProperties& properties, NodeDef* node) {
  const tensorflow::OpDef* definition = nullptr;
  DataTypeVector inputs, outputs;
  if (!library.LookUpOpDef(node->op(), &definition).ok() ||
      !tensorflow::InOutTypesForNode(*node, *definition, &inputs, &outputs).ok()) {
    return;
  }
  auto& attributes = *node->mutable_attr();
  auto& types = *attributes[OPDK_TF_TYPES].mutable_list();
  for (const tensorflow::DataType type : outputs) types.add_type(type);
  auto& input_types = *attributes[OPDK_TF_INPUT_TYPES].mutable_list();
  for (const tensorflow::DataType type : inputs) input_types.add_type(type);
  attributes[OPDK_TF_STATEFUL].set_b(definition->is_stateful());
  if (!properties.HasOutputProperties(node->name())) return;
  auto& shapes = *attributes[OPDK_TF_SHAPES].mutable_list();
  for (const auto& output : properties.GetOutputProperties(node->name())) *shapes.add_shape() = output.shape();
}

// Adds an error node, so that a graph that can't go down fails when it runs. A line in a log would go unread.
void PutError(const GrapplerItem& item, const std::string& text, GraphDef* graph) {
  NodeDef* error = graph->add_node();
  error->set_name("GeOpError");
  error->set_op(kGeOp);
  auto& attributes = *error->mutable_attr();
  for (const char* list : {"Tin", "Tout", "outputs", "output_shapes"}) attributes[list].mutable_list();
  for (const char* empty : {"graph", "options"}) attributes[empty].set_s("");
  attributes["error"].set_s(text);
  const std::unordered_set<std::string> kept = item.NodesToPreserve();
  for (NodeDef& node : *graph->mutable_node()) {
    // Nodes have their devices already.
    if (error->device().empty()) error->set_device(node.device());
    if (&node != error && kept.count(node.name()) != 0 && node.op() != "Placeholder" && node.op() != "_Arg") {
      node.add_input("^" + error->name());
    }
  }
}

// Functions that datasets call, element by element. They prepare the device's input and stay on the host.
class DatasetFunctions {
 public:
  void Note(const GraphDef& graph) {
    const tensorflow::mutex_lock lock(mutex_);
    for (const NodeDef& node : graph.node()) {
      if (node.op().find("Dataset") == std::string::npos) continue;
      for (const auto& attribute : node.attr()) {
        if (attribute.second.has_func()) names_.insert(attribute.second.func().name());
      }
    }
  }
  bool Has(const std::string& name) {
    const tensorflow::mutex_lock lock(mutex_);
    return names_.count(name) != 0;
  }

 private:
  tensorflow::mutex mutex_;
  std::unordered_set<std::string> names_;
};

DatasetFunctions& TheDatasetFunctions() {
  static auto* const functions = new DatasetFunctions;
  return *functions;
}

struct Answer {
  std::string graph, error;
};

class NpuOptimizer : public tensorflow::grappler::CustomGraphOptimizer {
 public:
  std::string name() const override { return "NpuOptimizer"; }
  bool UsesFunctionLibrary() const override { return true; }

  absl::Status Init(const tensorflow::RewriterConfig_CustomGraphOptimizer* config) override {
    if (config == nullptr) return absl::OkStatus();
    options_ = OptionsOf(*config);
    return absl::OkStatus();
  }

  absl::Status Optimize(tensorflow::grappler::Cluster*, const GrapplerItem& item, GraphDef* optimized) override {
    *optimized = item.graph;
    // Grappler calls its optimizers several times: what stayed the first time is to stay.
    const auto& nodes = item.graph.node();
    const bool seen = std::any_of(nodes.begin(), nodes.end(), [](const NodeDef& node) { return node.op() == kGeOp; });
    // Grappler comes to a graph before it comes to the functions of its nodes.
    TheDatasetFunctions().Note(item.graph);
    if (seen || TheDatasetFunctions().Has(item.id)) {
      return absl::OkStatus();
    }
    std::string error;
    const OpdkTensorflow* const engine = Engine(&error);
    if (engine == nullptr) {
      PutError(item, error, optimized);
      return absl::OkStatus();
    }
    GraphDef own = item.graph;
    const PairNodes pairs = PairNodes::Take(&own);
    const GrapplerItem freed = item.WithGraph(std::move(own));
    const std::unordered_set<std::string> preserved = freed.NodesToPreserve();
    GraphDef annotated = freed.graph;
    if (!pairs.empty()) RemoveUnneeded(preserved, &annotated);
    const tensorflow::FunctionLibraryDefinition library(tensorflow::OpRegistry::Global(), item.graph.library());
    tensorflow::grappler::GraphProperties properties(item);
    // If inference fails, shapes are unknown, and the graph goes down all the same.
    properties.InferStatically(true).IgnoreError();
    for (NodeDef& node : *annotated.mutable_node()) Annotate(library, properties, &node);
    Answer answer;
    if (Rewrite(*engine, annotated, item, preserved, &answer) != 0) {
      PutError(freed, answer.error, optimized);
    } else if (!answer.graph.empty() && !optimized->ParseFromString(answer.graph)) {
      return absl::InternalError("opdk's rewritten graph can't be read");
    }
    pairs.PutBack(optimized);
    return absl::OkStatus();
  }

 private:
  int Rewrite(const OpdkTensorflow& engine, const GraphDef& annotated, const GrapplerItem& item,
              const std::unordered_set<std::string>& preserved, Answer* answer) const {
    std::string graph;
    if (!annotated.SerializeToString(&graph)) {
      answer->error = "the graph is larger than 2 GiB: keep its weights in variables";
      return 1;
    }
    std::vector<std::string> fed;
    for (const auto& feed : item.feed) fed.push_back(feed.first.substr(0, feed.first.find(':')));
    std::vector<std::string> kept(preserved.begin(), preserved.end());
    for (const std::string& fetch : item.fetch) {
      kept.push_back(fetch.find(':') == std::string::npos ? fetch + ":0" : fetch);
    }
    const std::string kept_list = ListOf(kept);
    const std::string fed_list = ListOf(fed);
    OpdkTfRewrite request{BytesOf(graph), BytesOf(options_), BytesOf(kept_list), BytesOf(fed_list), answer, nullptr,
                          nullptr};
    request.take_graph = [](void* to, OpdkTfBytes bytes) { TakeText(&static_cast<Answer*>(to)->graph, bytes); };
    request.take_error = [](void* to, OpdkTfBytes bytes) { TakeText(&static_cast<Answer*>(to)->error, bytes); };
    return engine.rewrite(&request);
  }

  std::string options_;
};

REGISTER_GRAPH_OPTIMIZER_AS(NpuOptimizer, "NpuOptimizer");

}  // namespace
}  // namespace opdk_tensorflow
