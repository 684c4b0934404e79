// The task of one node: the kernel calls its expression needs for the current shapes.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/engines/ai_core/early_steps.h"
#include "graph_core/engines/ai_core/expression/operator_expression.h"
#include "graph_core/engines/ai_core/plan/node_plan.h"
#include "graph_core/engines/ai_core/step.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "graph_core/engines/engine.h"

namespace opdk {

class AiCoreTask : public Task {
 public:
  // `plan`: the node's; nullptr: there is none yet, and Prepare says why if there is none then. Everything but the
  // kernels is known here when the node's shapes are.
  AiCoreTask(const Node& node, const OperatorProvider* provider, NodePlan plan, const PassContext& context,
             StepStores& stores, EarlySteps::Made early);

  Result<size_t> Prepare(const TaskArgs& args) override;
  Status Run(const TaskArgs& args) override;
  std::vector<bool> unread_constants() const override;
  std::string kernel_name() const override;
  std::string description() const override;

 private:
  Status MakePlanFor(const TaskArgs& args);
  Status MakeSteps(const TaskArgs& args);
  // Whether a step that has yet to run looks at the value.
  bool IsRead(int value) const;
  void ReleaseComputed();
  Result<bool> RunOnce(const StepSpec& spec, KernelStep& step, std::vector<const void*>& constants);

  OperatorExpression expression_;
  PassContext context_;  // for plans of other shapes; notes no times, since runs do that on threads of their own
  StepStores& stores_;
  EarlySteps::Made early_;          // until the first Prepare
  std::vector<bool> needed_;        // outputs that somebody reads
  std::vector<bool> constant_;      // inputs that are constants
  std::vector<bool> value_depend_;  // inputs whose values the kernel is built from
  SharedPlan plan_ = std::make_shared<const StepPlan>();
  StepUse use_;           // of its steps, but for adds_in_place
  bool planned_ = false;  // `plan_` is of the shapes that the first Prepare will see
  bool blocks_ = false;   // some tensor has channel blocks: shapes never change
  struct Computed {
    size_t value;
    AlignedMemory data;
  };

  std::vector<std::unique_ptr<KernelStep>> steps_;
  std::vector<bool> done_;          // steps that have run, since they read constants only
  std::vector<Computed> computed_;  // their results
  std::vector<size_t> offsets_;     // of temporaries in the workspace
  size_t step_offset_ = 0;          // of the steps' own workspace, which they use one after the other
  std::vector<void*> values_;
};

}  // namespace opdk
