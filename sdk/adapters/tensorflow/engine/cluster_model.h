// The graph of a cluster, read, checked and compiled.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/debugging/tensor_dump.h"
#include "graph_core/session.h"
#include "opdk/packages.h"
#include "opdk/status.h"
#include "plugins/tensorflow/parser/tensorflow.pb.h"
#include "sdk/adapters/tensorflow/engine/adapter_options.h"

namespace opdk::tensorflow_adapter {

// Returns the packages of the process. The first call loads them; they are never unloaded, because TensorFlow destroys
// its objects in any order.
Result<Packages> LoadedPackages();

// Checks that opdk can read the graph, infer it and place its operators. The error names a node.
Status CheckClusterGraph(const Packages& packages, const tensorflow::GraphDef& graph,
                         const std::vector<std::string>& outputs, const AdapterOptions& options);

using Shapes = std::vector<std::vector<int64_t>>;

// Bytes of an input that the model has as a constant.
struct WeightBytes {
  size_t input = 0;
  std::string_view bytes;
};

// A model for inputs of these shapes, and where it takes them.
struct ClusterModel {
  CompiledSession compiled;
  std::vector<size_t> inputs;  // of the model's inputs: which of the cluster's it is
  std::vector<std::shared_ptr<TensorDump>> dumps;
};
Result<ClusterModel> CompileCluster(const Packages& packages, tensorflow::GraphDef graph,
                                    const std::vector<std::string>& outputs, const Shapes& shapes,
                                    const std::vector<WeightBytes>& weights, const AdapterOptions& options);

}  // namespace opdk::tensorflow_adapter
