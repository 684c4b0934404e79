#include "graph_core/debugging/dumping_observer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/debugging/tensor_stats.h"
#include "graph_core/execution/context.h"

namespace opdk {
namespace {

// Returns the bytes of an argument. No address: it can't be read.
std::span<const std::byte> BytesOf(const TensorArg& arg) {
  auto bytes = TensorBytes(arg.dtype, *arg.shape);
  if (!bytes.ok() || arg.data == nullptr || *bytes > arg.capacity) return {};
  return {static_cast<const std::byte*>(arg.data), *bytes};
}

int BlockOf(const RunState& state, int tensor) { return state.compiled().tensors[static_cast<size_t>(tensor)].block; }

// Returns whether the step writes to the memory of its input.
bool IsOverwritten(const RunState& state, const RunStep& step, size_t input) {
  const int tensor = step.plan->inputs[input];
  if (tensor < 0) return false;
  return std::any_of(step.plan->outputs.begin(), step.plan->outputs.end(),
                     [&](int output) { return output >= 0 && BlockOf(state, output) == BlockOf(state, tensor); });
}

std::vector<std::vector<std::byte>> KeptInputs(const RunState& state, const RunStep& step) {
  std::vector<std::vector<std::byte>> kept(step.inputs.size());
  for (size_t i = 0; i < step.inputs.size(); ++i) {
    if (!IsOverwritten(state, step, i)) continue;
    const auto bytes = BytesOf(step.inputs[i]);
    kept[i].assign(bytes.begin(), bytes.end());
  }
  return kept;
}

bool AnyNonFinite(const std::vector<TensorArg>& args, const std::vector<int>& tensors) {
  for (size_t i = 0; i < args.size(); ++i) {
    if (tensors[i] >= 0 && HasNonFinite(args[i].dtype, BytesOf(args[i]))) return true;
  }
  return false;
}

}  // namespace

Status DumpingObserver::BeginRun(const LoadedModel& model) {
  model_ = &model;
  run_ = dump_.runs_++;
  const auto& runs = dump_.options().runs;
  of_interest_ = runs.empty() || std::any_of(runs.begin(), runs.end(), [this](const TensorDumpOptions::Runs& some) {
                   return some.first <= run_ && run_ <= some.last;
                 });
  runs_on_ = true;
  steps_ = 0;
  open_.clear();
  iterations_.clear();
  files_.reset();
  return Status();
}

bool DumpingObserver::IsWatched(const RunState& state, const RunStep& step) const {
  if (!of_interest_ || !dump_.wanted_[static_cast<size_t>(StepNumber(state, step))]) return false;
  const TensorDumpOptions& options = dump_.options();
  if (!options.engine.empty() && step.loaded->node->placement().engine != options.engine) return false;
  // An overflow in a region is reported by the region's step, not by the control step around it.
  return options.when != When::kOverflow || step.plan->As<ControlTask>() == nullptr;
}

Status DumpingObserver::BeforeStep(const RunState& state, const RunStep& step) {
  Open& open = open_.emplace_back();
  open.number = steps_++;
  open.watched = IsWatched(state, step);
  if (!open.watched) return Status();
  const TensorDumpOptions& options = dump_.options();
  if (options.when == When::kAlways) return options.inputs ? WriteInputs(state, step, open) : Status();
  if (options.when == When::kOverflow) open.watched = !AnyNonFinite(step.inputs, step.plan->inputs);
  if (open.watched) open.kept = KeptInputs(state, step);
  return Status();
}

Status DumpingObserver::AfterStep(const RunState& state, const RunStep& step) {
  const Open open = std::move(open_.back());
  open_.pop_back();
  if (!open.watched) return Status();
  const TensorDumpOptions& options = dump_.options();
  if (options.when == When::kAlways && options.outputs) return WriteOutputs(state, step, open);
  if (options.when == When::kOverflow) return WriteOverflow(state, step, open);
  return Status();
}

void DumpingObserver::StepFailed(const RunState& state, const RunStep& step, Status& status) {
  const Open open = std::move(open_.back());
  open_.pop_back();
  // Only the first failed step is dumped: the control steps around it fail with it.
  if (dump_.options().when != When::kFailure || !std::exchange(runs_on_, false) || !open.watched) return;
  const Status written = WriteInputs(state, step, open);
  status = std::move(status).At(written.ok() ? fmt::format("its inputs are in {}", files_->directory())
                                             : fmt::format("its inputs couldn't be dumped: {}", written.message()));
}

void DumpingObserver::BeginRegion(const RunState&, int64_t iteration) { iterations_.push_back(iteration); }
void DumpingObserver::EndRegion() { iterations_.pop_back(); }

Status DumpingObserver::WriteInputs(const RunState& state, const RunStep& step, const Open& open) {
  for (size_t i = 0; i < step.inputs.size(); ++i) {
    if (step.plan->inputs[i] < 0) continue;
    const TensorArg& arg = step.inputs[i];
    const bool kept = i < open.kept.size() && !open.kept[i].empty();
    const auto bytes = kept ? std::span<const std::byte>(open.kept[i]) : BytesOf(arg);
    OPDK_TRY(Write(state, step, open, {&step.loaded->node->op().inputs[i], "input", i, arg.dtype, *arg.shape, bytes}));
  }
  return Status();
}

Status DumpingObserver::WriteOutputs(const RunState& state, const RunStep& step, const Open& open) {
  for (size_t i = 0; i < step.outputs.size(); ++i) {
    if (step.plan->outputs[i] < 0) continue;
    const TensorArg& arg = step.outputs[i];
    OPDK_TRY(Write(state, step, open,
                   {&step.loaded->node->op().outputs[i], "output", i, arg.dtype, *arg.shape, BytesOf(arg)}));
  }
  return Status();
}

Status DumpingObserver::WriteOverflow(const RunState& state, const RunStep& step, const Open& open) {
  if (!AnyNonFinite(step.outputs, step.plan->outputs)) return Status();
  OPDK_TRY(WriteInputs(state, step, open));
  OPDK_TRY(WriteOutputs(state, step, open));
  const auto number = static_cast<size_t>(StepNumber(state, step));
  const std::vector<std::string>& fused = dump_.fused_[number];
  const std::string of = fused.empty() ? "" : fmt::format(" of {}", fmt::join(fused, ", "));
  const std::lock_guard lock(dump_.mutex_);
  dump_.reports_.push_back(
      fmt::format("overflow in run {}: node {} ({}{}) gives NaN or infinity, and takes none; see {}", run_,
                  model_->step_names[number].node, step.loaded->node->type(), of, files_->directory()));
  return Status();
}

Status DumpingObserver::Write(const RunState& state, const RunStep& step, const Open& open, DumpedTensor tensor) {
  if (files_ == nullptr) {
    OPDK_TRY(std::string directory, dump_.DirectoryOf(run_));
    files_ = std::make_unique<DumpFiles>(std::move(directory), dump_.options().data, dump_.sink());
  }
  const auto number = static_cast<size_t>(StepNumber(state, step));
  std::vector<int64_t> iterations = iterations_;
  std::erase(iterations, kNoLoop);
  return files_->Write({open.number, &state.shared->step_names[number], dump_.fused_[number], iterations}, tensor);
}

}  // namespace opdk
