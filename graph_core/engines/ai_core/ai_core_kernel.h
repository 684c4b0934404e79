// The kernel of one node: the steps that its expression needs for the current shapes.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "graph_core/engines/ai_core/background_primitives.h"
#include "graph_core/engines/ai_core/expression/operator_expression.h"
#include "graph_core/engines/ai_core/make_step.h"
#include "graph_core/engines/ai_core/plan/node_plan.h"
#include "graph_core/engines/ai_core/prepared_ai_core_kernel.h"
#include "graph_core/engines/engine.h"

namespace opdk {

class AiCoreKernel : public LoadedKernel {
 public:
  // `plan`: the node's; nullptr: there is none yet, and Prepare says why if there is none then. Everything but the
  // kernels is known here when the node's shapes are. `packed`: of the plan's steps.
  AiCoreKernel(const Node& node, const OperatorProvider* provider, NodePlan plan, std::vector<PackedConstant> packed,
               const PassContext& context, AiCoreStores& stores, BackgroundPrimitives::Made premade);

  Result<std::shared_ptr<const PreparedKernel>> Prepare(const KernelArgs& args) const override;
  bool gains_from_shapes() const override;
  std::string kernel_name() const override { return plan_ == nullptr ? "" : NamesOf(*plan_); }
  std::string description() const override { return plan_ == nullptr ? "" : Describe(*plan_); }

 private:
  // The parts of a call that prepared steps depend on. Steps serve every call with an equal Problem.
  struct Problem {
    std::vector<InputShape> inputs;
    std::vector<std::vector<int64_t>> output_shapes;
    std::vector<std::vector<uint8_t>> values;  // of the inputs that the kernel is built from
    std::vector<std::vector<bool>> overlaps;   // which outputs lie where an input lies, for each input
    int threads = 0;                           // primitives are made for so many
    bool operator==(const Problem&) const = default;
  };
  // Steps that some call uses, kept for other calls with an equal Problem.
  struct Shared {
    Problem problem;
    std::weak_ptr<const PreparedAiCoreKernel> steps;
  };

  Problem ProblemOf(const KernelArgs& args) const;
  Result<SharedPlan> PlanFor(const Problem& problem, const KernelArgs& args) const;

  PassContext context_;  // for plans of other shapes; notes no times, since runs do that on threads of their own
  AiCoreStores& stores_;
  std::vector<bool> needed_;          // outputs that are read
  std::vector<bool> constant_;        // inputs that are constants
  std::vector<bool> value_depend_;    // inputs whose values the kernel is built from
  SharedPlan plan_;                   // nullptr: there is none before the shapes are known
  bool exact_ = false;                // it is of the only shapes that Prepare can see
  std::vector<std::string> members_;  // MemberNames, if a plan may have index checks
  NodeOptions options_;               // of its steps then, but for adds_in_place

  mutable std::mutex mutex_;                              // of what follows
  mutable std::optional<OperatorExpression> expression_;  // if not `exact_`
  mutable BackgroundPrimitives::Made premade_;            // until the first Prepare
  mutable std::vector<PackedConstant> packed_;            // until the first Prepare; later they belong to the steps
  mutable std::vector<Shared> shared_;
};

}  // namespace opdk
