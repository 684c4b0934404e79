#include "graph_core/engines/ai_core/expression/operator_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "graph_core/engines/ai_core/expression/node_inputs.h"
#include "graph_core/ir/walk_body.h"
#include "graph_core/package/fence.h"
#include "graph_core/package/op_compute_call.h"
#include "graph_core/package/operator_calls.h"
#include "graph_core/package/placed_node.h"
#include "tbe/array.h"
#include "tbe/elementwise.h"
#include "tbe/error.h"

namespace opdk {
namespace {

void SetShape(ge::TensorDesc& desc, const std::vector<int64_t>& shape) {
  desc.SetShape(ge::Shape(shape));
  desc.SetOriginShape(ge::Shape(shape));
}

// Makes the outputs of a view: inputs in other shapes. An output that nobody reads may be no view, and has no
// expression then.
Result<std::vector<tbe::Tensor>> ViewExpression(const Node& node, const OpDesc& op, const PackageRegistry& packages,
                                                const std::vector<tbe::Tensor>& inputs) {
  std::vector<tbe::Tensor> outputs(op.outputs.size());
  auto reshape = [&] {
    for (size_t i = 0; i < outputs.size(); ++i) {
      int input = ViewInput(node, static_cast<int>(i), packages);
      if (input < 0) continue;
      const tbe::Tensor& x = inputs[static_cast<size_t>(input)];
      const ge::TensorDesc& desc = op.outputs[i].desc;
      if (x.dtype() != desc.GetDataType()) {
        return Status(ErrorCode::kExpression, fmt::format("{} is a view with another dtype", op.type));
      }
      outputs[i] = tbe::reshape(x, desc.GetShape().GetDims());
    }
    return Status();
  };
  OPDK_TRY(Fence(
      [&]() -> Status {
        try {
          return reshape();
        } catch (const tbe::ExpressionError& error) {
          return error.status();
        }
      },
      [&] { return fmt::format("view {}, node {}", op.type, op.name); }));
  return outputs;
}

}  // namespace

Result<std::vector<tbe::Tensor>> NodeExpression(const Node& node, const OpDesc& op, const PackageRegistry& packages,
                                                const std::vector<tbe::Tensor>& inputs,
                                                const ConstInputFn& const_input) {
  if (IsPureView(node, packages)) return ViewExpression(node, op, packages, inputs);
  OPDK_TRY(const OperatorProvider* provider, PlacedKernel(node, kAiCoreEngine, packages));
  return CallOpComputeAsInferred(op, *provider, inputs, const_input);
}

std::vector<std::string> MemberNames(const Node& node) {
  const auto name = [](const Node& member) { return fmt::format("node {} ({})", member.name(), member.type()); };
  if (node.body() == nullptr) return {name(node)};
  std::vector<std::string> names;
  if (const auto order = node.body()->TopologicalOrder(); order.ok()) {
    for (const Node* member : *order) {
      if (!member->Is(kData) && !member->Is(kNetOutput)) names.push_back(name(*member));
    }
  }
  return names;
}

OperatorExpression::OperatorExpression(const Node& node, OpDesc op, const OperatorProvider* provider,
                                       const PackageRegistry& packages)
    : op_(std::move(op)), provider_(provider), packages_(packages) {
  if (node.body() != nullptr) body_ = node.body()->Clone();
}

Result<std::vector<tbe::Tensor>> OperatorExpression::Build(const std::vector<InputShape>& inputs,
                                                           const std::vector<std::vector<int64_t>>& output_shapes,
                                                           const ConstInputFn& const_input) {
  checks_.clear();
  tbe::IndexRequirements requirements;
  std::vector<tbe::Tensor> placeholders;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].dtype == ge::DT_UNDEFINED) {
      placeholders.emplace_back();
      continue;
    }
    SetShape(op_.inputs[i].desc, inputs[i].shape);
    ge::Tensor constant;
    // Only a single element can become a number; larger constants aren't even copied.
    bool single = std::all_of(inputs[i].shape.begin(), inputs[i].shape.end(), [](int64_t e) { return e == 1; });
    bool is_constant = single && const_input(static_cast<int>(i), constant);
    Status status = Fence(
        [&] {
          // A number is an argument of the kernel, not a tensor it reads.
          tbe::Tensor number = is_constant ? NumberExpression(constant) : tbe::Tensor();
          if (number.get() != nullptr) {
            placeholders.push_back(std::move(number));
            return Status();
          }
          placeholders.push_back(tbe::Placeholder(static_cast<int>(i), inputs[i].shape, inputs[i].dtype));
          return Status();
        },
        [&] { return fmt::format("input {} of node {}", op_.inputs[i].name, op_.name); });
    OPDK_TRY(std::move(status));
  }
  for (size_t i = 0; i < output_shapes.size(); ++i) SetShape(op_.outputs[i].desc, output_shapes[i]);
  if (body_ != nullptr) return BuildBody(placeholders, const_input, requirements);
  OPDK_TRY(std::vector<tbe::Tensor> outputs, CallOpComputeAsInferred(op_, *provider_, placeholders, const_input));
  TakeChecks(requirements, 0);
  return outputs;
}

void OperatorExpression::TakeChecks(tbe::IndexRequirements& requirements, int member) {
  for (tbe::IndexRequirement& each : requirements.Take()) {
    IndexCheck check;
    check.dtype = each.indices.dtype();
    check.shape = each.indices.shape();
    check.extents = std::move(each.extents);
    check.from_end = each.negative == tbe::NegativeIndex::kCountsFromEnd;
    check.member = member;
    check.input = std::move(each.input);
    checks_.push_back({std::move(each.indices), std::move(check)});
  }
}

Result<std::vector<tbe::Tensor>> OperatorExpression::BuildBody(const std::vector<tbe::Tensor>& inputs,
                                                               const ConstInputFn& const_input,
                                                               tbe::IndexRequirements& requirements) {
  const std::vector<Node*> data = body_->inputs();
  for (size_t i = 0; i < data.size(); ++i) {
    if (inputs[i].get() != nullptr) SetShape(data[i]->op().outputs[0].desc, inputs[i].shape());
  }
  int member = 0;
  return WalkBody(*body_, inputs, [&](Node& node, const std::vector<tbe::Tensor>& operands) {
    for (size_t i = 0; i < operands.size(); ++i) {
      if (node.inputs()[i].node != nullptr) SetShape(node.op().inputs[i].desc, operands[i].shape());
    }
    const ConstInputFn constants = ConstantsInBody(node, const_input);
    if (Status inferred = InferOperatorShape(packages_, node.op(), constants); !inferred.ok())
      return Result<std::vector<tbe::Tensor>>(std::move(inferred));
    auto outputs = NodeExpression(node, node.op(), packages_, operands, constants);
    TakeChecks(requirements, member++);
    return outputs;
  });
}

}  // namespace opdk
