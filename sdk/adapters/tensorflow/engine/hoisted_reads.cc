#include "sdk/adapters/tensorflow/engine/hoisted_reads.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sdk/adapters/tensorflow/abi.h"
#include "sdk/adapters/tensorflow/engine/host_graph.h"
#include "sdk/adapters/tensorflow/engine/support.h"

namespace opdk::tensorflow_adapter {
namespace {

using tensorflow::DataType;
using tensorflow::GraphDef;
using tensorflow::NodeDef;

constexpr std::string_view kPassing[] = {"Enter", "Exit", "Identity", "Merge", "NextIteration", "Switch"};

bool Passes(const NodeDef& node) {
  const std::vector<DataType> types = OutputTypes(node);
  return std::find(std::begin(kPassing), std::end(kPassing), node.op()) != std::end(kPassing) && !types.empty() &&
         types.front() == tensorflow::DT_RESOURCE;
}

class Hoisting {
 public:
  explicit Hoisting(GraphDef& graph) : graph_(graph) {
    for (int i = 0; i < graph.node_size(); ++i) {
      numbers_[graph.node(i).name()] = i;
      for (const std::string& input : graph.node(i).input()) {
        if (const InputPlace place = PlaceOf(input); !place.control) users_[place.node].push_back(i);
      }
    }
  }

  void Run() {
    const int count = graph_.node_size();
    for (int i = 0; i < count; ++i) {
      const NodeDef& node = graph_.node(i);
      if ((node.op() != "Enter" && node.op() != "Switch") || !Passes(node) || node.input().empty()) continue;
      const auto source = numbers_.find(PlaceOf(node.input(0)).node);
      if (source == numbers_.end() || Passes(graph_.node(source->second))) continue;
      Hoist(i);
    }
  }

 private:
  // Nodes that pass a handle on, from an entry on, and nodes that read the variable there.
  struct Way {
    std::set<int> passing, reads;
  };

  // Follows a handle from an entry on. False: a node uses the handle in another way, or mixes it with another handle.
  bool Follow(int entry, Way& way) const {
    std::vector<int> open = {entry};
    way.passing.insert(entry);
    while (!open.empty()) {
      const NodeDef& node = graph_.node(open.back());
      open.pop_back();
      const auto users = users_.find(node.name());
      for (const int user : users == users_.end() ? std::vector<int>() : users->second) {
        const NodeDef& taker = graph_.node(user);
        if (taker.op() == "ReadVariableOp") {
          way.reads.insert(user);
        } else if (!Passes(taker)) {
          return false;
        } else if (way.passing.insert(user).second) {
          open.push_back(user);
        }
      }
    }
    return !way.reads.empty() && std::all_of(way.passing.begin(), way.passing.end(), [&](int number) {
      return number == entry || IsFedBy(way, graph_.node(number));
    });
  }

  // Returns whether the node passes on this variable only. All inputs of a Merge must carry it; of a Switch only the
  // first, because the second is the condition.
  bool IsFedBy(const Way& way, const NodeDef& node) const {
    const int values = node.op() == "Merge" ? node.input_size() : 1;
    for (int i = 0; i < values; ++i) {
      const InputPlace place = PlaceOf(node.input(i));
      if (!place.control && !way.passing.contains(numbers_.at(place.node))) return false;
    }
    return true;
  }

  void Hoist(int entry) {
    Way way;
    if (!Follow(entry, way)) return;
    const NodeDef& first = graph_.node(*way.reads.begin());
    const DataType type = first.attr().at("dtype").type();
    NodeDef read = first;
    read.set_name(fmt::format("{}/opdk_read", graph_.node(entry).name()));
    read.mutable_input()->Clear();
    for (const std::string& input : graph_.node(entry).input()) {
      // The condition of a Switch has nothing to do with reading.
      if (read.input_size() == 0 || PlaceOf(input).control) read.add_input(input);
    }
    graph_.mutable_node(entry)->set_input(0, read.name());
    const auto shapes = first.attr().find(OPDK_TF_SHAPES);
    const bool has_shape = shapes != first.attr().end() && shapes->second.list().shape_size() > 0;
    for (const int number : way.passing) {
      auto& attributes = *graph_.mutable_node(number)->mutable_attr();
      attributes["T"].set_type(type);
      for (const char* const name : {OPDK_TF_TYPES, OPDK_TF_INPUT_TYPES}) {
        auto& list = *attributes[name].mutable_list();
        for (int i = 0; i < list.type_size(); ++i) {
          if (list.type(i) == tensorflow::DT_RESOURCE) list.set_type(i, type);
        }
      }
      const auto& types = attributes[OPDK_TF_TYPES].list();
      auto& known = *attributes[OPDK_TF_SHAPES].mutable_list();
      for (int i = 0; i < known.shape_size() && has_shape; ++i) {
        if (types.type(i) == type) *known.mutable_shape(i) = shapes->second.list().shape(0);
      }
      if (!has_shape) attributes.erase(OPDK_TF_SHAPES);
    }
    for (const int number : way.reads) {
      NodeDef& inside = *graph_.mutable_node(number);
      inside.set_op("Identity");
      auto& attributes = *inside.mutable_attr();
      attributes.erase("dtype");
      attributes["T"].set_type(type);
      attributes[OPDK_TF_STATEFUL].set_b(false);
      attributes[OPDK_TF_INPUT_TYPES].mutable_list()->set_type(0, type);
    }
    *graph_.add_node() = std::move(read);
  }

  GraphDef& graph_;
  std::map<std::string, int> numbers_;
  std::map<std::string, std::vector<int>> users_;  // of values
};

}  // namespace

void HoistReads(GraphDef& graph) { Hoisting(graph).Run(); }

}  // namespace opdk::tensorflow_adapter
