// The nodes of a graph by name, with what the rewriting of version 1 control flow asks of them.
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
  // `nodes` must outlive the index; it may grow by Add only.
  explicit NodeIndex(std::vector<Node>& nodes);

  // nullptr: there is none of the name.
  const Node* Find(const std::string& name) const;
  const Node* ProducerOf(const std::string& value) const { return Find(PlaceOf(value).node); }
  // What a value is behind nodes that only hand it on.
  std::string Origin(const std::string& value) const;
  void Add(Node node);
  // The nodes that take a value, in the graph's order.
  std::vector<const Node*> UsersOf(const std::string& value);

  // The nodes that `values` need, in the graph's order, as far as `ends` doesn't stop at a value; with those that come
  // before them, where `controls`. E2001: a value that nothing gives.
  Result<std::vector<Node>> Slice(const std::vector<std::string>& values,
                                  const std::function<bool(const std::string& value)>& ends,
                                  bool controls = false) const;

  // Uses of a value become uses of another one, in all nodes and in `values`.
  void Rename(const std::unordered_map<std::string, std::string>& names, std::vector<std::string>& values);

 private:
  using Users = std::unordered_map<std::string, std::vector<size_t>>;

  void AddUser(size_t number);
  Users& AllUsers();

  std::vector<Node>& nodes_;
  std::unordered_map<std::string, size_t> numbers_;
  // Nodes by what they take: a value, or "^" and the node that comes before. Empty until it is asked for.
  Users users_;
};

}  // namespace opdk::tensorflow_plugin
