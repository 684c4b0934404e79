// The nodes of a graph by name, for the rewriting of version 1 control flow.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "opdk/status.h"
#include "plugins/tensorflow/parser/node.h"

namespace opdk::tensorflow_plugin {

class NodeIndex {
 public:
  // Indexes `nodes`, which must outlive the index and may grow by Add only.
  explicit NodeIndex(std::vector<Node>& nodes);

  // Returns the node of that name. nullptr: there is none.
  const Node* Find(const std::string& name) const;
  const Node* ProducerOf(const std::string& value) const { return Find(PlaceOf(value).node); }
  // Returns the value behind nodes that only pass a value on.
  std::string Origin(const std::string& value) const;
  void Add(Node node);
  // Returns the nodes that take a value, in the graph's order.
  std::vector<const Node*> UsersOf(const std::string& value);

  // Returns the nodes that `values` need, in the graph's order. The search stops at values where `ends` is true.
  // `controls`: also follows control inputs. E2001: a value that no node gives.
  Result<std::vector<Node>> Slice(const std::vector<std::string>& values,
                                  const std::function<bool(const std::string& value)>& ends,
                                  bool controls = false) const;

  // Replaces the uses of values by other values, in all nodes and in `values`.
  void Rename(const std::unordered_map<std::string, std::string>& names, std::vector<std::string>& values);

 private:
  using Users = std::unordered_map<std::string, std::vector<size_t>>;

  void AddUser(size_t number);
  Users& AllUsers();

  std::vector<Node>& nodes_;
  std::unordered_map<std::string, size_t> numbers_;
  // Nodes by their inputs: a value, or "^" and the node of a control input. Empty until the first request.
  Users users_;
};

}  // namespace opdk::tensorflow_plugin
