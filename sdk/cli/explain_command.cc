// opdk explain: each node's engine, kernel and package, and why.
#include <fmt/format.h>

#include "sdk/cli/commands.h"
#include "sdk/cli/explanation.h"
#include "sdk/cli/model_options.h"

namespace opdk::cli {
namespace {

struct ExplainOptions {
  ModelOptions model;
  SessionOptions session;
};

Status Explain(const ExplainOptions& options) {
  OPDK_TRY(const auto packages, LoadPackages(options.model.plugin_dirs));
  OPDK_TRY(Graph graph, ReadModel(options.model.model, *packages));
  OPDK_TRY(const auto session, Session::Create(packages, options.session));
  OPDK_TRY(const CompiledSession compiled, session->Compile(std::move(graph)));
  fmt::print("{}\n{}\n", FormatExplanation(compiled.report), FormatSummary(compiled.report));
  return Status();
}

}  // namespace

void AddExplainCommand(CLI::App& app, Status& outcome) {
  CLI::App* command = app.add_subcommand("explain", "Say which engine, kernel and package take each node, and why");
  auto options = std::make_shared<ExplainOptions>();
  AddModelOptions(*command, options->model);
  AddSessionOptions(*command, options->session);
  command->footer(
      "Examples:\n"
      "  opdk explain model.onnx\n"
      "  opdk explain model.onnx --engine ai_cpu --plugins build/plugins");
  command->callback([options, &outcome] { outcome = Explain(*options); });
}

}  // namespace opdk::cli
