// Gives each node the formats of its tensors as the model means them.
#include <algorithm>

#include "graph_core/base/ports.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/optimization/passes.h"
#include "graph_core/optimization/tensor_formats.h"
#include "graph_core/package/operator_calls.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/preparation/constant_evaluation.h"

namespace opdk {
namespace {

bool Tell(Port& port, ge::Format format) {
  if (IsAbsent(port) || format == ge::FORMAT_ND || port.desc.GetFormat() != ge::FORMAT_ND) return false;
  port.desc.SetFormat(format);
  port.desc.SetOriginFormat(format);
  return true;
}

// Returns whether inference, which may read formats, gives the same shapes as without formats.
bool IsInferredAlike(const OpDesc& op, const ConstInputFn& const_input, const PassContext& context) {
  OpDesc inferred = op;
  if (!InferOperatorShape(*context.packages, inferred, const_input).ok()) return false;
  for (size_t i = 0; i < op.outputs.size(); ++i) {
    if (inferred.outputs[i].desc.GetShape().GetDims() != op.outputs[i].desc.GetShape().GetDims()) return false;
  }
  return true;
}

}  // namespace

Result<Changed> InferFormats(Graph& graph, const PassContext& context) {
  OPDK_TRY(const TensorFormats formats, FormatsOf(graph, context));
  ConstantEvaluator constants(context);
  bool changed = false;
  for (Node* node : graph.nodes()) {
    if (IsStructural(*node)) continue;
    OpDesc op = node->op();
    bool told = false;
    for (size_t i = 0; i < op.inputs.size(); ++i) {
      const Endpoint& from = node->inputs()[i];
      told = (from.node != nullptr && Tell(op.inputs[i], formats.Of(from))) || told;
    }
    for (size_t i = 0; i < op.outputs.size(); ++i) {
      told = Tell(op.outputs[i], formats.Of({node, static_cast<int>(i)})) || told;
    }
    if (!told || !IsInferredAlike(op, constants.InputsOf(*node), context)) continue;
    node->op() = std::move(op);
    changed = true;
  }
  return Changed{changed};
}

}  // namespace opdk
