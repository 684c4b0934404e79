#include "sdk/tools/model/kernel_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <vector>

#include "graph_core/base/file.h"
#include "graph_core/engines/ai_core/cube/cube_steps.h"
#include "graph_core/engines/ai_core/expression/operator_expression.h"
#include "graph_core/engines/ai_core/make_step.h"
#include "graph_core/engines/ai_core/plan/hints.h"
#include "graph_core/engines/ai_core/plan/node_plan.h"
#include "graph_core/engines/ai_core/vector/vector_step.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/placed_node.h"
#include "opdk/package.h"
#include "tbe/print.h"

namespace opdk {
namespace {

std::string ReadText(const std::filesystem::path& path) {
  auto text = ReadFile(path, kTextFile);
  return text.ok() ? *std::move(text) : "";
}

// Returns the operators of a node: the node itself, or the operators of a FusedOp in order.
std::vector<const Node*> Operators(const Node& node) {
  if (node.body() == nullptr) return {&node};
  std::vector<const Node*> operators;
  for (const Node* inner : node.body()->nodes()) {
    if (IsRun(*inner)) operators.push_back(inner);
  }
  return operators;
}

std::string NameOfStep(const StepSpec& step) {
  return step.expressions.empty() ? CubeName(step) : VectorKernelName(step);
}

Result<std::string> LoopNest(const KernelIr& kernel) {
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("opdk-{}-{}.stmt", KernelName(kernel), getpid())).string();
  OPDK_TRY(AiCoreStores::Shared().kernels.WriteLoopNest(kernel, path));
  std::string text = ReadText(path);
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  return text;
}

std::string HintLines(const StepSpec& step) {
  const std::vector<std::string> lines = ReportHints(step);
  return lines.empty() ? "" : fmt::format("\nhints\n{}\n", fmt::join(lines, "\n"));
}

Result<std::string> FormatStep(const Node& node, const StepSpec& step) {
  std::vector<std::string> operators;
  for (const Node* inner : Operators(node)) operators.push_back(fmt::format("{} ({})", inner->name(), inner->type()));
  std::string text =
      fmt::format("kernel {}\nnode {}\noperators {}\n", NameOfStep(step), node.name(), fmt::join(operators, ", "));
  if (step.expressions.empty()) {
    return text + fmt::format("\nexpression\n{}{}\n{}; a primitive has no loop nest and no descriptor\n",
                              tbe::Print({step.cube}), HintLines(step), DescribeCube("", step));
  }
  const KernelIr& ir = step.kernel.ir;
  if (step.direct != nullptr) {
    return text + fmt::format(
                      "\nexpression\n{}\ncanonical kernel\n{}{}\n{}; it has no generated loop nest and no descriptor\n",
                      tbe::Print(step.expressions), Print(ir), HintLines(step), DescribeVector(step));
  }
  OPDK_TRY(const std::string nest, LoopNest(ir));
  const auto descriptor =
      AiCoreStores::Shared().kernels.cache().directory() / "kernel_meta" / fmt::format("{}.json", KernelName(ir));
  std::string json = ReadText(descriptor);
  if (json.empty()) json = "not there (any more)\n";
  return text + fmt::format("\nexpression\n{}\ncanonical kernel\n{}{}\nloop nest\n{}\ndescriptor {}\n{}",
                            tbe::Print(step.expressions), Print(ir), HintLines(step), nest, descriptor.string(), json);
}

}  // namespace

Result<std::string> FormatKernel(const Graph& graph, const PassContext& context, const std::string& name) {
  const PackageRegistry& packages = *context.packages;
  std::vector<std::string> known;
  std::vector<std::string> found;
  OPDK_TRY(const std::vector<Node*> order, graph.TopologicalOrder());
  for (const Node* node : order) {
    if (!IsRun(*node) || node->placement().engine != ExpressionEngine().name || IsPureView(*node, packages)) continue;
    bool by_node = node->name() == name;
    known.push_back(node->name());
    for (const Node* inner : Operators(*node)) {
      by_node = by_node || inner->name() == name;
      known.push_back(inner->name());
    }
    const OperatorProvider* provider = PlacedProvider(*node, packages);
    bool exact = true;
    auto plan = PlanOf(*node, provider, context, &exact);
    if (!plan.ok()) {
      if (by_node) return std::move(plan).status().At(fmt::format("node {} ({})", node->name(), node->type()));
      continue;
    }
    for (const StepSpec& step : (*plan)->steps) {
      known.push_back(NameOfStep(step));
      if (!by_node && known.back() != name) continue;
      OPDK_TRY(std::string text, FormatStep(*node, step));
      found.push_back(std::move(text));
      if (!by_node) return found.front();  // equal names, equal kernels
    }
    if (by_node && (*plan)->steps.empty()) return fmt::format("node {}: nothing to compute\n", node->name());
  }
  if (!found.empty()) return fmt::format("{}", fmt::join(found, "\n"));
  const std::string near = Nearest(name, known);
  Status status(ErrorCode::kUsage, fmt::format("no AI Core kernel or node is named '{}'", name));
  return std::move(status).Hint(near.empty() ? "opdk explain MODEL lists them"
                                             : fmt::format("did you mean '{}'?", near));
}

}  // namespace opdk
