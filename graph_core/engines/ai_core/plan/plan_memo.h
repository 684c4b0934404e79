// The plans that were made while one graph is compiled. A node is planned when it is placed, at each attempt to fuse it
// or to change its format, and when its kernels are compiled. A model also repeats its layers. Each time the plan of an
// expression is asked for; an expression that was asked for before has its plan already.
//
// A plan depends on the expression that the operator's kernel gave, and on MakePlan's other arguments. These are
// compared. So a change of a description, an attribute, a constant, a body or a format needs no notice: where it
// matters, the expression differs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph_core/engines/ai_core/plan/pipeline.h"
#include "graph_core/engines/ai_core/plan/same_expression.h"
#include "graph_core/engines/ai_core/steps/channel_blocks.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "graph_core/ir/pass.h"

namespace opdk {

// Used by one thread, the engine's.
class PlanMemo : public PassState {
 public:
  // All that a plan depends on.
  struct Question {
    std::vector<tbe::Tensor> outputs;
    std::vector<bool> needed;
    int inputs = 0;
    PortBlocks blocks = {};
    std::vector<IndexCheckDraft> checks = {};
    std::vector<std::string> disabled_passes = {};  // of the context; PlanOnce fills them
  };

  // Returns the earlier answer, which may be that there is no plan; nullptr if the question is new. If values are
  // ignored, the answer may be the one for other values of Params.
  const Result<SharedPlan>* Find(const Question& question, ParamValues values = ParamValues::kCompared) const;
  // Returns a copy of the plan for other values of Params, with the values of this question and without expressions.
  // nullptr: there is none, or the values may have decided more than the arguments of kernels.
  SharedPlan WithOtherValues(const Question& question) const;
  // Keeps the answer to a new question. When all entries take too much memory, all are dropped. `known_kind`: the memo
  // has an answer for other values of Params.
  void Keep(Question question, const Result<SharedPlan>& answer, bool known_kind = false);
  void Clear();

 private:
  struct Entry {
    Question question;
    Result<SharedPlan> answer;
  };
  const Entry* FindKind(uint64_t hash, const Question& question) const;

  std::unordered_multimap<uint64_t, Entry> entries_;
  // One of the entries that differ in nothing but values of Params.
  std::unordered_multimap<uint64_t, const Entry*> kinds_;
  size_t nodes_ = 0;  // of the expressions, a measure of the memory
};

// The wishes of one call of PlanOnce.
struct PlanOptions {
  ExpressionDump* dump = nullptr;  // every call with one makes the plan anew, since the dump shows the passes at work
  // kIgnored: the plan may be one for other values of Params. That is enough to learn whether there is a plan, and of
  // which steps.
  ParamValues values = ParamValues::kCompared;
  // Only passes look at the expressions of a plan's steps. Plans without them are made faster.
  bool expressions = true;
};

// Calls MakePlan, once for each expression if the context's state is a memo. The state is a memo or nullptr.
Result<SharedPlan> PlanOnce(PlanMemo::Question question, const PassContext& context, const PlanOptions& options = {});

}  // namespace opdk
