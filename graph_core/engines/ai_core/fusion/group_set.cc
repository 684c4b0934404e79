//   e = Exp(x)   m = MatMul(e, w)   y = Add(e, m)
//
// {e} and {y} may not become one node: m reads it and is read by it, a cycle. NodeBetween(e, y) finds m by going from
// the members of both to their readers until one leads back. It need not go beyond the end of both in the nodes' order,
// here y; further only where a group that begins before that ends behind it.
#include "graph_core/engines/ai_core/fusion/group_set.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>

namespace opdk {
namespace {

template <typename Visit>
void ForEachReader(const Node& node, Visit visit) {
  for (size_t i = 0; i < node.op().outputs.size(); ++i) {
    for (const Use& use : node.uses(static_cast<int>(i))) visit(use.node);
  }
  for (Node* next : node.control_outputs()) visit(next);
}

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

const Node* GroupSet::NodeBetween(int a, int b) const {
  std::unordered_set<const Node*> seen;
  std::unordered_set<int> entered;
  auto inside = [&](const Node* node) { return Of(node) >= 0 && (Of(node) == a || Of(node) == b); };
  // A node behind both groups leads back to them only through a group that begins before their end. That group may end
  // farther behind, so the horizon grows until no group crosses it.
  size_t horizon = std::max(Index(Members(a).back()), Index(Members(b).back()));
  while (FarthestBefore(horizon + 1) > horizon) horizon = FarthestBefore(horizon + 1);
  std::vector<const Node*> stack;
  auto push = [&](const Node* node) {
    if (!inside(node) && Index(node) <= horizon && seen.insert(node).second) stack.push_back(node);
  };
  for (int group : {a, b}) {
    for (const Node* member : Members(group)) ForEachReader(*member, push);
  }
  while (!stack.empty()) {
    const Node* node = stack.back();
    stack.pop_back();
    bool leads_back = false;
    ForEachReader(*node, [&](const Node* reader) {
      leads_back = leads_back || inside(reader);
      push(reader);
    });
    if (leads_back) return node;
    // A path that enters a group may leave it from any member.
    if (int group = Of(node); group >= 0 && entered.insert(group).second) {
      for (const Node* member : Members(group)) push(member);
    }
  }
  return nullptr;
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
