// opdk explain: each node's engine, kernel and package, and why; one kernel in all its forms.
#include <fmt/format.h>

#include "graph_core/host/fusion_result.h"
#include "graph_core/preparation/shape_expressions.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/explanation.h"
#include "sdk/tools/cli/idle_options.h"
#include "sdk/tools/cli/model_options.h"
#include "sdk/tools/model/compiled_model.h"
#include "sdk/tools/model/kernel_report.h"
#include "sdk/tools/model/open_model.h"

namespace opdk::cli {
namespace {

struct ExplainOptions {
  ModelOptions model;
  CompileOptions session;
  std::string kernel;
  bool passes = false;
  std::string fusion_result;
  const CLI::App* command = nullptr;
};

Status Explain(const ExplainOptions& options) {
  OPDK_TRY(CheckOfflineOptions(*options.command, options.model.model, {"--passes", "--fusion-result"}));
  OPDK_TRY(const auto packages, options.model.Load());
  PassContext context;
  context.packages = packages.get();
  context.disabled_passes = options.session.disabled_passes;
  ShapeExpressions shapes;
  const auto look = [&](const Graph& graph, const Session& session) {
    context.engines = session.engines();
    if (options.kernel.empty() && !options.passes) shapes = ExpressShapes(graph, context);
  };
  OPDK_TRY(const OpenedModel opened, OpenModel(options.model.Request(), packages, options.session, look));
  const CompiledSession& compiled = opened.compiled;
  if (!options.fusion_result.empty()) {
    OPDK_TRY(WriteFusionResult(options.fusion_result, "0_0", compiled.report.matches));
  }
  if (!options.kernel.empty()) {
    OPDK_TRY(const std::string text, FormatKernel(compiled.model.program().graph, context, options.kernel));
    fmt::print("{}", text);
    return Status();
  }
  if (options.passes) {
    fmt::print("{}", FormatPasses(compiled.report));
    return Status();
  }
  fmt::print("{}\n{}{}\n{}\n", FormatExplanation(compiled.report), FormatFusedGroups(compiled.report),
             FormatPorts(compiled.model, shapes), FormatSummary(compiled.report));
  return Status();
}

}  // namespace

void AddExplainCommand(CLI::App& app, Status& outcome) {
  CLI::App* command = app.add_subcommand("explain", "Say which engine, kernel and package take each node, and why");
  auto options = std::make_shared<ExplainOptions>();
  AddModelOptions(*command, options->model);
  AddSessionOptions(*command, options->session);
  command
      ->add_option(
          "--kernel", options->kernel,
          "Print one AI Core kernel instead: its expression, what became of its author's hints, its loop nest and its "
          "descriptor. The name of a kernel, of a node, or of an operator that was fused into one")
      ->type_name("NAME");
  command->add_flag("--passes", options->passes,
                    "Print instead what passes ran, how long each took and whether it changed something. The passes of "
                    "ai_core_expression run for each operator, also while others try what to fuse");
  command
      ->add_option("--fusion-result", options->fusion_result,
                   "Write as JSON how often each pass that fuses found what it looks for and replaced it")
      ->type_name("FILE");
  Exclude(*command, "--kernel", {"--passes"});
  options->command = command;
  command->footer(
      "Below the table: the operators that were fused, each group with its kernel. A node's last column says which\n"
      "neighbour it was not fused with, and why; --disable-pass fuse_vector or fuse_cube_epilogue fuses nothing.\n"
      "NC1HWC0 says that a kernel works on blocks of channels; --disable-pass propagate_layout keeps all tensors "
      "row-major,\n"
      "--disable-pass allow_winograd keeps convolutions to the direct algorithm, use_direct_kernels compiles all "
      "vector "
      "kernels.\n"
      "\n"
      "Examples:\n"
      "  opdk explain model.onnx\n"
      "  opdk explain model.onnx --kernel /encoder/layer.0/Softmax\n"
      "  opdk explain model.onnx --kernel reduce_max_exp_div_0e1c5f7a9b3d2468\n"
      "  opdk explain model.onnx --passes\n"
      "  opdk explain model.onnx --fusion-result fusion_result.json\n"
      "  opdk explain model.onnx --engine ai_cpu --plugins build/plugins");
  command->callback([options, &outcome] { outcome = Explain(*options); });
}

}  // namespace opdk::cli
