// Passes that mark the nodes of in_out_pair while the nodes have the names of the program: CallNamesPass,
// InOutPairPass.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sdk/adapters/tensorflow/host/engine_library.h"
#include "sdk/adapters/tensorflow/host/pair_nodes.h"
#include "sdk/adapters/tensorflow/host/parameters.h"
#include "tensorflow/core/common_runtime/optimization_registry.h"
#include "tensorflow/core/framework/graph.pb.h"
#include "tensorflow/core/graph/graph.h"
#include "tensorflow/core/public/session_options.h"

namespace opdk_tensorflow {
namespace {

using tensorflow::Edge;
using tensorflow::Node;

// TensorFlow's own passes of this group, from phase 0 to 35, write loops and calls out in between.
constexpr int kBeforeAll = -1000;
constexpr int kAfterAll = 1000;

// Names of loops, conditionals and calls of the graph whose passes this thread runs. A pass may replace the graph, but
// not its holder.
struct Calls {
  const std::unique_ptr<tensorflow::Graph>* graph = nullptr;
  std::vector<std::string> names;
};
thread_local Calls g_calls;

struct Marking {
  std::vector<Node*> nodes;
  std::string error;
};

// Returns the configuration's NpuOptimizer if it has in_out_pair and there is a graph; else nullptr.
const tensorflow::RewriterConfig_CustomGraphOptimizer* OptimizerWithPairs(
    const tensorflow::GraphOptimizationPassOptions& options) {
  if (options.session_options == nullptr || options.graph == nullptr) return nullptr;
  const auto* optimizer = FindNpuOptimizer(options.session_options->config.graph_options().rewrite_options());
  return optimizer != nullptr && optimizer->parameter_map().count("in_out_pair") != 0 ? optimizer : nullptr;
}

class CallNamesPass : public tensorflow::GraphOptimizationPass {
 public:
  absl::Status Run(const tensorflow::GraphOptimizationPassOptions& options) override {
    g_calls = {};
    if (OptimizerWithPairs(options) == nullptr) return absl::OkStatus();
    g_calls.graph = options.graph;
    for (const Node* node : (*options.graph)->op_nodes()) {
      for (const auto& attribute : node->attrs()) {
        if (!attribute.second.has_func() && attribute.second.list().func_size() == 0) continue;
        g_calls.names.push_back(node->name());
        break;
      }
    }
    return absl::OkStatus();
  }
};

// Writes names, operators and inputs alone: constants may be large.
tensorflow::GraphDef LinksOf(const std::vector<Node*>& nodes) {
  tensorflow::GraphDef links;
  for (const Node* node : nodes) {
    tensorflow::NodeDef& link = *links.add_node();
    link.set_name(node->name());
    link.set_op(node->type_string());
    for (const Edge* edge : node->in_edges()) {
      if (!edge->src()->IsOp()) continue;
      const std::string& source = edge->src()->name();
      link.add_input(edge->IsControlEdge() ? "^" + source : source + ":" + std::to_string(edge->src_output()));
    }
  }
  return links;
}

// Attributes stay at a node that an optimizer changes, and keep it apart from a node that only looks alike. Nodes
// inside of a pair also get kKeptByGrappler. A node that is made of several others doesn't tell which of them it stands
// for.
class InOutPairPass : public tensorflow::GraphOptimizationPass {
 public:
  absl::Status Run(const tensorflow::GraphOptimizationPassOptions& options) override {
    const auto* optimizer = OptimizerWithPairs(options);
    const Calls calls = std::exchange(g_calls, {});
    if (optimizer == nullptr) return absl::OkStatus();
    Marking marking;
    const OpdkTensorflow* const engine = Engine(&marking.error);
    if (engine == nullptr) return absl::OkStatus();
    for (Node* node : (*options.graph)->op_nodes()) marking.nodes.push_back(node);
    const std::string graph = LinksOf(marking.nodes).SerializeAsString();
    const std::string texts = OptionsOf(*optimizer);
    const bool has_calls = calls.graph == options.graph;
    const std::string names = ListOf(has_calls ? calls.names : std::vector<std::string>());
    OpdkTfMark request{BytesOf(graph), BytesOf(texts), BytesOf(names), &marking, nullptr, nullptr};
    request.take_pairs = [](void* to, size_t node, const int64_t* pairs, size_t count) {
      Marking& marking = *static_cast<Marking*>(to);
      const std::vector<int64_t> marks(pairs, pairs + count);
      marking.nodes[node]->AddAttr(OPDK_TF_PAIRS, marks);
      marking.nodes[node]->AddAttr(kMarkedName, marking.nodes[node]->name());
      if (IsInsideOfPair(marks)) marking.nodes[node]->AddAttr(kKeptByGrappler, true);
    };
    request.take_error = [](void* to, OpdkTfBytes bytes) { TakeText(&static_cast<Marking*>(to)->error, bytes); };
    // Errors are ignored: NpuOptimizer, which runs later, reports faulty parameters.
    engine->mark(&request);
    return absl::OkStatus();
  }
};

REGISTER_OPTIMIZATION(tensorflow::OptimizationPassRegistry::PRE_PLACEMENT, kBeforeAll, CallNamesPass);
REGISTER_OPTIMIZATION(tensorflow::OptimizationPassRegistry::PRE_PLACEMENT, kAfterAll, InOutPairPass);

}  // namespace
}  // namespace opdk_tensorflow
