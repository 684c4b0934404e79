#include "graph_core/optimization/precision_names.h"

#include <fmt/format.h>

#include "graph_core/package/operator_names.h"

namespace opdk {
namespace {

template <typename Named>
void AddKeys(const Named& named, std::set<std::string>& names) {
  for (const auto& [name, value] : named) names.insert(name);
}

std::string PlaceOf(const std::map<std::string, std::string>& places, const std::string& name) {
  const auto place = places.find(name);
  return place == places.end() ? "CompileOptions::precision" : place->second;
}

}  // namespace

PrecisionNames::PrecisionNames(const PrecisionOptions& options)
    : options_(options), nodes_(options.kept_nodes), types_(options.kept_types) {
  AddKeys(options.node_lists, nodes_);
  AddKeys(options.node_types, nodes_);
  AddKeys(options.lists, types_);
  AddKeys(options.operator_types, types_);
}

void PrecisionNames::MarkFound(const Graph& graph) {
  if (nodes_.empty()) return;
  for (const Node* node : graph.nodes()) {
    met_.insert(node->name());
    for (const Region& region : node->regions()) MarkFound(*region.graph);
  }
}

std::vector<std::string> PrecisionNames::Unknown(const PackageRegistry& packages) const {
  std::vector<std::string> unknown = UnknownNodes();
  for (std::string& line : UnknownTypes(packages)) unknown.push_back(std::move(line));
  return unknown;
}

std::vector<std::string> PrecisionNames::UnknownNodes() const {
  std::vector<std::string> unknown;
  const std::vector<std::string> known(met_.begin(), met_.end());
  for (const std::string& name : nodes_) {
    if (met_.contains(name)) continue;
    const std::string near = Nearest(name, known);
    unknown.push_back(fmt::format("{}: the graph has no node '{}', nothing is done for it{}",
                                  PlaceOf(options_.node_places, name), name,
                                  near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
  }
  return unknown;
}

std::vector<std::string> PrecisionNames::UnknownTypes(const PackageRegistry& packages) const {
  std::vector<std::string> unknown;
  for (const std::string& type : types_) {
    if (!packages.Providers(type).empty()) continue;
    unknown.push_back(fmt::format("{}: no package has an operator '{}', nothing is done for it{}",
                                  PlaceOf(options_.type_places, type), type, DidYouMean(packages, type)));
  }
  return unknown;
}

}  // namespace opdk
