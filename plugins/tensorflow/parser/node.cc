#include "plugins/tensorflow/parser/node.h"

#include <fmt/format.h>

#include <charconv>

#include "plugins/importer/node_order.h"
#include "plugins/importer/source_node.h"

namespace opdk::tensorflow_plugin {

std::string ValueName(const std::string& node, size_t output) {
  return output == 0 ? node : fmt::format("{}:{}", node, output);
}

ValuePlace PlaceOf(const std::string& value) {
  const size_t colon = value.rfind(':');
  if (colon == std::string::npos) return {value, 0};
  size_t output = 0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data() + colon + 1, end, output);
  if (error != std::errc() || stop != end) return {value, 0};
  return {value.substr(0, colon), output};
}

std::string Title(const Node& node) { return importer::NodeTitle(node.name, node.type, node.name); }

std::vector<std::string> OutputsOf(const Node& node) {
  std::vector<std::string> outputs;
  for (size_t i = 0; i < node.outputs; ++i) outputs.push_back(ValueName(node.name, i));
  return outputs;
}

Status Misfit(const Node& node, const std::string& what) {
  return Status(ErrorCode::kModelInvalid, fmt::format("{}: {}", Title(node), what));
}

Result<std::vector<size_t>> OrderOf(const std::vector<Node>& nodes, bool controls) {
  std::vector<importer::NodeEnds> ends;
  std::vector<std::vector<std::string>> outputs;
  outputs.reserve(nodes.size());
  for (const Node& node : nodes) {
    outputs.push_back(OutputsOf(node));
    ends.push_back({{node.inputs.begin(), node.inputs.end()}, {outputs.back().begin(), outputs.back().end()}});
    if (!controls) continue;
    ends.back().inputs.insert(ends.back().inputs.end(), node.controls.begin(), node.controls.end());
  }
  return importer::OrderNodes(ends, [&nodes](size_t node) { return Title(nodes[node]); });
}

}  // namespace opdk::tensorflow_plugin
