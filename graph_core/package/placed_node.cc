#include "graph_core/package/placed_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/ir/data_index.h"
#include "graph_core/package/refused_operators.h"

namespace opdk {
namespace {

using PortPairs = std::vector<std::pair<std::string, std::string>>;

// Returns the input that `pairs` (output port -> input port) names for an output. -1: none. Dynamic ports never pair.
int PairedInput(const OpDesc& op, int output, const PortPairs& pairs) {
  const Port& port = op.outputs.at(static_cast<size_t>(output));
  for (const auto& [to, from] : pairs) {
    if (port.name == to) return op.FindInput(from);
  }
  return -1;
}

int FusedInput(const Node& node, int output, std::string_view attr) {
  const auto* inputs = node.op().GetAttr<std::vector<int64_t>>(attr);
  if (inputs == nullptr || static_cast<size_t>(output) >= inputs->size()) return -1;
  return static_cast<int>((*inputs)[static_cast<size_t>(output)]);
}

bool HasUnknownShape(const OpDesc& op) {
  const auto unknown = [](const Port& port) { return IsUnknown(port.desc.GetShape().GetDims()); };
  return std::any_of(op.inputs.begin(), op.inputs.end(), unknown) ||
         std::any_of(op.outputs.begin(), op.outputs.end(), unknown);
}

// Returns the number in an attribute or in a constant input. nullopt: neither exists.
std::optional<int64_t> AxisOf(const Node& node, const std::string& name) {
  if (const auto* attr = node.op().GetAttr<int64_t>(name)) return *attr;
  const int input = node.op().FindInput(name);
  const Node* source = input < 0 ? nullptr : node.input(input).node;
  const ge::Tensor* value = source == nullptr ? nullptr : source->ConstValue();
  if (value == nullptr) return std::nullopt;
  if (value->GetDataType() == ge::DT_INT32 && value->GetSize() == sizeof(int32_t)) {
    return *reinterpret_cast<const int32_t*>(value->GetData());
  }
  if (value->GetDataType() == ge::DT_INT64 && value->GetSize() == sizeof(int64_t)) {
    return *reinterpret_cast<const int64_t*>(value->GetData());
  }
  return std::nullopt;
}

// Returns the input's index if it is connected, else -1.
int Connected(const Node& node, int input) {
  if (input < 0 || static_cast<size_t>(input) >= node.inputs().size()) return -1;
  return node.input(input).node != nullptr ? input : -1;
}

}  // namespace

bool IsRun(const Node& node) {
  return !node.Is(kData) && !node.Is(kConst) && !node.Is(kVariable) && !node.Is(kTemporary) && !node.Is(kNetOutput);
}

void Place(Node& node, std::string_view engine, const OperatorProvider* provider) {
  Placement& placement = node.placement();
  placement.engine = engine;
  placement.provider = provider;
  if (provider != nullptr && provider->package != nullptr) placement.package = provider->package->name;
}

const OperatorProvider* PlacedProvider(const Node& node, const PackageRegistry& packages) {
  const Placement& placement = node.placement();
  if (node.Is(kFusedOp)) return nullptr;
  if (placement.provider != nullptr) return placement.provider;
  if (placement.package.empty()) return nullptr;
  for (const OperatorProvider& provider : packages.Providers(node.type())) {
    if (provider.package->name == placement.package) return &provider;
  }
  return nullptr;
}

Status PackageIsMissing(std::string_view package, const PackageRegistry& packages) {
  const std::string refused = WhyRefused(packages, package.substr(0, package.find(' ')));
  return Status(ErrorCode::kNotInstalled, fmt::format("the model needs the operator package {}, which {}", package,
                                                      refused.empty() ? "is missing" : "was refused"))
      .Hint(refused.empty()
                ? fmt::format("install it, or name its directory with --plugins; {}", packages.DescribeSearch())
                : refused);
}

Result<const OperatorProvider*> PlacedKernel(const Node& node, std::string_view engine,
                                             const PackageRegistry& packages) {
  const OperatorProvider* provider = PlacedProvider(node, packages);
  if (provider != nullptr && provider->Kernel(engine) != nullptr) return provider;
  const std::string& name = node.placement().package;
  if (name.empty()) {
    return Status(ErrorCode::kModelInvalid, "the model doesn't say which package runs the node");
  }
  const auto& loaded = packages.packages();
  if (std::none_of(loaded.begin(), loaded.end(), [&](const auto& package) { return package->name == name; })) {
    return PackageIsMissing(name, packages);
  }
  return Status(ErrorCode::kArchiveInvalid,
                fmt::format("the model was made with another package {}: the loaded one has no {} kernel of {}", name,
                            engine, node.type()))
      .Hint("compile the model again, or give it the package that it was made with");
}

const EngineOpInfo* PlacedInfo(const Node& node, const PackageRegistry& packages) {
  const OperatorProvider* provider = PlacedProvider(node, packages);
  return provider == nullptr || provider->info == nullptr ? nullptr : provider->info->Find(node.placement().engine);
}

std::vector<int> ValueDependInputs(const Node& node, const PackageRegistry& packages) {
  std::vector<int> result;
  if (const Graph* body = node.body()) {
    for (const Node* inner : body->nodes()) {
      for (int input : ValueDependInputs(*inner, packages)) {
        const Endpoint source = inner->input(input);
        if (source.node == nullptr || !source.node->Is(kData)) continue;
        if (const std::optional<int> index = DataIndex(*source.node)) result.push_back(*index);
      }
    }
  } else if (const EngineOpInfo* info = PlacedInfo(node, packages)) {
    for (const std::string& port : info->value_depend) {
      int first = 0;
      const int count = node.op().InputCount(port, &first);
      for (int i = 0; i < count; ++i) {
        if (node.input(first + i).node != nullptr) result.push_back(first + i);
      }
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

int InPlaceInput(const Node& node, int output, const PackageRegistry& packages) {
  if (node.Is(kFusedOp)) return Connected(node, FusedInput(node, output, kInPlaceAttr));
  const EngineOpInfo* info = PlacedInfo(node, packages);
  return info == nullptr ? -1 : Connected(node, PairedInput(node.op(), output, info->in_place));
}

int ViewInput(const Node& node, int output, const PackageRegistry& packages) {
  if (node.Is(kFusedOp)) return Connected(node, FusedInput(node, output, kViewAttr));
  const EngineOpInfo* info = PlacedInfo(node, packages);
  return info == nullptr ? -1 : Connected(node, PairedInput(node.op(), output, info->view));
}

std::optional<NodeParts> PartsOf(const Node& node, const PackageRegistry& packages) {
  const EngineOpInfo* info = PlacedInfo(node, packages);
  if (info == nullptr || (!info->joins && !info->splits)) return std::nullopt;
  NodeParts parts;
  parts.joins = info->joins.has_value();
  const PartsInfo& said = parts.joins ? *info->joins : *info->splits;
  const std::optional<int64_t> axis = AxisOf(node, said.axis);
  parts.whole = parts.joins ? node.op().FindOutput(said.whole) : node.op().FindInput(said.whole);
  if (!axis || parts.whole < 0) return std::nullopt;
  parts.axis = *axis;
  int first = 0;
  const int count = parts.joins ? node.op().InputCount(said.parts, &first) : node.op().OutputCount(said.parts, &first);
  for (int i = 0; i < count; ++i) parts.parts.push_back(first + i);
  return parts;
}

bool MayFail(const Node& node, const PackageRegistry& packages) {
  if (HasUnknownShape(node.op())) return true;
  for (const int input : ValueDependInputs(node, packages)) {
    if (node.input(input).node != nullptr && !node.input(input).node->Is(kConst)) return true;
  }
  return node.placement().engine != kAiCoreEngine && !IsPureView(node, packages);
}

bool IsPureView(const Node& node, const PackageRegistry& packages) {
  bool any_used = false;
  bool used_are_views = true;
  bool all_are_views = !node.op().outputs.empty();
  for (size_t i = 0; i < node.op().outputs.size(); ++i) {
    const int output = static_cast<int>(i);
    const bool used = !node.uses(output).empty();
    const bool view = ViewInput(node, output, packages) >= 0;
    any_used = any_used || used;
    used_are_views = used_are_views && (view || !used);
    all_are_views = all_are_views && view;
  }
  // A node that only control edges need has no used output.
  return any_used ? used_are_views : all_are_views;
}

}  // namespace opdk
