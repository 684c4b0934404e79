#include "plugins/onnx/parser/function_body.h"

#include <fmt/format.h>
#include <onnx/defs/function.h>

#include <exception>
#include <set>
#include <unordered_map>
#include <vector>

#include "plugins/importer/attribute_check.h"
#include "plugins/onnx/parser/onnx_framework.h"
#include "plugins/onnx/parser/schemas.h"
#include "plugins/onnx/parser/value_types.h"

namespace opdk::onnx_plugin {
namespace {

using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;
using Renames = std::unordered_map<std::string, std::string>;

void BindAttributes(const onnx::NodeProto& call, onnx::NodeProto& node) {
  google::protobuf::RepeatedPtrField<onnx::AttributeProto> bound;
  for (const auto& attribute : node.attribute()) {
    if (attribute.ref_attr_name().empty()) {
      auto* copy = bound.Add();
      *copy = attribute;
      if (!copy->has_g()) continue;
      for (auto& inner : *copy->mutable_g()->mutable_node()) BindAttributes(call, inner);
      continue;
    }
    for (const auto& actual : call.attribute()) {
      if (actual.name() != attribute.ref_attr_name()) continue;
      auto* copy = bound.Add();
      *copy = actual;
      copy->set_name(attribute.name());
    }
  }
  node.mutable_attribute()->Swap(&bound);
}

void RenameValues(google::protobuf::RepeatedPtrField<std::string>& values, Renames& renames, const std::string& prefix,
                  importer::Values& names) {
  for (auto& value : values) {
    if (value.empty()) continue;
    auto found = renames.find(value);
    if (found == renames.end()) found = renames.emplace(value, names.NewName(prefix + "/" + value)).first;
    value = found->second;
  }
}

// Renames values in a graph that a node of the function holds. Only values from outside of that graph have new names.
void RenameCaptured(onnx::GraphProto& graph, const Renames& outer) {
  Renames renames = outer;
  for (const auto& input : graph.input()) renames.erase(input.name());
  for (const auto& initializer : graph.initializer()) renames.erase(initializer.name());
  for (const auto& node : graph.node()) {
    for (const std::string& output : node.output()) renames.erase(output);
  }
  const auto rename = [&](std::string& value) {
    if (const auto found = renames.find(value); found != renames.end()) value = found->second;
  };
  for (auto& node : *graph.mutable_node()) {
    for (std::string& input : *node.mutable_input()) rename(input);
    for (auto& attribute : *node.mutable_attribute()) {
      if (attribute.has_g()) RenameCaptured(*attribute.mutable_g(), renames);
    }
  }
  for (auto& output : *graph.mutable_output()) rename(*output.mutable_name());
}

// Adds an Identity, because an output that is also an input needs a node to produce it.
void AddIdentity(const std::string& from, const std::string& to, Nodes& body) {
  auto* node = body.Add();
  node->set_op_type("Identity");
  node->set_name(to);
  node->add_input(from);
  node->add_output(to);
}

}  // namespace

std::optional<onnx::FunctionProto> SchemaFunction(const onnx::NodeProto& node, const onnx::OpSchema& schema,
                                                  importer::Values& values) {
  onnx::FunctionProto function;
  if (schema.HasContextDependentFunction()) {
    std::vector<onnx::TypeProto> input_types;
    for (const auto& input : node.input()) input_types.push_back(TypeOfDesc(values.Find(input)));
    try {
      const onnx::FunctionBodyBuildContextImpl context(node, input_types);
      if (!schema.BuildContextDependentFunction(context, function)) return std::nullopt;
    } catch (const std::exception&) {
      return std::nullopt;  // the builder's own complaint about types it does not know
    }
  } else if (schema.HasFunction()) {
    function = *schema.GetFunction();
  } else {
    return std::nullopt;
  }
  if (function.opset_import_size() == 0) {
    auto* import = function.add_opset_import();
    import->set_domain(schema.domain());
    import->set_version(schema.SinceVersion());
  }
  return function;
}

onnx::NodeProto WithDefaults(const onnx::NodeProto& node, const onnx::OpSchema& schema) {
  onnx::NodeProto result = node;
  for (const auto& [name, attribute] : schema.attributes()) {
    bool set = attribute.default_value.name().empty();
    for (const auto& given : node.attribute()) set = set || given.name() == name;
    if (!set) *result.add_attribute() = attribute.default_value;
  }
  return result;
}

Result<Nodes> InstantiateBody(const onnx::NodeProto& call, const onnx::FunctionProto& function,
                              importer::Values& values) {
  if (call.input_size() > function.input_size() || call.output_size() > function.output_size()) {
    return Status(
        ErrorCode::kModelInvalid,
        fmt::format("{} has {} inputs and {} outputs, its function '{}' {} and {}", NodeTitle(call), call.input_size(),
                    call.output_size(), function.name(), function.input_size(), function.output_size()));
  }
  const std::string prefix = call.name().empty() && call.output_size() > 0 ? call.output(0) : call.name();
  Renames renames;
  for (int i = 0; i < function.input_size(); ++i) {
    renames[function.input(i)] = i < call.input_size() ? call.input(i) : "";
  }
  Nodes body;
  for (int i = 0; i < function.output_size(); ++i) {
    const bool used = i < call.output_size() && !call.output(i).empty();
    if (auto same = renames.find(function.output(i)); same != renames.end()) {
      if (used) AddIdentity(same->second, call.output(i), body);
    } else if (used) {
      renames[function.output(i)] = call.output(i);
    }
  }
  for (const auto& node : function.node()) {
    auto* copy = body.Add();
    *copy = node;
    copy->set_name(fmt::format("{}/{}", prefix, node.name().empty() ? node.op_type() : node.name()));
    BindAttributes(call, *copy);
    RenameValues(*copy->mutable_input(), renames, prefix, values);
    for (auto& attribute : *copy->mutable_attribute()) {
      if (attribute.has_g()) RenameCaptured(*attribute.mutable_g(), renames);
    }
    RenameValues(*copy->mutable_output(), renames, prefix, values);
  }
  return body;
}

Result<onnx::NodeProto> CompleteCall(const onnx::NodeProto& call, const onnx::FunctionProto& function) {
  OPDK_TRY(const std::vector<onnx::AttributeProto> defaults, AttributeDefaults(function));
  std::set<std::string> known(function.attribute().begin(), function.attribute().end());
  for (const auto& node : function.node()) {
    for (const auto& attribute : node.attribute()) {
      if (!attribute.ref_attr_name().empty()) known.insert(attribute.ref_attr_name());
    }
  }
  std::set<std::string> unset;
  for (const auto& attribute : defaults) unset.insert(attribute.name());
  known.insert(unset.begin(), unset.end());
  for (const auto& attribute : call.attribute()) {
    unset.erase(attribute.name());
    if (known.contains(attribute.name())) continue;
    return importer::UnknownAttribute(NodeTitle(call), attribute.name(),
                                      fmt::format("the model's function '{}'", function.name()),
                                      {known.begin(), known.end()});
  }
  onnx::NodeProto complete = call;
  for (const auto& attribute : defaults) {
    if (unset.contains(attribute.name())) *complete.add_attribute() = attribute;
  }
  return complete;
}

}  // namespace opdk::onnx_plugin
