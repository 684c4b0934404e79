#include "graph_core/engines/ai_core/plan/node_plan.h"

#include <utility>

#include "graph_core/engines/ai_core/expression/node_inputs.h"
#include "graph_core/engines/ai_core/expression/operator_expression.h"

namespace opdk {
Result<SharedPlan> PlanOf(const Node& node, const OperatorProvider* provider, const PassContext& context, bool* exact,
                          const PlanOptions& options) {
  return PlanWithBlocks(node, provider, context, BlocksOf(node.op()), exact, options);
}

Result<SharedPlan> PlanWithBlocks(const Node& node, const OperatorProvider* provider, const PassContext& context,
                                  const PortBlocks& blocks, bool* exact, const PlanOptions& options) {
  *exact = true;
  if (options.dump != nullptr) options.dump->Begin(node.name());
  OPDK_TRY(OpDesc op, ConcreteDesc(WithoutBlocks(node.op()), exact));
  std::vector<InputShape> inputs;
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    const ge::TensorDesc& desc = op.inputs[i].desc;
    bool absent = node.inputs()[i].node == nullptr;
    inputs.push_back(absent ? InputShape{} : InputShape{desc.GetDataType(), desc.GetShape().GetDims()});
  }
  std::vector<std::vector<int64_t>> output_shapes;
  for (const Port& port : op.outputs) output_shapes.push_back(port.desc.GetShape().GetDims());
  OperatorExpression expression(node, std::move(op), provider, *context.packages);
  OPDK_TRY(std::vector<tbe::Tensor> outputs, expression.Build(inputs, output_shapes, ConstantsOf(node)));
  return PlanOnce(
      {std::move(outputs), NeededOutputs(node), static_cast<int>(inputs.size()), blocks, expression.checks()}, context,
      options);
}

}  // namespace opdk
