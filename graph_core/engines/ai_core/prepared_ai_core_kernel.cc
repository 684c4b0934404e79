#include "graph_core/engines/ai_core/prepared_ai_core_kernel.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/engines/ai_core/cube/attention.h"
#include "graph_core/engines/ai_core/cube/cube_steps.h"
#include "graph_core/engines/ai_core/steps/index_checks.h"
#include "graph_core/engines/ai_core/steps/shared_constant.h"
#include "graph_core/engines/ai_core/vector/vector_step.h"

namespace opdk {
namespace {

// Form of the values that a step computed from constants.
constexpr const char* kComputed = "computed";

// Returns whether the operand to add lies in the result's memory. Memory of the model has its place before steps are
// made.
bool AddsInPlace(const StepSpec& spec, const KernelArgs& args) {
  for (const Epilogue& epilogue : spec.epilogues) {
    auto added = static_cast<size_t>(epilogue.value),
         result = static_cast<size_t>(spec.outputs[0]) - args.inputs.size();
    if (epilogue.value < 0 || added >= args.inputs.size() || result >= args.outputs.size()) continue;
    return args.inputs[added].data == args.outputs[result].data;
  }
  return false;
}

std::string Joined(const std::vector<std::string>& parts) {
  return parts.empty() ? "nothing to compute" : fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace

// The addresses of one run.
class AiCoreKernelCall : public KernelCall {
 public:
  explicit AiCoreKernelCall(std::shared_ptr<const PreparedAiCoreKernel> prepared)
      : prepared_(std::move(prepared)), values_(prepared_->plan_->values.size(), nullptr) {
    for (const PackedConstant& computed : prepared_->computed_) {
      values_[static_cast<size_t>(computed.value)] = const_cast<std::byte*>(computed.data.get());
    }
    for (const auto& step : prepared_->steps_) states_.push_back(step->NewState());
  }

  Status Run(const KernelArgs& args) override {
    const PreparedAiCoreKernel& prepared = *prepared_;
    auto* workspace = static_cast<std::byte*>(args.workspace);
    const auto inputs = static_cast<size_t>(prepared.plan_->inputs),
               outputs = static_cast<size_t>(prepared.plan_->outputs);
    for (size_t i = 0; i < inputs; ++i) values_[i] = args.inputs[i].data;
    for (size_t i = 0; i < outputs; ++i) values_[inputs + i] = args.outputs[i].data;
    for (const auto& [value, offset] : prepared.temporaries_) values_[value] = workspace + offset;
    if (!prepared.outside_.ok()) return prepared.outside_;
    auto check = prepared.checks_.begin();
    const auto run_checks = [&](size_t before) {
      for (; check != prepared.checks_.end() && check->first <= before; ++check) {
        OPDK_TRY(prepared.Check(*check->second, values_[static_cast<size_t>(check->second->value)]));
      }
      return Status();
    };
    for (size_t i = 0; i < prepared.steps_.size(); ++i) {
      OPDK_TRY(run_checks(i));
      if (prepared.done_[i]) continue;
      Status ran = prepared.steps_[i]->Run(values_, workspace + prepared.step_offset_, states_[i].get());
      if (!ran.ok()) return prepared.Explained(i, std::move(ran), values_);
    }
    // Outputs without elements have no steps, and the last step may write what is checked.
    return run_checks(prepared.steps_.size());
  }

 private:
  std::shared_ptr<const PreparedAiCoreKernel> prepared_;
  std::vector<void*> values_;
  std::vector<std::unique_ptr<StepState>> states_;  // one per step
};

Result<std::shared_ptr<const PreparedAiCoreKernel>> PreparedAiCoreKernel::Make(
    SharedPlan plan, const NodeOptions& options, const KernelArgs& args, const std::vector<bool>& constant,
    const std::vector<bool>& kept, std::span<const PackedConstant> packed, AiCoreStores& stores,
    BackgroundPrimitives::Made premade, std::vector<std::string> members) {
  std::shared_ptr<PreparedAiCoreKernel> prepared(new PreparedAiCoreKernel(std::move(plan)));
  prepared->members_ = std::move(members);
  OPDK_TRY(prepared->MakeSteps(options, args, constant, packed, stores, std::move(premade)));
  // A value that was computed from constants and then packed by a step would be kept twice.
  std::erase_if(prepared->computed_, [&](const PackedConstant& computed) { return !prepared->IsRead(computed.value); });
  for (size_t i = 0; i < constant.size(); ++i) {
    prepared->unread_.push_back(constant[i] && !kept[i] && !prepared->IsRead(static_cast<int>(i)));
  }
  OPDK_TRY(prepared->LayOutWorkspace());
  return prepared;
}

Status PreparedAiCoreKernel::MakeSteps(const NodeOptions& options, const KernelArgs& args,
                                       const std::vector<bool>& constant, std::span<const PackedConstant> packed,
                                       AiCoreStores& stores, BackgroundPrimitives::Made premade) {
  std::vector<const void*> constants(plan_->values.size(), nullptr);
  for (size_t i = 0; i < args.inputs.size(); ++i) {
    if (constant[i]) constants[i] = args.inputs[i].data;
  }
  OPDK_TRY(stores.kernels.Load(GeneratedKernels(*plan_)));
  for (const StepSpec& spec : plan_->steps) {
    const int number = static_cast<int>(steps_.size());
    const auto is_own = [&](const PackedConstant& each) { return each.step == number; };
    const auto first = std::find_if(packed.begin(), packed.end(), is_own);
    const std::span<const PackedConstant> own_packed(first, std::find_if_not(first, packed.end(), is_own));
    NodeOptions own = options;
    own.adds_in_place = AddsInPlace(spec, args);
    std::unique_ptr<KernelStep> step;
    // A step that was made beside the compiler didn't know constants that were packed before.
    if (own_packed.empty() && premade.options == own) step = std::move(premade.step);
    if (step == nullptr) {
      OPDK_TRY(step, MakeStep(spec, own, {constants, own_packed}, stores));
    }
    OPDK_TRY(const bool done, RunOnce(number, *step, own_packed, constants));
    steps_.push_back(std::move(step));
    done_.push_back(done);
  }
  PlaceChecks(constants);
  return Status();
}

Status PreparedAiCoreKernel::Check(const IndexCheck& check, const void* indices) const {
  const auto member = static_cast<size_t>(check.member);
  return CheckIndices(check, indices, member < members_.size() ? members_[member] : "an operator without a name");
}

std::optional<size_t> PreparedAiCoreKernel::JudgeOf(const IndexCheck& check) {
  for (size_t i = 0; i < steps_.size(); ++i) {
    if (!done_[i] && steps_[i]->Judge(check)) return i;
  }
  return std::nullopt;
}

Status PreparedAiCoreKernel::Explained(size_t step, Status failed, std::span<void* const> values) const {
  for (const auto& [judge, check] : judged_) {
    if (judge == step) OPDK_TRY(Check(*check, values[static_cast<size_t>(check->value)]));
  }
  return failed;
}

void PreparedAiCoreKernel::PlaceChecks(const std::vector<const void*>& constants) {
  for (const IndexCheck& check : plan_->checks) {
    const void* constant = check.value < 0 ? nullptr : constants[static_cast<size_t>(check.value)];
    if (check.value < 0 || constant != nullptr) {
      if (outside_.ok()) outside_ = Check(check, constant);
      continue;
    }
    if (const auto judge = JudgeOf(check)) {
      judged_.emplace_back(*judge, &check);
      continue;
    }
    const auto writes = [&](const StepSpec& spec) {
      return std::count(spec.outputs.begin(), spec.outputs.end(), check.value) > 0;
    };
    const auto writer = std::find_if(plan_->steps.begin(), plan_->steps.end(), writes);
    const size_t before = writer == plan_->steps.end() ? 0 : static_cast<size_t>(writer - plan_->steps.begin()) + 1;
    checks_.emplace_back(before, &check);
  }
  std::stable_sort(checks_.begin(), checks_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
}

bool PreparedAiCoreKernel::IsRead(int value) const {
  for (size_t i = 0; i < steps_.size(); ++i) {
    if (done_[i]) continue;
    const StepSpec& spec = plan_->steps[i];
    if (!Reads(spec, value)) continue;
    // A cube doesn't read values that it packs, unless they are more than its operands.
    StepSpec otherwise = spec;
    std::erase(otherwise.cube_inputs, value);
    if (!steps_[i]->packs(value) || Reads(otherwise, value)) return true;
  }
  return false;
}

// Runs a vector kernel once if it reads constants only (it converts or rearranges weights). Its results are constants
// for the steps that follow. Returns whether it ran.
Result<bool> PreparedAiCoreKernel::RunOnce(int number, const KernelStep& step, std::span<const PackedConstant> packed,
                                           std::vector<const void*>& constants) {
  const StepSpec& spec = plan_->steps[static_cast<size_t>(number)];
  if (!spec.is_vector()) return false;
  const auto is_output = [&](int value) { return value < plan_->inputs + plan_->outputs; };
  if (std::any_of(spec.outputs.begin(), spec.outputs.end(), is_output)) return false;
  std::vector<void*> values(plan_->values.size(), nullptr);
  for (const CanonicalKernel::Argument& argument : spec.kernel.inputs) {
    const auto value = static_cast<size_t>(argument.input);
    if (constants[value] == nullptr) return false;
    values[value] = const_cast<void*>(constants[value]);
  }
  bool known = true;
  for (int output : spec.outputs) {
    const auto value = static_cast<size_t>(output);
    OPDK_TRY(const size_t bytes, TensorBytes(plan_->values[value].dtype, plan_->values[value].shape));
    const PackedConstant* before = StepConstants(constants, packed).FindPacked(output, kComputed);
    if (before != nullptr && before->bytes == bytes) {
      constants[value] = computed_.emplace_back(*before).data.get();
      continue;
    }
    known = false;
    const std::shared_ptr<std::byte> data = NewSharedAligned(bytes);
    computed_.push_back({number, output, kComputed, bytes, data});
    constants[value] = values[value] = data.get();
  }
  if (known) return true;
  const AlignedMemory workspace = NewAligned(step.workspace_bytes());
  OPDK_TRY(step.Run(values, static_cast<std::byte*>(workspace.get()), step.NewState().get()));
  for (PackedConstant& computed : computed_) {
    if (computed.step != number) continue;
    computed.data = SharedConstant(computed.data, computed.bytes);
    constants[static_cast<size_t>(computed.value)] = computed.data.get();
  }
  return true;
}

Status PreparedAiCoreKernel::LayOutWorkspace() {
  for (auto i = static_cast<size_t>(plan_->inputs) + static_cast<size_t>(plan_->outputs); i < plan_->values.size();
       ++i) {
    const auto computed = [&](const PackedConstant& each) { return each.value == static_cast<int>(i); };
    if (std::any_of(computed_.begin(), computed_.end(), computed)) continue;
    const auto writes = [&](const StepSpec& spec) {
      return std::count(spec.outputs.begin(), spec.outputs.end(), i) > 0;
    };
    if (std::none_of(plan_->steps.begin(), plan_->steps.end(), writes)) continue;
    OPDK_TRY(const size_t bytes, TensorBytes(plan_->values[i].dtype, plan_->values[i].shape));
    temporaries_.emplace_back(i, workspace_bytes_);
    workspace_bytes_ += AlignUp(bytes);
  }
  step_offset_ = workspace_bytes_;
  size_t largest = 0;
  for (const auto& step : steps_) largest = std::max(largest, step->workspace_bytes());
  workspace_bytes_ += largest;
  return Status();
}

Result<std::unique_ptr<KernelCall>> PreparedAiCoreKernel::NewCall() const {
  return std::unique_ptr<KernelCall>(std::make_unique<AiCoreKernelCall>(shared_from_this()));
}

std::vector<PackedConstant> PreparedAiCoreKernel::packed_constants() const {
  std::vector<PackedConstant> packed;
  for (size_t i = 0; i < steps_.size(); ++i) {
    const int number = static_cast<int>(i);
    for (const PackedConstant& each : steps_[i]->packed()) {
      packed.push_back(each);
      packed.back().step = number;
    }
    std::copy_if(computed_.begin(), computed_.end(), std::back_inserter(packed),
                 [&](const PackedConstant& computed) { return computed.step == number; });
  }
  return packed;
}

std::string PreparedAiCoreKernel::description() const {
  std::vector<std::string> parts;
  for (const auto& step : steps_) parts.push_back(step->description());
  return Joined(parts);
}

std::string NamesOf(const StepPlan& plan) {
  std::vector<std::string> names;
  for (const StepSpec& spec : plan.steps) {
    names.push_back(spec.is_attention() ? AttentionName() : spec.is_cube() ? CubeName(spec) : VectorKernelName(spec));
  }
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

std::string Describe(const StepPlan& plan) {
  std::vector<std::string> parts;
  for (const StepSpec& spec : plan.steps) {
    parts.push_back(spec.is_attention() ? DescribeAttention(spec)
                    : spec.is_cube()    ? DescribeCube("", spec)
                                        : DescribeVector(spec));
  }
  return Joined(parts);
}

}  // namespace opdk
