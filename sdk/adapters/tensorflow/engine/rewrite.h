// Puts GeOps in place of what opdk takes of a graph.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "opdk/packages.h"
#include "opdk/status.h"
#include "plugins/tensorflow/parser/tensorflow.pb.h"
#include "sdk/adapters/tensorflow/engine/adapter_options.h"

namespace opdk::tensorflow_adapter {

struct RewriteRequest {
  tensorflow::GraphDef graph;  // annotated
  std::set<std::string> kept;  // as OpdkTfRewrite has it
  std::set<std::string> fed;   // nodes whose values are replaced by others
  std::vector<std::string> option_texts;
};

// Returns the graph with clusters replaced by GeOps, without annotations. Errors of PartitionMixed.
Result<tensorflow::GraphDef> RewriteGraph(const Packages& packages, RewriteRequest request,
                                          const AdapterOptions& options);

}  // namespace opdk::tensorflow_adapter
