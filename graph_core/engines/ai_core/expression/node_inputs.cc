#include "graph_core/engines/ai_core/expression/node_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "graph_core/base/tensor_size.h"
#include "graph_core/base/type_names.h"
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

// Returns whether the bytes of a constant were freed. A loaded model doesn't keep the bytes of constants that its
// kernels have packed.
bool IsReleased(const ge::Tensor& constant) {
  return constant.GetSize() == 0 && ElementCount(constant.GetTensorDesc().GetShape().GetDims()) != 0;
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
    if (from == nullptr) return false;
    const ge::Tensor* constant = from->ConstValue();
    if (constant == nullptr) {
      const ge::TensorDesc& desc = node.op().inputs[static_cast<size_t>(input)].desc;
      if (ElementCount(desc.GetShape().GetDims()) != 0) return false;
      value = ge::Tensor(desc);
      return true;
    }
    if (IsReleased(*constant)) return false;
    value = *constant;
    return true;
  };
}

bool IsConcrete(const OpDesc& op) {
  const auto known = [](const Port& port) { return !IsUnknown(port.desc.GetShape().GetDims()); };
  return std::all_of(op.inputs.begin(), op.inputs.end(), known) &&
         std::all_of(op.outputs.begin(), op.outputs.end(), known);
}

Result<OpDesc> ConcreteDesc(OpDesc op, bool* exact) {
  for (std::vector<Port>* ports : {&op.inputs, &op.outputs}) {
    for (Port& port : *ports) {
      if (port.desc.GetDataType() == ge::DT_UNDEFINED) continue;
      if (port.desc.GetShape().GetDims() == ge::UNKNOWN_RANK) {
        *exact = false;
        return Status(ErrorCode::kNoEngine, fmt::format("the rank of {} is unknown", port.name));
      }
      if (!IsUnknown(port.desc.GetShape().GetDims())) continue;
      port.desc.SetShape(ge::Shape(Concrete(port.desc.GetShape().GetDims(), exact)));
    }
  }
  return op;
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

}  // namespace opdk
