#include "plugins/onnx/parser/asked_outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

namespace opdk::onnx_plugin {
namespace {

std::string NameOf(const onnx::NodeProto& node) {
  if (!node.name().empty()) return node.name();
  return fmt::format("{}_{}", node.op_type(), node.output_size() == 0 ? "" : node.output(0));
}

// Splits "node:1" into both; nothing where it ends otherwise.
std::optional<std::pair<std::string, int>> NodeAndNumber(const std::string& text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  int number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data() + colon + 1, last, number);
  if (error != std::errc() || end != last || number < 0) return std::nullopt;
  return std::pair(text.substr(0, colon), number);
}

class Lookup {
 public:
  explicit Lookup(const onnx::GraphProto& graph) : graph_(graph) {}

  bool HasValue(const std::string& name) const {
    const auto gives = [&](const onnx::NodeProto& node) {
      return std::find(node.output().begin(), node.output().end(), name) != node.output().end();
    };
    const auto is_called = [&](const auto& value) { return value.name() == name; };
    return !name.empty() && (std::any_of(graph_.node().begin(), graph_.node().end(), gives) ||
                             std::any_of(graph_.input().begin(), graph_.input().end(), is_called) ||
                             std::any_of(graph_.initializer().begin(), graph_.initializer().end(), is_called));
  }

  Result<std::string> ValueOf(const std::string& asked) const {
    if (HasValue(asked)) return asked;
    const auto numbered = NodeAndNumber(asked);
    const std::string name = numbered ? numbered->first : asked;
    const int number = numbered ? numbered->second : 0;
    const onnx::NodeProto* node = Find(name);
    if (node == nullptr) {
      // NODE:0:VALUE
      const size_t colon = asked.rfind(':');
      if (colon != std::string::npos && NodeAndNumber(asked.substr(0, colon)) && HasValue(asked.substr(colon + 1))) {
        return asked.substr(colon + 1);
      }
      return Missing(name);
    }
    if (number < node->output_size() && !node->output(number).empty()) return node->output(number);
    return Status(ErrorCode::kUsage,
                  fmt::format("out_nodes: '{}' has {} outputs, there is no {}", name, node->output_size(), number))
        .Hint("outputs are numbered from 0 on");
  }

 private:
  const onnx::NodeProto* Find(const std::string& name) const {
    const auto found = std::find_if(graph_.node().begin(), graph_.node().end(),
                                    [&](const onnx::NodeProto& node) { return NameOf(node) == name; });
    return found == graph_.node().end() ? nullptr : &*found;
  }

  Status Missing(const std::string& name) const {
    std::vector<std::string> known;
    for (const onnx::NodeProto& node : graph_.node()) {
      known.push_back(NameOf(node));
      known.insert(known.end(), node.output().begin(), node.output().end());
    }
    const std::string near = Nearest(name, known);
    return Status(ErrorCode::kUsage, fmt::format("out_nodes: the model has no operator '{}', and no value", name))
        .Hint(near.empty() ? "give OPERATOR, OPERATOR:OUTPUT or a value; opdk dump MODEL lists the model's operators"
                           : fmt::format("did you mean '{}'?", near));
  }

  const onnx::GraphProto& graph_;
};

}  // namespace

Result<AskedOutputs> ReadAskedOutputs(const onnx::GraphProto& graph, const std::string& asked) {
  const Lookup lookup(graph);
  AskedOutputs outputs;
  std::istringstream parts(asked);
  for (std::string name; std::getline(parts, name, ';');) {
    OPDK_TRY(outputs.values.emplace_back(), lookup.ValueOf(name));
    outputs.names.push_back(std::move(name));
  }
  return outputs;
}

}  // namespace opdk::onnx_plugin
