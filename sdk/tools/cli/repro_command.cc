// opdk repro: runs a kept failure again.
#include <fmt/format.h>

#include "graph_core/base/type_names.h"
#include "opdk/safe_text.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/idle_options.h"
#include "sdk/tools/cli/table.h"
#include "sdk/tools/cli/target_options.h"
#include "sdk/tools/verify/isolation/kernel_process.h"
#include "sdk/tools/verify/search/failure_record.h"
#include "sdk/tools/verify/search/replay.h"
#include "sdk/tools/verify/suite/search_target.h"

namespace opdk::cli {
namespace {

using verify::FailureRecord;

struct ReproCommand {
  verify::SearchTargetOptions target;
  std::string id;
  std::string bundle;
  bool list = false;
  bool forget = false;
  double timeout_s = 60;
};

std::string First(const std::string& text) { return text.substr(0, text.find('\n')); }

void List(const std::string& state) {
  std::vector<std::vector<std::string>> rows = {{"id", "operator", "engine", "dtype", "found by", "what"}};
  for (const FailureRecord& record : verify::ListFailures(state)) {
    rows.push_back({record.id, record.op, record.engine, DtypeName(record.dtype), record.found_by,
                    record.kind.empty() ? First(record.reason) : record.kind});
  }
  if (rows.size() == 1) {
    fmt::print(stderr, "note: no failures are kept in {}/failures\n", SafeLine(state));
  } else {
    fmt::print("{}", FormatTable(rows));
  }
}

Status RunRepro(ReproCommand command) {
  const std::string state = verify::StateDirectory(command.target);
  if (command.list) {
    List(state);
    return Status();
  }
  OPDK_TRY(verify::RestartToJudgeKernels());
  if (command.id.empty()) return Status(ErrorCode::kUsage, "an ID or FILE is missing").Hint("opdk repro --list");
  OPDK_TRY(const FailureRecord record, verify::FindFailure(command.id, state));
  if (command.forget) {
    verify::ForgetFailure(record.id, state);
    return Status();
  }
  OPDK_TRY(const verify::OpCase op_case, record.ToCase());
  // Outside a package, the record's plugins are loaded.
  const bool in_package = FindAuthorsPackage(command.target.build.root).ok();
  if (command.target.plugin_dirs.empty() && !in_package) command.target.plugin_dirs = record.plugins;
  OPDK_TRY(const verify::TestTarget target, verify::FindSearchTarget(command.target));
  OPDK_TRY(const verify::TestHarness harness, verify::LoadHarness(target));
  if (!command.bundle.empty()) {
    OPDK_TRY(const auto notes, verify::WriteBundle(record, op_case, harness, command.bundle, command.timeout_s));
    for (const std::string& note : notes) fmt::print(stderr, "note: {}\n", note);
    fmt::print(stderr, "note: written to {}\n", SafeLine(command.bundle));
  }
  fmt::print("{} on {} with {}: {}\n", SafeLine(record.op), SafeLine(record.engine), DtypeName(record.dtype),
             SafeLine(record.case_yaml));
  const verify::CaseResult result = verify::Replay(record, op_case, harness, command.timeout_s);
  if (result.ok()) {
    fmt::print("{}\n", ToString(result.outcome));
    return Status();
  }
  fmt::print("{}\n", SafeLines(result.reason));
  return Status(ErrorCode::kCaseFailed, fmt::format("{} still fails", record.id))
      .Hint(fmt::format("opdk repro {} --bundle DIR writes its tensors", record.id));
}

}  // namespace

void AddReproCommand(CLI::App& app, Status& outcome) {
  auto options = std::make_shared<ReproCommand>();
  CLI::App* command = app.add_subcommand("repro", "Run a kept failure again.");
  command->add_option("id", options->id, "the failure's ID, the beginning of one, or its file");
  AddSearchTargetOptions(*command, options->target);
  command->add_flag("--list", options->list, "print the failures that are kept");
  command->add_flag("--forget", options->forget, "run nothing: the failure isn't kept any longer");
  command
      ->add_option("--bundle", options->bundle,
                   "write the case, its inputs, the expected and actual outputs (.npy) and the command there")
      ->type_name("DIR");
  command->add_option("--timeout", options->timeout_s, "seconds that it may take")->capture_default_str();
  Exclude(*command, "--list", {"id", "--forget", "--bundle", "--timeout"});
  Exclude(*command, "--forget", {"--bundle", "--timeout"});
  command->footer(
      "opdk fuzz and opdk test keep what fails in .opdk/failures. The package is built again first, so that a fix "
      "shows.\n"
      "Exit code 1 when it still fails, 0 when it doesn't any more.\n\n"
      "Examples:\n"
      "  opdk repro --list\n"
      "  opdk repro 1f3c9a07\n"
      "  opdk repro 1f3c9a07 --bundle /tmp/for_a_colleague");
  command->callback([options, &outcome] { outcome = RunRepro(*options); });
}

}  // namespace opdk::cli
