#include "tbe/interpreter.h"

#include <fmt/format.h>

#include <unordered_map>

#include "sdk/api/src/tbe/build.h"
#include "sdk/api/src/tbe/interpreter/bounds.h"
#include "sdk/api/src/tbe/interpreter/nodes.h"
#include "tbe/walk.h"

namespace tbe {
namespace {

using opdk::ErrorCode;
using opdk::Result;
using opdk::Status;

Result<Value> ReadInput(const TensorNode& node, const std::vector<HostTensor>& inputs) {
  const std::string what = fmt::format("input {} {}{}", node.input_index, DtypeName(node.dtype), ShapeText(node.shape));
  if (node.input_index < 0 || static_cast<size_t>(node.input_index) >= inputs.size()) {
    return Status(ErrorCode::kExpression, fmt::format("{} is missing; {} were given", what, inputs.size()));
  }
  const HostTensor& given = inputs[node.input_index];
  const auto bytes = static_cast<size_t>(CountOf(node.shape) * ByteSize(node.dtype));
  if (given.dtype != node.dtype || given.shape != node.shape || given.bytes.size() != bytes) {
    return Status(ErrorCode::kExpression,
                  fmt::format("{} of {} bytes was given as {}{} of {} bytes", what, bytes, DtypeName(given.dtype),
                              ShapeText(given.shape), given.bytes.size()));
  }
  return Decode(given);
}

Result<Value> EvaluateNode(const TensorNode& node, const Values& in, const std::vector<HostTensor>& inputs,
                           Precision precision) {
  switch (node.kind) {
    case Kind::kInput:
      return ReadInput(node, inputs);
    case Kind::kConst:
    case Kind::kParam:
      return Value{node.dtype, {}, {Finish(node.dtype, FromNumber(node.dtype, node.value), precision)}};
    case Kind::kUnary:
    case Kind::kBinary:
    case Kind::kSelect:
    case Kind::kCast:
      return EvaluateElementwise(node, in, precision);
    case Kind::kBroadcast:
    case Kind::kTranspose:
    case Kind::kReshape:
    case Kind::kSlice:
    case Kind::kConcat:
    case Kind::kPad:
      return EvaluateMovement(node, in);
    case Kind::kReduce:
      return EvaluateReduce(node, in, precision);
    case Kind::kGather:
      return EvaluateGather(node, in);
    case Kind::kScatter:
      return EvaluateScatter(node, in, precision);
    case Kind::kScan:
      return EvaluateScan(node, in, precision);
    case Kind::kCompute:
      return EvaluateCompute(node, in, precision);
    case Kind::kMatmul:
      return EvaluateMatmul(node, in, precision);
    case Kind::kConv:
      return EvaluateConv(node, in, precision);
    case Kind::kConvTranspose:
      return EvaluateConvTranspose(node, in, precision);
    case Kind::kConvBackpropFilter:
      return EvaluateConvBackpropFilter(node, in, precision);
    case Kind::kPool:
      return EvaluatePool(node, in, precision);
  }
  return Status(ErrorCode::kInternal, "an expression node of unknown kind");
}

}  // namespace

Result<std::vector<HostTensor>> Evaluate(const std::vector<Tensor>& outputs, const std::vector<HostTensor>& inputs,
                                         const EvaluateOptions& options) {
  for (const Tensor& output : outputs) {
    if (!output) return Status(ErrorCode::kExpression, "an output is an empty tensor");
  }
  const Precision precision = options.higher_precision ? Precision::kDouble : Precision::kOfDtype;
  std::unordered_map<const TensorNode*, Value> values;
  for (const Tensor& node : PostOrder(outputs)) {
    Values in;
    for (const Tensor& input : node->inputs) in.push_back(&values.at(input.get()));
    OPDK_TRY(Value value, EvaluateNode(*node, in, inputs, precision));
    values.emplace(node.get(), std::move(value));
  }
  std::vector<HostTensor> results;
  for (const Tensor& output : outputs) results.push_back(Encode(values.at(output.get())));
  return results;
}

Result<std::vector<BoundedTensor>> EvaluateWithBounds(const std::vector<Tensor>& outputs,
                                                      const std::vector<HostTensor>& inputs) {
  for (const Tensor& output : outputs) {
    if (!output) return Status(ErrorCode::kExpression, "an output is an empty tensor");
  }
  struct Known {
    Value value;
    Bounds bounds;   // of the node's own result
    Bounds carried;  // as operands of others see them
  };
  std::unordered_map<const TensorNode*, Known> known;
  for (const Tensor& node : PostOrder(outputs)) {
    Values in;
    OperandBounds in_bounds;
    for (const Tensor& input : node->inputs) {
      const Known& operand = known.at(input.get());
      in.push_back(&operand.value);
      in_bounds.push_back(&operand.carried);
    }
    OPDK_TRY(Value value, EvaluateNode(*node, in, inputs, Precision::kDouble));
    OPDK_TRY(Bounds bounds, BoundsOf(*node, in, in_bounds, value));
    Bounds carried = CarriedBounds(*node, in, value, bounds);
    known.emplace(node.get(), Known{std::move(value), std::move(bounds), std::move(carried)});
  }
  std::vector<BoundedTensor> results;
  for (const Tensor& output : outputs) {
    const Known& result = known.at(output.get());
    results.push_back({Encode(result.value), OutputBounds(result.value, result.bounds)});
  }
  return results;
}

}  // namespace tbe
