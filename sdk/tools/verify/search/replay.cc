#include "sdk/tools/verify/search/replay.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "graph_core/base/json_reading.h"
#include "graph_core/base/text.h"
#include "graph_core/package/operator_calls.h"
#include "graph_core/run_operator.h"
#include "opdk/output_file.h"
#include "opdk/safe_text.h"
#include "sdk/tools/model/npy.h"
#include "sdk/tools/verify/cases/write_case.h"
#include "sdk/tools/verify/isolation/isolated.h"
#include "sdk/tools/verify/isolation/stack_text.h"
#include "sdk/tools/verify/report/run_report.h"
#include "sdk/tools/verify/run/run_case.h"

namespace opdk::verify {
namespace {

namespace fs = std::filesystem;

// Writes a file of the bundle.
Status WritePart(const fs::path& path, const std::string& bytes) {
  const Status written = WriteFile(path, bytes);
  if (written.ok()) return Status();
  return Status(ErrorCode::kWriteFailed, written.message()).Hint("check the directory");
}

// Writes a tensor as .npy. Strings and other tensors that .npy can't hold stay in the case.
Status WriteTensor(const fs::path& path, const ge::Tensor& tensor) {
  const auto bytes = FormatNpy(tensor);
  return bytes.ok() ? WritePart(path, *bytes) : Status();
}

Status WriteTensors(const FailureRecord& record, const OpCase& op_case, const TestHarness& harness,
                    const fs::path& directory) {
  OPDK_TRY(const OpDesc* made, harness.packages->Declared(record.op, "case"));
  OPDK_TRY(CaseInstance instance, Instantiate(op_case, record.dtype, *made));
  std::vector<ge::Tensor> inputs;
  for (size_t i = 0; i < instance.inputs.size(); ++i) {
    inputs.push_back(instance.inputs[i].value);
    if (!instance.inputs[i].has_data) continue;
    OPDK_TRY(WriteTensor(directory / fmt::format("input_{}.npy", instance.op.inputs[i].name), inputs.back()));
  }
  OPDK_TRY(InferOperatorShape(*harness.packages, instance.op, ValuesOf(instance)));
  OPDK_TRY(const Golden golden, GoldenOf(op_case, instance, record.engine, harness));
  for (size_t i = 0; i < golden.outputs.size(); ++i) {
    if (!golden.outputs[i].compared || !golden.outputs[i].tensor.has_data) continue;
    OPDK_TRY(WriteTensor(directory / fmt::format("expected_{}.npy", instance.op.outputs[i].name),
                         golden.outputs[i].tensor.value));
  }
  std::vector<Engine*> engines;
  for (const auto& engine : harness.engines) engines.push_back(engine.get());
  SingleOpOptions options;
  options.engine = record.engine;
  options.constant_inputs = true;
  OPDK_TRY(const SingleOpResult result, RunSingleOp(instance.op, inputs, engines, *harness.packages, options));
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    OPDK_TRY(WriteTensor(directory / fmt::format("actual_{}.npy", instance.op.outputs[i].name), result.outputs[i]));
  }
  return Status();
}

}  // namespace

CaseResult Replay(const FailureRecord& record, const OpCase& op_case, const TestHarness& harness, double timeout_s) {
  RunOptions run;
  run.standard = record.standard;
  run.checks = record.checks;
  CaseResult result;
  const IsolationOptions isolation{.parallel = 1, .timeout_s = timeout_s};
  RunIsolated(
      1, [&](size_t) { return Dump(ToJson(RunCase(op_case, record.dtype, record.engine, harness, run))); }, isolation,
      [&](size_t, ChildReport&& report) {
        const std::string ended = report.Describe(isolation);
        const auto json = ParseJson(report.answer);
        result = ended.empty() && !json.is_discarded()
                     ? CaseResultFrom(json)
                     : Failure(fmt::format("{}\n{}", ended, NamedStack(report.output)));
        return true;
      });
  return result;
}

// Writes the files that need no run, then the tensors in a child, which may crash as the failure did.
Result<std::vector<std::string>> WriteBundle(const FailureRecord& record, const OpCase& op_case,
                                             const TestHarness& harness, const std::string& named, double timeout_s) {
  const fs::path directory = named;
  std::error_code error;
  fs::create_directories(directory, error);
  OPDK_TRY(WritePart(directory / "failure.yaml", record.ToYaml()));
  OPDK_TRY(WritePart(directory / "case.yaml", CaseFileText(record.op, {op_case})));
  std::string plugins;
  for (const std::string& plugin : record.plugins) plugins += " --plugins " + ShellQuoted(plugin);
  OPDK_TRY(WritePart(
      directory / "command.sh",
      fmt::format(
          "#!/bin/sh\n# Exit code 1: it still fails.\ncd \"$(dirname \"$0\")\" && exec opdk repro failure.yaml{}\n",
          plugins)));
  const IsolationOptions isolation{.parallel = 1, .timeout_s = timeout_s};
  std::vector<std::string> notes;
  RunIsolated(
      1, [&](size_t) { return WriteTensors(record, op_case, harness, directory).ToString(); }, isolation,
      [&](size_t, ChildReport&& report) {
        const std::string ended = report.Describe(isolation);
        if (!ended.empty()) notes.push_back(fmt::format("no actual outputs: it {}", SafeLine(ended)));
        if (report.answer.starts_with("error")) notes.push_back(report.answer);
        return true;
      });
  return notes;
}

}  // namespace opdk::verify
