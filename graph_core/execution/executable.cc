#include "graph_core/execution/executable.h"

#include <utility>

#include "graph_core/execution/context.h"
#include "graph_core/execution/run_checks.h"

namespace opdk {

Executable::Executable(std::shared_ptr<const LoadedModel> model, std::unique_ptr<Context> first)
    : model_(std::move(model)),
      shape_rules_(ShapeRulesOf(model_->program.main(), model_->nodes)),
      idle_(std::make_unique<Idle>()) {
  idle_->contexts.push_back(std::move(first));
}
Executable::~Executable() = default;
Executable::Executable(Executable&&) noexcept = default;
Executable& Executable::operator=(Executable&&) noexcept = default;

Result<std::unique_ptr<Context>> Executable::NewContext() const { return Context::Make(model_); }

Result<std::unique_ptr<Context>> Executable::Borrow() const {
  {
    const std::lock_guard lock(idle_->mutex);
    if (!idle_->contexts.empty()) {
      std::unique_ptr<Context> context = std::move(idle_->contexts.back());
      idle_->contexts.pop_back();
      return context;
    }
  }
  return NewContext();
}

void Executable::Return(std::unique_ptr<Context> context) const {
  const std::lock_guard lock(idle_->mutex);
  idle_->contexts.push_back(std::move(context));
}

size_t Executable::feature_bytes() const {
  return AlignUp(model_->program.main().arena_bytes) + AlignUp(model_->workspace_bytes);
}

void Executable::UseFeatureMemory(std::byte* memory) const {
  const std::lock_guard lock(idle_->turn);
  idle_->memory = memory;
}

Status Executable::Run(std::span<const RunInput> inputs, std::span<RunOutput> outputs, RunObserver* observer,
                       const std::function<void()>& read, int64_t iterations) const {
  OPDK_TRY(CheckShapeRules(model_->input_specs, shape_rules_, inputs));
  if (variants_ != nullptr) {
    const bool watched = observer != nullptr || !watches_.empty();
    if (!watched || variants_->closed()) {
      OPDK_TRY(CheckInputs(model_->input_specs, inputs));
      OPDK_TRY(const std::shared_ptr<const Executable> variant, variants_->Find(inputs));
      if (variant != nullptr && !watched) return variant->Run(inputs, outputs, nullptr, read, iterations);
    }
  }
  if (watches_.empty()) return RunOnce(inputs, outputs, observer, read, iterations);
  std::vector<std::unique_ptr<RunObserver>> own;
  std::vector<RunObserver*> all;
  for (const auto& watch : watches_) all.push_back(own.emplace_back(watch->Begin()).get());
  if (observer != nullptr) all.push_back(observer);
  return RunOnce(inputs, outputs, Together(std::move(all)).get(), read, iterations);
}

Status Executable::RunOnce(std::span<const RunInput> inputs, std::span<RunOutput> outputs, RunObserver* observer,
                           const std::function<void()>& read, int64_t iterations) const {
  std::unique_lock turn(idle_->turn, std::defer_lock);
  if (idle_->memory != nullptr) turn.lock();
  // Without a turn this run uses the session's memory; memory that the caller gives meanwhile is for the next run.
  std::byte* const memory = turn.owns_lock() ? idle_->memory.load() : nullptr;
  OPDK_TRY(std::unique_ptr<Context> context, Borrow());
  Status status = context->Run(inputs, outputs, observer, iterations, memory);
  if (status.ok() && read) read();
  Return(std::move(context));
  return status;
}

Result<std::vector<ge::Tensor>> Executable::Run(std::span<const ge::Tensor> inputs, RunObserver* observer,
                                                int64_t iterations) const {
  std::vector<std::vector<int64_t>> shapes;
  std::vector<RunInput> given;
  for (const ge::Tensor& input : inputs) shapes.push_back(input.GetTensorDesc().GetShape().GetDims());
  for (size_t i = 0; i < inputs.size(); ++i) {
    given.push_back({inputs[i].GetData(), inputs[i].GetSize(), inputs[i].GetDataType(), shapes[i]});
  }
  std::vector<RunOutput> outputs(model_->output_specs.size());
  std::vector<ge::Tensor> result;
  const auto copy = [&] {
    for (const RunOutput& output : outputs) {
      const ge::Shape shape(std::vector<int64_t>(output.shape.begin(), output.shape.end()));
      result.emplace_back(ge::TensorDesc(shape, ge::FORMAT_ND, output.dtype), static_cast<const uint8_t*>(output.data),
                          output.bytes);
    }
  };
  OPDK_TRY(Run(given, outputs, observer, copy, iterations));
  return result;
}

}  // namespace opdk
