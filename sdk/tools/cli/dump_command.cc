// opdk dump: a model as IR text or Graphviz.
#include <fmt/format.h>

#include "graph_core/ir/text.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/idle_options.h"
#include "sdk/tools/cli/model_options.h"
#include "sdk/tools/model/air_file.h"
#include "sdk/tools/model/open_model.h"

namespace opdk::cli {
namespace {

// Constants beyond this size would bury the graph.
constexpr int64_t kConstElementsShown = 16;

struct DumpOptions {
  ModelOptions model;
  CompileOptions session;
  bool dot = false;
  bool prepared = false;
  bool weights = false;
  std::string air;
};

Status Dump(const DumpOptions& options) {
  OPDK_TRY(const auto packages, options.model.Load());
  OPDK_TRY(Graph graph, ReadModel(options.model.Request(), *packages));
  if (options.prepared) {
    OPDK_TRY(const auto session, Session::Create(packages, options.session));
    OPDK_TRY(graph, session->Optimize(std::move(graph)));
  }
  if (!options.air.empty()) return WriteAir(graph, options.air);
  if (options.dot) {
    fmt::print("{}", ToDot(graph));
    return Status();
  }
  PrintOptions print;
  print.max_const_elements = options.weights ? -1 : kConstElementsShown;
  print.placement = options.prepared;
  fmt::print("{}", Print(graph, print));
  return Status();
}

}  // namespace

void AddDumpCommand(CLI::App& app, Status& outcome) {
  CLI::App* command = app.add_subcommand("dump", "Print a model as text or for Graphviz");
  auto options = std::make_shared<DumpOptions>();
  AddModelOptions(*command, options->model);
  AddSessionOptions(*command, options->session);
  command->add_flag("--dot", options->dot, "Graphviz instead of text");
  command->add_flag("--prepared", options->prepared, "After preparation, optimization and placement");
  command->add_flag("--weights", options->weights, "Print constants whole: the text can be parsed back");
  command
      ->add_option("--air", options->air, "Write it in GE's form (.air) to FILE, with its constants, and print nothing")
      ->type_name("FILE");
  Need(*command, "--prepared", kCompilingOptions);
  Need(*command, "--prepared", {"--engine", "--threads", "--deterministic"});
  Exclude(*command, "--air", {"--dot", "--weights"});
  Exclude(*command, "--dot", {"--weights"});
  command->footer(
      "Examples:\n"
      "  opdk dump model.onnx\n"
      "  opdk dump model.onnx --prepared            what would be compiled, with the engine of each node\n"
      "  opdk dump model.onnx --dot | dot -Tsvg > model.svg\n"
      "  opdk dump model.onnx --air model.air       for atc --framework=1 and other programs of GE");
  command->callback([options, &outcome] { outcome = Dump(*options); });
}

}  // namespace opdk::cli
