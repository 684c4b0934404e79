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
  bool required;         // later passes can't do without it
  std::string_view why;  // its purpose, and the reason for its place
};

// Returns the table of passes, in order.
std::span<const ExpressionPass> ExpressionPasses();

// The texts of many nodes' expressions after each pass.
class ExpressionDump {
 public:
  // Begins a node: all texts added later belong to it.
  void Begin(std::string node) { node_ = std::move(node); }
  void Add(std::string_view pass, const ExpressionDraft& draft);
  // Writes one file per pass to the context's dump directory, the nodes one after the other. E1006.
  Status Write(const PassContext& context) const;

 private:
  std::string node_;
  std::vector<std::pair<std::string_view, std::string>> texts_;  // by pass, in the order of the table
};

// Makes the plan of an expression per output. Outputs that aren't `needed` are not computed. `input_count`: the number
// of the operator's inputs. `blocks`: the inputs and outputs with channel blocks; temporaries have none. `context`: the
// passes to leave out, and the place for times. `checks`: the checks of indices that the expression reads. E2010: a
// part of the expression has no lowering; the message says why.
Result<StepPlan> MakePlan(std::span<const tbe::Tensor> outputs, const std::vector<bool>& needed, int input_count,
                          const PortBlocks& blocks = {}, const PassContext& context = {},
                          ExpressionDump* dump = nullptr, std::span<const IndexCheckDraft> checks = {});

}  // namespace opdk
