// Primitives of the cube unit, made in the background while vector kernels are compiled: their code is generated and
// constant weights are packed.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include "graph_core/engines/ai_core/make_step.h"
#include "graph_core/ir/graph.h"

namespace opdk {

// Used by one thread, the engine's.
class BackgroundPrimitives {
 public:
  // A node whose plan is this one step.
  struct Job {
    const Node* node = nullptr;
    SharedPlan plan;
    NodeOptions options;
    bool alone = false;                  // on one thread
    std::vector<const void*> constants;  // by value of the plan
    // Keeps the values: compiling may fail, and the graph be freed, while the thread still packs them.
    std::vector<ge::Tensor> kept;
  };

  ~BackgroundPrimitives() { Drop(); }

  // Begins to make the jobs' steps, on a thread of its own. Steps that were made before and not taken are dropped.
  void Start(std::vector<Job> jobs, AiCoreStores& stores);
  // `step` is nullptr where none was made.
  struct Made {
    std::unique_ptr<KernelStep> step;
    SharedPlan plan;  // for which it was made
    NodeOptions options;
  };
  // Returns the step made for this node and plan, if any. The plan is compared because a later node may have the
  // address of an earlier one.
  Made Take(const Node& node, const SharedPlan& plan);

 private:
  void Drop();
  void Wait();

  std::thread thread_;
  std::map<const Node*, Made> made_;
};

// Makes the job of a node whose plan is one cube step with constant weights. For any other plan the job's `node` is
// nullptr. `options`: the node's, except adds_in_place.
BackgroundPrimitives::Job BackgroundJob(const Node& node, SharedPlan plan, const NodeOptions& options);

}  // namespace opdk
