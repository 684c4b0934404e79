#include "ge/fusion/match_result.h"

#include <unordered_map>
#include <utility>

#include "opdk/neutral_text.h"
#include "sdk/api/src/fusion/fusion_graph.h"

namespace ge {
namespace fusion {

class MatchResultImpl {
 public:
  explicit MatchResultImpl(const Pattern* of) : pattern(of) {}
  const Pattern* pattern;
  // Graph outputs by the pattern's operator; `order` lists the pattern's operators except Data in the order of adding.
  std::unordered_map<const OperatorImpl*, NodeIo> matched;
  std::vector<const OperatorImpl*> order;

  const NodeIo* Find(const GNode& pattern_node) const {
    const auto found = matched.find(OperatorOf(pattern_node).get());
    return found == matched.end() ? nullptr : &found->second;
  }
};

MatchResult::MatchResult(const Pattern* pattern) : impl_(std::make_unique<MatchResultImpl>(pattern)) {}
MatchResult::MatchResult(const MatchResult& other) noexcept : impl_(std::make_unique<MatchResultImpl>(*other.impl_)) {}
MatchResult::MatchResult(MatchResult&& other) noexcept : MatchResult(other) {}
MatchResult& MatchResult::operator=(const MatchResult& other) noexcept {
  *impl_ = *other.impl_;
  return *this;
}
MatchResult& MatchResult::operator=(MatchResult&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}
MatchResult::~MatchResult() = default;

Status MatchResult::AppendNodeMatchPair(const NodeIo& pattern_node_out, const NodeIo& matched_node_out) {
  const OperatorImplPtr op = OperatorOf(pattern_node_out.node), matched = OperatorOf(matched_node_out.node);
  if (op == nullptr || matched == nullptr) return FAILED;
  const auto [found, added] = impl_->matched.emplace(op.get(), matched_node_out);
  if (added && !IsData(*op)) impl_->order.push_back(op.get());
  const bool same_output = !IsData(*op) || found->second.index == matched_node_out.index;
  return OperatorOf(found->second.node) == matched && same_output ? SUCCESS : FAILED;
}

Status MatchResult::GetMatchedNode(const GNode& pattern_node, GNode& matched_node) const {
  const NodeIo* matched = impl_->Find(pattern_node);
  if (matched == nullptr) return FAILED;
  matched_node = matched->node;
  return SUCCESS;
}

std::vector<GNode> MatchResult::GetMatchedNodes() const {
  std::vector<GNode> nodes;
  for (const OperatorImpl* op : impl_->order) nodes.push_back(impl_->matched.at(op).node);
  return nodes;
}

Status MatchResult::GetCapturedTensor(size_t capture_idx, NodeIo& node_output) const {
  std::vector<NodeIo> captured;
  (void)impl_->pattern->GetCapturedTensors(captured);
  if (capture_idx >= captured.size()) return FAILED;
  const NodeIo* matched = impl_->Find(captured[capture_idx].node);
  if (matched == nullptr) return FAILED;
  // A matched operator matches with all its outputs; a Data stands for one tensor.
  const bool data = IsData(*OperatorOf(captured[capture_idx].node));
  node_output = {matched->node, data ? matched->index : captured[capture_idx].index};
  return SUCCESS;
}

const Graph& MatchResult::GetPatternGraph() const { return impl_->pattern->GetGraph(); }

std::unique_ptr<SubgraphBoundary> MatchResult::ToSubgraphBoundary() const {
  auto boundary = std::make_unique<SubgraphBoundary>();
  int64_t number = 0;
  for (const OperatorImplPtr& data : DataOf(GetPatternGraph())) {
    SubgraphInput input;
    for (const OperatorImplPtr& consumer : data->Consumers()) {
      const auto matched = impl_->matched.find(consumer.get());
      for (size_t i = 0; i < consumer->links().size() && matched != impl_->matched.end(); ++i) {
        if (SourceOf(consumer->links()[i]) != data) continue;
        (void)input.AddInput({matched->second.node, static_cast<int64_t>(i)});
      }
    }
    (void)boundary->AddInput(number++, input);
  }
  number = 0;
  for (const auto& [op, index] : opdk::DataOf(GetPatternGraph()).outputs) {
    const auto matched = impl_->matched.find(opdk::OperatorAccess::Impl(op).get());
    if (matched == impl_->matched.end()) continue;
    (void)boundary->AddOutput(number++, SubgraphOutput({matched->second.node, index}));
  }
  return boundary;
}

AscendString MatchResult::ToAscendString() const {
  std::string text;
  for (const OperatorImpl* op : impl_->order) {
    text += (text.empty() ? "" : ", ") + NameOf(*OperatorOf(impl_->matched.at(op).node));
  }
  return opdk::Neutral(text);
}

}  // namespace fusion
}  // namespace ge
