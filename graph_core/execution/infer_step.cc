#include "graph_core/execution/infer_step.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/ir/walk_body.h"
#include "graph_core/package/operator_calls.h"

namespace opdk {
namespace {

Result<std::vector<ge::TensorDesc>> InferOperator(const Node& node, const std::vector<ge::TensorDesc>& inputs,
                                                  const ConstInputFn& value, const PackageRegistry& packages) {
  OpDesc op = node.op();
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (node.inputs()[i].node != nullptr) op.inputs[i].desc = inputs[i];
  }
  OPDK_TRY(VerifyOperator(packages, op, value));
  OPDK_TRY(InferOperatorShape(packages, op, value));
  std::vector<ge::TensorDesc> outputs;
  for (Port& port : op.outputs) outputs.push_back(std::move(port.desc));
  return outputs;
}

Result<std::vector<ge::TensorDesc>> InferBody(const Graph& body, const std::vector<ge::TensorDesc>& inputs,
                                              const ConstInputFn& value, const PackageRegistry& packages) {
  return WalkBody(body, inputs, [&](const Node& node, const std::vector<ge::TensorDesc>& operands) {
    if (node.Is(kConst)) return Result(std::vector<ge::TensorDesc>{node.op().outputs.at(0).desc});
    return InferOutputs(node, operands, ConstantsInBody(node, value), packages);
  });
}

// Returns the largest shape of the description's range. nullopt: it has no range, or an open one.
std::optional<std::vector<int64_t>> LargestDims(const ge::TensorDesc& desc) {
  std::vector<std::pair<int64_t, int64_t>> range;
  (void)desc.GetShapeRange(range);
  std::vector<int64_t> dims = desc.GetShape().GetDims();
  if (range.empty() || (range.size() != dims.size() && dims != ge::UNKNOWN_RANK)) return std::nullopt;
  dims.resize(range.size(), -1);
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] < 0) dims[i] = range[i].second;
    if (dims[i] < 0) return std::nullopt;
  }
  return dims;
}

}  // namespace

Result<std::vector<ge::TensorDesc>> InferOutputs(const Node& node, const std::vector<ge::TensorDesc>& inputs,
                                                 const ConstInputFn& value, const PackageRegistry& packages) {
  if (node.body() != nullptr) return InferBody(*node.body(), inputs, value, packages);
  return InferOperator(node, inputs, value, packages);
}

bool HasUpperBound(const ge::TensorDesc& desc) { return LargestDims(desc).has_value(); }

Result<size_t> UpperBound(const ge::TensorDesc& desc, const std::string& port) {
  const auto dims = LargestDims(desc);
  if (!dims) {
    return Status(ErrorCode::kInferShape,
                  fmt::format("the shape of output {} ({}) is known only after the kernel ran, and the infer function "
                              "gives no upper bound for it",
                              port, DescribeTensor(desc.GetDataType(), desc.GetShape().GetDims())))
        .Hint("set the largest shape with TensorDesc::SetShapeRange in the infer function");
  }
  return TensorBytes(desc.GetDataType(), *dims);
}

}  // namespace opdk
