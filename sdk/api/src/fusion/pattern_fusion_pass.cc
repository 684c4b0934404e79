#include "ge/fusion/pass/pattern_fusion_pass.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "opdk/neutral_text.h"
#include "opdk/pass_access.h"
#include "sdk/api/src/fusion/fusion_graph.h"

namespace ge {
namespace fusion {

PatternFusionPass::PatternFusionPass() : PatternFusionPass(nullptr) {}
PatternFusionPass::PatternFusionPass(std::unique_ptr<PatternMatcherConfig> match_config)
    : match_config_(match_config == nullptr ? std::make_unique<PatternMatcherConfig>() : std::move(match_config)) {}
PatternFusionPass::~PatternFusionPass() = default;

namespace {

std::vector<NodeIo> CapturedBy(const MatchResult& match) {
  std::vector<NodeIo> captured;
  for (NodeIo tensor{GNode(), -1}; match.GetCapturedTensor(captured.size(), tensor) == SUCCESS;) {
    captured.push_back(tensor);
  }
  return captured;
}

using Types = std::unordered_set<std::string>;

Types TypesIn(const Graph& graph) {
  Types types;
  for (const Operator& op : opdk::OperatorsOf(graph)) types.insert(opdk::OperatorAccess::Impl(op)->desc().type);
  return types;
}

// Returns whether the graph has every operator type of the pattern.
bool MayMatch(const Graph& pattern, const Types& there) {
  const std::vector<Operator> operators = opdk::OperatorsOf(pattern);
  return std::all_of(operators.begin(), operators.end(), [&there](const Operator& op) {
    OperatorImpl& impl = *opdk::OperatorAccess::Impl(op);
    return IsData(impl) || IsConstant(impl) || there.contains(impl.desc().type);
  });
}

}  // namespace

bool PatternFusionPass::MeetRequirements(const std::unique_ptr<MatchResult>&) { return true; }

bool PatternFusionPass::GetNeededTypes(std::vector<std::vector<AscendString>>& one_of) {
  for (const PatternUniqPtr& pattern : Patterns()) {
    // Run reports the fault of such a pattern.
    if (pattern == nullptr || !PatternProblem(pattern->GetGraph()).empty()) return false;
    std::vector<AscendString>& types = one_of.emplace_back();
    for (const Operator& op : opdk::OperatorsOf(pattern->GetGraph())) {
      OperatorImpl& impl = *opdk::OperatorAccess::Impl(op);
      if (!IsData(impl) && !IsConstant(impl)) types.push_back(opdk::Neutral(impl.desc().type));
    }
  }
  return true;
}

Status PatternFusionPass::Run(GraphPtr& graph, CustomPassContext& pass_context) {
  bool changed = false;
  int number = 0;
  Types there = TypesIn(*graph);
  for (PatternUniqPtr& pattern : Patterns()) {
    const std::string name = "pattern " + std::to_string(number++);
    const std::string problem = pattern == nullptr ? "it is null" : PatternProblem(pattern->GetGraph());
    if (!problem.empty()) return FailPass(pass_context, name + " can't be looked for: " + problem);
    if (!MayMatch(pattern->GetGraph(), there)) continue;
    const bool changed_before = std::exchange(changed, false);
    PatternMatcher matcher(std::move(pattern), graph, std::make_unique<PatternMatcherConfig>(*match_config_));
    while (const std::unique_ptr<MatchResult> match = matcher.MatchNext()) {
      opdk::PassAccess::NoteMatched(pass_context);
      if (!MeetRequirements(match)) continue;
      const std::string at = opdk::ToText(match->ToAscendString());
      const GraphUniqPtr replacement = Replacement(match);
      if (replacement == nullptr) return FailPass(pass_context, "Replacement() gave no graph for " + at);
      const Replaced replaced =
          ReplaceSubgraph(*match->ToSubgraphBoundary(), *replacement, &pass_context, CapturedBy(*match));
      if (replaced.cycle) continue;
      if (!replaced.problem.empty()) return FailPass(pass_context, at + " can't be replaced: " + replaced.problem);
      opdk::PassAccess::NoteEffective(pass_context);
      changed = true;
    }
    if (changed) there = TypesIn(*graph);
    changed = changed || changed_before;
  }
  return changed ? SUCCESS : GRAPH_NOT_CHANGED;
}

}  // namespace fusion
}  // namespace ge
