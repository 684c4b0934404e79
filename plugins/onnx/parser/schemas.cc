#include "plugins/onnx/parser/schemas.h"

#include <algorithm>

#include "plugins/onnx/parser/onnx_framework.h"

namespace opdk::onnx_plugin {

std::string DomainOf(const std::string& domain) { return domain.empty() ? kStandardDomain : domain; }

std::unordered_map<std::string, const onnx::FunctionProto*> FunctionsOf(const onnx::ModelProto& model) {
  std::unordered_map<std::string, const onnx::FunctionProto*> functions;
  for (const auto& function : model.functions())
    functions[DomainOf(function.domain()) + "::" + function.name()] = &function;
  return functions;
}

// libonnx writes the standard domain as "".
const onnx::OpSchema* FindSchema(const std::string& domain, int64_t opset, const std::string& type) {
  if (domain != kStandardDomain || opset > kTargetOpset) return nullptr;
  return onnx::OpSchemaRegistry::Schema(type, static_cast<int>(opset), "");
}

const onnx::OpSchema* FindFunctionSchema(const std::string& domain, int64_t opset, const onnx::NodeProto& node) {
  const onnx::OpSchema* schema = FindSchema(domain, std::min<int64_t>(opset, kTargetOpset), node.op_type());
  if (schema == nullptr) return nullptr;
  for (const auto& attribute : node.attribute()) {
    if (!schema->attributes().contains(attribute.name())) return nullptr;
  }
  return schema;
}

bool IsDefinedByOthers(const onnx::OpSchema& schema) {
  return schema.HasFunction() || schema.HasContextDependentFunction();
}

}  // namespace opdk::onnx_plugin
