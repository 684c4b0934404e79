#include "plugins/onnx/parser/support.h"

#include <fmt/format.h>

#include "plugins/onnx/parser/control_flow.h"
#include "plugins/onnx/parser/function_body.h"
#include "plugins/onnx/parser/onnx_framework.h"
#include "plugins/onnx/parser/sequences.h"

namespace opdk::onnx_plugin {

Support::Support(const ModelFunctions& functions, const importer::MappingTable& mappings)
    : mappings_(mappings), functions_(functions) {}

std::string Support::WhyNot(const onnx::NodeProto& node, const OpsetImports& imports, int depth) const {
  const std::string domain = DomainOf(node.domain());
  const auto import = imports.find(domain);
  if (import == imports.end()) return fmt::format("opset_import says no version of domain {}", domain);
  if (depth > kMaxDepth) return "functions call each other, or graphs hold each other, without end";
  if (domain == kStandardDomain) {
    if (node.op_type() == "Constant" || Sequences::IsAbout(node.op_type())) return "";
    if (HoldsGraphs(node)) {
      for (const auto& attribute : node.attribute()) {
        if (!attribute.has_g()) continue;
        std::string why = WhyNotAll(attribute.g().node(), imports, depth);
        if (!why.empty()) return why;
      }
      return "";
    }
  }
  if (mappings_.Find(domain, import->second, node.op_type()) != nullptr) return "";
  if (const onnx::FunctionProto* own = functions_.Called(node); own != nullptr) {
    const auto inside = ReadImports(own->opset_import());
    return inside.ok() ? WhyNotAll(own->node(), *inside, depth) : inside.status().message();
  }
  if (mappings_.TakesByName(domain, node.op_type())) return "";
  const onnx::OpSchema* defined = FindFunctionSchema(domain, import->second, node);
  // Types may decide which of the nodes in a definition are used, so only reading shows whether all are mapped.
  if (defined != nullptr && IsDefinedByOthers(*defined)) return "";
  return fmt::format("no package maps {}", importer::OriginText(domain, import->second, node.op_type()));
}

std::string Support::WhyNotAll(const Nodes& nodes, const OpsetImports& imports, int depth) const {
  for (const auto& node : nodes) {
    std::string why = WhyNot(node, imports, depth + 1);
    if (!why.empty()) return fmt::format("inside of it, {}: {}", NodeTitle(node), why);
  }
  return "";
}

}  // namespace opdk::onnx_plugin
