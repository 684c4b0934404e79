// The pass InOutPairPass: marks the nodes that in_out_pair is about while they have the names of the user's program.
#include <cstdint>
#include <string>
#include <vector>

#include "sdk/adapters/tensorflow/host/engine_library.h"
#include "sdk/adapters/tensorflow/host/parameters.h"
#include "tensorflow/core/common_runtime/optimization_registry.h"
#include "tensorflow/core/framework/graph.pb.h"
#include "tensorflow/core/graph/graph.h"
#include "tensorflow/core/public/session_options.h"

namespace opdk_tensorflow {
namespace {

using tensorflow::Edge;
using tensorflow::Node;

// TensorFlow's own passes of this group, the last at phase 35, write loops and calls out.
constexpr int kPhase = 1000;

struct Marking {
  std::vector<Node*> nodes;
  std::string error;
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

// Attributes stay at a node that an optimizer changes, and keep it apart from a node that only looks alike.
class InOutPairPass : public tensorflow::GraphOptimizationPass {
 public:
  absl::Status Run(const tensorflow::GraphOptimizationPassOptions& options) override {
    if (options.session_options == nullptr || options.graph == nullptr) return absl::OkStatus();
    const auto* optimizer = FindNpuOptimizer(options.session_options->config.graph_options().rewrite_options());
    if (optimizer == nullptr || optimizer->parameter_map().count("in_out_pair") == 0) return absl::OkStatus();
    Marking marking;
    const OpdkTensorflow* const engine = Engine(&marking.error);
    if (engine == nullptr) return absl::OkStatus();
    for (Node* node : (*options.graph)->op_nodes()) marking.nodes.push_back(node);
    const std::string graph = LinksOf(marking.nodes).SerializeAsString();
    const std::string texts = OptionsOf(*optimizer);
    OpdkTfMark request{BytesOf(graph), BytesOf(texts), &marking, nullptr, nullptr};
    request.take_pairs = [](void* to, size_t node, const int64_t* pairs, size_t count) {
      Marking& marking = *static_cast<Marking*>(to);
      marking.nodes[node]->AddAttr(OPDK_TF_PAIRS, std::vector<int64_t>(pairs, pairs + count));
    };
    request.take_error = [](void* to, OpdkTfBytes bytes) { TakeText(&static_cast<Marking*>(to)->error, bytes); };
    // NpuOptimizer, which comes later, says what is wrong with parameters.
    engine->mark(&request);
    return absl::OkStatus();
  }
};

REGISTER_OPTIMIZATION(tensorflow::OptimizationPassRegistry::PRE_PLACEMENT, kPhase, InOutPairPass);

}  // namespace
}  // namespace opdk_tensorflow
