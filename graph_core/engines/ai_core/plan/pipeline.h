// The expression compiler: from an operator's expression to the kernel calls that compute it, as a table of passes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/engines/ai_core/plan/passes.h"
#include "graph_core/engines/ai_core/steps/channel_blocks.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "graph_core/ir/pass.h"
#include "opdk/status.h"

namespace opdk {

// The name under which the passes' times and dumps appear.
inline constexpr std::string_view kExpressionStage = "ai_core_expression";

struct ExpressionPass {
  std::string_view name;
  Result<Changed> (*run)(ExpressionDraft& draft);
  bool required;         // what follows can't do without it
  std::string_view why;  // what it does, and why it stands where it does
};

// The table, in order.
std::span<const ExpressionPass> ExpressionPasses();

// The texts of many nodes' expressions after each pass.
class ExpressionDump {
 public:
  // What is added from now on belongs to this node.
  void Begin(std::string node) { node_ = std::move(node); }
  void Add(std::string_view pass, const ExpressionDraft& draft);
  // One file per pass in the context's dump directory, the nodes one after the other. E1002.
  Status Write(const PassContext& context) const;

 private:
  std::string node_;
  std::vector<std::pair<std::string_view, std::string>> texts_;  // by pass, in the order of the table
};

// `outputs`: one expression per output; those that are not `needed` are not computed. `input_count`: of the operator.
// `blocks`: which inputs and outputs have channel blocks; temporaries have none. `context`: which passes are left out,
// and where times are noted. `checks`: of indices that the expression reads. E2010 with the reason when a part of the
// expression has no lowering.
Result<StepPlan> MakePlan(std::span<const tbe::Tensor> outputs, const std::vector<bool>& needed, int input_count,
                          const PortBlocks& blocks = {}, const PassContext& context = {},
                          ExpressionDump* dump = nullptr, std::span<const IndexCheckDraft> checks = {});

}  // namespace opdk
