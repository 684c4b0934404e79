// Plans of the groups that a fusion pass tries.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "graph_core/ir/graph.h"
#include "graph_core/ir/pass.h"

namespace opdk {

// Plans groups. A chain of n equal nodes is tried as groups of 2, 3, … nodes at each of its places; the expression of
// a group is built once, not for each place. An object belongs to one pass over one graph, in which the descriptions
// of nodes stay as they are. Used by one thread.
class GroupPlans {
 public:
  struct Answer {
    Result<SharedPlan> plan;
    // WhyNotOneKernel; "" also where there is no plan.
    std::string why;
  };

  explicit GroupPlans(const PassContext& context) : context_(context) {}

  // Plans these nodes (producers first) as one. The plan is right up to the values of Params, which may be those of
  // other nodes.
  Answer Of(std::span<Node* const> nodes);

 private:
  // Nodes whose expressions differ at most in the values of Params, and which need the values of the same inputs.
  struct Kind {
    std::vector<tbe::Tensor> outputs;
    std::vector<int> value_inputs;
    int number = 0;
  };

  int KindOf(Node* node);
  int NewKind(Node* node);
  std::string KeyOf(std::span<Node* const> nodes);

  const PassContext& context_;
  std::unordered_map<const Node*, int> kind_of_;
  std::unordered_multimap<uint64_t, Kind> kinds_;  // by the hash of the outputs
  int next_kind_ = 0;
  std::unordered_map<std::string, Answer> answers_;
  size_t nodes_ = 0;  // of the groups in answers_
};

}  // namespace opdk
