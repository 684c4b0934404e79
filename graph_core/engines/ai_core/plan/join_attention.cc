// softmax(a b) c: the product, the softmax and the product become one step.
//
//   before   value 5 = a b   value 6 = softmax(5)   value 7 = 6 c      5 and 6: as large as rows times columns
//   after    value 7 = attention(a, b, c)                              5 and 6 are never in memory as a whole
#include <algorithm>
#include <utility>

#include "graph_core/base/machine.h"
#include "graph_core/base/type_names.h"
#include "graph_core/engines/ai_core/cube/attention.h"
#include "graph_core/engines/ai_core/plan/passes.h"

namespace opdk {
namespace {

// Returns whether the scores of all rows would leave the caches. If they don't, two products of all rows are faster.
bool IsLarge(const std::vector<int64_t>& scores) {
  return ElementCount(scores) * static_cast<int64_t>(sizeof(float)) > static_cast<int64_t>(MachineCaches().l2);
}

int Readers(const StepPlan& plan, int value) {
  return static_cast<int>(
      std::count_if(plan.steps.begin(), plan.steps.end(), [&](const StepSpec& step) { return Reads(step, value); }));
}

// Returns the step that writes a temporary value with a single reader; -1: the value is none.
int OnlyWriter(const StepPlan& plan, int value) {
  if (value < plan.inputs + plan.outputs || Readers(plan, value) != 1) return -1;
  const auto writes = [&](const StepSpec& step) {
    return std::find(step.outputs.begin(), step.outputs.end(), value) != step.outputs.end();
  };
  const auto found = std::find_if(plan.steps.begin(), plan.steps.end(), writes);
  return found == plan.steps.end() ? -1 : static_cast<int>(found - plan.steps.begin());
}

void Erase(ExpressionDraft& draft, int number) {
  auto& steps = draft.plan.steps;
  const auto place = static_cast<size_t>(number);
  std::erase_if(draft.kernels, [&](const ExpressionDraft::Kernel& kernel) { return kernel.step == place; });
  for (ExpressionDraft::Kernel& kernel : draft.kernels) kernel.step -= kernel.step > place ? 1 : 0;
  steps.erase(steps.begin() + number);
}

// Joins the attention whose last step is `last`. Returns false if there is none.
bool JoinAt(ExpressionDraft& draft, size_t last) {
  StepPlan& plan = draft.plan;
  const auto step = [&](int number) -> const StepSpec& { return plan.steps[static_cast<size_t>(number)]; };
  const StepSpec& product = plan.steps[last];
  if (!product.is_cube() || product.cube_inputs.empty()) return false;
  const int softmax = OnlyWriter(plan, product.cube_inputs[0]);
  if (softmax < 0 || step(softmax).direct == nullptr || step(softmax).kernel.inputs.empty()) return false;
  for (const CanonicalKernel::Argument& input : step(softmax).kernel.inputs) {
    const int scores = OnlyWriter(plan, input.input);
    if (scores < 0 || !step(scores).is_cube() || !IsLarge(step(scores).cube->shape)) continue;
    StepSpec joined;
    joined.parts = {step(scores), step(softmax), product};
    if (!FormsAttention(joined.parts)) continue;
    joined.outputs = product.outputs;
    plan.steps[last] = std::move(joined);
    Erase(draft, std::max(scores, softmax));
    Erase(draft, std::min(scores, softmax));
    return true;
  }
  return false;
}

}  // namespace

Result<Changed> JoinAttention(ExpressionDraft& draft) {
  bool changed = false;
  for (size_t i = 0; i < draft.plan.steps.size();) {
    const bool joined = JoinAt(draft, i);
    changed = changed || joined;
    // Two steps before it are gone.
    i = joined ? i - 1 : i + 1;
  }
  return Changed{changed};
}

}  // namespace opdk
