#include "plugins/importer/port_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "opdk/op_desc.h"
#include "plugins/importer/source_operator.h"

namespace opdk::importer {
namespace {

// Returns the dynamic port and the number of its entries, which are left after the other ports took theirs. Only one
// dynamic port can be counted from the node alone. With more of them the mapping callback has to set the numbers.
std::optional<std::pair<std::string, int>> Remaining(const std::vector<IrPort>& declared, int slots, int wanted) {
  const IrPort* dynamic = nullptr;
  for (const auto& port : declared) {
    if (port.kind != PortKind::kDynamic) continue;
    if (dynamic != nullptr) return std::nullopt;
    dynamic = &port;
  }
  if (dynamic == nullptr || wanted <= slots) return std::nullopt;
  return std::pair(dynamic->name, wanted - slots);
}

bool HasEntries(const std::vector<Port>& ports, const std::vector<IrPort>& declared) {
  return std::any_of(ports.begin(), ports.end(), [&](const Port& port) {
    return port.ir_index >= 0 && declared[static_cast<size_t>(port.ir_index)].kind == PortKind::kDynamic;
  });
}

std::string PortList(const std::vector<IrPort>& ports) {
  std::vector<std::string> names;
  for (const auto& port : ports) {
    names.push_back(port.name + (port.kind == PortKind::kOptional ? "?" : port.kind == PortKind::kDynamic ? "*" : ""));
  }
  return fmt::format("({})", fmt::join(names, ", "));
}

}  // namespace

Status LayOutPorts(const SourceNode& node, ge::Operator& op) {
  const int inputs = static_cast<int>(node.inputs.size());
  const int outputs = static_cast<int>(node.outputs.size());
  {
    const OpDesc& desc = DescOf(op);
    const auto more_inputs = HasEntries(desc.inputs, desc.ir_inputs)
                                 ? std::nullopt
                                 : Remaining(desc.ir_inputs, static_cast<int>(desc.inputs.size()), inputs);
    const auto more_outputs = HasEntries(desc.outputs, desc.ir_outputs)
                                  ? std::nullopt
                                  : Remaining(desc.ir_outputs, static_cast<int>(desc.outputs.size()), outputs);
    if (more_inputs) GrowDynamicInput(op, more_inputs->first, more_inputs->second);
    if (more_outputs) GrowDynamicOutput(op, more_outputs->first, more_outputs->second);
  }
  const OpDesc& desc = DescOf(op);
  if (static_cast<size_t>(inputs) > desc.inputs.size() || static_cast<size_t>(outputs) > desc.outputs.size()) {
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("{} has {} inputs and {} outputs, but {} takes {} and gives {}", NodeTitle(node), inputs,
                              outputs, desc.type, PortList(desc.ir_inputs), PortList(desc.ir_outputs)));
  }
  for (size_t i = 0; i < desc.inputs.size(); ++i) {
    const Port& port = desc.inputs[i];
    const bool given = i < static_cast<size_t>(inputs) && !node.inputs[i].empty();
    const bool optional =
        port.ir_index >= 0 && desc.ir_inputs[static_cast<size_t>(port.ir_index)].kind == PortKind::kOptional;
    if (!given && !optional) {
      return Status(ErrorCode::kModelInvalid,
                    fmt::format("{} leaves input '{}' of {} unconnected", NodeTitle(node), port.name, desc.type));
    }
  }
  return {};
}

}  // namespace opdk::importer
