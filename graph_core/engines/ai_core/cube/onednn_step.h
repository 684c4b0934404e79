// Common parts of the steps that run the cube unit's oneDNN primitives.
#pragma once

#include <dnnl.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/engines/ai_core/cube/cube_steps.h"
#include "graph_core/engines/ai_core/cube/onednn_calls.h"
#include "graph_core/engines/ai_core/cube/onednn_layouts.h"
#include "graph_core/engines/ai_core/cube/post_ops.h"

namespace opdk {

class BlocksToPlain;

// A oneDNN primitive between plain tensors: reorders to and from the layouts it prefers, constant operands once.
class OnednnStep : public KernelStep {
 public:
  std::unique_ptr<StepState> NewState() const override;
  Status Run(std::span<void* const> values, std::byte* workspace, StepState* state) const override;
  bool packs(int value) const override;
  size_t workspace_bytes() const override { return workspace_bytes_; }
  std::string kernel_name() const override { return name_; }
  std::string description() const override { return description_; }

 protected:
  // Adds an input. If `value` is one of `constants`, it is converted to the preferred layout here. `algorithm`: the
  // purpose of the packed form, where the layout alone doesn't tell.
  void AddInput(int argument, int value, const dnnl::memory::desc& plain, const dnnl::memory::desc& preferred,
                const StepConstants* constants = nullptr, std::string_view algorithm = {});
  void SetResult(int value, const dnnl::memory::desc& plain, const dnnl::memory::desc& preferred,
                 int argument = DNNL_ARG_DST);
  // Sets the tensor that is summed onto the result. The tensor is converted to the result's layout before the primitive
  // runs. `post_op`: the number of the post-op that reads it; -1: the primitive sums onto the result's memory.
  void SetAdded(int value, const dnnl::memory::desc& plain, int post_op = -1);
  void Finish(const dnnl::primitive& primitive, const dnnl::memory::desc& scratchpad, std::string name,
              std::string description);

 private:
  // A reorder, and the scratchpad that each run gives it. The library's own scratchpad would be shared by all threads
  // that run the reorder at once.
  struct Reorder {
    dnnl::primitive primitive;
    dnnl::memory::desc scratchpad;  // of no bytes where it needs none
    size_t offset = 0;              // of the scratchpad in the workspace
  };
  struct Operand {
    int argument = 0;  // DNNL_ARG_…
    int value = -1;
    dnnl::memory::desc plain;      // over the value's own bytes
    dnnl::memory::desc preferred;  // over workspace or packed bytes; unused where it doesn't reorder
    Reorder reorder;               // plain to preferred (preferred to plain for the result)
    bool reorders = false;
    size_t offset = 0;                  // of `preferred` in the workspace
    const std::byte* packed = nullptr;  // nullptr: not reordered when the step was made
  };
  // The addresses of a run's operands.
  struct PlacedOperand {
    PlacedOperand() = default;
    // Takes an operand with the direction of its reorder: `to_plain`, or to the preferred layout.
    explicit PlacedOperand(const Operand& operand, bool to_plain = false);
    // Returns the memory that the primitive is given.
    Placed& given() { return reorders ? preferred : plain; }

    bool reorders = false;
    Placed plain, preferred, scratchpad;
    Call reorder;
  };
  struct State : StepState {
    std::vector<PlacedOperand> inputs;
    PlacedOperand result;
    Placed added, added_scratchpad;
    Call reorder_added;
    Placed scratchpad;
    Call call;
    dnnl::stream stream{CpuEngine()};
  };

  size_t Reserve(const dnnl::memory::desc& desc);
  static Reorder ReorderOf(const dnnl::memory::desc& from, const dnnl::memory::desc& to);
  static Call ReorderCall(const Reorder& reorder, const Placed& from, const Placed& to, Placed& scratchpad);
  void PlaceAdded(void* added, void* result, std::byte* workspace, State& state) const;

  dnnl::primitive primitive_;
  std::vector<Operand> inputs_;
  Operand result_;
  std::shared_ptr<const BlocksToPlain> to_plain_;  // in place of the result's reorder; nullptr: it is oneDNN's
  Operand added_;
  int added_post_op_ = -1;
  dnnl::memory::desc scratchpad_;
  size_t scratchpad_offset_ = 0;
  size_t workspace_bytes_ = 0;
  std::string name_, description_;
};

// Returns the step that `make` makes. `what`: the step's kind in the message. E2010: `make` throws a dnnl::error.
template <typename Make>
Result<std::unique_ptr<KernelStep>> FencedCube(const char* what, Make make) {
  try {
    return Result<std::unique_ptr<KernelStep>>(make());
  } catch (const dnnl::error& error) {
    return Status(ErrorCode::kExpression, std::string("oneDNN refuses this ") + what + ": " + error.what());
  }
}

}  // namespace opdk
