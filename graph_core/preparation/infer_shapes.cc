#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "graph_core/base/type_names.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/package/operator_calls.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/preparation/constant_evaluation.h"
#include "graph_core/preparation/follow_formats.h"
#include "graph_core/preparation/infer_elements.h"
#include "graph_core/preparation/infer_regions.h"
#include "graph_core/preparation/passes.h"
#include "graph_core/preparation/value_ranges.h"

namespace opdk {

namespace {

bool SameDesc(const ge::TensorDesc& a, const ge::TensorDesc& b) {
  return a.GetDataType() == b.GetDataType() && a.GetFormat() == b.GetFormat() &&
         a.GetShape().GetDims() == b.GetShape().GetDims();
}

// Returns a producer's description for its consumer, without values. An inference function that copies the description
// must not pass an outdated value on.
ge::TensorDesc SeenByConsumer(ge::TensorDesc desc) {
  desc.SetConstData(nullptr, 0);
  return desc;
}

void CopyInputs(Node& node) {
  for (size_t i = 0; i < node.inputs().size(); ++i) {
    const Endpoint& from = node.inputs()[i];
    ge::TensorDesc& desc = node.op().inputs[i].desc;
    if (from.node == nullptr) {
      desc = ge::TensorDesc(ge::Shape(), ge::FORMAT_RESERVED, ge::DT_UNDEFINED);
    } else {
      desc = SeenByConsumer(from.node->op().outputs[static_cast<size_t>(from.index)].desc);
    }
  }
}

// Sets the origin to the stored shape and format, which are equal until formats are chosen.
void SetOrigin(ge::TensorDesc& desc) {
  desc.SetOriginShape(desc.GetShape());
  desc.SetOriginFormat(desc.GetFormat());
}

// Checks an inferred output: its dtype and shape are legal, and its bytes fit in memory.
Status CheckOutput(const Node& node, const Port& port) {
  std::vector<int64_t> dims = port.desc.GetShape().GetDims();
  auto refuse = [&](ErrorCode code, std::string_view message) {
    return Status(code, message).At(fmt::format("output {}", port.name)).At(PlaceOf(node));
  };
  if (port.desc.GetDataType() == ge::DT_UNDEFINED) {
    return refuse(ErrorCode::kInferShape, "shape inference did not determine the dtype");
  }
  for (int64_t dim : dims) {
    if (dim < ge::UNKNOWN_DIM && dims != ge::UNKNOWN_RANK) {
      return refuse(ErrorCode::kInferShape, fmt::format("shape inference gave the impossible dimension {}", dim));
    }
  }
  int64_t count = ElementCount(dims);
  int64_t bytes = 0;
  int size = ge::GetSizeByDataType(port.desc.GetDataType());
  bool sized = size > 0 && size <= ge::kDataTypeSizeBitOffset;
  if (count == kOverflowCount || (count > 0 && sized && __builtin_mul_overflow(count, int64_t{size}, &bytes))) {
    return refuse(ErrorCode::kShapeOverflow,
                  fmt::format("{} has more elements than memory can hold", DescText(port.desc)))
        .Hint("check the sizes of the graph's inputs and the constants that give shapes");
  }
  return {};
}

// Inference of a graph and all that it holds.
struct Sweep {
  const PassContext& context;
  bool changed = false;
  bool lenient = false;  // RegionInference::infer
  int retries = 100;
};

Status InferGraph(Graph& graph, Sweep& sweep);

// Infers the body of a FusedOp from the node's inputs, and takes the outputs from its NetOutput.
Status InferBody(Node& node, Sweep& sweep) {
  std::vector<Node*> data = node.body()->inputs();
  for (size_t i = 0; i < data.size(); ++i) data[i]->op().outputs[0].desc = node.op().inputs[i].desc;
  Status inferred = InferGraph(*node.body(), sweep);
  if (!inferred.ok()) return std::move(inferred).At(fmt::format("body of {}", PlaceOf(node)));
  const Node* outputs = node.body()->net_output();
  for (size_t i = 0; i < node.op().outputs.size(); ++i) node.op().outputs[i].desc = outputs->op().inputs[i].desc;
  return {};
}

// Infers the regions from the node's inputs, repeatedly while a loop's values widen.
Status InferControl(Node& node, Sweep& sweep, ConstantEvaluator& constants) {
  const bool chosen_only = !IsDisabled({"choose_branches"}, sweep.context);
  const auto infer = [&](Graph& region, bool leniently) {
    const bool before = std::exchange(sweep.lenient, sweep.lenient || leniently);
    Status inferred = InferGraph(region, sweep);
    sweep.lenient = before;
    return inferred;
  };
  const RegionInference inference{infer, &sweep.retries};
  if (Status inferred = InferRegions(node, inference, constants.InputsOf(node), chosen_only); !inferred.ok())
    return std::move(inferred).At(PlaceOf(node));
  for (Port& port : node.op().outputs) {
    OPDK_TRY(CheckOutput(node, port));
    SetOrigin(port.desc);
  }
  return {};
}

Status InferVariable(Node& node) {
  if (node.op().outputs.empty()) return InvalidNode(node, "a Variable node has an output y");
  ge::TensorDesc& desc = node.op().outputs[0].desc;
  const auto* first = node.op().GetAttr<ge::Tensor>("value");
  if (first != nullptr && first->GetSize() > 0) desc = SeenByConsumer(first->GetTensorDesc());
  SetOrigin(desc);
  if (desc.GetDataType() != ge::DT_UNDEFINED && ElementCount(desc.GetShape().GetDims()) >= 0) return {};
  return Status(ErrorCode::kInferShape, fmt::format("a variable needs a type and a shape, but is {}", DescText(desc)))
      .At(PlaceOf(node))
      .Hint("set them with update_output_desc_y(), or give a first value in its attribute \"value\"");
}

Status InferTemporary(Node& node) {
  const auto* shape = node.op().GetAttr<std::vector<int64_t>>("shape");
  const auto* number = node.op().GetAttr<int64_t>("dtype");
  const bool known = number != nullptr && *number >= 0 && *number < ge::DT_MAX && *number != ge::DT_UNDEFINED;
  const auto dtype = known ? static_cast<ge::DataType>(*number) : ge::DT_UNDEFINED;
  ge::TensorDesc& desc = node.op().outputs.at(0).desc;
  desc = ge::TensorDesc(ge::Shape(shape == nullptr ? ge::UNKNOWN_SHAPE : *shape), ge::FORMAT_ND, dtype);
  SetOrigin(desc);
  const bool sized = dtype != ge::DT_UNDEFINED && ge::GetSizeByDataType(dtype) > 0;
  if (sized && ElementCount(desc.GetShape().GetDims()) >= 0) return {};
  return Status(ErrorCode::kInferShape,
                fmt::format("a temporary variable needs a type and a shape, but is {}", DescText(desc)))
      .At(PlaceOf(node))
      .Hint("set its attributes dtype, the number of a type of numbers, and shape, without unknown dimensions");
}

// Infers an access: a read gives the variable's type and shape, and an assigned value must have them.
Status InferAccess(Node& node) {
  const ge::TensorDesc& variable = node.op().inputs.at(0).desc;
  if (VariableBehind(node.input(0)) == nullptr) {
    return InvalidNode(node, fmt::format("its input {} is no variable", node.op().inputs[0].name));
  }
  if (node.Is(kAssign)) {
    const ge::TensorDesc& value = node.op().inputs.at(1).desc;
    const bool fits =
        value.GetDataType() == variable.GetDataType() &&
        (value.GetShape().GetDims() == variable.GetShape().GetDims() || ElementCount(value.GetShape().GetDims()) < 0);
    if (!fits) {
      return Status(ErrorCode::kInferShape,
                    fmt::format("the variable {} is {}, but the value is {}",
                                OriginOf(VariableBehind(node.input(0)))->name(), DescText(variable), DescText(value)))
          .At(PlaceOf(node));
    }
  }
  for (Port& port : node.op().outputs) {
    const bool asked = VariableOpOf(node) == VariableOp::kIsInitialized;
    port.desc = asked ? ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_BOOL) : variable;
    SetOrigin(port.desc);
  }
  return {};
}

// Asks the operator's package for the outputs.
Status InferOperator(Node& node, const PackageRegistry& packages, const ConstInputFn& const_input) {
  // Values of a former inference must not outlive the inputs that they were computed from.
  for (Port& port : node.op().outputs) port.desc.SetConstData(nullptr, 0);
  // The registry's errors name node, operator and package.
  OPDK_TRY(VerifyOperator(packages, node.op(), const_input));
  OPDK_TRY(InferOperatorShape(packages, node.op(), const_input));
  if (UsesResource(node)) InferElements(node);
  for (Port& port : node.op().outputs) {
    OPDK_TRY(CheckOutput(node, port));
    SetOrigin(port.desc);
  }
  return {};
}

// Infers the outputs from the inputs' dtypes alone, because the node will refuse its inputs when it runs.
Status InferWithoutInputs(Node& node, const PackageRegistry& packages) {
  for (Port& port : node.op().inputs) {
    if (port.desc.GetDataType() == ge::DT_UNDEFINED) continue;
    port.desc = ge::TensorDesc(ge::Shape(ge::UNKNOWN_RANK), port.desc.GetFormat(), port.desc.GetDataType());
  }
  Status inferred = InferOperator(node, packages, [](int, ge::Tensor&) { return false; });
  CopyInputs(node);
  return inferred;
}

Status InferNode(Node& node, Sweep& sweep, ConstantEvaluator& constants) {
  CopyInputs(node);
  if (node.Is(kConst)) {
    node.op().outputs[0].desc = SeenByConsumer(node.ConstValue()->GetTensorDesc());
    SetOrigin(node.op().outputs[0].desc);
    return {};
  }
  if (node.body() != nullptr) return InferBody(node, sweep);
  if (node.Is(kVariable)) return InferVariable(node);
  if (node.Is(kTemporary)) return InferTemporary(node);
  if (IsVariableAccess(node)) return InferAccess(node);
  if (IsControl(node)) return InferControl(node, sweep, constants);
  if (node.Is(kEnd) || node.Is(kNetOutput) || node.Is(kPlaceHolder) || node.Is(kData)) return {};
  const PassContext& context = sweep.context;
  OPDK_TRY(const FormatNodes added, FollowFormats(node, constants, context));
  for (Node* before : added.before) OPDK_TRY(InferNode(*before, sweep, constants));
  if (!added.before.empty()) CopyInputs(node);
  Status inferred = InferOperator(node, *context.packages, constants.InputsOf(node));
  if (inferred.code() == ErrorCode::kInferShape && sweep.lenient) {
    OPDK_TRY(InferWithoutInputs(node, *context.packages));
  } else {
    OPDK_TRY(std::move(inferred));
    OPDK_TRY(InferValueRanges(node, context, constants));
  }
  for (Node* behind : added.behind) OPDK_TRY(InferNode(*behind, sweep, constants));
  return {};
}

Status InferGraph(Graph& graph, Sweep& sweep) {
  OPDK_TRY(std::vector<Node*> order, graph.TopologicalOrder());
  // Computes values for inference during the sweep. So a Reshape to a computed shape is inferred in the same sweep,
  // whether or not the computation is folded later.
  ConstantEvaluator constants(sweep.context);
  for (Node* node : order) {
    std::vector<ge::TensorDesc> before;
    for (const Port& port : node->op().outputs) before.push_back(port.desc);
    OPDK_TRY(InferNode(*node, sweep, constants));
    for (size_t i = 0; i < before.size(); ++i) {
      sweep.changed = sweep.changed || !SameDesc(before[i], node->op().outputs[i].desc);
    }
  }
  return {};
}

}  // namespace

Result<Changed> InferShapes(Graph& graph, const PassContext& context) {
  Sweep sweep{context};
  OPDK_TRY(InferGraph(graph, sweep));
  return Changed{sweep.changed};
}

}  // namespace opdk
