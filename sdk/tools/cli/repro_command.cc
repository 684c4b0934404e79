// opdk repro: runs a kept failure again.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "graph_core/base/type_names.h"
#include "graph_core/run_operator.h"
#include "opdk/safe_text.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/search/search_target.h"
#include "sdk/tools/cli/shared/table.h"
#include "sdk/tools/verify/cases/npy.h"
#include "sdk/tools/verify/cases/write_case.h"
#include "sdk/tools/verify/isolation/isolated.h"
#include "sdk/tools/verify/isolation/stack_text.h"
#include "sdk/tools/verify/report/reproducer.h"
#include "sdk/tools/verify/report/run_report.h"
#include "sdk/tools/verify/run/run_case.h"
#include "sdk/tools/verify/search/failure_record.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using verify::FailureRecord;

struct ReproCommand {
  SearchTargetOptions target;
  std::string id;
  std::string bundle;
  bool list = false;
  bool forget = false;
  double timeout_s = 60;
};

Status WriteFile(const fs::path& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  if (file) return Status();
  return Status(ErrorCode::kWriteFailed, "the file can't be written").At(path.string()).Hint("check the directory");
}

// Strings and other tensors that .npy can't hold stay in the case.
Status WriteTensor(const fs::path& path, const ge::Tensor& tensor) {
  const auto bytes = verify::FormatNpy(tensor);
  return bytes.ok() ? WriteFile(path, *bytes) : Status();
}

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

Status WriteBundle(const FailureRecord& record, const verify::OpCase& op_case, const verify::Bench& bench,
                   const fs::path& directory) {
  OPDK_TRY(const OpDesc* made, bench.packages->Declared(record.op, "case"));
  OPDK_TRY(verify::CaseInstance instance, verify::Instantiate(op_case, record.dtype, *made));
  std::vector<ge::Tensor> inputs;
  for (size_t i = 0; i < instance.inputs.size(); ++i) {
    inputs.push_back(instance.inputs[i].value);
    if (!instance.inputs[i].has_data) continue;
    OPDK_TRY(WriteTensor(directory / fmt::format("input_{}.npy", instance.op.inputs[i].name), inputs.back()));
  }
  OPDK_TRY(bench.packages->InferShape(instance.op, verify::ValuesOf(instance)));
  OPDK_TRY(const verify::Golden golden, verify::GoldenOf(op_case, instance, record.engine, bench));
  for (size_t i = 0; i < golden.outputs.size(); ++i) {
    if (!golden.outputs[i].compared || !golden.outputs[i].tensor.has_data) continue;
    OPDK_TRY(WriteTensor(directory / fmt::format("expected_{}.npy", instance.op.outputs[i].name),
                         golden.outputs[i].tensor.value));
  }
  std::vector<Engine*> engines;
  for (const auto& engine : bench.engines) engines.push_back(engine.get());
  SingleOpOptions options;
  options.engine = record.engine;
  options.constant_inputs = true;
  OPDK_TRY(const SingleOpResult result, RunSingleOp(instance.op, inputs, engines, *bench.packages, options));
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    OPDK_TRY(WriteTensor(directory / fmt::format("actual_{}.npy", instance.op.outputs[i].name), result.outputs[i]));
  }
  return Status();
}

// What can be written without running anything, then the tensors: in a child, which may crash as the failure did.
Status Bundle(const FailureRecord& record, const verify::OpCase& op_case, const verify::Bench& bench,
              const ReproCommand& command) {
  const fs::path directory = command.bundle;
  std::error_code error;
  fs::create_directories(directory, error);
  OPDK_TRY(WriteFile(directory / "failure.yaml", record.ToYaml()));
  OPDK_TRY(WriteFile(directory / "case.yaml", verify::CaseFileText(record.op, {op_case})));
  std::string plugins;
  for (const std::string& plugin : record.plugins) plugins += " --plugins " + verify::ShellQuoted(plugin);
  OPDK_TRY(WriteFile(
      directory / "command.sh",
      fmt::format(
          "#!/bin/sh\n# Exit code 1: it still fails.\ncd \"$(dirname \"$0\")\" && exec opdk repro failure.yaml{}\n",
          plugins)));
  const verify::IsolationOptions isolation{.parallel = 1, .timeout_s = command.timeout_s};
  verify::RunIsolated(
      1, [&](size_t) { return WriteBundle(record, op_case, bench, directory).ToString(); }, isolation,
      [&](size_t, verify::ChildReport&& report) {
        const std::string ended = report.Describe(isolation);
        if (!ended.empty()) fmt::print(stderr, "note: no actual outputs: it {}\n", SafeLine(ended));
        if (report.answer.starts_with("error")) fmt::print(stderr, "note: {}\n", report.answer);
        return true;
      });
  fmt::print(stderr, "note: written to {}\n", SafeLine(directory.string()));
  return Status();
}

verify::CaseResult Replay(const FailureRecord& record, const verify::OpCase& op_case, const verify::Bench& bench,
                          double timeout_s) {
  verify::RunOptions run;
  run.standard = record.standard;
  run.checks = record.checks;
  verify::CaseResult result;
  const verify::IsolationOptions isolation{.parallel = 1, .timeout_s = timeout_s};
  verify::RunIsolated(
      1,
      [&](size_t) { return verify::Dump(ToJson(verify::RunCase(op_case, record.dtype, record.engine, bench, run))); },
      isolation,
      [&](size_t, verify::ChildReport&& report) {
        const std::string ended = report.Describe(isolation);
        const auto json = nlohmann::json::parse(report.answer, nullptr, false);
        result = ended.empty() && !json.is_discarded()
                     ? verify::CaseResultFrom(json)
                     : verify::Failure(fmt::format("{}\n{}", ended, verify::NamedStack(report.output)));
        return true;
      });
  return result;
}

Status RunRepro(ReproCommand command) {
  const std::string state = StateDirectory(command.target);
  if (command.list) {
    List(state);
    return Status();
  }
  if (command.id.empty()) return Status(ErrorCode::kUsage, "an ID or FILE is missing").Hint("opdk repro --list");
  OPDK_TRY(const FailureRecord record, verify::FindFailure(command.id, state));
  if (command.forget) {
    verify::ForgetFailure(record.id, state);
    return Status();
  }
  OPDK_TRY(const verify::OpCase op_case, record.ToCase());
  // Outside a package, what was loaded then.
  const bool in_package = FindAuthorsPackage(command.target.build.root).ok();
  if (command.target.plugin_dirs.empty() && !in_package) command.target.plugin_dirs = record.plugins;
  OPDK_TRY(const TestTarget target, FindSearchTarget(command.target));
  OPDK_TRY(const verify::Bench bench, OpenBench(target));
  if (!command.bundle.empty()) OPDK_TRY(Bundle(record, op_case, bench, command));
  fmt::print("{} on {} with {}: {}\n", SafeLine(record.op), SafeLine(record.engine), DtypeName(record.dtype),
             SafeLine(record.case_yaml));
  const verify::CaseResult result = Replay(record, op_case, bench, command.timeout_s);
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
