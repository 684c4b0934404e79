#include "plugins/onnx/parser/captured_values.h"

#include <algorithm>
#include <unordered_set>

namespace opdk::onnx_plugin {

std::vector<std::string> CapturedValues(const onnx::GraphProto& graph) {
  std::unordered_set<std::string> own;
  for (const auto& input : graph.input()) own.insert(input.name());
  for (const auto& initializer : graph.initializer()) own.insert(initializer.name());
  for (const auto& node : graph.node()) own.insert(node.output().begin(), node.output().end());
  std::vector<std::string> captured;
  const auto use = [&](const std::string& value) {
    if (!value.empty() && own.insert(value).second) captured.push_back(value);
  };
  for (const auto& node : graph.node()) {
    std::for_each(node.input().begin(), node.input().end(), use);
    for (const auto& attribute : node.attribute()) {
      if (attribute.has_g()) {
        for (const std::string& value : CapturedValues(attribute.g())) use(value);
      }
      for (const auto& inner : attribute.graphs()) {
        for (const std::string& value : CapturedValues(inner)) use(value);
      }
    }
  }
  for (const auto& output : graph.output()) use(output.name());
  return captured;
}

}  // namespace opdk::onnx_plugin
