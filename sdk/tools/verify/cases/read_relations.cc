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

// `op` nullptr: the ports aren't known yet.
Status ReadPorts(const YamlReader& reader, const YAML::Node& node, const OpDesc* op, size_t count, Relation& relation) {
  OPDK_TRY(const auto items, reader.List(node, relation.kind));
  std::vector<std::string> known;
  for (size_t i = 0; op != nullptr && i < op->inputs.size(); ++i) known.push_back(op->inputs[i].name);
  for (const YAML::Node& item : items) {
    OPDK_TRY(const std::string port, reader.Text(item, "an input"));
    if (op != nullptr && op->FindInput(port) < 0) {
      return reader.Unknown(item, fmt::format("input of {}", op->type), port, known);
    }
    relation.ports.push_back(port);
  }
  if (relation.ports.size() == count) return Status();
  return reader.Error(node, fmt::format("{} needs {} input{}", relation.kind, count, count == 1 ? "" : "s"));
}

Status ReadSettings(const YamlReader& reader, const YAML::Node& node, const YAML::Node& name, const OpDesc* op,
                    Relation& relation) {
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
      return ReadPorts(reader, node, op, 2, relation);
    case Setting::kPort:
      if (bare) return reader.Error(name, fmt::format("{}: x names the input it speaks of", relation.kind));
      return ReadPorts(reader, node, op, 1, relation);
    case Setting::kAxis:
      break;
  }
  if (bare || !node.IsMap() || !node["axis"]) return reader.Error(name, relation.kind + ": {axis: n} is missing");
  OPDK_TRY(const auto entries, reader.Map(node, relation.kind, {"axis"}));
  static_cast<void>(entries);
  OPDK_TRY(relation.axis, reader.Int(node["axis"], "axis"));
  if (relation.axis < 0) return reader.Error(node["axis"], "axis is counted from the front: 0 or more");
  return Status();
}

Result<std::vector<Relation>> Read(const YamlReader& reader, const YAML::Node& given, const OpDesc* op) {
  std::vector<Relation> relations;
  OPDK_TRY(const auto items, reader.List(given, "relations"));
  for (const YAML::Node& item : items) {
    Relation relation;
    if (!item.IsMap()) {
      OPDK_TRY(relation.kind, reader.Text(item, "a relation"));
      OPDK_TRY(ReadSettings(reader, YAML::Node(YAML::NodeType::Undefined), item, op, relation));
    } else {
      OPDK_TRY(const auto entries, reader.Map(item, "a relation"));
      if (entries.size() != 1) return reader.Error(item, "each relation is an item of its own");
      OPDK_TRY(relation.kind, reader.Text(entries[0].first, "a relation"));
      OPDK_TRY(ReadSettings(reader, entries[0].second, entries[0].first, op, relation));
    }
    relations.push_back(std::move(relation));
  }
  return relations;
}

}  // namespace

Status CheckRelations(const YamlReader& reader, const YAML::Node& given) {
  return Read(reader, given, nullptr).status();
}

Result<std::vector<Relation>> ReadRelations(const OpCase& op_case, const OpDesc& op) {
  const YAML::Node given = op_case.node["relations"];
  if (!given) return std::vector<Relation>();
  return Read(ReaderOf(op_case), given, &op);
}

}  // namespace opdk::verify
