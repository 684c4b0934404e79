#include "plugins/onnx/parser/schemas.h"

#include <fmt/format.h>
#include <google/protobuf/unknown_field_set.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>

#include "plugins/importer/attribute_check.h"
#include "plugins/onnx/parser/onnx_framework.h"

namespace opdk::onnx_plugin {
namespace {

// Numbers of fields that came to ONNX's messages after libonnx 1.12.
constexpr int kNodeOverload = 8;
constexpr int kFunctionAttributeDefaults = 11;
constexpr int kFunctionOverload = 13;

// An attribute that an operator has got, or lost, in an opset above libonnx's newest. The name "" stands for a new
// operator without attributes. Source: ONNX's Changelog.md.
struct LaterAttribute {
  std::string_view type;
  int64_t opset;
  std::string_view name;
  bool lost = false;
};
constexpr LaterAttribute kLaterAttributes[] = {
    {"AffineGrid", 20, "align_corners"},
    {"Attention", 23, "is_causal"},
    {"Attention", 23, "kv_num_heads"},
    {"Attention", 23, "q_num_heads"},
    {"Attention", 23, "qk_matmul_output_mode"},
    {"Attention", 23, "scale"},
    {"Attention", 23, "softcap"},
    {"Attention", 23, "softmax_precision"},
    {"Attention", 25, "left_window_size"},
    {"Attention", 25, "right_window_size"},
    {"AveragePool", 19, "dilations"},
    {"BitCast", 26, "to"},
    {"BitwiseAnd", 18, ""},
    {"BitwiseNot", 18, ""},
    {"BitwiseOr", 18, ""},
    {"BitwiseXor", 18, ""},
    {"Cast", 19, "saturate"},
    {"Cast", 24, "round_mode"},
    {"CastLike", 19, "saturate"},
    {"CastLike", 24, "round_mode"},
    {"CausalConvWithState", 27, "activation"},
    {"CenterCropPad", 18, "axes"},
    {"Col2Im", 18, "dilations"},
    {"Col2Im", 18, "pads"},
    {"Col2Im", 18, "strides"},
    {"CumProd", 26, "exclusive"},
    {"CumProd", 26, "reverse"},
    {"DFT", 20, "axis", true},
    {"DeformConv", 19, "dilations"},
    {"DeformConv", 19, "group"},
    {"DeformConv", 19, "kernel_shape"},
    {"DeformConv", 19, "offset_group"},
    {"DeformConv", 19, "pads"},
    {"DeformConv", 19, "strides"},
    {"DequantizeLinear", 21, "block_size"},
    {"DequantizeLinear", 23, "output_dtype"},
    {"Gelu", 20, "approximate"},
    {"GroupNormalization", 18, "epsilon"},
    {"GroupNormalization", 18, "num_groups"},
    {"GroupNormalization", 21, "stash_type"},
    {"ImageDecoder", 20, "pixel_format"},
    {"LinearAttention", 27, "chunk_size"},
    {"LinearAttention", 27, "kv_num_heads"},
    {"LinearAttention", 27, "q_num_heads"},
    {"LinearAttention", 27, "scale"},
    {"LinearAttention", 27, "update_rule"},
    {"LpPool", 18, "ceil_mode"},
    {"LpPool", 18, "dilations"},
    {"Mish", 18, ""},
    {"QuantizeLinear", 19, "saturate"},
    {"QuantizeLinear", 21, "block_size"},
    {"QuantizeLinear", 21, "output_dtype"},
    {"QuantizeLinear", 23, "precision"},
    {"RMSNormalization", 23, "axis"},
    {"RMSNormalization", 23, "epsilon"},
    {"RMSNormalization", 23, "stash_type"},
    {"Range", 27, "stash_type"},
    {"RegexFullMatch", 20, "pattern"},
    {"Resize", 18, "antialias"},
    {"Resize", 18, "axes"},
    {"Resize", 18, "keep_aspect_ratio_policy"},
    {"RotaryEmbedding", 23, "interleaved"},
    {"RotaryEmbedding", 23, "num_heads"},
    {"RotaryEmbedding", 23, "rotary_embedding_dim"},
    {"SpaceToDepth", 28, "mode"},
    {"Split", 18, "num_outputs"},
    {"StringConcat", 20, ""},
    {"StringSplit", 20, "delimiter"},
    {"StringSplit", 20, "maxsplit"},
    {"SwiGLU", 28, "alpha"},
    {"Swish", 24, "alpha"},
    {"TensorScatter", 24, "axis"},
    {"TensorScatter", 24, "mode"},
};
// Take their axes as an input since opset 18.
constexpr std::string_view kReductions[] = {"ReduceL1",   "ReduceL2",  "ReduceLogSum", "ReduceLogSumExp", "ReduceMax",
                                            "ReduceMean", "ReduceMin", "ReduceProd",   "ReduceSumSquare"};

// Returns the names of the operator's attributes in an opset above libonnx's newest, whose schema is `newest` (nullptr:
// the operator is newer). nullopt: ONNX has no such operator.
std::optional<std::set<std::string>> AttributesIn(const onnx::OpSchema* newest, const std::string& type,
                                                  int64_t opset) {
  std::set<std::string> names;
  bool exists = newest != nullptr;
  if (newest != nullptr) {
    for (const auto& [name, attribute] : newest->attributes()) names.insert(name);
  }
  for (const LaterAttribute& later : kLaterAttributes) {
    if (later.type != type || later.opset > opset) continue;
    exists = true;
    if (later.lost) {
      names.erase(std::string(later.name));
    } else if (!later.name.empty()) {
      names.emplace(later.name);
    }
  }
  if (std::find(std::begin(kReductions), std::end(kReductions), type) != std::end(kReductions)) {
    names.erase("axes");
    names.emplace("noop_with_empty_axes");
  }
  return exists ? std::optional(std::move(names)) : std::nullopt;
}

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

namespace {

// Compares an attribute's type with that of libonnx's newest definition: no attribute has changed its type since.
Status CheckType(const onnx::NodeProto& node, const onnx::AttributeProto& attribute, const onnx::OpSchema* schema) {
  if (schema == nullptr) return {};
  const auto declared = schema->attributes().find(attribute.name());
  if (declared == schema->attributes().end() || declared->second.type == attribute.type()) return {};
  return Status(ErrorCode::kModelInvalid,
                fmt::format("{}: the attribute '{}' has the type {}; ONNX declares {}", NodeTitle(node),
                            attribute.name(), onnx::AttributeProto::AttributeType_Name(attribute.type()),
                            onnx::AttributeProto::AttributeType_Name(declared->second.type)))
      .Hint("correct the model");
}

}  // namespace

Status CheckLaterAttributes(const onnx::NodeProto& node, int64_t opset) {
  if (opset <= kTargetOpset || DomainOf(node.domain()) != kStandardDomain) return {};
  const onnx::OpSchema* schema = FindSchema(kStandardDomain, kTargetOpset, node.op_type());
  const auto known = AttributesIn(schema, node.op_type(), opset);
  if (!known) return {};
  for (const auto& attribute : node.attribute()) {
    if (known->contains(attribute.name())) {
      OPDK_TRY(CheckType(node, attribute, schema));
      continue;
    }
    return importer::UnknownAttribute(NodeTitle(node), attribute.name(),
                                      fmt::format("{} of opset {}", node.op_type(), opset),
                                      {known->begin(), known->end()})
        .Hint("correct the model, or its opset");
  }
  return {};
}

bool IsDefinedByOthers(const onnx::OpSchema& schema) {
  return schema.HasFunction() || schema.HasContextDependentFunction();
}

}  // namespace opdk::onnx_plugin
