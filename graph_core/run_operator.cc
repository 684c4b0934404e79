#include "graph_core/run_operator.h"

#include <fmt/format.h>

#include <utility>

#include "graph_core/base/ports.h"
#include "graph_core/compilation/compile.h"
#include "graph_core/engines/node_runner.h"
#include "graph_core/ir/random_draws.h"
#include "graph_core/loading/load.h"
#include "graph_core/package/operator_calls.h"
#include "graph_core/program/program_file.h"

namespace opdk {
namespace {

Status InferAndVerify(OpDesc& op, std::span<const ge::Tensor> inputs, const PackageRegistry& packages) {
  auto value = [&](int input, ge::Tensor& tensor) {
    if (IsAbsent(op.inputs[static_cast<size_t>(input)])) return false;
    tensor = inputs[static_cast<size_t>(input)];
    return true;
  };
  OPDK_TRY(VerifyOperator(packages, op, value));
  return InferOperatorShape(packages, op, value);
}

}  // namespace

Result<SingleOpResult> RunSingleOp(OpDesc op, std::span<const ge::Tensor> inputs, std::span<Engine* const> engines,
                                   const PackageRegistry& packages, const SingleOpOptions& options) {
  if (inputs.size() != op.inputs.size()) {
    return Status(ErrorCode::kInputMissing, fmt::format("operator {} ({}) has {} input ports, {} tensors were given",
                                                        op.name, op.type, op.inputs.size(), inputs.size()));
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!IsAbsent(op.inputs[i])) op.inputs[i].desc = inputs[i].GetTensorDesc();
  }
  if (options.infer) OPDK_TRY(InferAndVerify(op, inputs, packages));

  std::vector<ge::Tensor> fed;
  for (size_t i = 0; i < inputs.size() && !options.constant_inputs; ++i) {
    if (!IsAbsent(op.inputs[i])) fed.push_back(inputs[i]);
  }
  Graph graph("single_op");
  Node* node =
      AddSingleOp(graph, std::move(op), [&](size_t i) { return options.constant_inputs ? &inputs[i] : nullptr; });
  // The caller compares outputs, so the seeds alone decide the numbers of a random operator, even if they are 0.
  node->op().attrs[std::string(kRepeatsDraws)] = true;
  OPDK_TRY(PlaceSingleOp(*node, engines, packages, options.engine));
  const Placement placed = node->placement();
  OPDK_TRY(Program program, Compile(std::move(graph), engines, packages));
  OPDK_TRY(Executable model, Load(std::move(program), engines, packages));
  SingleOpResult result;
  OPDK_TRY(result.outputs, model.Run(fed));
  result.engine = placed.engine;
  result.package = placed.package;
  if (!model.steps().empty()) result.kernel = model.steps().front().kernel;
  return result;
}

}  // namespace opdk
