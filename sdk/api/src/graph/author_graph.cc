#include "opdk/author_graph.h"

#include <unordered_map>
#include <unordered_set>

#include "sdk/api/src/graph/graph_impl.h"

namespace opdk {

AuthorGraph& DataOf(const ge::Graph& graph) { return GraphAccess::Impl(graph)->data; }

bool IsEmpty(const ge::Graph& graph) { return GraphAccess::Impl(graph) == nullptr; }

namespace {

// Visits operators once each, in the order they are first seen.
class Visit {
 public:
  void Add(const ge::Operator& op) {
    const ge::OperatorImplPtr& impl = OperatorAccess::Impl(op);
    if (impl != nullptr && seen_.insert(impl.get()).second) found_.push_back(op);
  }
  void AddFed(size_t from) {
    for (size_t i = from; i < found_.size(); ++i) {
      for (auto& consumer : OperatorAccess::Impl(found_[i])->Consumers()) Add(OperatorAccess::Handle(consumer));
    }
  }
  void AddFeeding() {
    for (size_t i = 0; i < found_.size(); ++i) {
      const ge::OperatorImplPtr impl = OperatorAccess::Impl(found_[i]);
      for (const ge::OperatorImpl::Link& link : impl->links()) Add(link.source);
      for (const ge::Operator& source : impl->control_inputs) Add(source);
    }
  }
  std::vector<ge::Operator> Take() && { return std::move(found_); }

 private:
  std::unordered_set<const ge::OperatorImpl*> seen_;
  std::vector<ge::Operator> found_;
};

}  // namespace

std::vector<ge::Operator> OperatorsOf(const ge::Graph& graph) {
  if (IsEmpty(graph)) return {};
  const AuthorGraph& data = DataOf(graph);
  Visit visit;
  for (const ge::Operator& op : data.inputs) visit.Add(op);
  visit.AddFed(0);
  for (const auto& [op, index] : data.outputs) visit.Add(op);
  for (const ge::Operator& op : data.targets) visit.Add(op);
  for (const ge::Operator& op : data.added) visit.Add(op);
  visit.AddFeeding();
  return std::move(visit).Take();
}

}  // namespace opdk

namespace ge {

using opdk::OperatorAccess;

namespace {

enum class Mark { kNew, kOpen, kDone };

// Cuts the links that close a cycle: operators own what feeds them, so a cycle would never be freed.
void CutCycles(const std::vector<Operator>& operators) {
  std::unordered_map<OperatorImpl*, Mark> marks;
  marks.reserve(operators.size());
  struct Frame {
    OperatorImplPtr impl;
    size_t next = 0;
  };
  const auto source_at = [](OperatorImpl& impl, size_t i) {
    const size_t data = impl.links().size();
    return OperatorAccess::Impl(i < data ? impl.links()[i].source : impl.control_inputs[i - data]);
  };
  for (const Operator& root : operators) {
    std::vector<Frame> stack;
    const auto open = [&](const OperatorImplPtr& impl) {
      marks[impl.get()] = Mark::kOpen;
      stack.push_back({impl});
    };
    if (marks[OperatorAccess::Impl(root).get()] == Mark::kNew) open(OperatorAccess::Impl(root));
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.next >= frame.impl->links().size() + frame.impl->control_inputs.size()) {
        marks[frame.impl.get()] = Mark::kDone;
        stack.pop_back();
        continue;
      }
      const size_t at = frame.next++;
      const OperatorImplPtr source = source_at(*frame.impl, at);
      if (source == nullptr) continue;
      const Mark mark = marks[source.get()];
      if (mark == Mark::kNew) {
        open(source);
      } else if (mark == Mark::kOpen) {
        if (at < frame.impl->links().size()) {
          frame.impl->UnlinkInput(static_cast<int>(at));
        } else {
          frame.impl->UnlinkControl(source.get());
          --frame.next;
        }
      }
    }
  }
}

}  // namespace

GraphImpl::~GraphImpl() {
  std::vector<Operator> operators = std::move(kept);
  const auto keep = [&operators](const Operator& op) {
    if (!op.IsEmpty()) operators.push_back(op);
  };
  for (const Operator& op : data.inputs) keep(op);
  for (const auto& [op, index] : data.outputs) keep(op);
  for (const Operator& op : data.targets) keep(op);
  for (const Operator& op : data.added) keep(op);
  CutCycles(operators);
}

}  // namespace ge
