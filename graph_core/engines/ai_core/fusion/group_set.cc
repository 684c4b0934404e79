//   e = Exp(x)   m = MatMul(e, w)   y = Add(e, m)
//
// {e} and {y} may not become one node: m reads it and is read by it, a cycle. WhyApart(e, y) follows the readers of e
// and what y reads, by turns, until one of the two walks arrives at the other group (the way leads through m) or has no
// more edges: then there is no way. So a value with many readers, or a node with many inputs, costs no more than the
// shorter walk. Readers need not be followed beyond the end of y in the nodes' order; further only where a group that
// begins before that ends behind it.
#include "graph_core/engines/ai_core/fusion/group_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <queue>
#include <unordered_set>
#include <utility>

namespace opdk {
namespace {

// Edges that WhyApart follows in each direction.
constexpr int kMostSteps = 4096;
// Edges that are followed to name a node on the way.
constexpr int kMostNamed = 1024;

// Stops when `visit` returns false.
template <typename Visit>
void ForEachReader(const Node& node, Visit visit) {
  for (size_t i = 0; i < node.op().outputs.size(); ++i) {
    for (const Use& use : node.uses(static_cast<int>(i))) {
      if (!visit(use.node)) return;
    }
  }
  for (Node* next : node.control_outputs()) {
    if (!visit(next)) return;
  }
}

// Gives the readers of a node, or the nodes that it reads, one at a time.
class Neighbours {
 public:
  Neighbours(const Node& node, bool readers) : node_(&node), readers_(readers) {}

  const Node& node() const { return *node_; }

  // Returns the next node; nullptr after the last.
  const Node* Next() {
    const size_t ports = readers_ ? node_->op().outputs.size() : node_->inputs().size();
    for (; port_ < ports; ++port_, place_ = 0) {
      if (!readers_) {
        if (const Node* from = node_->inputs()[port_].node; from != nullptr && place_++ == 0) return from;
      } else if (const auto& uses = node_->uses(static_cast<int>(port_)); place_ < uses.size()) {
        return uses[place_++].node;
      }
    }
    const std::vector<Node*>& controls = readers_ ? node_->control_outputs() : node_->control_inputs();
    return place_ < controls.size() ? controls[place_++] : nullptr;
  }

 private:
  const Node* node_;
  bool readers_;
  size_t port_ = 0;   // all ports, then the control edges
  size_t place_ = 0;  // among the edges of the port
};

}  // namespace

GroupSet::GroupSet(std::span<Node* const> order) : group_(order.size(), -1), farthest_(order.size() + 1, 0) {
  for (size_t i = 0; i < order.size(); ++i) index_[order[i]] = i;
}

int GroupSet::Add(Node* node) {
  members_.push_back({node});
  return group_[Index(node)] = size() - 1;
}

std::vector<Node*> GroupSet::Union(int a, int b) const {
  std::vector<Node*> all;
  std::merge(Members(a).begin(), Members(a).end(), Members(b).begin(), Members(b).end(), std::back_inserter(all),
             [&](const Node* x, const Node* y) { return Index(x) < Index(y); });
  return all;
}

// Returns the farthest end of the groups that begin before `end`.
size_t GroupSet::FarthestBefore(size_t end) const {
  size_t farthest = 0;
  for (size_t i = end; i > 0; i &= i - 1) farthest = std::max(farthest, farthest_[i]);
  return farthest;
}

void GroupSet::NoteSpan(const std::vector<Node*>& members) {
  const size_t last = Index(members.back());
  for (size_t i = Index(members.front()) + 1; i < farthest_.size(); i += i & (~i + 1)) {
    farthest_[i] = std::max(farthest_[i], last);
  }
}

bool GroupSet::IsIn(const Node* node, int a, int b) const {
  const int group = Of(node);
  return group >= 0 && (group == a || group == b);
}

const Node* GroupSet::FirstOnTheWay(int a, int b) const {
  std::unordered_set<const Node*> seen;
  std::unordered_set<int> entered;
  // A node behind both groups leads back to them only through a group that begins before their end. That group may end
  // farther behind, so the horizon grows until no group crosses it.
  size_t horizon = std::max(Index(Members(a).back()), Index(Members(b).back()));
  for (int jumps = 0; jumps < kMostNamed && FarthestBefore(horizon + 1) > horizon; ++jumps) {
    horizon = FarthestBefore(horizon + 1);
  }
  std::vector<const Node*> stack;
  int followed = 0;
  auto push = [&](const Node* node) {
    ++followed;
    if (!IsIn(node, a, b) && Index(node) <= horizon && seen.insert(node).second) stack.push_back(node);
    return followed < kMostNamed;
  };
  for (int group : {a, b}) {
    for (const Node* member : Members(group)) ForEachReader(*member, push);
  }
  while (!stack.empty() && followed < kMostNamed) {
    const Node* node = stack.back();
    stack.pop_back();
    bool leads_back = false;
    ForEachReader(*node, [&](const Node* reader) {
      leads_back = leads_back || IsIn(reader, a, b);
      return push(reader);
    });
    if (leads_back) return node;
    // A path that enters a group may leave it from any member.
    if (int group = Of(node); group >= 0 && entered.insert(group).second) {
      for (const Node* member : Members(group)) push(member);
    }
  }
  return nullptr;
}

// Follows edges in one direction from a group towards another, one edge a step.
class GroupSet::Walk {
 public:
  enum class State { kGoing, kArrived, kEnded };

  Walk(const GroupSet& groups, int start, int goal, bool forward)
      : groups_(groups), start_(start), goal_(goal), forward_(forward) {
    horizon_ = groups.Index(groups.Members(goal).back());
    for (const Node* member : groups.Members(start)) path_.emplace_back(*member, forward);
  }

  // Returns the last node before the goal.
  const Node* last() const { return last_; }

  State Step() {
    if (path_.empty()) return WidenHorizon() ? State::kGoing : State::kEnded;
    const Node* from = &path_.back().node();
    const Node* to = path_.back().Next();
    if (to == nullptr) {
      path_.pop_back();
    } else if (groups_.Of(to) == goal_) {
      if (groups_.Of(from) == start_) return State::kGoing;
      last_ = from;
      return State::kArrived;
    } else if (groups_.Of(to) < 0 || groups_.Of(to) != start_) {
      Visit(to);
    }
    return State::kGoing;
  }

 private:
  void Visit(const Node* node) {
    if (forward_ && groups_.Index(node) > horizon_) {
      beyond_.emplace(groups_.Index(node), node);
    } else if (seen_.insert(node).second) {
      path_.emplace_back(*node, forward_);
      EnterGroup(groups_.Of(node));
    }
  }

  // Follows the edges of all members: a path that enters a group may leave it from any member.
  void EnterGroup(int group) {
    if (group < 0 || !entered_.insert(group).second) return;
    for (const Node* member : groups_.Members(group)) {
      if (seen_.insert(member).second) path_.emplace_back(*member, forward_);
    }
  }

  // Moves the horizon to the end of a group that crosses it: nodes behind it lead back only through such a group.
  bool WidenHorizon() {
    if (beyond_.empty()) return false;
    const size_t farther = groups_.FarthestBefore(horizon_ + 1);
    if (farther <= horizon_) return false;
    horizon_ = farther;
    while (!beyond_.empty() && beyond_.top().first <= horizon_) {
      const Node* node = beyond_.top().second;
      beyond_.pop();
      Visit(node);
    }
    return true;
  }

  const GroupSet& groups_;
  const int start_, goal_;
  const bool forward_;
  size_t horizon_ = 0;
  std::vector<Neighbours> path_;
  std::unordered_set<const Node*> seen_;
  std::unordered_set<int> entered_;
  using Beyond = std::pair<size_t, const Node*>;
  std::priority_queue<Beyond, std::vector<Beyond>, std::greater<>> beyond_;
  const Node* last_ = nullptr;
};

const Node* GroupSet::Between(int from, int to, bool* undecided) const {
  Walk forward(*this, from, to, /*forward=*/true), backward(*this, to, from, /*forward=*/false);
  for (int steps = 0; steps < kMostSteps; ++steps) {
    for (Walk* walk : {&forward, &backward}) {
      const Walk::State state = walk->Step();
      if (state == Walk::State::kEnded) return nullptr;
      if (state == Walk::State::kArrived) return walk->last();
    }
  }
  *undecided = true;
  return nullptr;
}

bool GroupSet::Reads(int reader, int group) const {
  const std::vector<Node*>& members = Members(reader);
  return std::any_of(members.begin(), members.end(), [&](const Node* member) {
    const std::vector<Endpoint>& inputs = member->inputs();
    return std::any_of(inputs.begin(), inputs.end(),
                       [&](const Endpoint& from) { return from.node != nullptr && Of(from.node) == group; });
  });
}

std::string GroupSet::WhyApart(int a, int b) const {
  bool undecided = false;
  const Node* between = nullptr;
  // Groups never form a cycle: where one reads the other, no way leads back.
  if (!Reads(a, b)) between = Between(a, b, &undecided);
  if (between == nullptr && !Reads(b, a)) between = Between(b, a, &undecided);
  if (between != nullptr) {
    const Node* named = FirstOnTheWay(a, b);
    return fmt::format("the way between them leads through {}", (named == nullptr ? between : named)->name());
  }
  return undecided ? "the nodes between them are too many to rule out a cycle" : "";
}

void GroupSet::Merge(int a, int b) {
  std::vector<Node*> all = Union(a, b);
  for (const Node* node : all) group_[Index(node)] = a;
  NoteSpan(all);
  members_[static_cast<size_t>(a)] = std::move(all);
  members_[static_cast<size_t>(b)].clear();
}

void GroupSet::Remove(const Node* node) {
  std::vector<Node*>& members = members_[static_cast<size_t>(Of(node))];
  members.erase(std::find(members.begin(), members.end(), node));
  group_[Index(node)] = -1;
}

}  // namespace opdk
