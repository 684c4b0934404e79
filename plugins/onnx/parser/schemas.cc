#include "plugins/onnx/parser/schemas.h"

#include <fmt/format.h>
#include <google/protobuf/unknown_field_set.h>

#include <algorithm>

#include "plugins/onnx/parser/onnx_framework.h"

namespace opdk::onnx_plugin {
namespace {

// Numbers of fields that came to ONNX's messages after libonnx 1.12.
constexpr int kNodeOverload = 8;
constexpr int kFunctionAttributeDefaults = 11;
constexpr int kFunctionOverload = 13;

// Returns the texts or messages of a field that libonnx doesn't know.
std::vector<std::string> NewerFields(const google::protobuf::Message& message, int number) {
  std::vector<std::string> values;
  const auto& fields = message.GetReflection()->GetUnknownFields(message);
  for (int i = 0; i < fields.field_count(); ++i) {
    const auto& field = fields.field(i);
    if (field.number() == number && field.type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED) {
      values.push_back(field.length_delimited());
    }
  }
  return values;
}

// Returns a function's key: "domain::name", or "domain::name:overload".
std::string KeyOf(const std::string& domain, const std::string& name, const std::string& overload) {
  return fmt::format("{}::{}{}{}", DomainOf(domain), name, overload.empty() ? "" : ":", overload);
}

}  // namespace

std::string DomainOf(const std::string& domain) { return domain.empty() ? kStandardDomain : domain; }

std::string OverloadOf(const onnx::NodeProto& node) {
  const auto texts = NewerFields(node, kNodeOverload);
  return texts.empty() ? "" : texts.back();
}

Result<std::vector<onnx::AttributeProto>> AttributeDefaults(const onnx::FunctionProto& function) {
  std::vector<onnx::AttributeProto> defaults;
  for (const std::string& bytes : NewerFields(function, kFunctionAttributeDefaults)) {
    if (defaults.emplace_back().ParseFromString(bytes)) continue;
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("function '{}': the default of an attribute can't be read", function.name()));
  }
  return defaults;
}

Result<ModelFunctions> ModelFunctions::Of(const onnx::ModelProto& model) {
  ModelFunctions result;
  for (const auto& function : model.functions()) {
    const auto overloads = NewerFields(function, kFunctionOverload);
    const std::string key = KeyOf(function.domain(), function.name(), overloads.empty() ? "" : overloads.back());
    if (!result.functions_.emplace(key, &function).second) {
      return Status(ErrorCode::kModelInvalid, fmt::format("the model has two functions '{}'", key))
          .Hint("give each function a name or an overload of its own");
    }
  }
  return result;
}

const onnx::FunctionProto* ModelFunctions::Called(const onnx::NodeProto& node) const {
  if (functions_.empty()) return nullptr;
  const auto found = functions_.find(KeyOf(node.domain(), node.op_type(), OverloadOf(node)));
  return found == functions_.end() ? nullptr : found->second;
}

// Looks the schema up under "", which is libonnx's name of the standard domain.
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
