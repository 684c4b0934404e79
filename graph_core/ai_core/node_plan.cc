#include "graph_core/ai_core/node_plan.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "graph_core/ai_core/operator_expression.h"
#include "graph_core/compilation/tensor_size.h"
#include "tbe/array.h"
#include "tbe/elementwise.h"

namespace opdk {
namespace {

// Kernels don't depend on extents, but 1 is special.
constexpr int64_t kRepresentative = 3;

std::vector<int64_t> Concrete(std::vector<int64_t> shape, bool* exact) {
  if (IsUnknown(shape)) *exact = false;
  for (int64_t& extent : shape) {
    if (extent < 0) extent = kRepresentative;
  }
  return shape;
}

template <typename T>
T First(const ge::Tensor& tensor) {
  T value;
  std::memcpy(&value, tensor.GetData(), sizeof value);
  return value;
}

}  // namespace

std::vector<bool> NeededOutputs(const Node& node) {
  std::vector<bool> needed;
  for (size_t i = 0; i < node.op().outputs.size(); ++i) needed.push_back(!node.uses(static_cast<int>(i)).empty());
  if (std::count(needed.begin(), needed.end(), true) == 0) needed.assign(needed.size(), true);
  return needed;
}

ConstInputFn ConstantsOf(const Node& node) {
  return [&node](int input, ge::Tensor& value) {
    const Node* from = node.input(input).node;
    const ge::Tensor* constant = from == nullptr ? nullptr : from->ConstValue();
    if (constant == nullptr) return false;
    value = *constant;
    return true;
  };
}

OpDesc ConcreteDesc(const OpDesc& op, bool* exact) {
  OpDesc copy = op;
  for (std::vector<Port>* ports : {&copy.inputs, &copy.outputs}) {
    for (Port& port : *ports) {
      if (port.desc.GetDataType() == ge::DT_UNDEFINED) continue;
      port.desc.SetShape(ge::Shape(Concrete(port.desc.GetShape().GetDims(), exact)));
    }
  }
  return copy;
}

tbe::Tensor NumberExpression(const ge::Tensor& constant) {
  const ge::TensorDesc desc = constant.GetTensorDesc();
  std::vector<int64_t> shape = desc.GetShape().GetDims();
  if (std::any_of(shape.begin(), shape.end(), [](int64_t extent) { return extent != 1; })) return tbe::Tensor();
  tbe::Tensor number;
  switch (desc.GetDataType()) {
    case ge::DT_FLOAT:
      number = tbe::Param(First<float>(constant), ge::DT_FLOAT);
      break;
    case ge::DT_DOUBLE:
      number = tbe::Param(First<double>(constant), ge::DT_DOUBLE);
      break;
    case ge::DT_INT32:
      number = tbe::Param(int64_t{First<int32_t>(constant)}, ge::DT_INT32);
      break;
    case ge::DT_INT64:
      number = tbe::Param(First<int64_t>(constant), ge::DT_INT64);
      break;
    default:
      return tbe::Tensor();
  }
  return shape.empty() ? number : tbe::broadcast(number, shape);
}

tbe::Tensor InputExpression(const Node& node, int index, int input, bool* exact) {
  if (const ge::Tensor* constant = node.ConstValue()) {
    if (tbe::Tensor number = NumberExpression(*constant); number.get() != nullptr) return number;
  }
  const ge::TensorDesc& desc = node.op().outputs[static_cast<size_t>(index)].desc;
  return tbe::Placeholder(input, Concrete(desc.GetShape().GetDims(), exact), desc.GetDataType());
}

Result<StepPlan> PlanOf(const Node& node, const OperatorProvider* provider, const PackageRegistry& packages,
                        bool* exact) {
  return PlanWithBlocks(node, provider, packages, BlocksOf(node.op()), exact);
}

Result<StepPlan> PlanWithBlocks(const Node& node, const OperatorProvider* provider, const PackageRegistry& packages,
                                const PortBlocks& blocks, bool* exact) {
  *exact = true;
  OpDesc op = ConcreteDesc(WithoutBlocks(node.op()), exact);
  std::vector<InputShape> inputs;
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    const ge::TensorDesc& desc = op.inputs[i].desc;
    bool absent = node.inputs()[i].node == nullptr;
    inputs.push_back(absent ? InputShape{} : InputShape{desc.GetDataType(), desc.GetShape().GetDims()});
  }
  std::vector<std::vector<int64_t>> output_shapes;
  for (const Port& port : op.outputs) output_shapes.push_back(port.desc.GetShape().GetDims());
  OperatorExpression expression(node, provider, packages);
  OPDK_TRY(std::vector<tbe::Tensor> outputs, expression.Build(inputs, output_shapes, ConstantsOf(node)));
  OPDK_TRY(StepPlan plan, MakePlan(outputs, NeededOutputs(node), static_cast<int>(inputs.size()), blocks));
  const bool* winograd = node.op().GetAttr<bool>(kWinogradAttr);
  for (StepSpec& step : plan.steps) {
    // Shapes that change would be measured in the middle of a run.
    step.measures = *exact;
    step.winograd = *exact && winograd != nullptr && *winograd;
  }
  return plan;
}

}  // namespace opdk
