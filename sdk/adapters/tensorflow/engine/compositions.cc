#include "sdk/adapters/tensorflow/engine/compositions.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace opdk::tensorflow_adapter {

using tensorflow::GraphDef;
using tensorflow::NodeDef;

void WriteOutCompositions(GraphDef& graph) {
  std::vector<NodeDef> made;
  for (NodeDef& node : *graph.mutable_node()) {
    const auto names = node.attr().find("op_names");
    if (node.op() != "_UnaryOpsComposition" || names == node.attr().end()) continue;
    const auto& types = names->second.list().s();
    const std::vector<std::string> chain(types.begin(), types.end());
    if (chain.empty()) continue;
    node.mutable_attr()->erase("op_names");
    node.set_op(chain.back());
    for (size_t i = 0; i + 1 < chain.size(); ++i) {
      NodeDef before = node;
      before.set_name(fmt::format("{}/{}_{}", node.name(), chain[i], i));
      before.set_op(chain[i]);
      if (i == 0) {
        node.clear_input();
      } else {
        before.mutable_input()->Clear();
        before.add_input(made.back().name());
      }
      made.push_back(std::move(before));
    }
    if (chain.size() > 1) node.add_input(made.back().name());
  }
  for (NodeDef& node : made) *graph.add_node() = std::move(node);
}

}  // namespace opdk::tensorflow_adapter
