// The groups that a fusion pass builds: disjoint sets of a graph's nodes, each of which is to become one node.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph_core/ir/graph.h"

namespace opdk {

class GroupSet {
 public:
  // Takes all nodes of the graph in `order`, producers first.
  explicit GroupSet(std::span<Node* const> order);

  // Makes a group of one node; returns its number.
  int Add(Node* node);
  // Returns the group of a node; -1: none.
  int Of(const Node* node) const { return group_[Index(node)]; }
  // Producers first. Empty when the group has become a part of another.
  const std::vector<Node*>& Members(int group) const { return members_[static_cast<size_t>(group)]; }
  int size() const { return static_cast<int>(members_.size()); }

  // Returns the members of both groups, producers first.
  std::vector<Node*> Union(int a, int b) const;
  // Returns why two groups may not become one node, or "". They may not if a path over data or control edges leads from
  // one group to the other through a node outside: the merge would make a cycle. Every group counts as one node. The
  // search has a limit; a path that it can't rule out counts as one.
  std::string WhyApart(int a, int b) const;
  // Moves the members of `b` to `a`.
  void Merge(int a, int b);
  // Takes a node out of its group; it has none then.
  void Remove(const Node* node);

 private:
  class Walk;

  bool IsIn(const Node* node, int a, int b) const;
  bool Reads(int reader, int group) const;
  // Returns a node outside both on a path from one group to the other, nullptr where there is none. `undecided` becomes
  // true where the search was given up.
  const Node* Between(int from, int to, bool* undecided) const;
  // Returns a node on a path between the groups; nullptr where a short search finds none.
  const Node* FirstOnTheWay(int a, int b) const;
  size_t Index(const Node* node) const { return index_.at(node); }
  size_t FarthestBefore(size_t end) const;
  void NoteSpan(const std::vector<Node*>& members);

  std::unordered_map<const Node*, size_t> index_;  // position in the order
  std::vector<int> group_;                         // by position
  std::vector<std::vector<Node*>> members_;
  // A tree of prefixes (Fenwick): for the groups that begin before a position, the farthest end of any of them. Members
  // that were taken out still count, which only makes a search longer.
  std::vector<size_t> farthest_;
};

}  // namespace opdk
