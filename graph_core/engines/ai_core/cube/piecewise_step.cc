#include "graph_core/engines/ai_core/cube/piecewise_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "graph_core/base/aligned_memory.h"
#include "opdk/parallel.h"
#include "opdk/shape_rules.h"

namespace opdk {

size_t PieceForm::Part(const dnnl::memory::desc& desc, int operand) {
  buffers_.push_back({desc, operand, 0});
  return buffers_.size() - 1;
}

size_t PieceForm::InWorkspace(const dnnl::memory::desc& desc) {
  buffers_.push_back({desc, -1, workspace_bytes_});
  workspace_bytes_ += AlignUp(desc.get_size());
  return buffers_.size() - 1;
}

size_t PieceForm::Reordered(size_t from, const dnnl::memory::desc& wanted) {
  if (buffers_[from].desc == wanted) return from;
  const size_t to = InWorkspace(wanted);
  Reorder(from, to);
  return to;
}

void PieceForm::Reorder(size_t from, size_t to) {
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  const dnnl::reorder::primitive_desc desc(CpuEngine(), buffers_[from].desc, CpuEngine(), buffers_[to].desc, attr);
  Call(dnnl::reorder(desc), desc.scratchpad_desc(), {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}});
}

void PieceForm::Call(const dnnl::primitive& primitive, const dnnl::memory::desc& scratchpad,
                     std::vector<std::pair<int, size_t>> arguments) {
  arguments.emplace_back(DNNL_ARG_SCRATCHPAD, InWorkspace(scratchpad));
  stages_.push_back({primitive, std::move(arguments)});
}

dnnl::post_ops PiecewiseStep::PostOps(const StepSpec& spec, const dnnl::memory::desc& y) {
  return MakePostOps(spec, ReadsAdded(spec) >= 0 ? &y : nullptr);
}

int PiecewiseStep::ReadsAdded(const StepSpec& spec) {
  const int post_op = AddedPostOp(spec);
  return post_op > 0 ? post_op : -1;
}

PiecewiseStep::PiecewiseStep(const StepSpec& spec, Division division)
    : division_(std::move(division)),
      added_(AddedValue(spec)),
      result_(spec.outputs[0]),
      result_bytes_(static_cast<size_t>(ExtentProduct(spec.cube->shape)) * sizeof(float)),
      threads_(std::max(1, ThreadCount())),
      name_(CubeName(spec)),
      description_(DescribeCube(division_.implementation, spec)) {
  // A piece may write parts of its result before it reads the numbers to be added there.
  if (division_.added >= 0) copy_bytes_ = AlignUp(result_bytes_);
  for (const PieceForm& form : division_.forms) slot_bytes_ = std::max(slot_bytes_, form.workspace_bytes());
  description_ += fmt::format(", {} pieces", division_.pieces.size());
}

std::unique_ptr<StepState> PiecewiseStep::NewState() const {
  auto state = std::make_unique<State>();
  for (int i = 0; i < threads_; ++i) {
    Slot& slot = state->slots.emplace_back();
    for (const PieceForm& form : division_.forms) {
      PlacedForm& placed = slot.forms.emplace_back();
      for (const PieceForm::Buffer& buffer : form.buffers()) placed.buffers.emplace_back(buffer.desc);
      for (const PieceForm::Stage& stage : form.stages()) {
        Call& call = placed.calls.emplace_back(stage.primitive);
        for (const auto& [argument, buffer] : stage.arguments) call.Add(argument, placed.buffers[buffer]);
      }
    }
  }
  return state;
}

void PiecewiseStep::RunPieces(std::span<void* const> values, void* added, std::byte* workspace, Slot& slot,
                              size_t begin, size_t end) const {
  // Limits oneDNN to one thread for each piece, even if only this thread runs pieces.
  const ThreadScope scope(1);
  for (size_t i = begin; i < end; ++i) {
    const Division::Piece& piece = division_.pieces[i];
    PlacedForm& placed = slot.forms[piece.form];
    const std::vector<PieceForm::Buffer>& buffers = division_.forms[piece.form].buffers();
    for (size_t j = 0; j < buffers.size(); ++j) {
      if (buffers[j].operand < 0) {
        placed.buffers[j].At(workspace + buffers[j].offset);
        continue;
      }
      const auto operand = static_cast<size_t>(buffers[j].operand);
      void* data =
          buffers[j].operand == division_.added ? added : values[static_cast<size_t>(division_.operands[operand])];
      placed.buffers[j].At(static_cast<float*>(data) + piece.offsets[operand]);
    }
    for (const Call& call : placed.calls) call.Run(slot.stream);
  }
}

Status PiecewiseStep::Run(std::span<void* const> values, std::byte* workspace, StepState* given) const {
  auto& state = static_cast<State&>(*given);
  void* result = values[static_cast<size_t>(result_)];
  void* added = added_ >= 0 ? values[static_cast<size_t>(added_)] : nullptr;
  if (division_.added >= 0 && added == result) {
    CopyInParallel(added, workspace, result_bytes_);
    added = workspace;
  } else if (division_.added < 0 && added != nullptr && added != result) {
    CopyInParallel(added, result, result_bytes_);
  }
  std::byte* slots = workspace + copy_bytes_;
  const size_t count = division_.pieces.size(), tasks = std::min(static_cast<size_t>(threads_), count);
  std::atomic<dnnl_status_t> failed = dnnl_success;
  ParallelFor(static_cast<int64_t>(tasks), 1, [&](int64_t first, int64_t last) {
    for (auto task = static_cast<size_t>(first); task < static_cast<size_t>(last); ++task) {
      try {
        RunPieces(values, added, slots + task * slot_bytes_, state.slots[task], count * task / tasks,
                  count * (task + 1) / tasks);
      } catch (const dnnl::error& error) {
        failed = error.status;
      }
    }
  });
  if (failed == dnnl_success) return Status();
  return Status(ErrorCode::kKernelFailed,
                fmt::format("oneDNN failed in {}: status {}", name_, static_cast<int>(failed.load())));
}

}  // namespace opdk
