#include "plugins/onnx/parser/expander.h"

#include <fmt/format.h>
#include <onnx/defs/schema.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "plugins/onnx/parser/attribute_check.h"
#include "plugins/onnx/parser/constant_node.h"
#include "plugins/onnx/parser/node_order.h"

namespace opdk::onnx_plugin {
namespace {

// Functions may call functions, never themselves; deeper nesting than this is a loop.
constexpr int kMaxFunctionDepth = 64;

std::string DomainOf(const std::string& domain) { return domain.empty() ? kStandardDomain : domain; }

// libonnx writes the standard domain as "". Opsets above the newest it knows can't be judged by it.
const onnx::OpSchema* FindSchema(const std::string& domain, int64_t opset, const std::string& type) {
  if (domain != kStandardDomain || opset > kTargetOpset) return nullptr;
  return onnx::OpSchemaRegistry::Schema(type, static_cast<int>(opset), "");
}

// Number of inputs and outputs, attribute names and types, as the operator's own definition has them.
Status VerifyNode(const onnx::NodeProto& node, const onnx::OpSchema& schema) {
  try {
    schema.Verify(node);
  } catch (const std::exception& error) {
    std::string what = error.what();
    what = what.substr(0, what.find('\n'));
    return Status(ErrorCode::kModelInvalid, fmt::format("{}: {}", NodeTitle(node), what));
  }
  return {};
}

Status RefuseSubgraphs(const onnx::NodeProto& node, const std::string& domain, int64_t opset) {
  for (const auto& attribute : node.attribute()) {
    if (attribute.type() != onnx::AttributeProto::GRAPH && attribute.type() != onnx::AttributeProto::GRAPHS) continue;
    return Status(ErrorCode::kOperatorUnknown,
                  fmt::format("{}: {}::{}::{} holds a graph (attribute '{}'); control flow is not supported",
                              NodeTitle(node), domain, opset, node.op_type(), attribute.name()))
        .Hint("export the model without control flow (constant conditions and trip counts are folded by exporters)");
  }
  return {};
}

Status RequireTensor(const onnx::ValueInfoProto& value, const char* role) {
  const auto kind = value.type().value_case();
  if (kind == onnx::TypeProto::kTensorType || kind == onnx::TypeProto::VALUE_NOT_SET) return {};
  const auto* field = onnx::TypeProto::descriptor()->FindFieldByNumber(kind);
  return Status(ErrorCode::kModelInvalid, fmt::format("graph {} '{}' is a {}; only tensors are supported", role,
                                                      value.name(), field == nullptr ? "?" : field->name()));
}

}  // namespace

Result<OpsetImports> ReadImports(const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto>& imports) {
  OpsetImports result;
  for (const auto& import : imports) {
    const std::string domain = DomainOf(import.domain());
    if (import.version() <= 0) {
      return Status(ErrorCode::kModelInvalid,
                    fmt::format("opset_import: version {} of domain {}", import.version(), domain));
    }
    if (!result.emplace(domain, import.version()).second) {
      return Status(ErrorCode::kModelInvalid, fmt::format("opset_import names domain {} twice", domain));
    }
  }
  return result;
}

Expander::Expander(const onnx::ModelProto& model, const ParserContext& context)
    : model_(model), table_(context), max_nodes_(context.MaxNodes()) {}

std::string Expander::NewValue(const std::string& hint) { return names_.Give(hint); }

std::string Expander::AddConstant(const std::string& hint, onnx::TensorProto tensor) {
  const std::string name = NewValue(hint);
  auto& stored = constants_[name];
  stored = std::move(tensor);
  types_.SetConstant(name, stored);
  return name;
}

Status Expander::DeclareValues() {
  const auto& graph = model_.graph();
  if (graph.sparse_initializer_size() > 0) {
    return Status(ErrorCode::kModelInvalid, fmt::format("initializer '{}' is sparse; only dense ones are supported",
                                                        graph.sparse_initializer(0).values().name()));
  }
  for (const auto& input : graph.input()) {
    OPDK_TRY(RequireTensor(input, "input"));
    names_.Add(input.name());
    types_.Set(input.name(), input.type());
  }
  for (const auto& value : graph.value_info()) types_.Set(value.name(), value.type());
  for (const auto& output : graph.output()) {
    OPDK_TRY(RequireTensor(output, "output"));
    types_.Set(output.name(), output.type());
  }
  for (const auto& initializer : graph.initializer()) {
    names_.Add(initializer.name());
    types_.SetConstant(initializer.name(), initializer);
  }
  for (const auto& node : graph.node()) {
    for (const std::string& output : node.output()) names_.Add(output);
  }
  for (const auto& function : model_.functions()) {
    functions_[DomainOf(function.domain()) + "::" + function.name()] = &function;
  }
  return {};
}

Status Expander::Run() {
  OPDK_TRY(DeclareValues());
  OPDK_TRY(const OpsetImports imports, ReadImports(model_.opset_import()));
  return ExpandAll(model_.graph().node(), imports, 0);
}

Status Expander::ExpandAll(const Nodes& nodes, const OpsetImports& imports, int depth) {
  OPDK_TRY(const auto order, SortNodes(nodes));
  for (const auto* node : order) OPDK_TRY(Expand(*node, imports, depth));
  return {};
}

Status Expander::Expand(const onnx::NodeProto& node, const OpsetImports& imports, int depth) {
  // Functions that call functions write out to any number of nodes, or to none after any number of calls.
  if (++expanded_ > max_nodes_) {
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("the model has more than {} nodes when its functions are written out", max_nodes_))
        .Hint("--max-nodes or OPDK_MAX_NODES sets another limit");
  }
  const std::string domain = DomainOf(node.domain());
  auto import = imports.find(domain);
  if (import == imports.end()) {
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("{}: opset_import says no version of domain {}", NodeTitle(node), domain));
  }
  const int64_t opset = import->second;
  OPDK_TRY(RefuseSubgraphs(node, domain, opset));
  const onnx::OpSchema* schema = FindSchema(domain, opset, node.op_type());
  if (schema != nullptr) OPDK_TRY(VerifyNode(node, *schema));
  if (domain == kStandardDomain && node.op_type() == "Constant") return ExpandConstant(node);
  if (domain == kStandardDomain) types_.InferOutputs(node);

  const Mapping mapping = table_.Find(domain, opset, node.op_type());
  if (mapping.data != nullptr && mapping.own && domain == kStandardDomain) return EmitUpgraded(node, opset, mapping);
  if (mapping.data != nullptr) {
    nodes_.push_back({node, mapping, schema != nullptr});
    return {};
  }
  if (depth > kMaxFunctionDepth) {
    return Status(ErrorCode::kModelInvalid, fmt::format("{}: functions call each other without end", NodeTitle(node)));
  }
  if (auto own = functions_.find(domain + "::" + node.op_type()); own != functions_.end()) {
    OPDK_TRY(CheckCallAttributes(node, *own->second));
    return ExpandFunction(node, *own->second, depth);
  }
  if (schema != nullptr) {
    const onnx::NodeProto complete = WithDefaults(node, *schema);
    if (const auto body = SchemaFunction(complete, *schema, types_)) return ExpandFunction(complete, *body, depth);
  }
  return table_.Unknown(NodeTitle(node), domain, opset, node.op_type());
}

Status Expander::ExpandConstant(const onnx::NodeProto& node) {
  OPDK_TRY(onnx::TensorProto tensor, ConstantOfNode(node));
  auto& stored = constants_[node.output(0)];
  stored = std::move(tensor);
  types_.SetConstant(node.output(0), stored);
  return {};
}

Status Expander::ExpandFunction(const onnx::NodeProto& call, const onnx::FunctionProto& function, int depth) {
  OPDK_TRY(const OpsetImports imports, ReadImports(function.opset_import()));
  OPDK_TRY(const Nodes body, InstantiateBody(call, function, *this));
  Status status = ExpandAll(body, imports, depth + 1);
  return status.ok() ? status : std::move(status).At(fmt::format("inside of {}", NodeTitle(call)));
}

Status Expander::EmitUpgraded(const onnx::NodeProto& node, int64_t opset, const Mapping& mapping) {
  onnx::NodeProto upgraded = node;
  UpgradeContext context(opset, upgraded, types_, *this);
  OPDK_TRY(UpgradeNode(context));
  // The neighbours an upgrade adds are in the target form already, so that this does not recur.
  const OpsetImports target = {{kStandardDomain, std::max(opset, kTargetOpset)}};
  for (const auto& before : context.before()) OPDK_TRY(Expand(before, target, 0));
  nodes_.push_back({upgraded, mapping, false});
  for (const auto& after : context.after()) OPDK_TRY(Expand(after, target, 0));
  return {};
}

}  // namespace opdk::onnx_plugin
