#include "graph_core/engine.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "graph_core/compilation/memory_plan.h"
#include "graph_core/compilation/value_inputs.h"

namespace opdk {
namespace {

using PortPairs = std::vector<std::pair<std::string, std::string>>;

// The input that `pairs` (output port -> input port) names for an output; dynamic ports never pair.
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

// An input index that is really connected, else -1.
int Connected(const Node& node, int input) {
  if (input < 0 || static_cast<size_t>(input) >= node.inputs().size()) return -1;
  return node.input(input).node != nullptr ? input : -1;
}

}  // namespace

void* UnboundAddress() {
  alignas(kArenaAlignment) static std::byte unbound[kArenaAlignment];
  return unbound;
}

void* ConstantAddress(const ge::Tensor& value) {
  return value.GetData() == nullptr ? UnboundAddress() : const_cast<uint8_t*>(value.GetData());
}

Result<std::vector<std::unique_ptr<Engine>>> MakeEngines(std::string_view only) {
  std::vector<std::unique_ptr<Engine>> engines;
  std::vector<std::string> names;
  for (auto make : {MakeAiCoreEngine, MakeAiCpuEngine}) {
    std::unique_ptr<Engine> engine = make();
    names.emplace_back(engine->name());
    if (only.empty() || engine->name() == only) engines.push_back(std::move(engine));
  }
  if (engines.empty()) {
    Status status(ErrorCode::kUsage,
                  fmt::format("there is no engine '{}'; the engines are {}", only, fmt::join(names, ", ")));
    if (const std::string near = Nearest(only, names); !near.empty()) {
      return std::move(status).Hint(fmt::format("did you mean '{}'?", near));
    }
    return status;
  }
  std::sort(engines.begin(), engines.end(), [](const auto& a, const auto& b) { return a->cost() < b->cost(); });
  return engines;
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

}  // namespace opdk
