#include "graph_core/engines/ai_core/cube/onednn_step.h"

#include <fmt/format.h>

#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/engines/ai_core/cube/blocks_to_plain.h"
#include "graph_core/engines/ai_core/cube/winograd_filter.h"

namespace opdk {

OnednnStep::Reorder OnednnStep::ReorderOf(const dnnl::memory::desc& from, const dnnl::memory::desc& to) {
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  const dnnl::reorder::primitive_desc desc(CpuEngine(), from, CpuEngine(), to, attr);
  return {dnnl::reorder(desc), desc.scratchpad_desc(), 0};
}

Call OnednnStep::ReorderCall(const Reorder& reorder, const Placed& from, const Placed& to, Placed& scratchpad) {
  Call call(reorder.primitive);
  call.Add(DNNL_ARG_FROM, from);
  call.Add(DNNL_ARG_TO, to);
  scratchpad = Placed(reorder.scratchpad);
  call.Add(DNNL_ARG_SCRATCHPAD, scratchpad);
  return call;
}

OnednnStep::PlacedOperand::PlacedOperand(const Operand& operand, bool to_plain)
    : reorders(operand.reorders), plain(operand.plain) {
  if (!reorders) return;
  preferred = Placed(operand.preferred);
  if (operand.packed != nullptr) {
    preferred.At(const_cast<std::byte*>(operand.packed));
    return;
  }
  reorder = to_plain ? ReorderCall(operand.reorder, preferred, plain, scratchpad)
                     : ReorderCall(operand.reorder, plain, preferred, scratchpad);
}

size_t OnednnStep::Reserve(const dnnl::memory::desc& desc) {
  size_t offset = workspace_bytes_;
  workspace_bytes_ += AlignUp(desc.get_size());
  return offset;
}

void OnednnStep::AddInput(int argument, int value, const dnnl::memory::desc& plain, const dnnl::memory::desc& preferred,
                          const StepConstants* constants, std::string_view algorithm) {
  Operand& operand = inputs_.emplace_back();
  operand.argument = argument;
  operand.value = value;
  operand.plain = plain;
  operand.reorders = plain != preferred;
  if (!operand.reorders) return;
  operand.preferred = preferred;
  const void* constant = constants == nullptr ? nullptr : (*constants)[value];
  if (constant == nullptr) {
    operand.reorder = ReorderOf(plain, preferred);
    operand.offset = Reserve(preferred);
    operand.reorder.offset = Reserve(operand.reorder.scratchpad);
    return;
  }
  operand.packed = Pack(*constants, value, PackedForm(algorithm, preferred), preferred.get_size(), [&](std::byte* to) {
    const auto isa = TargetIsa();
    if (isa.ok() && PackWinogradFilter(static_cast<const float*>(constant), plain.dims(), preferred, *isa,
                                       reinterpret_cast<float*>(to))) {
      return;
    }
    Operand once = operand;
    once.reorder = ReorderOf(plain, preferred);
    const AlignedMemory scratchpad = NewAligned(once.reorder.scratchpad.get_size());
    PlacedOperand placed(once);
    placed.plain.At(const_cast<void*>(constant));
    placed.preferred.At(to);
    placed.scratchpad.At(scratchpad.get());
    placed.reorder.Run(dnnl::stream(CpuEngine()));
  });
}

bool OnednnStep::packs(int value) const {
  bool found = false;
  for (const Operand& input : inputs_) {
    if (input.value == value && input.packed == nullptr) return false;
    found = found || input.value == value;
  }
  return found;
}

void OnednnStep::SetResult(int value, const dnnl::memory::desc& plain, const dnnl::memory::desc& preferred,
                           int argument) {
  result_.argument = argument;
  result_.value = value;
  result_.plain = plain;
  result_.reorders = plain != preferred;
  if (!result_.reorders) return;
  result_.preferred = preferred;
  result_.reorder = ReorderOf(preferred, plain);
  result_.offset = Reserve(preferred);
  result_.reorder.offset = Reserve(result_.reorder.scratchpad);
  if (const auto by_hand = BlocksToPlain::Of(preferred, plain)) to_plain_ = std::make_shared<BlocksToPlain>(*by_hand);
}

void OnednnStep::SetAdded(int value, const dnnl::memory::desc& plain, int post_op) {
  added_.value = value;
  added_.plain = plain;
  added_post_op_ = post_op;
  if (post_op >= 0) {
    added_.offset = Reserve(plain);
  } else if (result_.reorders) {
    added_.reorder = ReorderOf(plain, result_.preferred);
    added_.reorder.offset = Reserve(added_.reorder.scratchpad);
  }
}

void OnednnStep::Finish(const dnnl::primitive& primitive, const dnnl::memory::desc& scratchpad, std::string name,
                        std::string description) {
  primitive_ = primitive;
  scratchpad_ = scratchpad;
  scratchpad_offset_ = Reserve(scratchpad);
  name_ = std::move(name);
  description_ = std::move(description);
}

std::unique_ptr<StepState> OnednnStep::NewState() const {
  auto state = std::make_unique<State>();
  state->call = Call(primitive_);
  for (const Operand& input : inputs_) {
    state->call.Add(input.argument, state->inputs.emplace_back(input).given());
  }
  state->result = PlacedOperand(result_, true);
  state->call.Add(result_.argument, state->result.given());
  if (added_.value >= 0) state->added = Placed(added_.plain);
  if (added_post_op_ >= 0) {
    state->call.Add(DNNL_ARG_ATTR_MULTIPLE_POST_OP(added_post_op_) | DNNL_ARG_SRC_1, state->added);
  } else if (added_.value >= 0 && result_.reorders) {
    state->reorder_added = ReorderCall(added_.reorder, state->added, state->result.preferred, state->added_scratchpad);
  }
  state->scratchpad = Placed(scratchpad_);
  state->call.Add(DNNL_ARG_SCRATCHPAD, state->scratchpad);
  return state;
}

// Converts the added tensor to the place where the primitive expects it.
void OnednnStep::PlaceAdded(void* added, void* result, std::byte* workspace, State& state) const {
  const auto copy_to = [&](void* to) { CopyInParallel(added, to, added_.plain.get_size()); };
  if (added_post_op_ >= 0) {
    // The primitive may write parts of its result before it reads the numbers to be added there.
    void* place = added == result ? workspace + added_.offset : added;
    if (place != added) copy_to(place);
    state.added.At(place);
  } else if (result_.reorders) {
    state.added.At(added);
    state.added_scratchpad.At(workspace + added_.reorder.offset);
    state.reorder_added.Run(state.stream);
  } else if (added != result) {
    copy_to(result);
  }
}

Status OnednnStep::Run(std::span<void* const> values, std::byte* workspace, StepState* given) const {
  auto& state = static_cast<State&>(*given);
  try {
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const Operand& input = inputs_[i];
      if (input.packed != nullptr) continue;
      PlacedOperand& placed = state.inputs[i];
      placed.plain.At(values[static_cast<size_t>(input.value)]);
      if (!input.reorders) continue;
      placed.preferred.At(workspace + input.offset);
      placed.scratchpad.At(workspace + input.reorder.offset);
      placed.reorder.Run(state.stream);
    }
    void* result = values[static_cast<size_t>(result_.value)];
    state.result.plain.At(result);
    if (result_.reorders) {
      state.result.preferred.At(workspace + result_.offset);
      state.result.scratchpad.At(workspace + result_.reorder.offset);
    }
    if (added_.value >= 0) PlaceAdded(values[static_cast<size_t>(added_.value)], result, workspace, state);
    state.scratchpad.At(workspace + scratchpad_offset_);
    state.call.Run(state.stream);
    if (to_plain_ != nullptr) {
      to_plain_->Run(reinterpret_cast<const float*>(workspace + result_.offset), static_cast<float*>(result));
    } else if (result_.reorders) {
      state.result.reorder.Run(state.stream);
    }
    return Status();
  } catch (const dnnl::error& error) {
    return Status(ErrorCode::kKernelFailed, fmt::format("oneDNN failed in {}: {}", name_, error.what()));
  }
}

}  // namespace opdk
