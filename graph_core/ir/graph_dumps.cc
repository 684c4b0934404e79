#include "graph_core/ir/graph_dumps.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "graph_core/base/dump_place.h"
#include "graph_core/base/text.h"
#include "opdk/output_file.h"

namespace opdk {
namespace {

struct StageRow {
  DumpStage stage;
  std::string_view name;
  bool main;              // on GE's white list
  std::string_view pass;  // the pass that ends the stage; "": no single pass does
};
constexpr StageRow kStages[] = {
    {DumpStage::kBegin, "PreRunBegin", true, ""},
    {DumpStage::kBeforeInference, "RunCustomPassBeforeInfershape", true, "package_passes_before_inference"},
    {DumpStage::kInferred, "AfterInfershape", true, "infer_shapes"},
    {DumpStage::kAfterInference, "RunCustomPass_AfterInferShape", true, "package_passes_after_inference"},
    {DumpStage::kPrepared, "PreRunAfterPrepare", true, "package_passes_after_inference"},
    {DumpStage::kOptimizedOriginal, "PreRunAfterOptimizeOriginalGraph", true, "package_passes_after_builtin_fusion"},
    {DumpStage::kOptimized, "RunCustomPassAfterOriginGraphOptimize", true, "package_passes_after_optimization"},
    {DumpStage::kPlaced, "AfterEnginePlacer", false, "place_nodes"},
    {DumpStage::kEnginesOptimized, "PreRunAfterOptimizeSubgraph", true, "optimize_on_engines"},
    {DumpStage::kBuilt, "Build", true, ""},
    {DumpStage::kLoaded, "PreRunAfterBuild", false, ""},
};

struct FormRow {
  DumpForm form;
  std::string_view name;
  std::string_view prefix;
  std::string_view extension;
};
constexpr FormRow kForms[] = {
    {DumpForm::kProto, "ge_proto", "ge_proto", "txt"},
    {DumpForm::kOnnx, "onnx", "ge_onnx", "pbtxt"},
    {DumpForm::kReadable, "readable", "ge_readable", "txt"},
};

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

Status BadVariable(const char* name, const std::string& value, std::string_view expected) {
  return Status(ErrorCode::kUsage,
                fmt::format("the environment variable {} is '{}', and takes {}", name, value, expected));
}

Result<std::vector<DumpStage>> ReadLevel() {
  const std::string level = Variable("DUMP_GRAPH_LEVEL");
  std::vector<DumpStage> stages;
  const bool one = level == "3" || level == "4";
  if (one) return std::vector<DumpStage>{level == "3" ? std::rbegin(kStages)->stage : kStages[0].stage};
  if (level.empty() || level == "1" || level == "2") {
    for (const StageRow& row : kStages) {
      if (row.main || level == "1") stages.push_back(row.stage);
    }
    return stages;
  }
  std::vector<std::string> names;
  for (const StageRow& row : kStages) names.emplace_back(row.name);
  for (const std::string_view name : SplitText(level, "|")) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      const std::string near = Nearest(std::string(name), names);
      Status status = BadVariable("DUMP_GRAPH_LEVEL", level,
                                  fmt::format("1 to 4, or names of {} joined by '|'", fmt::join(names, ", ")));
      return near.empty() ? status : std::move(status).Hint(fmt::format("did you mean '{}'?", near));
    }
    stages.push_back(kStages[found - names.begin()].stage);
  }
  return stages;
}

Result<std::vector<DumpForm>> ReadForms() {
  const std::string format = Variable("DUMP_GRAPH_FORMAT");
  if (format.empty()) return GraphDumps().forms;
  std::vector<DumpForm> forms;
  for (const std::string_view name : SplitText(format, "|")) {
    const auto* row =
        std::find_if(std::begin(kForms), std::end(kForms), [&](const FormRow& form) { return form.name == name; });
    if (row == std::end(kForms)) {
      return BadVariable("DUMP_GRAPH_FORMAT", format, "ge_proto, onnx and readable joined by '|'");
    }
    forms.push_back(row->form);
  }
  return forms;
}

std::string Directory() {
  std::string parent = ".";
  for (const char* name : {"ASCEND_DUMP_PATH", "DUMP_GRAPH_PATH", "ASCEND_WORK_PATH"}) {
    if (std::string value = Variable(name); !value.empty()) {
      parent = std::move(value);
      break;
    }
  }
  return fmt::format("{}/pid_{}_deviceid_0", parent, ::getpid());
}

Status NotWritten(std::string_view why) {
  return Status(ErrorCode::kWriteFailed, why).Hint("DUMP_GRAPH_PATH names another directory for graph dumps");
}

}  // namespace

std::string_view NameOf(DumpStage stage) { return kStages[static_cast<size_t>(stage)].name; }

Result<GraphDumps> GraphDumpsOfEnvironment() {
  GraphDumps dumps;
  const std::string detail = Variable("DUMP_GE_GRAPH");
  if (detail.empty() || detail == "0") return dumps;
  if (detail != "1" && detail != "2" && detail != "3") {
    return BadVariable("DUMP_GE_GRAPH", detail, "1 (everything), 2 (without weights) or 3 (the structure)");
  }
  dumps.on = true;
  dumps.detail = static_cast<DumpDetail>(detail[0] - '1');
  OPDK_TRY(dumps.stages, ReadLevel());
  OPDK_TRY(dumps.forms, ReadForms());
  return dumps;
}

Status DumpGraph(const Graph& graph, std::span<const DumpForm> forms, DumpDetail detail, uint32_t id,
                 std::string_view suffix) {
  static std::atomic<int> stages = 0;
  const int number = stages++;
  const std::string directory = Directory();
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) return NotWritten(fmt::format("can't make the directory '{}': {}", directory, error.message()));
  for (const FormRow& row : kForms) {
    if (std::find(forms.begin(), forms.end(), row.form) == forms.end()) continue;
    OPDK_TRY(const std::string text, DumpText(graph, row.form, detail));
    const std::string path =
        fmt::format("{}/{}_{:08}_graph_{}_{}.{}", directory, row.prefix, number, id, FileNameOf(suffix), row.extension);
    if (Status status = WriteFile(path, text, {.synced = false}); !status.ok()) return NotWritten(status.message());
  }
  return Status();
}

Status DumpAt(DumpStage stage, const Graph& graph, const GraphDumps& dumps) {
  if (!dumps.on || std::find(dumps.stages.begin(), dumps.stages.end(), stage) == dumps.stages.end()) return Status();
  return DumpGraph(graph, dumps.forms, dumps.detail, dumps.graph_id, NameOf(stage));
}

Status RunPassesAndDump(std::string_view table, std::span<const Pass> passes, Graph& graph, const PassContext& context,
                        const GraphDumps* dumps) {
  if (dumps == nullptr || !dumps->on) return RunPasses(table, passes, graph, context);
  for (const Pass& pass : passes) {
    OPDK_TRY(RunPasses(table, {&pass, 1}, graph, context));
    for (const StageRow& row : kStages) {
      if (row.pass == pass.name) OPDK_TRY(DumpAt(row.stage, graph, *dumps));
    }
  }
  return Status();
}

}  // namespace opdk
