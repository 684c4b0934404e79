#include "plugins/importer/source_operator.h"

#include <fmt/format.h>

#include "opdk/op_desc.h"

namespace opdk::importer {
namespace {

// A handle to an operator through which ports may be declared.
class PortWriter : public ge::Operator {
 public:
  explicit PortWriter(const ge::Operator& op) : Operator(op) {}
  using Operator::DynamicInputRegister;
  using Operator::DynamicOutputRegister;
  using Operator::InputRegister;
  using Operator::OutputRegister;
  using Operator::SetSubgraphBuilder;
};

}  // namespace

void GrowDynamicInput(ge::Operator& op, const std::string& port, int count) {
  PortWriter(op).DynamicInputRegister(port, static_cast<uint32_t>(count));
}

void GrowDynamicOutput(ge::Operator& op, const std::string& port, int count) {
  PortWriter(op).DynamicOutputRegister(port, static_cast<uint32_t>(count));
}

void SetSubgraph(ge::Operator& op, const std::string& name, const ge::Graph& graph) {
  PortWriter(op).SetSubgraphBuilder(name, 0, [graph] { return graph; });
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
