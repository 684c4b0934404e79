// Nodes of in_out_pair in the graphs that grappler hands to NpuOptimizer.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "tensorflow/core/framework/graph.pb.h"

namespace opdk_tensorflow {

// Attribute (bool) by which TensorFlow's own optimizers leave a node and its name alone.
inline constexpr const char* kKeptByGrappler = "_grappler_do_not_remove";

// Attribute (string): the name of the node that got the marks. Optimizers copy nodes with all attributes, and put the
// copy to another use.
inline constexpr const char* kMarkedName = "_opdk_marked_name";

// Returns whether these marks (OPDK_TF_PAIRS) say that a node is inside of a pair.
bool IsInsideOfPair(const std::vector<int64_t>& marks);

// Marks of nodes. Grappler calls NpuOptimizer several times, and each call has to find them.
class PairNodes {
 public:
  // Reads the marks, and removes those of copies. Removes kKeptByGrappler of the nodes inside: only the optimizers have
  // to keep these nodes.
  static PairNodes Take(tensorflow::GraphDef* graph);

  bool empty() const { return marks_.empty(); }

  // Writes the marks and kKeptByGrappler to the nodes that still exist.
  void PutBack(tensorflow::GraphDef* graph) const;

 private:
  std::map<std::string, std::vector<int64_t>> marks_;
};

// Removes nodes that none of the `needed` nodes depends on. The optimizers have kept nodes of pairs, also in graphs
// that don't use them. Without a needed node the graph stays as it is.
void RemoveUnneeded(const std::unordered_set<std::string>& needed, tensorflow::GraphDef* graph);

}  // namespace opdk_tensorflow
