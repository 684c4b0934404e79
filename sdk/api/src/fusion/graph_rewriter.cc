#include "ge/fusion/graph_rewriter.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "opdk/log.h"
#include "opdk/pass_access.h"
#include "sdk/api/src/fusion/fusion_graph.h"

namespace ge {
namespace fusion {

using opdk::OperatorAccess;

namespace {

struct TensorOf {
  OperatorImplPtr op;
  int output = 0;
  bool operator==(const TensorOf& other) const = default;
};

// An input of an operator.
struct Slot {
  OperatorImplPtr op;
  size_t input = 0;
};

TensorOf TensorAt(const OperatorImpl::Link& link) { return {SourceOf(link), link.output}; }

std::string Numbered(const char* what, size_t number) { return what + std::to_string(number); }

// One replacement: all checks come first, then all changes.
class Rewriting {
 public:
  Rewriting(const SubgraphBoundary& boundary, const Graph& replacement, CustomPassContext* context,
            const std::vector<NodeIo>& captured)
      : boundary_(boundary), replacement_(replacement), context_(context) {
    for (const NodeIo& tensor : captured)
      captured_.push_back({OperatorOf(tensor.node), static_cast<int>(tensor.index)});
  }

  Replaced Run() {
    std::string problem = ReadBoundary();
    if (problem.empty()) problem = CollectInside();
    if (problem.empty()) problem = FindUsers();
    if (problem.empty()) problem = CheckReplacement();
    if (!problem.empty()) return {problem};
    if (MakesCycle()) return {"it would be made from its own output", true};
    PutIn();
    TakeOut();
    return {};
  }

 private:
  std::string ReadBoundary() {
    std::vector<SubgraphInput> inputs;
    std::vector<SubgraphOutput> outputs;
    (void)boundary_.GetAllInputs(inputs);
    (void)boundary_.GetAllOutputs(outputs);
    if (outputs.empty()) return "the boundary has no outputs";
    for (const SubgraphOutput& output : outputs) {
      NodeIo node{GNode(), -1};
      (void)output.GetOutput(node);
      const OperatorImplPtr op = OperatorOf(node.node);
      const std::string name = Numbered("output ", outputs_.size()) + " of the boundary ";
      if (op == nullptr) return name + "isn't set";
      if (node.index < 0 || node.index >= static_cast<int64_t>(op->desc().outputs.size())) {
        return name + "is output " + std::to_string(node.index) + " of " + NameOf(*op) + ", which it hasn't";
      }
      if (graph_ == nullptr) graph_ = opdk::GraphAccess::Impl(node.node)->graph.lock();
      outputs_.push_back({op, static_cast<int>(node.index)});
    }
    if (graph_ == nullptr) return NameOf(*outputs_.front().op) + " belongs to no graph";
    for (const SubgraphInput& input : inputs) {
      const std::string problem = ReadInput(input, Numbered("input ", inputs_.size()) + " of the boundary ");
      if (!problem.empty()) return problem;
    }
    return "";
  }

  std::string ReadInput(const SubgraphInput& input, const std::string& name) {
    std::optional<TensorOf> tensor;
    for (const NodeIo& node : input.GetAllInputs()) {
      const OperatorImplPtr op = OperatorOf(node.node);
      if (op == nullptr) return name + "isn't set";
      const auto at = static_cast<size_t>(node.index);
      if (node.index < 0 || at >= op->links().size() || SourceOf(op->links()[at]) == nullptr) {
        return name + "is input " + std::to_string(node.index) + " of " + NameOf(*op) + ", which isn't linked";
      }
      const TensorOf given = TensorAt(op->links()[at]);
      if (tensor && !(*tensor == given)) return name + "is two tensors";
      tensor = given;
      cut_[op.get()].insert(at);
      entering_.push_back({op, at});
    }
    inputs_.push_back(tensor.value_or(TensorOf()));
    return "";
  }

  std::string CollectInside() {
    const auto add = [this](const OperatorImplPtr& op) {
      if (inside_.insert(op.get()).second) order_.push_back(op);
    };
    for (const TensorOf& output : outputs_) add(output.op);
    for (size_t next = 0; next < order_.size(); ++next) {
      const OperatorImplPtr op = order_[next];
      const std::string& type = op->desc().type;
      if (IsData(*op) || type == "Variable" || type == "RefData") {
        return NameOf(*op) + " is inside, because the boundary leaves out the input that takes it";
      }
      const auto cut = cut_.find(op.get());
      for (size_t i = 0; i < op->links().size(); ++i) {
        const OperatorImplPtr& source = SourceOf(op->links()[i]);
        if (source == nullptr || (cut != cut_.end() && cut->second.contains(i))) continue;
        // Others may use a constant too, so that it isn't taken away but left.
        if (!IsConstant(*source)) add(source);
      }
    }
    for (const Slot& slot : entering_) {
      if (!inside_.contains(slot.op.get())) return NameOf(*slot.op) + ", an input of the boundary, isn't inside";
    }
    return "";
  }

  std::string FindUsers() {
    users_.resize(outputs_.size());
    const auto number = [this](const TensorOf& tensor) {
      return static_cast<size_t>(std::find(outputs_.begin(), outputs_.end(), tensor) - outputs_.begin());
    };
    for (const OperatorImplPtr& op : order_) {
      for (const OperatorImplPtr& user : op->Consumers()) {
        if (inside_.contains(user.get())) continue;
        for (size_t i = 0; i < user->links().size(); ++i) {
          if (SourceOf(user->links()[i]) != op) continue;
          const size_t output = number({op, user->links()[i].output});
          if (output == outputs_.size()) {
            if (Stays({op, user->links()[i].output})) continue;
            return NameOf(*op) + " is inside, but " + NameOf(*user) + " outside uses it";
          }
          users_[output].push_back({user, i});
        }
        for (const Operator& control : user->control_inputs) {
          if (OperatorAccess::Impl(control) == op) control_users_.push_back(user);
        }
      }
    }
    for (const auto& [op, index] : graph_->data.outputs) {
      const TensorOf tensor{OperatorAccess::Impl(op), index};
      if (inside_.contains(tensor.op.get()) && number(tensor) == outputs_.size() && !Stays(tensor)) {
        return NameOf(*tensor.op) + " is inside, but the graph gives it out";
      }
    }
    return "";
  }

  // Keeps the producers of a captured tensor, because it is used outside. False: the tensor isn't captured.
  bool Stays(const TensorOf& tensor) {
    if (std::find(captured_.begin(), captured_.end(), tensor) == captured_.end()) return false;
    std::vector<OperatorImplPtr> open = {tensor.op};
    while (!open.empty()) {
      const OperatorImplPtr op = open.back();
      open.pop_back();
      if (!inside_.contains(op.get()) || !staying_.insert(op.get()).second) continue;
      for (const OperatorImpl::Link& link : op->links()) {
        if (SourceOf(link) != nullptr) open.push_back(SourceOf(link));
      }
    }
    return true;
  }

  std::string CheckReplacement() {
    if (opdk::IsEmpty(replacement_)) return "the replacement is empty";
    const size_t inputs = DataOf(replacement_).size(), outputs = opdk::DataOf(replacement_).outputs.size();
    if (inputs != inputs_.size()) {
      return "the replacement has " + std::to_string(inputs) +
             " inputs (Data), but takes the place of something with " + std::to_string(inputs_.size());
    }
    if (outputs != outputs_.size()) {
      return "the replacement has " + std::to_string(outputs) + " outputs, but takes the place of something with " +
             std::to_string(outputs_.size());
    }
    for (const Operator& known : opdk::OperatorsOf(replacement_)) {
      const OperatorImplPtr& op = OperatorAccess::Impl(known);
      for (size_t i = 0; i < op->links().size() && !IsData(*op); ++i) {
        const opdk::OpDesc& desc = op->desc();
        const OperatorImplPtr& source = SourceOf(op->links()[i]);
        const auto declared = static_cast<size_t>(desc.inputs[i].ir_index);
        const bool optional =
            declared < desc.ir_inputs.size() && desc.ir_inputs[declared].kind == opdk::PortKind::kOptional;
        if (source == nullptr && !optional) {
          return "input " + desc.inputs[i].name + " of " + NameOf(*op) + " of the replacement isn't linked";
        }
      }
    }
    return "";
  }

  // Returns whether the replacement would close a cycle: an operator outside is computed from the replaced part and
  // feeds it. If the part has only one output, such an operator would be a cycle already.
  bool MakesCycle() const {
    const bool one_way =
        control_users_.empty() && std::all_of(outputs_.begin(), outputs_.end(),
                                              [this](const auto& output) { return output == outputs_.front(); });
    if (one_way) return false;
    std::vector<OperatorImplPtr> open;
    std::unordered_set<const OperatorImpl*> seen;
    const auto reach = [&](const OperatorImplPtr& op) {
      if (op != nullptr && seen.insert(op.get()).second) open.push_back(op);
    };
    for (const TensorOf& input : inputs_) reach(input.op);
    for (const OperatorImplPtr& op : order_) {
      for (const Operator& control : op->control_inputs) {
        if (!inside_.contains(OperatorAccess::Impl(control).get())) reach(OperatorAccess::Impl(control));
      }
    }
    while (!open.empty()) {
      const OperatorImplPtr op = open.back();
      open.pop_back();
      if (inside_.contains(op.get())) return true;
      for (const OperatorImpl::Link& link : op->links()) reach(SourceOf(link));
      for (const Operator& control : op->control_inputs) reach(OperatorAccess::Impl(control));
    }
    return false;
  }

  void PutIn() {
    Graph copy;
    (void)copy.CopyFrom(replacement_);
    std::unordered_map<const OperatorImpl*, TensorOf> data;
    for (const OperatorImplPtr& op : DataOf(copy)) data.emplace(op.get(), inputs_[data.size()]);
    const auto behind = [&data](const TensorOf& tensor) {
      const auto found = data.find(tensor.op.get());
      return found == data.end() ? tensor : found->second;
    };
    std::vector<OperatorImplPtr> made;
    for (const Operator& op : opdk::OperatorsOf(copy)) {
      if (!data.contains(OperatorAccess::Impl(op).get())) made.push_back(OperatorAccess::Impl(op));
    }
    std::vector<TensorOf> outputs;
    for (const auto& [op, index] : opdk::DataOf(copy).outputs)
      outputs.push_back(behind({OperatorAccess::Impl(op), index}));
    Name(made, outputs);
    for (const OperatorImplPtr& op : made) {
      for (size_t i = 0; i < op->links().size(); ++i) {
        const OperatorImpl::Link& link = op->links()[i];
        if (!data.contains(SourceOf(link).get())) continue;
        const TensorOf source = behind(TensorAt(link));
        (void)op->LinkInput(static_cast<int>(i), source.op, source.output);
      }
      KeepControl(op);
    }
    for (size_t i = 0; i < outputs.size(); ++i) GiveOut(i, outputs[i]);
    // The operators belong to the graph now. The copy's end would walk all that feeds them, once for each replacement.
    opdk::DataOf(copy) = opdk::AuthorGraph();
    opdk::GraphAccess::Impl(copy)->kept.clear();
  }

  // Gives `made` the control edges into and out of the replaced part.
  void KeepControl(const OperatorImplPtr& made) {
    for (const OperatorImplPtr& op : order_) {
      for (const Operator& control : op->control_inputs) {
        const OperatorImplPtr& source = OperatorAccess::Impl(control);
        if (!inside_.contains(source.get()) && !IsConstant(*made)) made->LinkControl(source);
      }
    }
    for (const OperatorImplPtr& user : control_users_) {
      if (!IsConstant(*made)) user->LinkControl(made);
    }
  }

  void GiveOut(size_t number, const TensorOf& from) {
    const TensorOf& was = outputs_[number];
    // A shape that isn't inferred yet is taken from the replaced tensor: both are the same tensor.
    if (inside_.contains(from.op.get())) return;
    TensorDesc& desc = from.op->desc().outputs[static_cast<size_t>(from.output)].desc;
    if (desc.GetShape().GetDimNum() == 0) desc = was.op->desc().outputs[static_cast<size_t>(was.output)].desc;
    for (const Slot& user : users_[number]) {
      (void)user.op->LinkInput(static_cast<int>(user.input), from.op, from.output);
    }
    const Operator op = OperatorAccess::Handle(from.op);
    opdk::AuthorGraph& graph = graph_->data;
    for (auto& [output, index] : graph.outputs) {
      if (OperatorAccess::Impl(output) != was.op || index != was.output) continue;
      output = op;
      index = from.output;
    }
    for (Operator& target : graph.targets) {
      if (OperatorAccess::Impl(target) == was.op) target = op;
    }
    if (IsAdded(*was.op) && !IsAdded(*from.op)) graph.added.push_back(op);
  }

  bool IsAdded(const OperatorImpl& op) const {
    const std::vector<Operator>& added = graph_->data.added;
    return std::any_of(added.begin(), added.end(),
                       [&op](const Operator& one) { return OperatorAccess::Impl(one).get() == &op; });
  }

  // Names the new operators. The producer of an output takes the old producer's name; the others are "<that name>/<own
  // name>".
  void Name(const std::vector<OperatorImplPtr>& made, const std::vector<TensorOf>& outputs) {
    std::unordered_set<std::string>& names = graph_->names;
    if (names.empty()) {
      for (const Operator& op : opdk::OperatorsOf(opdk::GraphAccess::Handle(graph_))) {
        names.insert(OperatorAccess::Impl(op)->desc().name);
      }
    }
    const std::string prefix = outputs_.front().op->desc().name + "/";
    std::unordered_set<const OperatorImpl*> named;
    for (const OperatorImplPtr& op : order_) {
      if (!staying_.contains(op.get())) names.erase(op->desc().name);
    }
    const auto give = [&](const OperatorImplPtr& op, const std::string& wanted) {
      std::string name = wanted;
      for (int i = 1; !names.insert(name).second; ++i) name = wanted + "_" + std::to_string(i);
      op->desc().name = name;
      named.insert(op.get());
      if (context_ != nullptr) opdk::PassAccess::NoteMade(*context_, name);
    };
    for (size_t i = 0; i < outputs.size(); ++i) {
      const bool own = std::find(made.begin(), made.end(), outputs[i].op) != made.end();
      if (own && !named.contains(outputs[i].op.get())) give(outputs[i].op, outputs_[i].op->desc().name);
    }
    for (const OperatorImplPtr& op : made) {
      if (!named.contains(op.get())) give(op, prefix + op->desc().name);
    }
  }

  void TakeOut() {
    std::vector<Operator>& added = graph_->data.added;
    std::vector<Operator>& targets = graph_->data.targets;
    for (std::vector<Operator>* list : {&added, &targets}) {
      list->erase(std::remove_if(list->begin(), list->end(),
                                 [this](const Operator& op) { return IsTakenOut(*OperatorAccess::Impl(op)); }),
                  list->end());
    }
    for (const OperatorImplPtr& op : order_) {
      if (IsTakenOut(*op)) op->BreakConnect();
    }
  }

  bool IsTakenOut(const OperatorImpl& op) const { return inside_.contains(&op) && !staying_.contains(&op); }

  const SubgraphBoundary& boundary_;
  const Graph& replacement_;
  CustomPassContext* context_;
  GraphImplPtr graph_;
  std::vector<TensorOf> inputs_, outputs_;
  std::vector<Slot> entering_;
  std::unordered_map<const OperatorImpl*, std::unordered_set<size_t>> cut_;  // inputs through which the boundary goes
  std::unordered_set<const OperatorImpl*> inside_;
  std::vector<OperatorImplPtr> order_;  // those inside
  std::vector<TensorOf> captured_;
  std::unordered_set<const OperatorImpl*> staying_;  // inside, but used outside
  std::vector<std::vector<Slot>> users_;             // outside, of each output
  std::vector<OperatorImplPtr> control_users_;
};

}  // namespace

Replaced ReplaceSubgraph(const SubgraphBoundary& boundary, const Graph& replacement, CustomPassContext* context,
                         const std::vector<NodeIo>& captured) {
  return Rewriting(boundary, replacement, context, captured).Run();
}

Status SubgraphRewriter::Replace(const SubgraphBoundary& subgraph, const Graph& replacement) {
  const Replaced replaced = ReplaceSubgraph(subgraph, replacement, nullptr);
  if (replaced.problem.empty()) return SUCCESS;
  opdk::Log(opdk::LogLevel::kError, "graph", "can't be replaced: %s", replaced.problem.c_str());
  return FAILED;
}

Status SubgraphRewriter::Replace(const SubgraphBoundary& subgraph, Graph&& replacement) {
  return Replace(subgraph, replacement);
}

Status SubgraphRewriter::Replace(const SubgraphBoundary& subgraph, Graph&& replacement, CustomPassContext& ctx) {
  return Replace(subgraph, replacement, ctx);
}

Status SubgraphRewriter::Replace(const SubgraphBoundary& subgraph, const Graph& replacement, CustomPassContext& ctx) {
  opdk::PassAccess::NoteMatched(ctx);
  const Replaced replaced = ReplaceSubgraph(subgraph, replacement, &ctx);
  if (replaced.problem.empty()) {
    opdk::PassAccess::NoteEffective(ctx);
    return SUCCESS;
  }
  ctx.SetErrorMessage(opdk::Neutral(replaced.problem));
  return FAILED;
}

}  // namespace fusion
}  // namespace ge
