// The kernel calls of a node for concrete shapes, with the constants they keep in forms of their own.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graph_core/engines/ai_core/background_primitives.h"
#include "graph_core/engines/ai_core/make_step.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "graph_core/engines/engine.h"

namespace opdk {

// Returns the names of a plan's kernels; Describe says what they are. The plan's steps needn't be made yet.
std::string NamesOf(const StepPlan& plan);
std::string Describe(const StepPlan& plan);

class PreparedAiCoreKernel : public PreparedKernel, public std::enable_shared_from_this<PreparedAiCoreKernel> {
 public:
  // Makes the steps. `constant`: the inputs that are constants, with data in `args`. `kept`: the constants that the
  // kernel is built from too, so that their bytes must stay. `packed`: constants that steps of this plan packed
  // earlier. `premade`: a step made in the background, or none. `members`: the operators that the plan's checks name.
  static Result<std::shared_ptr<const PreparedAiCoreKernel>> Make(
      SharedPlan plan, const NodeOptions& options, const KernelArgs& args, const std::vector<bool>& constant,
      const std::vector<bool>& kept, std::span<const PackedConstant> packed, AiCoreStores& stores,
      BackgroundPrimitives::Made premade, std::vector<std::string> members);

  Result<std::unique_ptr<KernelCall>> NewCall() const override;
  size_t workspace_bytes() const override { return workspace_bytes_; }
  std::vector<bool> unread_constants() const override { return unread_; }
  std::vector<PackedConstant> packed_constants() const override;
  std::string kernel_name() const override { return NamesOf(*plan_); }
  std::string description() const override;

 private:
  friend class AiCoreKernelCall;

  explicit PreparedAiCoreKernel(SharedPlan plan) : plan_(std::move(plan)) {}
  Status MakeSteps(const NodeOptions& options, const KernelArgs& args, const std::vector<bool>& constant,
                   std::span<const PackedConstant> packed, AiCoreStores& stores, BackgroundPrimitives::Made premade);
  // Returns whether a step that runs later reads the value itself, not a packed form.
  bool IsRead(int value) const;
  // Checks the indices that are constants, and notes when a run checks the others.
  void PlaceChecks(const std::vector<const void*>& constants);
  Status Check(const IndexCheck& check, const void* indices) const;
  // Returns the step that takes over the check; nullopt if none does.
  std::optional<size_t> JudgeOf(const IndexCheck& check);
  // Returns a step's failure. If the step judged indices, the failure names the first index outside.
  Status Explained(size_t step, Status failed, std::span<void* const> values) const;
  Status LayOutWorkspace();
  Result<bool> RunOnce(int number, const KernelStep& step, std::span<const PackedConstant> packed,
                       std::vector<const void*>& constants);

  SharedPlan plan_;
  std::vector<std::unique_ptr<KernelStep>> steps_;
  std::vector<bool> done_;                // steps that have run, since they read constants only
  std::vector<PackedConstant> computed_;  // their results
  std::vector<std::string> members_;
  // Checks that each run makes, in order: how many steps have run before.
  std::vector<std::pair<size_t, const IndexCheck*>> checks_;
  std::vector<std::pair<size_t, const IndexCheck*>> judged_;  // checks that a step makes, by its number
  Status outside_;                                            // of indices that are constants
  std::vector<bool> unread_;
  std::vector<std::pair<size_t, size_t>> temporaries_;  // values and where they lie in the workspace
  size_t step_offset_ = 0;  // of the steps' own workspace, which they use one after the other
  size_t workspace_bytes_ = 0;
};

}  // namespace opdk
