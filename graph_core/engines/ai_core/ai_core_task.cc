#include "graph_core/engines/ai_core/ai_core_task.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/engines/ai_core/cube/cube_steps.h"
#include "graph_core/engines/ai_core/expression/node_inputs.h"
#include "graph_core/engines/ai_core/plan/node_plan.h"
#include "graph_core/engines/ai_core/plan/pipeline.h"
#include "graph_core/engines/ai_core/vector/vector_step.h"
#include "graph_core/package/placed_node.h"

namespace opdk {
namespace {

// Memory of the model's own has its place before tasks are prepared.
bool AddsInPlace(const StepSpec& spec, const TaskArgs& args) {
  for (const Epilogue& epilogue : spec.epilogues) {
    auto added = static_cast<size_t>(epilogue.value),
         result = static_cast<size_t>(spec.outputs[0]) - args.inputs.size();
    if (epilogue.value < 0 || added >= args.inputs.size() || result >= args.outputs.size()) continue;
    return args.inputs[added].data == args.outputs[result].data;
  }
  return false;
}

}  // namespace

AiCoreTask::AiCoreTask(const Node& node, const OperatorProvider* provider, NodePlan plan, const PassContext& context,
                       StepStores& stores, EarlySteps::Made early)
    : expression_(node, provider, *context.packages),
      context_(context),
      stores_(stores),
      early_(std::move(early)),
      needed_(NeededOutputs(node)),
      value_depend_(node.inputs().size(), false),
      blocks_(BlocksOf(node.op()).any()) {
  for (const Endpoint& input : node.inputs()) constant_.push_back(input.node != nullptr && input.node->Is(kConst));
  bool values_known = true;
  for (int input : ValueDependInputs(node, *context.packages)) {
    value_depend_[static_cast<size_t>(input)] = true;
    values_known = values_known && constant_[static_cast<size_t>(input)];
  }
  context_.record = nullptr;
  context_.plans = nullptr;
  if (plan.steps == nullptr) return;
  use_ = plan.use();
  plan_ = std::move(plan.steps);
  planned_ = plan.exact && values_known;
}

Status AiCoreTask::MakePlanFor(const TaskArgs& args) {
  std::vector<InputShape> inputs;
  for (const TensorArg& input : args.inputs) {
    inputs.push_back(input.shape == nullptr ? InputShape{} : InputShape{input.dtype, *input.shape});
  }
  std::vector<std::vector<int64_t>> output_shapes;
  for (const TensorArg& output : args.outputs) output_shapes.push_back(*output.shape);
  ConstInputFn const_input = [&](int index, ge::Tensor& value) {
    auto i = static_cast<size_t>(index);
    if (i >= args.inputs.size() || !(constant_[i] || value_depend_[i])) return false;
    const TensorArg& input = args.inputs[i];
    if (input.shape == nullptr) return false;
    auto bytes = TensorBytes(input.dtype, *input.shape);
    if (!bytes.ok() || (input.data == nullptr && *bytes != 0)) return false;
    ge::TensorDesc desc(ge::Shape(*input.shape), ge::FORMAT_ND, input.dtype);
    value = ge::Tensor(desc, static_cast<const uint8_t*>(input.data), *bytes);
    return true;
  };
  OPDK_TRY(std::vector<tbe::Tensor> outputs, expression_.Build(inputs, output_shapes, const_input));
  OPDK_TRY(StepPlan plan, MakePlan(outputs, needed_, static_cast<int>(inputs.size()), {}, context_));
  plan_ = std::make_shared<const StepPlan>(std::move(plan));
  use_ = {};
  return Status();
}

Status AiCoreTask::MakeSteps(const TaskArgs& args) {
  if (!planned_) OPDK_TRY(MakePlanFor(args));
  planned_ = blocks_;
  std::vector<const void*> constants(plan_->values.size(), nullptr);
  for (size_t i = 0; i < args.inputs.size(); ++i) {
    if (constant_[i]) constants[i] = args.inputs[i].data;
  }
  OPDK_TRY(stores_.kernels.Load(GeneratedKernels(*plan_)));
  steps_.clear();
  computed_.clear();
  done_.clear();
  for (const StepSpec& spec : plan_->steps) {
    StepUse use = use_;
    use.adds_in_place = AddsInPlace(spec, args);
    std::unique_ptr<KernelStep> step;
    if (early_.use == use) step = std::move(early_.step);
    if (step == nullptr) {
      OPDK_TRY(step, MakeStep(spec, use, constants, stores_));
    }
    OPDK_TRY(const bool done, RunOnce(spec, *step, constants));
    steps_.push_back(std::move(step));
    done_.push_back(done);
  }
  early_ = {};
  ReleaseComputed();
  return Status();
}

bool AiCoreTask::IsRead(int value) const {
  for (size_t i = 0; i < steps_.size(); ++i) {
    if (done_[i]) continue;
    const StepSpec& spec = plan_->steps[i];
    const auto is_kernel_input = [&](const CanonicalKernel::Argument& input) { return input.input == value; };
    if (std::any_of(spec.kernel.inputs.begin(), spec.kernel.inputs.end(), is_kernel_input)) return true;
    const bool operand = std::count(spec.cube_inputs.begin(), spec.cube_inputs.end(), value) > 0;
    if (spec.bias == value || (operand && !steps_[i]->packs(value))) return true;
    const auto adds = [&](const Epilogue& epilogue) { return epilogue.value == value; };
    if (std::any_of(spec.epilogues.begin(), spec.epilogues.end(), adds)) return true;
  }
  return false;
}

// What was computed of constants and then packed by a step lies there twice.
void AiCoreTask::ReleaseComputed() {
  std::erase_if(computed_, [&](const Computed& computed) { return !IsRead(static_cast<int>(computed.value)); });
}

std::vector<bool> AiCoreTask::unread_constants() const {
  std::vector<bool> unread;
  for (size_t i = 0; i < constant_.size(); ++i) {
    unread.push_back(constant_[i] && !value_depend_[i] && !IsRead(static_cast<int>(i)));
  }
  return unread;
}

// A vector kernel that reads constants only (converts or rearranges weights) runs here, once. Its results are constants
// for the steps that follow.
Result<bool> AiCoreTask::RunOnce(const StepSpec& spec, KernelStep& step, std::vector<const void*>& constants) {
  if (spec.expressions.empty()) return false;
  const auto is_output = [&](int value) { return value < plan_->inputs + plan_->outputs; };
  if (std::any_of(spec.outputs.begin(), spec.outputs.end(), is_output)) return false;
  std::vector<void*> values(plan_->values.size(), nullptr);
  for (const CanonicalKernel::Argument& argument : spec.kernel.inputs) {
    const auto value = static_cast<size_t>(argument.input);
    if (constants[value] == nullptr) return false;
    values[value] = const_cast<void*>(constants[value]);
  }
  for (int output : spec.outputs) {
    const auto value = static_cast<size_t>(output);
    OPDK_TRY(const size_t bytes, TensorBytes(plan_->values[value].dtype, plan_->values[value].shape));
    computed_.push_back({value, NewAligned(bytes)});
    values[value] = computed_.back().data.get();
    constants[value] = values[value];
  }
  const AlignedMemory workspace = NewAligned(step.workspace_bytes());
  OPDK_TRY(step.Run(values, static_cast<std::byte*>(workspace.get())));
  return true;
}

Result<size_t> AiCoreTask::Prepare(const TaskArgs& args) {
  OPDK_TRY(MakeSteps(args));
  size_t workspace = 0;
  offsets_.clear();
  for (size_t i = static_cast<size_t>(plan_->inputs + plan_->outputs); i < plan_->values.size(); ++i) {
    OPDK_TRY(size_t bytes, TensorBytes(plan_->values[i].dtype, plan_->values[i].shape));
    offsets_.push_back(workspace);
    workspace += AlignUp(bytes);
  }
  step_offset_ = workspace;
  size_t largest = 0;
  for (const auto& step : steps_) largest = std::max(largest, step->workspace_bytes());
  values_.assign(plan_->values.size(), nullptr);
  return workspace + largest;
}

Status AiCoreTask::Run(const TaskArgs& args) {
  auto* workspace = static_cast<std::byte*>(args.workspace);
  auto inputs = static_cast<size_t>(plan_->inputs), outputs = static_cast<size_t>(plan_->outputs);
  for (size_t i = 0; i < inputs; ++i) values_[i] = args.inputs[i].data;
  for (size_t i = 0; i < outputs; ++i) values_[inputs + i] = args.outputs[i].data;
  for (size_t i = 0; i < offsets_.size(); ++i) values_[inputs + outputs + i] = workspace + offsets_[i];
  for (const Computed& computed : computed_) values_[computed.value] = computed.data.get();
  for (size_t i = 0; i < steps_.size(); ++i) {
    if (!done_[i]) OPDK_TRY(steps_[i]->Run(values_, workspace + step_offset_));
  }
  return Status();
}

std::string AiCoreTask::kernel_name() const {
  std::vector<std::string> names;
  for (const StepSpec& spec : plan_->steps) {
    names.push_back(spec.expressions.empty() ? CubeName(spec) : VectorKernelName(spec));
  }
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

std::string AiCoreTask::description() const {
  std::vector<std::string> parts;
  for (size_t i = 0; i < plan_->steps.size(); ++i) {
    const StepSpec& spec = plan_->steps[i];
    if (i < steps_.size()) {
      parts.push_back(steps_[i]->description());
    } else {
      parts.push_back(spec.expressions.empty() ? DescribeCube("", spec) : DescribeVector(spec));
    }
  }
  return parts.empty() ? "nothing to compute" : fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace opdk
