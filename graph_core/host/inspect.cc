#include "opdk/inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "graph_core/base/type_names.h"
#include "graph_core/ir/from_operators.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/package/op_compute_call.h"
#include "graph_core/preparation/constant_evaluation.h"
#include "graph_core/preparation/pipeline.h"
#include "graph_core/session.h"

namespace opdk {
namespace {

PassContext ContextOf(const Session& session) {
  PassContext context;
  context.packages = &session.packages();
  context.engines = session.engines();
  return context;
}

Result<Graph> Inferred(const ge::Graph& graph, const PassContext& context) {
  OPDK_TRY(Graph copy, FromOperators(graph));
  OPDK_TRY(InferOnly(copy, context));
  return copy;
}

PortSpec SpecOf(const Port& port) { return {port.name, port.desc.GetDataType(), port.desc.GetShape().GetDims()}; }

Status CheckPackage(const PackageRegistry& packages, const std::string& package) {
  std::vector<std::string> names;
  for (const auto& loaded : packages.packages()) names.push_back(loaded->name);
  if (package.empty() || std::find(names.begin(), names.end(), package) != names.end()) return Status();
  Status status(ErrorCode::kUsage, fmt::format("no package '{}' is loaded", package));
  const std::string near = Nearest(package, names);
  return std::move(status).Hint(near.empty() ? packages.DescribeSearch() : fmt::format("did you mean {}?", near));
}

Result<const OperatorProvider*> ProviderFor(const Node& node, const PackageRegistry& packages,
                                            const std::string& package) {
  OPDK_TRY(CheckPackage(packages, package));
  const EngineInfo& engine = ExpressionEngine();
  std::string refused;
  for (const OperatorProvider& provider : packages.Providers(node.type())) {
    if (provider.Kernel(engine.name) == nullptr || (!package.empty() && provider.package->name != package)) continue;
    const EngineOpInfo* info = provider.info == nullptr ? nullptr : provider.info->Find(engine.name);
    const auto column = info == nullptr ? Result<size_t>(Status(ErrorCode::kNoEngine, "no operator information"))
                                        : info->MatchColumn(node.op());
    if (column.ok()) return &provider;
    refused += fmt::format("{}{}: {}", refused.empty() ? "" : "; ", provider.package->name, column.status().message());
  }
  if (!refused.empty()) return Status(ErrorCode::kNoEngine, refused).At(PlaceOf(node));
  return Status(ErrorCode::kNoEngine, fmt::format("{} has no {} kernel{}, so it has no expression", node.type(),
                                                  engine.title, package.empty() ? "" : " in package " + package))
      .Hint("`opdk list OPERATOR` shows the engines of an operator");
}

Result<PortSpec> ConcretePort(const Port& port) {
  PortSpec result = SpecOf(port);
  if (result.dtype != ge::DT_UNDEFINED && ElementCount(result.shape) < 0) {
    return Status(ErrorCode::kExpression,
                  fmt::format("an expression is of concrete shapes; {} is {}", port.name, DescText(port.desc)))
        .Hint("give every dimension, and the value of an input that decides a shape as a constant");
  }
  return result;
}

}  // namespace

Result<std::vector<InferredNode>> InferGraph(const Packages& packages, const ge::Graph& graph) {
  OPDK_TRY(const auto session, Session::Create(packages.registry()));
  OPDK_TRY(const Graph inferred, Inferred(graph, ContextOf(*session)));
  OPDK_TRY(const std::vector<Node*> order, inferred.TopologicalOrder());
  std::vector<InferredNode> rows;
  for (const Node* node : order) {
    if (node->Is(kNetOutput)) continue;
    InferredNode& row = rows.emplace_back(InferredNode{node->name(), node->type(), {}});
    for (const Port& output : node->op().outputs) row.outputs.push_back(SpecOf(output));
  }
  return rows;
}

Result<KernelExpression> ExpressionOf(const Packages& packages, const ge::Graph& graph, const std::string& name,
                                      const std::string& package) {
  OPDK_TRY(const auto session, Session::Create(packages.registry()));
  const PassContext context = ContextOf(*session);
  OPDK_TRY(const Graph inferred, Inferred(graph, context));
  const Node* node = inferred.Find(name);
  if (node == nullptr) {
    return Status(ErrorCode::kGraphInvalid, fmt::format("graph {} has no node '{}'", inferred.name(), name));
  }
  OPDK_TRY(const OperatorProvider* provider, ProviderFor(*node, session->packages(), package));
  KernelExpression made;
  made.package = provider->package->name;
  std::vector<tbe::Tensor> symbols;
  for (size_t i = 0; i < node->op().inputs.size(); ++i) {
    OPDK_TRY(PortSpec concrete, ConcretePort(node->op().inputs[i]));
    made.inputs.push_back(std::move(concrete));
    made.constants.push_back({ge::DT_UNDEFINED, {}, {}});
    const PortSpec& port = made.inputs.back();
    symbols.emplace_back();
    if (port.dtype == ge::DT_UNDEFINED) continue;
    OPDK_TRY(symbols.back(), MakePlaceholder(static_cast<int>(i), port.shape, port.dtype, port.name));
    if (const ge::Tensor* value = node->input(static_cast<int>(i)).node->ConstValue()) {
      made.constants.back() = {port.dtype, port.shape, {value->GetData(), value->GetData() + value->GetSize()}};
    }
  }
  for (const Port& output : node->op().outputs) {
    OPDK_TRY(PortSpec concrete, ConcretePort(output));
    made.outputs.push_back(std::move(concrete));
  }
  ConstantEvaluator values(context);
  OPDK_TRY(made.values, CallOpComputeAsInferred(node->op(), *provider, symbols, values.InputsOf(*node)));
  return made;
}

}  // namespace opdk
