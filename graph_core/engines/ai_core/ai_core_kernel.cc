#include "graph_core/engines/ai_core/ai_core_kernel.h"

#include <algorithm>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/engines/ai_core/expression/node_inputs.h"
#include "graph_core/engines/ai_core/plan/pipeline.h"
#include "graph_core/package/placed_node.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// Returns the bytes of an input; nothing if its data isn't there yet.
std::span<const uint8_t> ValueBytes(const TensorArg& input) {
  if (input.shape == nullptr) return {};
  const auto bytes = TensorBytes(input.dtype, *input.shape);
  if (!bytes.ok() || input.data == nullptr) return {};
  return {static_cast<const uint8_t*>(input.data), *bytes};
}

// Returns whether a tensor is as large as a value of the plan. No step reads a value without a shape. A value in blocks
// of channels takes more bytes than its elements.
bool Holds(const TensorArg& tensor, const PlanValue& value) {
  if (tensor.shape == nullptr || value.shape.empty()) return true;
  const auto has = TensorBytes(tensor.dtype, *tensor.shape), needs = TensorBytes(value.dtype, value.shape);
  return has.ok() && needs.ok() && (value.c0 == 0 ? *has == *needs : *has >= *needs);
}

// Checks a plan that was read with a model. E2001: the plan is for other tensors than the node's.
Status CheckPlan(const StepPlan& plan, const std::vector<bool>& needed, const KernelArgs& args) {
  const size_t inputs = args.inputs.size(), outputs = args.outputs.size();
  bool fits = plan.inputs == static_cast<int>(inputs) && plan.outputs == static_cast<int>(outputs);
  for (size_t i = 0; fits && i < inputs; ++i) fits = Holds(args.inputs[i], plan.values[i]);
  for (size_t i = 0; fits && i < outputs; ++i) fits = !needed[i] || Holds(args.outputs[i], plan.values[inputs + i]);
  if (fits) return Status();
  return Status(ErrorCode::kModelInvalid, "not a program: the plan of its kernel is for other tensors");
}

}  // namespace

AiCoreKernel::AiCoreKernel(const Node& node, const OperatorProvider* provider, NodePlan plan,
                           std::vector<PackedConstant> packed, const PassContext& context, AiCoreStores& stores,
                           BackgroundPrimitives::Made premade)
    : context_(context),
      stores_(stores),
      needed_(NeededOutputs(node)),
      value_depend_(node.inputs().size(), false),
      premade_(std::move(premade)),
      packed_(std::move(packed)) {
  for (const Endpoint& input : node.inputs()) constant_.push_back(input.node != nullptr && input.node->Is(kConst));
  bool values_known = true;
  for (int input : ValueDependInputs(node, *context.packages)) {
    value_depend_[static_cast<size_t>(input)] = true;
    values_known = values_known && constant_[static_cast<size_t>(input)];
  }
  context_.record = nullptr;
  context_.state = nullptr;
  exact_ = plan.steps != nullptr && plan.exact && values_known;
  if (exact_) options_ = plan.options();
  if (!exact_) expression_.emplace(node, node.op(), provider, *context.packages);
  if (!exact_ || !plan.steps->checks.empty()) members_ = MemberNames(node);
  plan_ = std::move(plan.steps);
}

// Formats in blocks of channels, and activations behind a convolution in them, are for known shapes only.
bool AiCoreKernel::gains_from_shapes() const {
  return plan_ != nullptr && std::any_of(plan_->steps.begin(), plan_->steps.end(), [](const StepSpec& step) {
           return step.is_cube() && step.cube->kind != tbe::Kind::kMatmul;
         });
}

AiCoreKernel::Problem AiCoreKernel::ProblemOf(const KernelArgs& args) const {
  Problem problem;
  problem.threads = ThreadCount();
  for (size_t i = 0; i < args.inputs.size(); ++i) {
    const TensorArg& input = args.inputs[i];
    problem.inputs.push_back(input.shape == nullptr ? InputShape{} : InputShape{input.dtype, *input.shape});
    std::vector<bool>& overlap = problem.overlaps.emplace_back();
    for (const TensorArg& output : args.outputs) overlap.push_back(input.data == output.data);
    if (!value_depend_[i] || constant_[i]) continue;
    const std::span<const uint8_t> bytes = ValueBytes(input);
    problem.values.emplace_back(bytes.begin(), bytes.end());
  }
  for (const TensorArg& output : args.outputs) problem.output_shapes.push_back(*output.shape);
  return problem;
}

Result<SharedPlan> AiCoreKernel::PlanFor(const Problem& problem, const KernelArgs& args) const {
  const ConstInputFn const_input = [&](int index, ge::Tensor& value) {
    const auto i = static_cast<size_t>(index);
    if (i >= args.inputs.size() || !(constant_[i] || value_depend_[i])) return false;
    const TensorArg& input = args.inputs[i];
    if (input.shape == nullptr) return false;
    const auto bytes = TensorBytes(input.dtype, *input.shape);
    if (!bytes.ok() || (input.data == nullptr && *bytes != 0)) return false;
    const ge::TensorDesc desc(ge::Shape(*input.shape), ge::FORMAT_ND, input.dtype);
    value = ge::Tensor(desc, static_cast<const uint8_t*>(input.data), *bytes);
    return true;
  };
  OPDK_TRY(const std::vector<tbe::Tensor> outputs,
           expression_->Build(problem.inputs, problem.output_shapes, const_input));
  OPDK_TRY(StepPlan plan, MakePlan(outputs, needed_, static_cast<int>(problem.inputs.size()), {}, context_, nullptr,
                                   expression_->checks()));
  return std::make_shared<const StepPlan>(std::move(plan));
}

Result<std::shared_ptr<const PreparedKernel>> AiCoreKernel::Prepare(const KernelArgs& args) const {
  const Problem problem = ProblemOf(args);
  const std::lock_guard lock(mutex_);
  std::erase_if(shared_, [](const Shared& shared) { return shared.steps.expired(); });
  const auto known =
      std::find_if(shared_.begin(), shared_.end(), [&](const Shared& shared) { return shared.problem == problem; });
  if (known != shared_.end()) {
    if (auto steps = known->steps.lock()) return std::shared_ptr<const PreparedKernel>(std::move(steps));
  }
  SharedPlan plan = plan_;
  const std::vector<PackedConstant> packed = exact_ ? std::exchange(packed_, {}) : std::vector<PackedConstant>();
  if (!exact_) {
    OPDK_TRY(plan, PlanFor(problem, args));
  }
  OPDK_TRY(CheckPlan(*plan, needed_, args));
  OPDK_TRY(std::shared_ptr<const PreparedAiCoreKernel> steps,
           PreparedAiCoreKernel::Make(std::move(plan), options_, args, constant_, value_depend_, packed, stores_,
                                      std::exchange(premade_, {}), members_));
  shared_.push_back({problem, steps});
  return std::shared_ptr<const PreparedKernel>(std::move(steps));
}

}  // namespace opdk
