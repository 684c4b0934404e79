// The inside of a graph that its files share.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph_core/ir/graph.h"

namespace opdk {

// A graph's nodes by name, and in the last order.
struct Graph::Index {
  // With its own hash of texts the table keeps each name's number. With another it would compute the numbers again
  // whenever it grows or walks a bucket.
  std::unordered_map<std::string, Node*> by_name;
  // The next numeric suffix to try for a name that was taken once: keeps naming linear.
  std::unordered_map<std::string, int64_t> next_suffix;

  // Registers a node under its own name, or under that name with the next free suffix.
  void Add(Node* node, std::string& name) {
    if (by_name.try_emplace(name, node).second) return;
    int64_t& suffix = next_suffix[name];
    std::string candidate;
    do {
      candidate = name + "_" + std::to_string(++suffix);
    } while (!by_name.try_emplace(candidate, node).second);
    name = std::move(candidate);
  }

  // Forgets the order, which a change of nodes or edges may have changed.
  void ForgetOrder() { order.clear(); }
  // Forgets the order and the list of all nodes, because a node has gone.
  void ForgetNodes() {
    order.clear();
    nodes.clear();
  }

  // The topological order, empty while it isn't known. Passes that change nothing ask for it one after the other.
  std::vector<Node*> order;
  // All nodes by id, empty while they aren't known. A copy of it takes less time than a walk over the graph's list,
  // whose entries are spread over the memory.
  std::vector<Node*> nodes;
  std::mutex mutex;  // of readers on several threads
};

}  // namespace opdk
