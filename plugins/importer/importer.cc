#include "plugins/importer/importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "opdk/lookups.h"
#include "opdk/op_desc.h"
#include "opdk/parser_options.h"
#include "plugins/importer/attribute_check.h"
#include "plugins/importer/input_shapes.h"
#include "plugins/importer/mapping_call.h"
#include "plugins/importer/named_attributes.h"
#include "plugins/importer/port_layout.h"
#include "plugins/importer/source_operator.h"
#include "plugins/importer/subgraph_inline.h"

namespace opdk::importer {
namespace {

std::string Described(const SourceNode& node, const Mapping& mapping) {
  return fmt::format("{}, mapped by {}", NodeTitle(node), mapping.origin_type);
}

const IrAttr* Declared(const OpDesc& desc, const std::string& name) {
  const auto found = std::find_if(desc.ir_attrs.begin(), desc.ir_attrs.end(),
                                  [&name](const IrAttr& declared) { return declared.name == name; });
  return found == desc.ir_attrs.end() ? nullptr : &*found;
}

// Attributes have the types that the prototype declares, as far as the framework's values stand for such.
void FitToPrototype(const Framework& framework, ge::Operator& op) {
  OpDesc& desc = DescOf(op);
  for (auto& [name, value] : desc.attrs) {
    if (const IrAttr* declared = Declared(desc, name)) value = framework.Fitted(declared->type, std::move(value));
  }
}

// Drops attributes that only repeat facts of the operator's values, unless its prototype declares them. A type becomes
// its number where the prototype declares an Int.
void FitAttributes(const Framework& framework, ge::Operator& op) {
  OpDesc& desc = DescOf(op);
  std::erase_if(desc.attrs, [&](const auto& attr) {
    return framework.Implies(attr.first, attr.second) && Declared(desc, attr.first) == nullptr;
  });
  for (auto& [name, value] : desc.attrs) {
    const auto* type = std::get_if<ge::DataType>(&value);
    const IrAttr* declared = Declared(desc, name);
    if (type != nullptr && declared != nullptr && declared->type == "Int") value = static_cast<int64_t>(*type);
  }
}

}  // namespace

Importer::Importer(const Framework& framework, const ParserContext& context, const ParseRequest& request)
    : framework_(framework),
      context_(context),
      shared_(std::make_shared<Shared>(framework, context, request)),
      values_(context, names_) {}

Importer::Importer(const Importer& outer)
    : framework_(outer.framework_), context_(outer.context_), shared_(outer.shared_), values_(context_, names_) {}

Status Importer::AddInput(const std::string& name, const ge::TensorDesc& desc,
                          const std::vector<std::string>& dim_names) {
  if (desc.GetDataType() == ge::DT_UNDEFINED) {
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("graph input '{}' has no element type or one that is not supported", name));
  }
  if (values_.IsGiven(name)) {
    return Status(ErrorCode::kModelInvalid, fmt::format("two graph inputs are named '{}'", name));
  }
  ge::TensorDesc asked = desc;
  OPDK_TRY(SetInputShape(shared_->request, name, asked));
  OPDK_TRY(AddRegionInput(name, asked));
  const auto named = [](const std::string& dim) { return !dim.empty(); };
  if (std::any_of(dim_names.begin(), dim_names.end(), named)) inputs_.back().SetAttr("dim_names", dim_names);
  return {};
}

void Importer::LimitInput(const std::string& type, const std::vector<float>& numbers) {
  inputs_.back().SetAttr(kHeldType, ge::AscendString(type.c_str()));
  inputs_.back().SetAttr(kHeldNumbers, numbers);
}

Status Importer::AddRegionInput(const std::string& name, const ge::TensorDesc& desc) {
  OPDK_TRY(ge::Operator data, context_.CreateOperator(names_.Give(name), "Data"));
  data.SetAttr("index", static_cast<int64_t>(inputs_.size()));
  static_cast<void>(data.UpdateOutputDesc("y", desc));
  inputs_.push_back(data);
  values_.Reserve(name);
  values_.Know(name, desc);
  values_.Bind(name, data, 0);
  return {};
}

Status Importer::AddVariable(const std::string& name, const ge::TensorDesc& desc) {
  // The session finds a variable by this name, so no suffix may be added.
  const std::string given = names_.Give(name);
  if (given != name) {
    return Status(ErrorCode::kModelInvalid, fmt::format("an operator has the name of the variable '{}'", name));
  }
  OPDK_TRY(ge::Operator variable, context_.CreateOperator(name, "Variable"));
  static_cast<void>(variable.UpdateOutputDesc("y", desc));
  values_.Reserve(name);
  values_.Know(name, desc);
  values_.Bind(name, variable, 0);
  return CountNode();
}

Status Importer::Order(const std::string& before, const std::string& after) {
  OPDK_TRY(const Output first, values_.Use(before, "what comes behind it"));
  OPDK_TRY(Output second, values_.Use(after, "what comes before it"));
  second.op.AddControlInput(first.op);
  return {};
}

// Functions that call functions write out to any number of nodes, or to none after any number of calls.
Status Importer::CountNode() { return CheckNodes(++shared_->counted); }

Status Importer::CheckNodes(int64_t count) const {
  const int64_t limit = context_.MaxNodes();
  if (count <= limit) return {};
  return Status(ErrorCode::kModelInvalid,
                fmt::format("the model has more than {} nodes when its functions are written out", limit))
      .Hint("--max-nodes or OPDK_MAX_NODES sets another limit");
}

Status Importer::AddNode(SourceNode node) {
  OPDK_TRY(CountNode());
  OPDK_TRY(RefuseRegions(node));
  MappingTable& mappings = shared_->mappings;
  const auto find = [&mappings, &node](int64_t version) {
    const Mapping* mapping = mappings.Find(node.domain, version, node.type);
    return mapping == nullptr && node.fused == nullptr ? mappings.ByName(node) : mapping;
  };
  const Mapping* mapping = find(node.version);
  if (mapping == nullptr) return mappings.Unknown(node);
  const bool standard = node.domain == framework_.StandardDomain();
  const UpgradeFn upgrade = mapping->own && node.fused == nullptr
                                ? FindUpgrade(framework_.type(), standard ? node.type : node.domain + "::" + node.type)
                                : nullptr;
  if (upgrade == nullptr) return Append(node, *mapping);
  const std::string type = node.type;
  UpgradeContext context(framework_, node, values_);
  const Status upgraded = upgrade(context);
  // A misread attribute may be the reason why the upgrade refuses the node, so it is reported first.
  if (framework_.UpgradesReadAll()) OPDK_TRY(context.misread());
  OPDK_TRY(upgraded);
  if (framework_.UpgradesReadAll()) OPDK_TRY(context.CheckAllRead(mapping->data->GetIgnoredAttrs()));
  // An upgrade may have turned the node into another operator, in that operator's target form.
  if (node.type != type || node.domain == kIrDomain) mapping = find(framework_.TargetVersion());
  if (mapping == nullptr) return mappings.Unknown(node);
  // The neighbours an upgrade adds are in the target form already, so that this does not recur.
  for (SourceNode& before : context.before()) OPDK_TRY(AddNode(std::move(before)));
  OPDK_TRY(Append(node, *mapping));
  for (SourceNode& after : context.after()) OPDK_TRY(AddNode(std::move(after)));
  return {};
}

Result<ge::Operator> Importer::Map(const SourceNode& node, const Mapping& mapping, const std::string& name) const {
  ge::Operator source = MakeSourceOperator(node, name, values_);
  if (!mapping.own && !mapping.by_name) {
    const std::string text = framework_.AttributeText(node);
    if (!text.empty()) source.SetAttr(kAttributeText, text);
  }
  auto created = context_.CreateOperator(name, mapping.data->GetOmOptype());
  if (!created.ok()) return std::move(created).status().At(Described(node, mapping));
  ge::Operator op = std::move(created).value();
  OPDK_TRY(CallMapping(node, mapping, source, op));
  return op;
}

Status Importer::Connect(const SourceNode& node, ge::Operator& op) {
  OPDK_TRY(LayOutPorts(node, op));
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i].empty()) continue;
    OPDK_TRY(const Output value, values_.Use(node.inputs[i], NodeTitle(node)));
    op.SetInput(static_cast<uint32_t>(i), value.op, static_cast<uint32_t>(value.index));
  }
  return {};
}

Status Importer::Append(const SourceNode& node, const Mapping& mapping) {
  if (node.outputs.empty()) return Status(ErrorCode::kModelInvalid, fmt::format("{} has no outputs", NodeTitle(node)));
  const std::string name =
      names_.Give(node.name.empty() ? fmt::format("{}_{}", node.type, node.outputs[0]) : node.name);
  // This package's mappings infer types in their upgrades. Mappings of other packages can only look at the operator
  // that they get. So its inputs are inferred here, before the reading of attributes is watched: inference functions
  // read attributes too.
  if (!mapping.own && !mapping.by_name) {
    for (const std::string& input : node.inputs) values_.Find(input);
  }
  const AttrReads reads;
  OPDK_TRY(ge::Operator op, Map(node, mapping, name));
  FitToPrototype(framework_, op);
  if (mapping.own) FitAttributes(framework_, op);
  if (mapping.by_name) OPDK_TRY(FitNamedAttributes(node, framework_, op));
  Status connected = Connect(node, op);
  if (!connected.ok()) return mapping.by_name ? std::move(connected).At(TakenBy(op)) : std::move(connected);
  const bool to_graph = mapping.data->GetParseOpToGraphFn() != nullptr;
  if (to_graph) OPDK_TRY(InlineGraph(node, mapping, op));
  if (!mapping.by_name) {
    OPDK_TRY(CheckAttributes(node, mapping, framework_, op, reads.names(),
                             [&](const SourceNode& other) { return Map(other, mapping, name); }));
  }
  if (to_graph) return {};
  for (size_t i = 0; i < node.outputs.size(); ++i) values_.Bind(node.outputs[i], op, static_cast<int>(i));
  return {};
}

Status Importer::InlineGraph(const SourceNode& node, const Mapping& mapping, const ge::Operator& op) {
  OPDK_TRY(const std::vector<Output> outputs,
           InlineMappedGraph(node, mapping, op, [this](const std::string& name) { return names_.Give(name); }));
  if (outputs.size() < node.outputs.size()) {
    return Status(ErrorCode::kModelInvalid, fmt::format("{}: its graph has {} outputs, the node {}",
                                                        Described(node, mapping), outputs.size(), node.outputs.size()));
  }
  for (size_t i = 0; i < node.outputs.size(); ++i) values_.Bind(node.outputs[i], outputs[i].op, outputs[i].index);
  return {};
}

Status Importer::AddOperator(const SourceNode& node, ge::Operator op) {
  OPDK_TRY(CountNode());
  const auto* value = DescOf(op).GetAttr<ge::Tensor>("value");
  if (node.type == "Const" && value != nullptr && !node.outputs.empty()) {
    values_.AddConstant(node.outputs[0], value->GetTensorDesc(), [tensor = *value] { return tensor; });
    return {};
  }
  DescOf(op).name = names_.Give(node.name);
  OPDK_TRY(Connect(node, op));
  for (size_t i = 0; i < node.outputs.size(); ++i) values_.Bind(node.outputs[i], op, static_cast<int>(i));
  return {};
}

Status Importer::AddControl(const SourceNode& node, const std::string& type,
                            const std::vector<std::pair<std::string, ge::Graph>>& regions) {
  OPDK_TRY(CountNode());
  const std::string name = names_.Give(node.name.empty() ? fmt::format("{}_{}", type, node.outputs.at(0)) : node.name);
  auto created = context_.CreateOperator(name, type);
  if (!created.ok()) return std::move(created).status().At(NodeTitle(node));
  ge::Operator op = std::move(created).value();
  OPDK_TRY(Connect(node, op));
  SetSubgraphs(op, regions);
  for (const auto& [attribute, value] : node.attributes) DescOf(op).attrs.insert_or_assign(attribute, value);
  for (size_t i = 0; i < node.outputs.size(); ++i) values_.Bind(node.outputs[i], op, static_cast<int>(i));
  return {};
}

Result<ge::Graph> Importer::FinishRegion(const std::string& graph_name, const std::vector<std::string>& outputs,
                                         const std::vector<std::string>& given_names,
                                         const std::vector<std::string>& effects) {
  shared_->extents_were_read = shared_->extents_were_read || values_.ExtentsWereRead();
  std::vector<std::pair<ge::Operator, std::vector<size_t>>> graph_outputs;
  std::vector<ge::AscendString> names;
  for (const std::string& output : outputs) {
    OPDK_TRY(const Output value, values_.Use(output, "the graph's output"));
    graph_outputs.push_back({value.op, {static_cast<size_t>(value.index)}});
    names.emplace_back((given_names.empty() ? output : given_names[names.size()]).c_str());
  }
  std::vector<ge::Operator> targets;
  for (const std::string& effect : effects) {
    OPDK_TRY(const Output value, values_.Use(effect, "the graph"));
    targets.push_back(value.op);
  }
  if (graph_outputs.empty() && targets.empty()) return Status(ErrorCode::kModelInvalid, "the graph has no outputs");
  for (std::string& text : values_.FalseDeclarations()) shared_->false_declarations.push_back(std::move(text));
  ge::Graph graph(graph_name);
  graph.SetInputs(inputs_).SetOutputs(graph_outputs).SetTargets(targets);
  ge::AttrValue value;
  static_cast<void>(value.SetAttrValue(names));
  static_cast<void>(graph.SetAttr("output_names", value));
  return graph;
}

Result<ParseResult> Importer::Finish(const std::string& graph_name, const std::vector<std::string>& outputs,
                                     const std::vector<std::string>& names, const std::vector<std::string>& effects) {
  std::vector<std::string> inputs;
  for (const ge::Operator& input : inputs_) inputs.push_back(DescOf(input).name);
  OPDK_TRY(CheckInputShapes(shared_->request, inputs));
  OPDK_TRY(CheckGivenInputs(shared_->request, inputs));
  OPDK_TRY(const ge::Graph graph, FinishRegion(graph_name, outputs, names, effects));
  for (ge::Operator& input : inputs_) {
    const std::vector<int64_t> shape = DescOf(input).outputs.front().desc.GetShape().GetDims();
    if (shared_->extents_were_read) input.SetAttr(kReadForShape, shape);
  }
  if (const auto& wrong = shared_->false_declarations; !wrong.empty()) {
    const std::string more = wrong.size() == 1 ? "" : fmt::format(" ({} more are wrong)", wrong.size() - 1);
    Warn(fmt::format("the model declares {}{}; what is inferred counts", wrong.front(), more));
  }
  return ParseResult{graph, std::move(shared_->warnings)};
}

}  // namespace opdk::importer
