// One kernel call inside a node's kernel: a generated vector kernel or a oneDNN primitive.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graph_core/engines/ai_core/steps/step_constants.h"
#include "graph_core/engines/packed_constant.h"
#include "opdk/status.h"

namespace opdk {

struct IndexCheck;

// The state that one thread at a time changes while a step runs: addresses in the form that the kernel takes.
class StepState {
 public:
  virtual ~StepState() = default;
};

// Immutable: any number of threads run one step, each with a state of its own.
class KernelStep {
 public:
  virtual ~KernelStep() = default;
  // Makes a state; nullptr if the step needs none.
  virtual std::unique_ptr<StepState> NewState() const { return nullptr; }
  // Runs the step. `values`: the data of each value of the plan. `workspace`: workspace_bytes() bytes, 64-byte aligned.
  // `state`: from this step's NewState.
  virtual Status Run(std::span<void* const> values, std::byte* workspace, StepState* state) const = 0;
  // Takes over a check of indices where Run reads them anyway: from then on Run ends with E6001 where one lies outside.
  // Returns false where the step doesn't judge them. Called before the step is used.
  virtual bool Judge(const IndexCheck& check);
  // Returns whether the step keeps a constant operand in a form of its own, so that Run doesn't read the value itself.
  virtual bool packs(int value) const;
  // Returns the packed constants that the step keeps; their `step` isn't set.
  std::span<const PackedConstant> packed() const { return packed_; }
  virtual size_t workspace_bytes() const { return 0; }
  virtual std::string kernel_name() const = 0;
  virtual std::string description() const = 0;

 protected:
  // Packs a constant in a form of the step's own. Returns the bytes packed earlier, if any, or `bytes` bytes that
  // `pack` writes.
  const std::byte* Pack(const StepConstants& constants, int value, std::string form, size_t bytes,
                        const std::function<void(std::byte* to)>& pack);

 private:
  std::vector<PackedConstant> packed_;
};

// The time at which the fastest of several primitives is measured if it isn't known yet.
enum class Measuring : bool { kNow, kLater };

}  // namespace opdk
