#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "graph_core/base/yaml_reading.h"
#include "sdk/tools/verify/cases/relations.h"

namespace opdk::verify {
namespace {

enum class Setting : uint8_t { kNone, kTwoPorts, kPort, kAxis };

const std::vector<std::pair<std::string, Setting>> kRelations = {
    {"commutative", Setting::kTwoPorts},
    {"idempotent", Setting::kNone},
    {"involution", Setting::kNone},
    {"permutation", Setting::kAxis},
    {"batch_slice", Setting::kAxis},
    {"linear", Setting::kPort},
    {"odd", Setting::kPort},
    {"even", Setting::kPort},
    {"shift_invariant", Setting::kPort},
    {"scale_invariant", Setting::kPort},
    {"increasing", Setting::kPort},
};

Status ReadPorts(const YamlReader& reader, const YAML::Node& node, size_t count, Relation& relation) {
  OPDK_TRY(const auto items, reader.List(node, relation.kind));
  for (const YAML::Node& item : items) {
    OPDK_TRY(const std::string port, reader.Text(item, "an input"));
    relation.ports.push_back({port, {item.Mark()}});
  }
  if (relation.ports.size() == count) return Status();
  return reader.Error(node, fmt::format("{} needs {} input{}", relation.kind, count, count == 1 ? "" : "s"));
}

Status ReadSettings(const YamlReader& reader, const YAML::Node& node, const YAML::Node& name, Relation& relation) {
  std::vector<std::string> known;
  for (const auto& [kind, setting] : kRelations) known.push_back(kind);
  const auto found =
      std::find_if(kRelations.begin(), kRelations.end(), [&](const auto& each) { return each.first == relation.kind; });
  if (found == kRelations.end()) return reader.Unknown(name, "relation", relation.kind, known);
  const bool bare = !node.IsDefined() || node.IsNull();
  switch (found->second) {
    case Setting::kNone:
      return bare ? Status() : reader.Error(node, relation.kind + " has no settings");
    case Setting::kTwoPorts:
      if (bare) return reader.Error(name, "commutative: [x1, x2] names the inputs that may be swapped");
      return ReadPorts(reader, node, 2, relation);
    case Setting::kPort:
      if (bare) return reader.Error(name, fmt::format("{}: x names the input it speaks of", relation.kind));
      return ReadPorts(reader, node, 1, relation);
    case Setting::kAxis:
      break;
  }
  if (bare || !node.IsMap() || !node["axis"]) return reader.Error(name, relation.kind + ": {axis: n} is missing");
  OPDK_TRY(const auto entries, reader.Map(node, relation.kind, {"axis"}));
  static_cast<void>(entries);
  OPDK_TRY(relation.axis, reader.Int(node["axis"], "axis"));
  if (*relation.axis < 0) return reader.Error(node["axis"], "axis is counted from the front: 0 or more");
  return Status();
}

}  // namespace

Result<std::vector<Relation>> ReadRelations(const YamlReader& reader, const YAML::Node& given) {
  std::vector<Relation> relations;
  OPDK_TRY(const auto items, reader.List(given, "relations"));
  for (const YAML::Node& item : items) {
    Relation relation;
    if (!item.IsMap()) {
      OPDK_TRY(relation.kind, reader.Text(item, "a relation"));
      OPDK_TRY(ReadSettings(reader, YAML::Node(YAML::NodeType::Undefined), item, relation));
    } else {
      OPDK_TRY(const auto entries, reader.Map(item, "a relation"));
      if (entries.size() != 1) return reader.Error(item, "each relation is an item of its own");
      OPDK_TRY(relation.kind, reader.Text(entries[0].first, "a relation"));
      OPDK_TRY(ReadSettings(reader, entries[0].second, entries[0].first, relation));
    }
    relations.push_back(std::move(relation));
  }
  return relations;
}

Status CheckRelationPorts(const OpCase& op_case, const OpDesc& op) {
  std::vector<std::string> known;
  for (const Port& input : op.inputs) known.push_back(input.name);
  for (const Relation& relation : op_case.relations) {
    for (const auto& [port, place] : relation.ports) {
      if (op.FindInput(port) >= 0) continue;
      return UnknownAt(ReaderOf(op_case), place, fmt::format("input of {}", op.type), port, known);
    }
  }
  return Status();
}

}  // namespace opdk::verify
