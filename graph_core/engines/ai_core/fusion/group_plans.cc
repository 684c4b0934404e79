//   a = Relu(x)   b = Relu(a)   c = Relu(b)   y = Neg(c)       x: [4]
//
// a, b and c have the same expression, relu over a tensor [4]: they are of one kind, 0; y is of kind 1. The key of a
// group tells the kind of each node and where its inputs come from:
//
//   {a, b}      0 of source 0, 0 of member 0, member 1 is read outside
//   {b, c}      the same key: the plan of {a, b}
//   {c, y}      another key, because y is of another kind
//
// Numbers that kernels take as arguments (tbe::Param) don't tell kinds apart: LeakyRelus of different slopes are of one
// kind. Kernels don't depend on these numbers, so the choice which nodes to fuse doesn't either.
#include "graph_core/engines/ai_core/fusion/group_plans.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "graph_core/engines/ai_core/fusion/cost_rule.h"
#include "graph_core/engines/ai_core/fusion/group.h"
#include "graph_core/engines/ai_core/plan/same_expression.h"
#include "graph_core/package/placed_node.h"
#include "tbe/hash.h"

namespace opdk {
namespace {

// Expressions and groups that are kept; where there are more, all go. Each node takes about a kilobyte.
constexpr size_t kMostKinds = size_t{1} << 14;
constexpr size_t kMostNodes = size_t{1} << 15;
// The search for sources in a key is linear; nodes with more inputs are rare, and never fuse.
constexpr size_t kMostInputs = 32;

void AppendNumber(std::string& key, int number) { key.append(reinterpret_cast<const char*>(&number), sizeof(number)); }

uint64_t HashOf(const std::vector<tbe::Tensor>& outputs) {
  std::vector<tbe::Tensor> present;
  std::copy_if(outputs.begin(), outputs.end(), std::back_inserter(present),
               [](const tbe::Tensor& output) { return static_cast<bool>(output); });
  return tbe::Hash(present, {.param_values = false}).low;
}

}  // namespace

int GroupPlans::NewKind(Node* node) {
  auto outputs = ExpressionOfNode(node, context_);
  if (!outputs.ok()) return next_kind_++;
  std::vector<int> value_inputs = ValueDependInputs(*node, *context_.packages);
  const uint64_t hash = HashOf(*outputs);
  const auto [begin, end] = kinds_.equal_range(hash);
  const auto known = std::find_if(begin, end, [&](const auto& entry) {
    const Kind& kind = entry.second;
    return kind.value_inputs == value_inputs && SameExpression(kind.outputs, *outputs, ParamValues::kIgnored);
  });
  if (known != end) return known->second.number;
  // Numbers are never given again, so that keys with forgotten kinds stay right.
  if (kinds_.size() >= kMostKinds) kinds_.clear();
  kinds_.emplace(hash, Kind{*std::move(outputs), std::move(value_inputs), next_kind_});
  return next_kind_++;
}

int GroupPlans::KindOf(Node* node) {
  const auto [known, added] = kind_of_.try_emplace(node, -1);
  if (added) known->second = NewKind(node);
  return known->second;
}

std::string GroupPlans::KeyOf(std::span<Node* const> nodes) {
  std::string key;
  AppendNumber(key, static_cast<int>(nodes.size()));
  const std::vector<Endpoint> sources = Sources(nodes);
  const auto member = [&](const Node* node) {
    return static_cast<int>(std::find(nodes.begin(), nodes.end(), node) - nodes.begin());
  };
  for (Node* node : nodes) {
    AppendNumber(key, KindOf(node));
    AppendNumber(key, static_cast<int>(node->inputs().size()));
    for (const Endpoint& from : node->inputs()) {
      const int inside = from.node == nullptr ? -1 : member(from.node);
      AppendNumber(key, inside);
      const auto source = std::find(sources.begin(), sources.end(), from) - sources.begin();
      AppendNumber(key, inside < static_cast<int>(nodes.size()) ? from.index : static_cast<int>(source));
    }
  }
  for (const Endpoint& result : Results(nodes)) {
    AppendNumber(key, member(result.node));
    AppendNumber(key, result.index);
  }
  return key;
}

GroupPlans::Answer GroupPlans::Of(std::span<Node* const> nodes) {
  const auto is_wide = [](const Node* node) { return node->inputs().size() > kMostInputs; };
  const bool keeps = std::none_of(nodes.begin(), nodes.end(), is_wide);
  const std::string key = keeps ? KeyOf(nodes) : "";
  if (const auto known = answers_.find(key); keeps && known != answers_.end()) return known->second;
  Answer answer{PlanOfGroup(nodes, context_, ParamValues::kIgnored), ""};
  // A refusal names the nodes.
  if (!answer.plan.ok()) return answer;
  answer.why = WhyNotOneKernel(**answer.plan);
  if (!keeps) return answer;
  if (nodes_ + nodes.size() > kMostNodes) {
    answers_.clear();
    nodes_ = 0;
  }
  nodes_ += nodes.size();
  return answers_.emplace(key, std::move(answer)).first->second;
}

}  // namespace opdk
