#include "plugins/importer/source_node.h"

#include <fmt/format.h>

namespace opdk::importer {

std::string NodeTitle(const std::string& name, const std::string& type, const std::string& first_output) {
  return fmt::format("node '{}' ({})", name.empty() ? first_output : name, type);
}

std::string NodeTitle(const SourceNode& node) {
  return NodeTitle(node.name, node.type, node.outputs.empty() ? "" : node.outputs.front());
}

std::string OriginText(const std::string& domain, int64_t version, const std::string& type) {
  return domain.empty() ? type : fmt::format("{}::{}::{}", domain, version, type);
}

Status RefuseRegions(const SourceNode& node) {
  if (node.regions.empty()) return {};
  return Status(
             ErrorCode::kOperatorUnknown,
             fmt::format("{}: {} holds a graph (attribute '{}'), and nothing is known of an operator of this type that "
                         "does",
                         NodeTitle(node), OriginText(node.domain, node.version, node.type), node.regions.front()))
      .Hint("export the model without it, or with If, Loop or Scan in its place");
}

}  // namespace opdk::importer
