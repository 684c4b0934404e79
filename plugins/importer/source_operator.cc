#include "plugins/importer/source_operator.h"

#include <fmt/format.h>

#include <map>

#include "opdk/op_desc.h"

namespace opdk::importer {
namespace {

// A handle to an operator through which ports may be declared.
class PortWriter : public ge::Operator {
 public:
  explicit PortWriter(const ge::Operator& op) : Operator(op) {}
  using Operator::InputRegister;
  using Operator::OutputRegister;
  using Operator::SetSubgraphBuilder;
  using Operator::SubgraphCountRegister;
};

}  // namespace

void GrowDynamicInput(ge::Operator& op, const std::string& port, int count) {
  op.DynamicInputRegister(port, static_cast<uint32_t>(count));
}

void GrowDynamicOutput(ge::Operator& op, const std::string& port, int count) {
  op.DynamicOutputRegister(port, static_cast<uint32_t>(count));
}

void SetSubgraphs(ge::Operator& op, const std::vector<std::pair<std::string, ge::Graph>>& graphs) {
  PortWriter writer(op);
  std::map<std::string, uint32_t> counts;
  for (const auto& [name, graph] : graphs) ++counts[name];
  for (const IrSubgraph& declared : DescOf(op).ir_subgraphs) {
    if (declared.dynamic) writer.SubgraphCountRegister(declared.name.c_str(), counts[declared.name]);
  }
  counts.clear();
  for (const auto& [name, graph] : graphs) {
    writer.SetSubgraphBuilder(name, counts[name]++, [graph = graph] { return graph; });
  }
}

ge::Operator MakeSourceOperator(const SourceNode& node, const std::string& name, const Values& values) {
  ge::Operator op(name, node.type);
  PortWriter ports(op);
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    const std::string port = fmt::format("x{}", i);
    ports.InputRegister(port);
    const ge::TensorDesc* desc = values.Known(node.inputs[i]);
    if (desc != nullptr) static_cast<void>(op.UpdateInputDesc(port, *desc));
  }
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    const std::string port = fmt::format("y{}", i);
    ports.OutputRegister(port);
    const ge::TensorDesc* desc = values.Known(node.outputs[i]);
    if (desc != nullptr) static_cast<void>(op.UpdateOutputDesc(port, *desc));
  }
  DescOf(op).attrs = node.attributes;
  return op;
}

}  // namespace opdk::importer
