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
#include "graph_core/engines/ai_core/steps/channel_blocks.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "graph_core/ir/pass.h"

namespace opdk {

// Used by one thread, the engine's.
class PlanMemo {
 public:
  // All that a plan depends on.
  struct Question {
    std::vector<tbe::Tensor> outputs;
    std::vector<bool> needed;
    int inputs = 0;
    PortBlocks blocks;
    std::vector<std::string> disabled_passes;
    std::vector<IndexCheckDraft> checks;
  };

  // Returns the earlier answer, which may be that there is no plan; nullptr if the question is new.
  const Result<SharedPlan>* Find(uint64_t hash, const Question& question) const;
  // Keeps an answer. `nodes`: nodes of the expression, a measure of its memory. When all entries take too much memory,
  // all are dropped.
  void Keep(uint64_t hash, Question question, size_t nodes, const Result<SharedPlan>& answer);
  void Clear();

 private:
  struct Entry {
    Question question;
    Result<SharedPlan> answer;
  };
  std::unordered_multimap<uint64_t, Entry> entries_;
  size_t nodes_ = 0;
};

// Calls MakePlan, once for each expression if the context has a memo. With a `dump` every call makes the plan anew,
// since the dump shows the passes at work.
Result<SharedPlan> PlanOnce(std::span<const tbe::Tensor> outputs, const std::vector<bool>& needed, int input_count,
                            const PortBlocks& blocks, const PassContext& context, ExpressionDump* dump = nullptr,
                            std::span<const IndexCheckDraft> checks = {});

}  // namespace opdk
