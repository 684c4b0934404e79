#include "ge/fusion/pattern_matcher.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "opdk/log.h"
#include "sdk/api/src/fusion/attr_equal.h"
#include "sdk/api/src/fusion/fusion_graph.h"

namespace ge {
namespace fusion {

using opdk::OperatorAccess;

class PatternMatcherImpl {
 public:
  PatternMatcherImpl(std::unique_ptr<Pattern> pattern, const GraphPtr& target,
                     std::unique_ptr<PatternMatcherConfig> config)
      : pattern_(std::move(pattern)), target_(target), config_(std::move(config)) {
    const std::string problem = pattern_ == nullptr ? "it is null" : PatternProblem(pattern_->GetGraph());
    if (!problem.empty() || target_ == nullptr || opdk::IsEmpty(*target_)) {
      opdk::Log(opdk::LogLevel::kError, "graph", "a pattern can't be looked for: %s",
                problem.empty() ? "there is no graph to look in" : problem.c_str());
      return;
    }
    const opdk::AuthorGraph& data = opdk::DataOf(pattern_->GetGraph());
    for (const auto& [op, index] : data.outputs) shared_.insert({OperatorAccess::Impl(op).get(), index});
    std::vector<NodeIo> captured;
    (void)pattern_->GetCapturedTensors(captured);
    for (const NodeIo& tensor : captured) {
      shared_.insert({OperatorOf(tensor.node).get(), static_cast<int>(tensor.index)});
    }
    for (const Operator& op : opdk::OperatorsOf(pattern_->GetGraph())) {
      if (!IsData(*OperatorAccess::Impl(op))) operators_.push_back(OperatorAccess::Impl(op));
    }
    anchor_ = OperatorAccess::Impl(data.outputs.front().first);
    for (OperatorImplPtr& op : TopologicalOrder(*target_)) {
      if (op->desc().type == anchor_->desc().type) candidates_.push_back(std::move(op));
    }
  }

  std::unique_ptr<MatchResult> Next() {
    while (next_ < candidates_.size()) {
      const OperatorImplPtr& candidate = candidates_[next_++];
      bound_.clear();
      taken_.clear();
      if (Bind(anchor_, candidate) && Complete()) return Result();
    }
    return nullptr;
  }

 private:
  // The graph's operator for an operator of the pattern. `output`: the tensor, for a Data.
  struct Bound {
    OperatorImplPtr op;
    int output = 0;
  };
  // An output of an operator of the pattern, by its number.
  struct OutputHash {
    size_t operator()(const std::pair<const OperatorImpl*, int>& output) const {
      return std::hash<const OperatorImpl*>()(output.first) * 31 + static_cast<size_t>(output.second);
    }
  };

  bool MayStandFor(OperatorImpl& wanted, OperatorImpl& op) const {
    if (IsConstant(wanted)) {
      if (!IsConstant(op)) return false;
      if (!config_->IsEnableConstValueMatch()) return true;
      const auto* value = wanted.desc().GetAttr<Tensor>("value");
      const auto* other = op.desc().GetAttr<Tensor>("value");
      return value != nullptr && other != nullptr && SameTensor(*value, *other);
    }
    if (wanted.desc().type != op.desc().type || wanted.links().size() != op.links().size()) return false;
    return !config_->IsEnableIrAttrMatch() || SameDeclaredAttrs(wanted.desc(), op.desc());
  }

  // Notes that `wanted` stands for an output of `op`. False: it can't, or stands for something else.
  bool Note(const OperatorImplPtr& wanted, const Bound& is, bool& is_new) {
    const auto [found, added] = bound_.emplace(wanted.get(), is);
    is_new = added;
    if (!added) return found->second.op == is.op && (!IsData(*wanted) || found->second.output == is.output);
    if (IsData(*wanted)) return true;
    // Two operators of the pattern are two in the graph. Equal constants may be one.
    return MayStandFor(*wanted, *is.op) && (IsConstant(*wanted) || taken_.insert(is.op.get()).second);
  }

  // Matches `wanted` with `op`, and their producers back to the inputs.
  bool Bind(const OperatorImplPtr& wanted, const OperatorImplPtr& op) {
    std::vector<std::pair<OperatorImplPtr, Bound>> open{{wanted, {op, 0}}};
    while (!open.empty()) {
      const auto [next, is] = open.back();
      open.pop_back();
      bool is_new = false;
      if (!Note(next, is, is_new)) return false;
      if (!is_new || IsData(*next) || IsConstant(*next)) continue;
      for (size_t i = 0; i < next->links().size(); ++i) {
        const OperatorImpl::Link& asked = next->links()[i];
        const OperatorImpl::Link& given = is.op->links()[i];
        if ((SourceOf(asked) == nullptr) != (SourceOf(given) == nullptr)) return false;
        if (SourceOf(asked) == nullptr) continue;
        if (!IsData(*SourceOf(asked)) && !IsConstant(*SourceOf(asked)) && asked.output != given.output) return false;
        open.push_back({SourceOf(asked), {SourceOf(given), given.output}});
      }
    }
    return true;
  }

  // Matches the operators that Bind left out: users of matched operators. A user may be the wrong one of several, so
  // each is tried.
  bool Complete() {
    OperatorImplPtr missing;
    size_t at = 0;
    for (const OperatorImplPtr& op : operators_) {
      if (bound_.contains(op.get())) continue;
      for (size_t i = 0; i < op->links().size(); ++i) {
        const OperatorImplPtr& source = SourceOf(op->links()[i]);
        // Users of what an operator makes are fewer than those of an input.
        if (source == nullptr || !bound_.contains(source.get()) || (missing != nullptr && IsData(*source))) continue;
        missing = op;
        at = i;
      }
    }
    if (missing == nullptr) return IsSelfContained();
    const OperatorImplPtr& source = SourceOf(missing->links()[at]);
    const Bound from = bound_.at(source.get());
    const int output = IsData(*source) ? from.output : missing->links()[at].output;
    const auto bound = bound_;
    const auto taken = taken_;
    for (const OperatorImplPtr& user : from.op->Consumers()) {
      if (user->links().size() <= at || SourceOf(user->links()[at]) != from.op || user->links()[at].output != output) {
        continue;
      }
      if (Bind(missing, user) && Complete()) return true;
      bound_ = bound;
      taken_ = taken;
    }
    return false;
  }

  int UsesInPattern(const OperatorImplPtr& op, int output) const {
    int uses = 0;
    for (const OperatorImplPtr& user : op->Consumers()) {
      for (const OperatorImpl::Link& link : user->links()) uses += SourceOf(link) == op && link.output == output;
    }
    return uses;
  }

  bool IsSelfContained() const {
    for (const OperatorImplPtr& op : operators_) {
      if (IsConstant(*op)) continue;
      const OperatorImplPtr& is = bound_.at(op.get()).op;
      for (int i = 0; i < static_cast<int>(is->desc().outputs.size()); ++i) {
        if (shared_.contains({op.get(), i})) continue;
        const int inside = UsesInPattern(op, i);
        if (is->HasMoreUses(i, inside) || IsOutput(*is, i)) return false;
      }
    }
    return true;
  }

  bool IsOutput(const OperatorImpl& op, int index) const {
    const auto& outputs = opdk::DataOf(*target_).outputs;
    return std::any_of(outputs.begin(), outputs.end(), [&](const auto& output) {
      return OperatorAccess::Impl(output.first).get() == &op && output.second == index;
    });
  }

  std::unique_ptr<MatchResult> Result() const {
    auto result = std::make_unique<MatchResult>(pattern_.get());
    const GraphImplPtr& of = opdk::GraphAccess::Impl(pattern_->GetGraph());
    const GraphImplPtr& in = opdk::GraphAccess::Impl(*target_);
    const auto append = [&](const OperatorImplPtr& op) {
      const auto found = bound_.find(op.get());
      if (found == bound_.end()) return;
      const Bound& is = found->second;
      (void)result->AppendNodeMatchPair({NodeOf(*op, of), 0}, {NodeOf(*is.op, in), is.output});
    };
    for (const OperatorImplPtr& op : operators_) append(op);
    for (const OperatorImplPtr& data : DataOf(pattern_->GetGraph())) append(data);
    return result;
  }

  std::unique_ptr<Pattern> pattern_;
  GraphPtr target_;
  std::unique_ptr<PatternMatcherConfig> config_;
  std::unordered_set<std::pair<const OperatorImpl*, int>, OutputHash> shared_;  // used by others too
  std::vector<OperatorImplPtr> operators_;                                      // of the pattern, without Data
  OperatorImplPtr anchor_;
  std::vector<OperatorImplPtr> candidates_;
  size_t next_ = 0;
  std::unordered_map<const OperatorImpl*, Bound> bound_;
  std::unordered_set<const OperatorImpl*> taken_;
};

PatternMatcher::PatternMatcher(std::unique_ptr<Pattern> pattern, const GraphPtr& target_graph)
    : PatternMatcher(std::move(pattern), target_graph, nullptr) {}

PatternMatcher::PatternMatcher(std::unique_ptr<Pattern> pattern, const GraphPtr& target_graph,
                               std::unique_ptr<PatternMatcherConfig> matcher_config)
    : impl_(std::make_unique<PatternMatcherImpl>(
          std::move(pattern), target_graph,
          matcher_config == nullptr ? std::make_unique<PatternMatcherConfig>() : std::move(matcher_config))) {}

PatternMatcher::~PatternMatcher() = default;

std::unique_ptr<MatchResult> PatternMatcher::MatchNext() { return impl_->Next(); }

}  // namespace fusion
}  // namespace ge
