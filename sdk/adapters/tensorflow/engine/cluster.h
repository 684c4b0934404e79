// A cluster that runs: a model for each set of input shapes that comes, and one for all sizes where there are many.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "opdk/packages.h"
#include "opdk/status.h"
#include "plugins/tensorflow/parser/tensorflow.pb.h"
#include "sdk/adapters/tensorflow/abi.h"
#include "sdk/adapters/tensorflow/engine/adapter_options.h"
#include "sdk/adapters/tensorflow/engine/cluster_model.h"

namespace opdk::tensorflow_adapter {

// A part of a graph that opdk runs. Any number of threads may run it.
class Cluster {
 public:
  // Makes a cluster from the attributes of a GeOp (abi.h). E1001, E2001, E5007.
  static Result<std::unique_ptr<Cluster>> Open(std::string_view graph, std::vector<std::string> outputs,
                                               std::vector<size_t> weights, const std::vector<std::string>& options);
  // Runs the cluster. Errors of Session::Compile, WatchRuns and Executable::Run. E9001: there is no memory for an
  // output.
  Status Run(const OpdkTfRun& request);

 private:
  // A model and the inputs for which it was compiled.
  struct Compiled {
    Shapes shapes;
    uint64_t generation = 0;  // of the weights that it has as constants; 0: they are inputs
    std::shared_ptr<const ClusterModel> model;
  };

  Cluster(Packages packages, AdapterOptions options) : packages_(std::move(packages)), options_(std::move(options)) {}
  Result<std::shared_ptr<const ClusterModel>> ModelFor(const OpdkTfRun& request);
  Result<std::shared_ptr<const ClusterModel>> Compile(Shapes& shapes, const OpdkTfRun& request,
                                                      uint64_t generation) const;

  const Packages packages_;
  const AdapterOptions options_;
  std::vector<std::string> outputs_;
  std::vector<size_t> weights_;
  tensorflow::GraphDef graph_;
  std::mutex mutex_;
  std::list<Compiled> models_;  // those used last first
};

}  // namespace opdk::tensorflow_adapter
