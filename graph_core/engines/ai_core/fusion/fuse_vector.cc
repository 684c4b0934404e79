// Neighbouring vector operators become one kernel where the cost rule agrees. What is read outside a group too becomes
// one more output of its kernel.
//
//   n = ReduceMax(x, axis 1)   m = Maximum(n, low)   y = Div(x, m)   z = MatMul(y, w)       x: [9, 50]
//
//   y      a group of its own: z is no vector kernel
//   m      its reader is y: one kernel reads x and n and computes both, so {m, y}
//   n      its reader is {m, y}: a row is reduced, then divided, in one loop nest: {n, m, y}
//   z      stays alone
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "graph_core/base/type_names.h"
#include "graph_core/engines/ai_core/canonical/loop_nest.h"
#include "graph_core/engines/ai_core/expression/node_inputs.h"
#include "graph_core/engines/ai_core/fusion/group.h"
#include "graph_core/engines/ai_core/fusion/group_plans.h"
#include "graph_core/engines/ai_core/fusion/group_set.h"
#include "graph_core/engines/ai_core/fusion/in_place.h"
#include "graph_core/engines/ai_core/fusion/passes.h"
#include "graph_core/engines/engine.h"
#include "graph_core/package/placed_node.h"

namespace opdk {
namespace {

// More would not save memory traffic worth the registers and the compile time.
constexpr size_t kMaxNodes = 24;
// Most readers of one value that a group is offered to join. Time then grows in proportion to the number of readers.
constexpr int kMostSiblings = 64;
// Groups that grew are offered to their neighbours again, at most so often.
constexpr int kMaxRounds = 3;

// Returns the number of elements. Each unknown extent counts as the same number.
int64_t Elements(const ge::TensorDesc& desc) {
  std::vector<int64_t> extents = desc.GetShape().GetDims();
  std::replace_if(
      extents.begin(), extents.end(), [](int64_t extent) { return extent < 0; }, 3);
  return ElementCount(extents);
}

bool UsesCube(const Result<SharedPlan>& plan) {
  return plan.ok() && std::any_of((*plan)->steps.begin(), (*plan)->steps.end(),
                                  [](const StepSpec& step) { return !step.is_vector(); });
}

class VectorFusion {
 public:
  VectorFusion(Graph& graph, std::vector<Node*> order, const PassContext& context)
      : graph_(graph),
        packages_(*context.packages),
        context_(context),
        order_(std::move(order)),
        groups_(order_),
        plans_(context) {}

  bool Run() {
    // Goes from consumers to producers, so that a value joins its readers.
    for (size_t i = order_.size(); i-- > 0;) {
      if (!MayFuse(*order_[i], packages_) || !StandsAlone(order_[i])) continue;
      groups_.Add(order_[i]);
      JoinReaders(order_[i]);
    }
    // A group whose reduction has joined may suit readers that didn't suit a part of it.
    for (int round = 0; round < kMaxRounds && RetryRefused(); ++round) {
    }
    for (Node* node : order_) JoinSiblings(*node);
    for (size_t i = order_.size(); i-- > 0;) TrimView(order_[i], /*reads=*/false);
    for (Node* node : order_) TrimView(node, /*reads=*/true);
    const int refused = AddNotes();
    int fused_groups = 0;
    for (int group = 0; group < groups_.size(); ++group) {
      const std::vector<Node*>& members = groups_.Members(group);
      if (members.size() < 2) continue;
      auto plan = plans_.Of(members).plan;
      Node* fused = FuseGroup(graph_, members);
      if (plan.ok()) fused->op().attrs[std::string(kInPlaceAttr)] = InPlaceInputs(**plan);
      ++fused_groups;
    }
    AddMatches("fuse_vector", {refused + fused_groups, fused_groups}, context_);
    return fused_groups > 0;
  }

 private:
  bool StandsAlone(Node* node) {
    if (IsPureView(*node, packages_)) return true;
    const auto [plan, refusal] = plans_.Of({&node, 1});
    std::string why = plan.ok() ? refusal : plan.status().message();
    // Its expression was made for extents that stand for those of a run, and says nothing of them.
    if (!plan.ok() && plan.status().code() == ErrorCode::kExpression && !IsConcrete(node->op())) {
      why = "only a run knows its extents";
    }
    // No note says that a matrix product isn't a vector kernel.
    if (!why.empty() && !UsesCube(plan)) context_.record->notes.push_back({node->name(), "stays alone: " + why});
    return why.empty();
  }

  // Returns the groups that read any output of a node, in order of reading.
  std::vector<int> Readers(const Node& node) const {
    std::vector<int> readers;
    std::unordered_set<int> known;
    for (size_t i = 0; i < node.op().outputs.size(); ++i) {
      for (const Use& use : node.uses(static_cast<int>(i))) {
        int group = groups_.Of(use.node);
        if (group >= 0 && known.insert(group).second) readers.push_back(group);
      }
    }
    return readers;
  }

  std::string TryMerge(int a, int b) {
    if (groups_.Members(a).size() + groups_.Members(b).size() > kMaxNodes) {
      return fmt::format("more than {} operators", kMaxNodes);
    }
    std::string why = groups_.WhyApart(a, b);
    if (!why.empty()) return why;
    auto [plan, refusal] = plans_.Of(groups_.Union(a, b));
    if (!plan.ok()) return plan.status().message();
    why = std::move(refusal);
    if (why.empty()) why = LostKernel(a, b, **plan);
    if (why.empty()) groups_.Merge(a, b);
    return why;
  }

  // Returns why a merge would lose a hand-written kernel, or "". A hand-written reduction is faster than generated code
  // that includes a neighbour. A hand-written copy isn't: it saves less than a pass over memory.
  std::string LostKernel(int a, int b, const StepPlan& joined) {
    if (joined.steps.empty() || joined.steps[0].direct != nullptr) return "";
    for (int group : {a, b}) {
      const auto plan = plans_.Of(groups_.Members(group)).plan;
      if (!plan.ok() || (*plan)->steps.size() != 1) continue;
      const StepSpec& step = (*plan)->steps[0];
      if (step.direct == nullptr || !step.direct->stays_alone()) continue;
      const std::vector<KernelNode>& nodes = step.kernel.ir.nodes;
      if (std::any_of(nodes.begin(), nodes.end(), IsReduction)) {
        return fmt::format("the hand-written {} would be lost", step.direct->name());
      }
    }
    return "";
  }

  bool JoinReaders(Node* node) {
    bool joined = false;
    for (int reader : Readers(*node)) {
      if (reader == groups_.Of(node)) continue;
      std::string why = TryMerge(groups_.Of(node), reader);
      joined = joined || why.empty();
      if (!why.empty()) refused_.push_back({node, FirstReader(*node, reader), std::move(why)});
    }
    return joined;
  }

  // Tries refused merges again. Returns whether anything was joined.
  bool RetryRefused() {
    bool joined = false;
    const Node* last = nullptr;
    for (const Refused& refused : std::exchange(refused_, {})) {
      if (refused.node != last) joined = JoinReaders(refused.node) || joined;
      last = refused.node;
    }
    return joined;
  }

  const Node* FirstReader(const Node& node, int group) const {
    for (const Node* member : groups_.Members(group)) {
      for (const Endpoint& from : member->inputs()) {
        if (from.node == &node) return member;
      }
    }
    return groups_.Members(group).front();
  }

  // Returns whether a group writes tensors of `elements` elements. Then reading a value of that size only once is worth
  // it.
  bool Writes(int group, int64_t elements) const {
    const std::vector<Node*>& members = groups_.Members(group);
    return !members.empty() && Elements(members.back()->op().outputs[0].desc) == elements;
  }

  // Merges groups that read the same value, so that they read it once.
  void JoinSiblings(const Node& node) {
    if (node.Is(kConst) || node.op().outputs.empty()) return;
    int64_t elements = Elements(node.op().outputs[0].desc);
    std::vector<int> readers = Readers(node);
    std::erase(readers, groups_.Of(&node));
    std::erase_if(readers, [&](int reader) { return !Writes(reader, elements); });
    for (size_t i = 0; i < readers.size(); ++i) {
      int offered = 0;
      for (size_t k = i + 1; k < readers.size() && offered < kMostSiblings; ++k) {
        const size_t size = groups_.Members(readers[i]).size();
        if (size == 0 || size >= kMaxNodes) break;
        if (groups_.Members(readers[k]).empty()) continue;
        TryMerge(readers[i], readers[k]);
        ++offered;
      }
    }
  }

  // Removes a view at the edge of a group. A view costs nothing outside: the value keeps one memory, and the group its
  // freedom.
  void TrimView(const Node* node, bool reads) {
    int group = groups_.Of(node);
    if (group < 0 || !IsPureView(*node, packages_)) return;
    auto inside = [&](const Node* other) { return other != nullptr && groups_.Of(other) == group; };
    bool connected = false;
    if (reads) {
      for (const Endpoint& from : node->inputs()) connected = connected || inside(from.node);
    } else {
      for (size_t i = 0; i < node->op().outputs.size(); ++i) {
        for (const Use& use : node->uses(static_cast<int>(i))) connected = connected || inside(use.node);
      }
    }
    if (!connected) groups_.Remove(node);
  }

  // Adds a note for each pair of neighbours that stayed apart; returns their number.
  int AddNotes() const {
    int count = 0;
    for (const Refused& refused : refused_) {
      if (IsPureView(*refused.node, packages_) || groups_.Of(refused.node) == groups_.Of(refused.reader)) continue;
      context_.record->notes.push_back(
          {refused.node->name(),
           fmt::format("not fused with {} ({}): {}", refused.reader->name(), refused.reader->type(), refused.why)});
      ++count;
    }
    return count;
  }

  struct Refused {
    Node* node;
    const Node* reader;
    std::string why;
  };
  Graph& graph_;
  const PackageRegistry& packages_;
  const PassContext& context_;
  std::vector<Node*> order_;
  GroupSet groups_;
  GroupPlans plans_;
  std::vector<Refused> refused_;
};

}  // namespace

Result<Changed> FuseVector(Graph& graph, const PassContext& context) {
  OPDK_TRY(std::vector<Node*> order, graph.TopologicalOrder());
  return Changed{VectorFusion(graph, std::move(order), context).Run()};
}

}  // namespace opdk
