#include "sdk/api/src/fusion/fusion_graph.h"

#include <algorithm>
#include <unordered_set>

#include "opdk/neutral_text.h"

namespace ge {
namespace fusion {

using opdk::GraphAccess;
using opdk::OperatorAccess;

bool IsData(const OperatorImpl& op) { return const_cast<OperatorImpl&>(op).desc().type == "Data"; }
bool IsConstant(const OperatorImpl& op) {
  const std::string& type = const_cast<OperatorImpl&>(op).desc().type;
  return type == "Const" || type == "Constant";
}
std::string NameOf(OperatorImpl& op) { return op.desc().name + " (" + op.desc().type + ")"; }

OperatorImplPtr OperatorOf(const GNode& node) {
  return GraphAccess::Impl(node) == nullptr ? nullptr : OperatorAccess::Impl(GraphAccess::Impl(node)->op);
}
GNode NodeOf(OperatorImpl& op, const GraphImplPtr& graph) {
  return GraphAccess::Node(OperatorAccess::Handle(op.shared_from_this()), graph);
}
const OperatorImplPtr& SourceOf(const OperatorImpl::Link& link) { return OperatorAccess::Impl(link.source); }

std::vector<OperatorImplPtr> DataOf(const Graph& graph) {
  std::vector<OperatorImplPtr> data;
  for (const Operator& input : opdk::DataOf(graph).inputs) {
    const OperatorImplPtr& op = OperatorAccess::Impl(input);
    if (op != nullptr && IsData(*op)) data.push_back(op);
  }
  std::vector<OperatorImplPtr> others;
  for (const Operator& known : opdk::OperatorsOf(graph)) {
    const OperatorImplPtr& op = OperatorAccess::Impl(known);
    if (IsData(*op) && std::find(data.begin(), data.end(), op) == data.end()) others.push_back(op);
  }
  const auto index = [](const OperatorImplPtr& op) {
    const auto* number = op->desc().GetAttr<int64_t>("index");
    return number == nullptr ? int64_t{0} : *number;
  };
  std::stable_sort(others.begin(), others.end(),
                   [&index](const OperatorImplPtr& a, const OperatorImplPtr& b) { return index(a) < index(b); });
  data.insert(data.end(), others.begin(), others.end());
  return data;
}

std::vector<OperatorImplPtr> TopologicalOrder(const Graph& graph) {
  struct Frame {
    OperatorImplPtr op;
    size_t next = 0;
  };
  std::vector<OperatorImplPtr> order;
  std::unordered_set<const OperatorImpl*> seen;
  std::vector<Frame> stack;
  const auto open = [&](const OperatorImplPtr& op) {
    if (op != nullptr && seen.insert(op.get()).second) stack.push_back({op});
  };
  for (const Operator& root : opdk::OperatorsOf(graph)) {
    open(OperatorAccess::Impl(root));
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const size_t links = frame.op->links().size();
      if (frame.next < links) {
        open(SourceOf(frame.op->links()[frame.next++]));
      } else if (frame.next < links + frame.op->control_inputs.size()) {
        open(OperatorAccess::Impl(frame.op->control_inputs[frame.next++ - links]));
      } else {
        order.push_back(std::move(frame.op));
        stack.pop_back();
      }
    }
  }
  return order;
}

std::string PatternProblem(const Graph& graph) {
  if (opdk::IsEmpty(graph)) return "it has no graph";
  const opdk::AuthorGraph& data = opdk::DataOf(graph);
  if (data.outputs.empty()) return "it has no outputs: name them with Graph::SetOutputs()";
  for (const auto& [op, index] : data.outputs) {
    OperatorImpl& impl = *OperatorAccess::Impl(op);
    if (IsData(impl) || IsConstant(impl)) return "its output " + NameOf(impl) + " is no operator to look for";
  }
  const std::vector<Operator> operators = opdk::OperatorsOf(graph);
  for (const Operator& op : operators) {
    OperatorImpl& impl = *OperatorAccess::Impl(op);
    if (!impl.control_inputs.empty()) return NameOf(impl) + " has a control edge, which no pattern can have";
    if (!impl.subgraphs.empty()) return NameOf(impl) + " has a subgraph, which no pattern can have";
  }
  // Whatever one can't walk to from the first output would have to be looked for all over the graph.
  std::unordered_set<const OperatorImpl*> reached{OperatorAccess::Impl(data.outputs.front().first).get()};
  std::vector<OperatorImplPtr> open{OperatorAccess::Impl(data.outputs.front().first)};
  const auto reach = [&](const OperatorImplPtr& op) {
    if (op != nullptr && reached.insert(op.get()).second) open.push_back(op);
  };
  while (!open.empty()) {
    const OperatorImplPtr op = open.back();
    open.pop_back();
    for (const OperatorImpl::Link& link : op->links()) reach(SourceOf(link));
    for (const OperatorImplPtr& consumer : op->Consumers()) reach(consumer);
  }
  for (const Operator& op : operators) {
    OperatorImpl& impl = *OperatorAccess::Impl(op);
    if (!IsData(impl) && !reached.contains(&impl)) return NameOf(impl) + " isn't linked with its first output";
  }
  return "";
}

Status FailPass(CustomPassContext& context, const std::string& message) {
  const std::string own = opdk::ToText(context.GetErrorMessage());
  context.SetErrorMessage(opdk::Neutral(own.empty() ? message : own + "; " + message));
  return FAILED;
}

}  // namespace fusion
}  // namespace ge
