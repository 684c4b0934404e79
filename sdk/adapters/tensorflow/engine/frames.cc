#include "sdk/adapters/tensorflow/engine/frames.h"

#include <algorithm>
#include <map>
#include <utility>

#include "graph_core/mixed/cluster_graph.h"

namespace opdk::tensorflow_adapter {
namespace {

// Where the values of a node live.
struct Place {
  std::vector<std::string> frames;  // loops around them, the outermost first
  int conditions = 0;               // Switches that no Merge has joined yet
};

bool IsBack(const MixedNode& node) { return node.type == "NextIteration" || node.type == "RefNextIteration"; }

class Frames {
 public:
  Frames(const tensorflow::GraphDef& message, MixedGraph& graph)
      : message_(message), graph_(graph), places_(graph.nodes.size()), groups_(graph.nodes.size()) {}

  void Find() {
    for (const size_t node : Order()) Visit(node);
    // A value of the iteration before is in the loop by whatever gives it.
    std::map<size_t, size_t> sizes;
    for (size_t i = 0; i < graph_.nodes.size(); ++i) ++sizes[groups_.Find(i)];
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      const size_t group = groups_.Find(i);
      if (sizes[group] > 1) graph_.nodes[i].frame = graph_.nodes[group].name;
    }
  }

 private:
  std::vector<size_t> Producers(size_t node) const {
    std::vector<size_t> producers = graph_.nodes[node].controls;
    for (const MixedInput& input : graph_.nodes[node].inputs) producers.push_back(input.value.node);
    return producers;
  }

  // Returns the nodes, producers first, without regard to the values that NextIterations hand back.
  std::vector<size_t> Order() const {
    const size_t count = graph_.nodes.size();
    std::vector<std::vector<size_t>> users(count);
    std::vector<size_t> missing(count), order;
    for (size_t i = 0; i < count; ++i) {
      for (const size_t producer : Producers(i)) {
        if (IsBack(graph_.nodes[producer])) continue;
        users[producer].push_back(i);
        ++missing[i];
      }
    }
    for (size_t i = 0; i < count; ++i) {
      if (missing[i] == 0) order.push_back(i);
    }
    for (size_t next = 0; next < order.size(); ++next) {
      for (const size_t user : users[order[next]]) {
        if (--missing[user] == 0) order.push_back(user);
      }
    }
    return order;
  }

  void Join(size_t a, size_t b) { groups_.Merge(groups_.Find(a), groups_.Find(b)); }

  void JoinLoop(const std::string& frame, size_t node) { Join(loops_.emplace(frame, node).first->second, node); }

  void Visit(size_t node) {
    const MixedNode& own = graph_.nodes[node];
    Place place;
    for (const size_t producer : Producers(node)) {
      const Place& before = places_[producer];
      if (before.frames.size() > place.frames.size()) place.frames = before.frames;
      place.conditions = std::max(place.conditions, before.conditions);
      if (before.conditions > 0 || IsBack(graph_.nodes[producer])) Join(producer, node);
    }
    const bool in_loop = !place.frames.empty();
    if (own.type == "Enter" || own.type == "RefEnter") {
      const auto name = message_.node(static_cast<int>(node)).attr().find("frame_name");
      place.frames.push_back(name == message_.node(static_cast<int>(node)).attr().end() ? own.name : name->second.s());
    }
    if (!place.frames.empty()) JoinLoop(place.frames.front(), node);
    if (own.type == "Exit" || own.type == "RefExit") {
      if (!place.frames.empty()) place.frames.pop_back();
    } else if (!in_loop && (own.type == "Switch" || own.type == "RefSwitch" || own.type == "_SwitchN")) {
      ++place.conditions;
    } else if (!in_loop && own.type.ends_with("Merge") && place.conditions > 0) {
      --place.conditions;
    }
    places_[node] = std::move(place);
  }

  const tensorflow::GraphDef& message_;
  MixedGraph& graph_;
  std::vector<Place> places_;
  ClusterGraph groups_;
  std::map<std::string, size_t> loops_;  // a node of each
};

}  // namespace

void FindFrames(const tensorflow::GraphDef& message, MixedGraph& graph) { Frames(message, graph).Find(); }

}  // namespace opdk::tensorflow_adapter
