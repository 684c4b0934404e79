#include "graph_core/ir/control_flow.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph_core/ir/type_filter.h"

namespace opdk {

namespace {

struct ControlType {
  std::string_view type;
  ControlKind kind;
};

constexpr ControlType kControlTypes[] = {
    {"If", ControlKind::kIf},
    {"StatelessIf", ControlKind::kIf},
    {"_If", ControlKind::kIf},
    {"Case", ControlKind::kCase},
    {"StatelessCase", ControlKind::kCase},
    {"While", ControlKind::kWhile},
    {"StatelessWhile", ControlKind::kWhile},
    {"_While", ControlKind::kWhile},
    {"For", ControlKind::kFor},
    {"Loop", ControlKind::kLoop},
    {"PartitionedCall", ControlKind::kCall},
    {"StatefulPartitionedCall", ControlKind::kCall},
};
constexpr TypeFilter kControlFilter(kControlTypes);

Status Misfit(const Node& node, std::string what) {
  return Status(ErrorCode::kGraphInvalid, std::move(what)).At(fmt::format("node {} ({})", node.name(), node.type()));
}

// Returns the number of regions of the node's type. A Case has as many as it was given, but at least one.
size_t RegionCount(const Node& node) {
  switch (ControlKindOf(node)) {
    case ControlKind::kNone:
      return 0;
    case ControlKind::kIf:
    case ControlKind::kWhile:
      return 2;
    case ControlKind::kCase:
      return std::max<size_t>(node.regions().size(), 1);
    default:
      return 1;
  }
}

// Checks the number of a region's outputs: one for While's condition, otherwise the node's outputs and the loop's own.
Status VerifyOutputs(const Node& node, const Region& region, size_t outputs) {
  const ControlKind kind = ControlKindOf(node);
  if (kind == ControlKind::kWhile && region.name == kCond) {
    if (outputs == 1) return {};
    return Misfit(node, fmt::format("the region cond gives one value, this one {}", outputs));
  }
  const size_t expected = node.op().outputs.size() + static_cast<size_t>(OwnOutputs(kind));
  if (outputs == expected) return {};
  return Misfit(node, fmt::format("{} outputs, so that the region {} gives {} values, but it gives {}",
                                  node.op().outputs.size(), region.name, expected, outputs));
}

Status VerifyRegion(const Node& node, const Region& region) {
  const ControlKind kind = ControlKindOf(node);
  const size_t before = static_cast<size_t>(RegionInputsBegin(kind));
  const size_t own = static_cast<size_t>(OwnInputs(kind));
  if (Status valid = region.graph->Verify(); !valid.ok()) {
    return std::move(valid).At(fmt::format("region {} of node {}", region.name, node.name()));
  }
  const size_t inputs = node.op().inputs.size();
  if (inputs < before) return Misfit(node, fmt::format("{} inputs, at least {} are needed", inputs, before));
  const size_t data = region.graph->inputs().size();
  if (data != inputs - before + own) {
    return Misfit(node, fmt::format("the region {} has {} Data nodes where {} are needed", region.name, data,
                                    inputs - before + own));
  }
  const Node* net_output = region.graph->net_output();
  return VerifyOutputs(node, region, net_output == nullptr ? 0 : net_output->inputs().size());
}

}  // namespace

ControlKind ControlKindOf(std::string_view type) {
  if (!kControlFilter.MayContain(type)) return ControlKind::kNone;
  for (const ControlType& known : kControlTypes) {
    if (known.type == type) return known.kind;
  }
  return ControlKind::kNone;
}

std::string RegionName(const Node& node, size_t i) {
  const auto one = [i](std::string_view name) { return i == 0 ? std::string(name) : std::string(); };
  switch (ControlKindOf(node)) {
    case ControlKind::kIf:
      return std::string(i == 0 ? kThenBranch : i == 1 ? kElseBranch : "");
    case ControlKind::kWhile:
      return std::string(i == 0 ? kCond : i == 1 ? kBody : "");
    case ControlKind::kCase:
      return fmt::format("{}{}", kBranches, i);
    case ControlKind::kFor:
    case ControlKind::kLoop:
      return one(kBody);
    case ControlKind::kCall:
      return one(kFunction);
    case ControlKind::kNone:
      break;
  }
  return node.Is(kFusedOp) ? one(kBody) : std::string();
}

int RegionInputsBegin(ControlKind kind) {
  switch (kind) {
    case ControlKind::kIf:
    case ControlKind::kCase:
      return 1;
    case ControlKind::kFor:
      return 3;
    case ControlKind::kLoop:
      return 2;
    default:
      return 0;
  }
}

int OwnInputs(ControlKind kind) { return kind == ControlKind::kFor ? 1 : kind == ControlKind::kLoop ? 2 : 0; }

int OwnOutputs(ControlKind kind) { return kind == ControlKind::kLoop ? 1 : 0; }

int RegionSource(ControlKind kind, int data) {
  const int own = OwnInputs(kind);
  return data < own ? -1 : RegionInputsBegin(kind) + data - own;
}

int NextData(const Node& node, int output) {
  const ControlKind kind = ControlKindOf(node);
  if (!IsLoop(kind)) return -1;
  const int data = output - OwnOutputs(kind) + OwnInputs(kind);
  const int source = RegionSource(kind, data);
  // ONNX's condition is the second input of a body and its first output.
  if (kind == ControlKind::kLoop && output == 0) return 1;
  return source >= 0 && static_cast<size_t>(source) < node.op().inputs.size() ? data : -1;
}

Status VerifyRegions(const Node& node) {
  const size_t count = RegionCount(node);
  if (node.regions().size() > count) {
    return Misfit(node, fmt::format("it has a region {}, which an operator of this type doesn't have",
                                    node.regions()[count].name));
  }
  for (size_t i = 0; i < count; ++i) {
    const std::string name = RegionName(node, i);
    if (node.region(name) == nullptr) return Misfit(node, fmt::format("its region {} is missing", name));
  }
  for (const Region& region : node.regions()) OPDK_TRY(VerifyRegion(node, region));
  const ControlKind kind = ControlKindOf(node);
  const size_t state = node.op().inputs.size() - static_cast<size_t>(RegionInputsBegin(kind));
  const size_t outputs = node.op().outputs.size();
  const bool fits = kind == ControlKind::kLoop ? outputs >= state : outputs == state;
  if (!IsLoop(kind) || fits) return {};
  return Misfit(node, fmt::format("{} outputs for {} values that go round", outputs, state));
}

}  // namespace opdk
