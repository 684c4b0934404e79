#include "plugins/onnx/parser/expander.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <memory>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "plugins/importer/node_order.h"
#include "plugins/onnx/parser/boundary.h"
#include "plugins/onnx/parser/captured_values.h"
#include "plugins/onnx/parser/constant_node.h"
#include "plugins/onnx/parser/control_flow.h"
#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/fallback.h"
#include "plugins/onnx/parser/function_body.h"
#include "plugins/onnx/parser/onnx_framework.h"
#include "plugins/onnx/parser/tensor_data.h"
#include "plugins/onnx/parser/value_types.h"
#include "plugins/onnx/parser/written_functions.h"

namespace opdk::onnx_plugin {
namespace {

bool IsEmptyList(const onnx::AttributeProto& attribute) {
  switch (attribute.type()) {
    case onnx::AttributeProto::FLOATS:
      return attribute.floats().empty();
    case onnx::AttributeProto::INTS:
      return attribute.ints().empty();
    case onnx::AttributeProto::STRINGS:
      return attribute.strings().empty();
    default:
      return false;
  }
}

bool HasEmptyList(const onnx::NodeProto& node) {
  return std::any_of(node.attribute().begin(), node.attribute().end(), IsEmptyList);
}

// Returns the node with an element in each list: libonnx takes a list without elements for a missing value.
onnx::NodeProto WithFilledLists(const onnx::NodeProto& node) {
  onnx::NodeProto result = node;
  for (auto& attribute : *result.mutable_attribute()) {
    if (!IsEmptyList(attribute)) continue;
    if (attribute.type() == onnx::AttributeProto::FLOATS) attribute.add_floats(0);
    if (attribute.type() == onnx::AttributeProto::INTS) attribute.add_ints(0);
    if (attribute.type() == onnx::AttributeProto::STRINGS) attribute.add_strings("");
  }
  return result;
}

Status RefuseRepeatedAttributes(const onnx::NodeProto& node) {
  std::set<std::string_view> names;
  for (const auto& attribute : node.attribute()) {
    if (names.insert(attribute.name()).second) continue;
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("{}: it has the attribute '{}' twice", NodeTitle(node), attribute.name()))
        .Hint("leave one of them out");
  }
  return {};
}

// Checks the number of inputs and outputs, attribute names and types against the operator's own definition. An operator
// without a definition (nullptr) is checked for repeated attributes alone.
Status VerifyNode(const onnx::NodeProto& node, const onnx::OpSchema* schema) {
  if (schema == nullptr) return RefuseRepeatedAttributes(node);
  try {
    if (HasEmptyList(node)) {
      schema->Verify(WithFilledLists(node));
    } else {
      schema->Verify(node);  // not copied: the node may hold large graphs
    }
  } catch (const std::exception& error) {
    std::string what = error.what();
    what = what.substr(0, what.find('\n'));
    return Status(ErrorCode::kModelInvalid, fmt::format("{}: {}", NodeTitle(node), what));
  }
  return {};
}

Result<std::vector<size_t>> OrderOf(const google::protobuf::RepeatedPtrField<onnx::NodeProto>& nodes) {
  std::vector<importer::NodeEnds> ends;
  ends.reserve(static_cast<size_t>(nodes.size()));
  std::deque<std::string> captured;  // keeps the names that are only looked at
  for (const auto& node : nodes) {
    ends.push_back({{node.input().begin(), node.input().end()}, {node.output().begin(), node.output().end()}});
    for (const auto& attribute : node.attribute()) {
      if (!attribute.has_g()) continue;
      for (std::string& value : CapturedValues(attribute.g())) {
        ends.back().inputs.emplace_back(captured.emplace_back(std::move(value)));
      }
    }
  }
  return importer::OrderNodes(ends, [&nodes](size_t node) { return NodeTitle(nodes[static_cast<int>(node)]); });
}

// Returns the outputs of nodes that make a sequence of maps of a tensor.
std::unordered_set<std::string_view> ZippedMaps(const onnx::GraphProto& graph) {
  std::unordered_set<std::string_view> maps;
  for (const auto& node : graph.node()) {
    if (node.op_type() == "ZipMap" && node.output_size() == 1) maps.insert(node.output(0));
  }
  return maps;
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
    const auto [known, added] = result.emplace(domain, import.version());
    if (!added && known->second != import.version()) {
      return Status(ErrorCode::kModelInvalid, fmt::format("opset_import names domain {} twice, with versions {} and {}",
                                                          domain, known->second, import.version()));
    }
  }
  return result;
}

Status Expander::Declare(const onnx::GraphProto& graph) {
  importer::Values& values = graph_.values();
  for (const auto& value : graph.value_info()) values.Declare(value.name(), DescOfType(value.type()));
  const auto maps = ZippedMaps(graph);
  for (const auto& output : graph.output()) {
    if (maps.contains(output.name())) continue;
    // An output that is an input of the graph has a better known type already.
    if (!values.IsGiven(output.name())) values.Declare(output.name(), DescOfType(output.type()));
  }
  for (const auto& input : graph.input()) narrow_.Declare(input.name(), input.type().tensor_type().elem_type());
  for (const auto& initializer : graph.initializer()) narrow_.Declare(initializer.name(), initializer.data_type());
  for (const auto& node : graph.node()) {
    for (const std::string& output : node.output()) values.Reserve(output);
  }
  return {};
}

Status Expander::AddValues() {
  auto& graph = *model_.mutable_graph();
  importer::Values& values = graph_.values();
  for (const auto& input : graph.input()) {
    if (!IsSequenceOrOptional(input)) OPDK_TRY(RequireInput(input, "graph input"));
  }
  const auto maps = ZippedMaps(graph);
  for (const auto& output : graph.output()) {
    if (!maps.contains(output.name())) {
      OPDK_TRY(RequireOutput(output));
      continue;
    }
    graph_.Warn(
        fmt::format("output '{}' is a sequence of maps of labels to scores: it is given as the tensor of the "
                    "scores, one row each",
                    output.name()));
  }
  OPDK_TRY(Declare(graph));
  for (int i = 0; i < graph.initializer_size(); ++i) {
    auto& initializer = *graph.mutable_initializer(i);
    const auto read = [&initializer, raw_data = file_.RawDataOf(i), this]() -> Result<ge::Tensor> {
      OPDK_TRY(ge::Tensor tensor, DecodeTensor(initializer, directory_, raw_data));
      // Weights are large: the file's copy goes as soon as the graph has its own.
      if (initializer.has_raw_data()) std::unique_ptr<std::string>(initializer.release_raw_data()).reset();
      return tensor;
    };
    values.AddConstant(initializer.name(), DescOfTensor(initializer), read);
  }
  for (const auto& input : graph.input()) {
    // An initializer that is an input as well is a default, which the caller leaves as it is (ModelFile::DropDefaults).
    if (values.IsConstant(input.name())) continue;
    if (IsSequenceOrOptional(input)) {
      OPDK_TRY(AddSequenceInput(input, graph, sequences_));
      continue;
    }
    OPDK_TRY(graph_.AddInput(input.name(), DescOfType(input.type()), DimNames(input.type())));
    const int32_t type = input.type().tensor_type().elem_type();
    if (const NarrowType* narrow = FindNarrowType(type)) graph_.LimitInput(OnnxTypeName(type), HeldNumbersOf(*narrow));
  }
  OPDK_TRY(ModelFunctions functions, ModelFunctions::Of(model_));
  functions_ = std::make_shared<const ModelFunctions>(std::move(functions));
  return {};
}

Status Expander::Run() {
  OPDK_TRY(AddValues());
  OPDK_TRY(const OpsetImports imports, ReadImports(model_.opset_import()));
  const Nodes& nodes = model_.graph().node();
  OPDK_TRY(const auto order, OrderOf(nodes));
  for (const size_t i : order) {
    const onnx::NodeProto& node = nodes[static_cast<int>(i)];
    Status status = fallback_ != nullptr && fallback_->Holds(node) ? AddFallback(node) : Expand(node, imports, 0);
    if (status.ok()) continue;
    failed_ = &node;
    return status;
  }
  return {};
}

// Adds a part that another framework runs (ONNX Runtime). Sets the types of the part's inputs as far as they are known
// by now.
Status Expander::AddFallback(const onnx::NodeProto& node) {
  onnx::ModelProto part = fallback_->PartOf(node);
  for (auto& input : *part.mutable_graph()->mutable_input()) {
    const ge::TensorDesc* known = graph_.values().Find(input.name());
    if (known == nullptr || known->GetDataType() == ge::DT_UNDEFINED) {
      untyped_ = input.name();
      return Status(ErrorCode::kModelInvalid,
                    fmt::format("{}: the type of '{}', which another framework is to take, isn't known",
                                NodeTitle(node), input.name()))
          .Hint("let the model say it (value_info): onnx.shape_inference.infer_shapes");
    }
    *input.mutable_type() = TypeOfDesc(known);
  }
  OPDK_TRY(const ge::Tensor model, ModelTensor(node, part));
  return graph_.AddNode(FallbackNode(node, graph_.values().NewConstant(node.output(0) + "_model", model), model));
}

Status Expander::ExpandAll(const Nodes& nodes, const OpsetImports& imports, int depth) {
  OPDK_TRY(const auto order, OrderOf(nodes));
  for (const size_t node : order) OPDK_TRY(Expand(nodes[static_cast<int>(node)], imports, depth));
  return {};
}

Status Expander::ExpandInside(const onnx::GraphProto& graph, const OpsetImports& imports, int depth) {
  OPDK_TRY(Declare(graph));
  for (const auto& initializer : graph.initializer()) {
    graph_.values().AddConstant(initializer.name(), DescOfTensor(initializer), [&initializer, &directory = directory_] {
      return DecodeTensor(initializer, directory);
    });
  }
  return ExpandAll(graph.node(), imports, depth);
}

Status Expander::Expand(const onnx::NodeProto& node, const OpsetImports& imports, int depth) {
  const std::string domain = DomainOf(node.domain());
  const auto import = imports.find(domain);
  if (import == imports.end()) {
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("{}: opset_import says no version of domain {}", NodeTitle(node), domain));
  }
  const int64_t opset = import->second;
  importer::SourceNode source = WithoutAttributes(node, domain, opset);
  const bool control_flow = domain == kStandardDomain && HoldsGraphs(node);
  const bool sequences = domain == kStandardDomain && !control_flow && sequences_.Concern(node);
  if (!control_flow && !sequences) OPDK_TRY(RefuseRegions(source));
  const onnx::OpSchema* schema = FindSchema(domain, opset, node.op_type());
  OPDK_TRY(VerifyNode(node, schema));
  OPDK_TRY(CheckLaterAttributes(node, opset));
  if (domain == kStandardDomain && node.op_type() == "Constant") return ExpandConstant(node);
  if (depth > kMaxDepth) {
    return Status(
        ErrorCode::kModelInvalid,
        fmt::format("{}: functions call each other, or graphs hold each other, without end", NodeTitle(node)));
  }
  if (sequences) return ExpandSequences(node, imports, opset, depth);
  if (control_flow) {
    const auto read = [&](const onnx::GraphProto& graph, importer::Importer& inside, Sequences& inner) {
      Status status = Expander(*this, inside, inner).ExpandInside(graph, imports, depth + 1);
      return status.ok() ? status : std::move(status).At(fmt::format("inside of {}", NodeTitle(node)));
    };
    OPDK_TRY(AddControlFlow(node, opset, graph_, sequences_, read));
    narrow_.DeclareOutputsOf(node);
    return {};
  }
  if ((domain == kStandardDomain || domain == kOnnxRuntimeDomain) && narrow_.Concerns(node)) {
    OPDK_TRY(const auto nodes, narrow_.Replace(node));
    if (nodes) return ExpandAll(*nodes, {{kStandardDomain, NarrowValues::kOpset}}, depth + 1);
  }
  if (const auto* mapping = graph_.mappings().Find(domain, opset, node.op_type()); mapping != nullptr) {
    if (const auto write = FindWrittenFunction(domain, node.op_type()); write != nullptr && mapping->own) {
      OPDK_TRY(const auto function, write(node, opset));
      if (function) return ExpandFunction(node, *function, depth);
    }
    return AddMapped(std::move(source), node, schema != nullptr);
  }
  if (const onnx::FunctionProto* own = functions_->Called(node); own != nullptr) {
    OPDK_TRY(const onnx::NodeProto call, CompleteCall(node, *own));
    return ExpandFunction(call, *own, depth);
  }
  if (const std::string overload = OverloadOf(node); !overload.empty()) {
    return Status(ErrorCode::kModelInvalid, fmt::format("{}: the model has no function {}::{} with the overload '{}'",
                                                        NodeTitle(node), domain, node.op_type(), overload));
  }
  if (graph_.mappings().TakesByName(domain, node.op_type())) {
    return AddMapped(std::move(source), node, schema != nullptr);
  }
  if (const auto* defined = FindFunctionSchema(domain, opset, node); defined != nullptr) {
    const onnx::NodeProto complete = WithDefaults(node, *defined);
    if (const auto body = SchemaFunction(complete, *defined, graph_.values())) {
      return ExpandFunction(complete, *body, depth);
    }
  }
  return graph_.mappings().Unknown(source);
}

Status Expander::AddMapped(importer::SourceNode source, const onnx::NodeProto& node, bool checked) {
  OPDK_TRY(source.attributes, ReadAttributes(node, directory_));
  // Opset 1 noted here which inputs might be overwritten; the prototypes, and mappings made for them, know nothing of
  // it.
  const auto* mapping = graph_.mappings().Find(source.domain, source.version, source.type);
  if (mapping != nullptr && mapping->own && source.version < 6) source.attributes.erase("consumed_inputs");
  source.checked = checked;
  return graph_.AddNode(std::move(source));
}

Status Expander::ExpandConstant(const onnx::NodeProto& node) {
  OPDK_TRY(graph_.CountNode());
  OPDK_TRY(onnx::TensorProto tensor, ConstantOfNode(node));
  narrow_.Declare(node.output(0), tensor.data_type());
  const auto shared = std::make_shared<const onnx::TensorProto>(std::move(tensor));
  graph_.values().AddConstant(node.output(0), DescOfTensor(*shared),
                              [shared, &directory = directory_] { return DecodeTensor(*shared, directory); });
  return {};
}

Status Expander::ExpandSequences(const onnx::NodeProto& node, const OpsetImports& imports, int64_t opset, int depth) {
  OPDK_TRY(graph_.CountNode());
  OPDK_TRY(const Nodes nodes, sequences_.Replace(node, opset));
  Status status = ExpandAll(nodes, imports, depth + 1);
  return status.ok() || nodes.empty() ? status : std::move(status).At(fmt::format("inside of {}", NodeTitle(node)));
}

Status Expander::ExpandFunction(const onnx::NodeProto& call, const onnx::FunctionProto& function, int depth) {
  OPDK_TRY(graph_.CountNode());
  OPDK_TRY(const OpsetImports imports, ReadImports(function.opset_import()));
  OPDK_TRY(const Nodes body, InstantiateBody(call, function, graph_.values()));
  Status status = ExpandAll(body, imports, depth + 1);
  return status.ok() ? status : std::move(status).At(fmt::format("inside of {}", NodeTitle(call)));
}

}  // namespace opdk::onnx_plugin
