#include "graph_core/engines/ai_core/plan/plan_memo.h"

#include <algorithm>
#include <iterator>
#include <utility>

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

// Returns the context's memo, or nullptr.
PlanMemo* MemoOf(const PassContext& context) {
  auto* const memo = dynamic_cast<PlanMemo*>(context.state);
  OPDK_CHECK(memo != nullptr || context.state == nullptr, "a plan was asked for with the state of other passes");
  return memo;
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

bool SameQuestion(const PlanMemo::Question& a, const PlanMemo::Question& b, ParamValues values) {
  return a.needed == b.needed && a.inputs == b.inputs && a.blocks == b.blocks &&
         a.disabled_passes == b.disabled_passes && SameChecks(a, b) &&
         SameExpression(ExpressionsOf(a), ExpressionsOf(b), values);
}

uint64_t HashOf(const PlanMemo::Question& question, ParamValues values) {
  std::vector<tbe::Tensor> present;
  std::copy_if(question.outputs.begin(), question.outputs.end(), std::back_inserter(present),
               [](const tbe::Tensor& output) { return static_cast<bool>(output); });
  return tbe::Hash(present, {.param_values = values == ParamValues::kCompared}).low;
}

}  // namespace

const PlanMemo::Entry* PlanMemo::FindKind(uint64_t hash, const Question& question) const {
  const auto [begin, end] = kinds_.equal_range(hash);
  const auto found = std::find_if(begin, end, [&](const auto& kind) {
    return SameQuestion(kind.second->question, question, ParamValues::kIgnored);
  });
  return found == end ? nullptr : found->second;
}

const Result<SharedPlan>* PlanMemo::Find(const Question& question, ParamValues values) const {
  const uint64_t hash = HashOf(question, values);
  if (values == ParamValues::kIgnored) {
    const Entry* kind = FindKind(hash, question);
    return kind == nullptr ? nullptr : &kind->answer;
  }
  const auto [begin, end] = entries_.equal_range(hash);
  const auto found = std::find_if(begin, end, [&](const auto& entry) {
    return SameQuestion(entry.second.question, question, ParamValues::kCompared);
  });
  return found == end ? nullptr : &found->second.answer;
}

SharedPlan PlanMemo::WithOtherValues(const Question& question) const {
  const Entry* kind = FindKind(HashOf(question, ParamValues::kIgnored), question);
  // Epilogues of cubes and checks of indices have values of Params in other places.
  if (kind == nullptr || !kind->answer.ok() || !(*kind->answer)->checks.empty()) return nullptr;
  const auto plan = std::make_shared<StepPlan>(**kind->answer);
  const std::vector<tbe::Tensor> before = tbe::PostOrder(kind->question.outputs);
  const std::vector<tbe::Tensor> now = tbe::PostOrder(question.outputs);
  std::unordered_map<const tbe::TensorNode*, size_t> places;
  for (size_t i = 0; i < before.size(); ++i) {
    if (before[i]->kind == tbe::Kind::kParam) places.emplace(before[i].get(), i);
  }
  for (StepSpec& step : plan->steps) {
    CanonicalKernel& kernel = step.kernel;
    if (!step.is_vector() || kernel.param_nodes.size() != kernel.params.size()) return nullptr;
    for (size_t i = 0; i < kernel.params.size(); ++i) {
      const auto place = places.find(kernel.param_nodes[i]);
      if (place == places.end()) return nullptr;
      kernel.params[i] = now[place->second]->value;
    }
    kernel.param_nodes.clear();
    step.expressions.clear();
  }
  return plan;
}

void PlanMemo::Keep(Question question, const Result<SharedPlan>& answer, bool known_kind) {
  const size_t nodes = tbe::PostOrder(question.outputs).size();
  const bool full = nodes_ + nodes > kMostNodes;
  // The plan of a known kind is copied again in less time than others are made again.
  if (nodes > kMostNodes || (full && known_kind)) return;
  if (full) Clear();
  nodes_ += nodes;
  const uint64_t hash = HashOf(question, ParamValues::kCompared);
  const uint64_t kind = known_kind ? 0 : HashOf(question, ParamValues::kIgnored);
  const bool new_kind = !known_kind && FindKind(kind, question) == nullptr;
  const auto kept = entries_.emplace(hash, Entry{std::move(question), answer});
  if (new_kind) kinds_.emplace(kind, &kept->second);
}

void PlanMemo::Clear() {
  kinds_.clear();
  entries_.clear();
  nodes_ = 0;
}

Result<SharedPlan> PlanOnce(PlanMemo::Question question, const PassContext& context, const PlanOptions& options) {
  question.disabled_passes = context.disabled_passes;
  PlanMemo* const memo = MemoOf(context);
  if (memo == nullptr) return MakeSharedPlan(question, context, options.dump);
  if (options.dump == nullptr) {
    if (const Result<SharedPlan>* known = memo->Find(question, options.values)) return *known;
  }
  if (options.dump == nullptr && !options.expressions) {
    if (SharedPlan like = memo->WithOtherValues(question); like != nullptr) {
      memo->Keep(std::move(question), like, /*known_kind=*/true);
      return like;
    }
  }
  Result<SharedPlan> plan = MakeSharedPlan(question, context, options.dump);
  memo->Keep(std::move(question), plan);
  return plan;
}

}  // namespace opdk
