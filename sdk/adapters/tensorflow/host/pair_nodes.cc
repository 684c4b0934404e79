#include "sdk/adapters/tensorflow/host/pair_nodes.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "sdk/adapters/tensorflow/abi.h"
#include "tensorflow/core/framework/attr_value.pb.h"
#include "tensorflow/core/framework/node_def.pb.h"

namespace opdk_tensorflow {
namespace {

using tensorflow::GraphDef;
using tensorflow::NodeDef;

// Returns the node of an input: "a" for "a", "a:1" and "^a".
std::string ProducerOf(const std::string& input) {
  const size_t begin = !input.empty() && input.front() == '^' ? 1 : 0;
  return input.substr(begin, input.find(':') - begin);
}

}  // namespace

bool IsInsideOfPair(const std::vector<int64_t>& marks) {
  return std::any_of(marks.begin(), marks.end(), [](int64_t mark) { return mark > 0; });
}

PairNodes PairNodes::Take(GraphDef* graph) {
  PairNodes pairs;
  for (NodeDef& node : *graph->mutable_node()) {
    const auto found = node.attr().find(OPDK_TF_PAIRS);
    if (found == node.attr().end()) continue;
    const auto& list = found->second.list().i();
    const std::vector<int64_t> marks(list.begin(), list.end());
    if (IsInsideOfPair(marks)) node.mutable_attr()->erase(kKeptByGrappler);
    const auto name = node.attr().find(kMarkedName);
    const bool is_copy = name == node.attr().end() || name->second.s() != node.name();
    node.mutable_attr()->erase(kMarkedName);
    if (is_copy) {
      node.mutable_attr()->erase(OPDK_TF_PAIRS);
    } else {
      pairs.marks_.emplace(node.name(), marks);
    }
  }
  return pairs;
}

void PairNodes::PutBack(GraphDef* graph) const {
  for (NodeDef& node : *graph->mutable_node()) {
    const auto found = marks_.find(node.name());
    if (found == marks_.end()) continue;
    auto& list = *(*node.mutable_attr())[OPDK_TF_PAIRS].mutable_list();
    list.clear_i();
    for (const int64_t mark : found->second) list.add_i(mark);
    (*node.mutable_attr())[kMarkedName].set_s(node.name());
    if (IsInsideOfPair(found->second)) (*node.mutable_attr())[kKeptByGrappler].set_b(true);
  }
}

void RemoveUnneeded(const std::unordered_set<std::string>& needed, GraphDef* graph) {
  std::unordered_map<std::string, int> numbers;
  for (int i = 0; i < graph->node_size(); ++i) numbers.emplace(graph->node(i).name(), i);
  std::vector<bool> is_needed(static_cast<size_t>(graph->node_size()));
  std::vector<int> open;
  const auto visit = [&](const std::string& name) {
    const auto found = numbers.find(name);
    if (found == numbers.end() || is_needed[static_cast<size_t>(found->second)]) return;
    is_needed[static_cast<size_t>(found->second)] = true;
    open.push_back(found->second);
  };
  for (const std::string& name : needed) visit(name);
  if (open.empty()) return;
  while (!open.empty()) {
    const int number = open.back();
    open.pop_back();
    for (const std::string& input : graph->node(number).input()) visit(ProducerOf(input));
  }
  GraphDef left;
  for (int i = 0; i < graph->node_size(); ++i) {
    if (is_needed[static_cast<size_t>(i)]) left.add_node()->Swap(graph->mutable_node(i));
  }
  graph->mutable_node()->Swap(left.mutable_node());
}

}  // namespace opdk_tensorflow
