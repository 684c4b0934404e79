#include "graph_core/engines/ai_core/plan/plan_memo.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "graph_core/engines/ai_core/plan/same_expression.h"
#include "tbe/hash.h"
#include "tbe/walk.h"

namespace opdk {
namespace {

// About a kilobyte each, with the plan made of them.
constexpr size_t kMostNodes = size_t{1} << 16;

Result<SharedPlan> MakeSharedPlan(const PlanMemo::Question& question, const PassContext& context,
                                  ExpressionDump* dump) {
  OPDK_TRY(StepPlan plan, MakePlan(question.outputs, question.needed, question.inputs, question.blocks, context, dump,
                                   question.checks));
  return SharedPlan(std::make_shared<const StepPlan>(std::move(plan)));
}

// Returns the outputs, then the indices that are checked.
std::vector<tbe::Tensor> ExpressionsOf(const PlanMemo::Question& question) {
  std::vector<tbe::Tensor> all = question.outputs;
  for (const IndexCheckDraft& check : question.checks) all.push_back(check.indices);
  return all;
}

bool SameChecks(const PlanMemo::Question& a, const PlanMemo::Question& b) {
  return std::equal(a.checks.begin(), a.checks.end(), b.checks.begin(), b.checks.end(),
                    [](const IndexCheckDraft& one, const IndexCheckDraft& other) { return one.check == other.check; });
}

}  // namespace

const Result<SharedPlan>* PlanMemo::Find(uint64_t hash, const Question& question) const {
  const auto [begin, end] = entries_.equal_range(hash);
  const auto found = std::find_if(begin, end, [&](const auto& entry) {
    const Question& known = entry.second.question;
    return known.needed == question.needed && known.inputs == question.inputs && known.blocks == question.blocks &&
           known.disabled_passes == question.disabled_passes && SameChecks(known, question) &&
           SameExpression(ExpressionsOf(known), ExpressionsOf(question));
  });
  return found == end ? nullptr : &found->second.answer;
}

void PlanMemo::Keep(uint64_t hash, Question question, size_t nodes, const Result<SharedPlan>& answer) {
  if (nodes_ + nodes > kMostNodes) Clear();
  if (nodes > kMostNodes) return;
  nodes_ += nodes;
  entries_.emplace(hash, Entry{std::move(question), answer});
}

void PlanMemo::Clear() {
  entries_.clear();
  nodes_ = 0;
}

Result<SharedPlan> PlanOnce(std::span<const tbe::Tensor> outputs, const std::vector<bool>& needed, int input_count,
                            const PortBlocks& blocks, const PassContext& context, ExpressionDump* dump,
                            std::span<const IndexCheckDraft> checks) {
  PlanMemo::Question question{{outputs.begin(), outputs.end()}, needed, input_count, blocks, context.disabled_passes,
                              {checks.begin(), checks.end()}};
  if (context.plans == nullptr) return MakeSharedPlan(question, context, dump);
  std::vector<tbe::Tensor> present;
  std::copy_if(outputs.begin(), outputs.end(), std::back_inserter(present),
               [](const tbe::Tensor& output) { return static_cast<bool>(output); });
  const uint64_t hash = tbe::Hash(present).low;
  if (const Result<SharedPlan>* known = context.plans->Find(hash, question); known != nullptr && dump == nullptr) {
    return *known;
  }
  Result<SharedPlan> plan = MakeSharedPlan(question, context, dump);
  context.plans->Keep(hash, std::move(question), tbe::PostOrder(outputs).size(), plan);
  return plan;
}

}  // namespace opdk
