#include "graph_core/host/ge_option_readers.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>

#include "graph_core/base/text.h"
#include "graph_core/session.h"

namespace opdk {
namespace {

void SetPass(GeOptions& options, const std::string& pass, bool on) {
  std::vector<std::string>& disabled = options.session.disabled_passes;
  std::erase(disabled, pass);
  std::erase(options.switched_on, pass);
  (on ? options.switched_on : disabled).push_back(pass);
}

// Reads a whole number from 0. false: any other text.
bool ReadCount(std::string_view value, int& count) {
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), count);
  return error == std::errc() && end == value.data() + value.size() && count >= 0;
}

Status BothStreamModes() {
  return Status(ErrorCode::kUsage, "ge.enableSingleStream and ge.autoMultistreamParallelMode exclude each other")
      .Hint("leave one of them out");
}

void SetPasses(GeOptions& options, PassGroup group, bool on) {
  for (const std::string& pass : Session::PassNames(group)) SetPass(options, pass, on);
}

}  // namespace

Result<bool> ReadSwitch(const std::string& value) {
  if (value == "1" || value == "true" || value == "on") return true;
  if (value == "0" || value == "false" || value == "off") return false;
  return BadValue(value, "0 or 1");
}

Status ReadReuse(const std::string& value, GeOptions& options) {
  OPDK_TRY(const bool disabled, ReadSwitch(value));
  options.session.reuse_memory = !disabled;
  return Status();
}

// Disables the passes that GE leaves out below O3, as far as they exist here.
Status ReadOptimizationLevel(const std::string& value, GeOptions& options) {
  if (value == "O3") return Status();
  if (value != "O1") return BadValue(value, "O1 or O3");
  for (const PassGroup group :
       {PassGroup::kDeadCode, PassGroup::kSharing, PassGroup::kKernelFusion, PassGroup::kPackage}) {
    SetPasses(options, group, false);
  }
  return Status();
}

Status ReadConstantFolding(const std::string& value, GeOptions& options) {
  OPDK_TRY(const bool on, ReadSwitch(value));
  SetPass(options, "fold_constants", on);
  return Status();
}

Status ReadDeadCodeElimination(const std::string& value, GeOptions& options) {
  OPDK_TRY(const bool on, ReadSwitch(value));
  SetPasses(options, PassGroup::kDeadCode, on);
  return Status();
}

Status ReadDisabledPasses(const std::string& value, GeOptions& options) {
  for (const std::string& pass : SplitNames(value, ",")) SetPass(options, pass, false);
  return Status();
}

// Reads "PassA:on;PassB:off".
Status ReadPassSwitches(const std::string& value, GeOptions& options) {
  for (const std::string& entry : SplitNames(value, ";")) {
    const size_t colon = entry.rfind(':');
    if (colon == std::string::npos) return BadValue(entry, "PASS:on or PASS:off, separated by ';'");
    OPDK_TRY(const bool on, ReadSwitch(entry.substr(colon + 1)));
    SetPass(options, entry.substr(0, colon), on);
  }
  return Status();
}

Status ReadFusionSwitchFile(const std::string& value, GeOptions& options) {
  if (value.empty()) return Status();
  OPDK_TRY(options.fusion, ReadFusionSwitches(value));
  return Status();
}

// Reads the option. 1 and 2 mean the same: the file is written when a graph's compilation ends.
Status ReadExportCompileStat(const std::string& value, GeOptions& options) {
  if (value != "0" && value != "1" && value != "2") return BadValue(value, "0, 1 or 2");
  options.writes_fusion_result = value != "0";
  return Status();
}

// Reads GE's names of accelerators, joined by '|'.
Status ReadExcludedEngines(const std::string& value, GeOptions& options) {
  static const std::map<std::string, std::string> kEngines = {
      {"AiCore", "ai_core"}, {"AiCpuAscend", "ai_cpu"}, {"AiCpu", "ai_cpu"}, {"AiVector", ""}, {"Dsa", ""},
      {"Dvpp", ""},          {"HostCpu", ""},           {"Hccl", ""},        {"FftsPlus", ""}};
  for (const std::string& name : SplitNames(value, "|")) {
    const auto engine = kEngines.find(name);
    if (engine == kEngines.end()) return BadValue(name, "AiCore and AiCpu, joined by '|'");
    if (!engine->second.empty()) options.session.excluded_engines.push_back(engine->second);
  }
  return Status();
}

Status ReadKernelCache(const std::string& value, GeOptions& options) {
  options.session.kernel_cache_directory = value;
  return Status();
}

Status ReadGraphCache(const std::string& value, GeOptions& options) {
  options.graph_cache = value;
  return Status();
}

Status ReadGraphKey(const std::string& value, GeOptions& options) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  constexpr size_t kLongest = 128;
  if (value.empty() || value.size() > kLongest || value.find_first_not_of(kLetters) != std::string::npos) {
    return BadValue(value, fmt::format("1 to {} letters, digits, '_' and '-'", kLongest));
  }
  options.graph_key = value;
  return Status();
}

Status ReadDeterminism(const std::string& value, GeOptions& options) {
  OPDK_TRY(options.session.deterministic, ReadSwitch(value));
  return Status();
}

Status ReadDeterminismLevel(const std::string& value, GeOptions& options) {
  if (value.size() != 1 || value[0] < '0' || value[0] > '3') return BadValue(value, "0 to 3");
  if (value != "0") options.session.deterministic = true;
  return Status();
}

// Accepts only this machine, because kernels run on the machine that compiles them. E1001: another machine.
Status ReadHostCpu(const std::string& value, GeOptions&) {
  utsname system = {};
  uname(&system);
  return value == system.machine ? Status() : BadValue(value, system.machine);
}

Status ReadEngine(const std::string& value, GeOptions& options) {
  options.session.engine = value;
  return Status();
}

Status ReadThreads(const std::string& value, GeOptions& options) {
  return ReadCount(value, options.session.threads) ? Status() : BadValue(value, "a number of threads");
}

Status ReadStreams(const std::string& value, GeOptions& options) {
  return ReadCount(value, options.session.streams) ? Status() : BadValue(value, "a number of streams");
}

Status ReadSingleStream(const std::string& value, GeOptions& options) {
  OPDK_TRY(const bool single, ReadSwitch(value));
  if (!single) return Status();
  if (options.session.streams > 1) return BothStreamModes();
  options.session.streams = 1;
  return Status();
}

// Reads the number of streams. GE's modes differ in which operators share a stream; here the expected time decides.
Status ReadParallelMode(const std::string& value, GeOptions& options) {
  constexpr int kMost = 64;
  int streams = 2;
  bool fits = value == "cv";
  for (const std::string_view mode : {"LoadBalance:", "MainStream:"}) {
    if (value.starts_with(mode)) fits = ReadCount(value.substr(mode.size()), streams) && streams >= 1;
  }
  if (!fits || streams > kMost) return BadValue(value, "cv, LoadBalance:N or MainStream:N, N from 1 to 64");
  if (options.session.streams == 1) return BothStreamModes();
  options.session.streams = streams;
  return Status();
}

Status ReadDumpDirectory(const std::string& value, GeOptions& options) {
  options.session.dump_directory = value;
  return Status();
}

Status ReadShapesOfInputs(const std::string& value, GeOptions& options) {
  return value.empty() ? Status() : ReadInputShape(value, options.shapes);
}

Status ReadBatchSizes(const std::string& value, GeOptions& options) {
  return value.empty() ? Status() : ReadBatchGears(value, options.shapes);
}

Status ReadImageSizes(const std::string& value, GeOptions& options) {
  return value.empty() ? Status() : ReadImageGears(value, options.shapes);
}

Status ReadDynamicDims(const std::string& value, GeOptions& options) {
  return value.empty() ? Status() : ReadDimsGears(value, options.shapes);
}

Status ReadHybridMode(const std::string& value, GeOptions& options) {
  OPDK_TRY(options.shapes.any_shape, ReadSwitch(value));
  return Status();
}

Status ReadPrecision(const std::string& value, GeOptions& options) {
  if (value.empty()) return Status();
  if (std::exchange(options.has_precision_mode, true)) {
    return Status(ErrorCode::kUsage, "ge.exec.precision_mode and ge.exec.precision_mode_v2 exclude each other")
        .Hint("leave one of them out");
  }
  return ReadPrecisionMode(value, options.session.precision);
}

Status ReadMixlist(const std::string& value, GeOptions& options) {
  return value.empty() ? Status() : ReadModifyMixlist(value, options.session.precision);
}

Status ReadPrescribedTypes(const std::string& value, GeOptions& options) {
  return value.empty() ? Status() : ReadCustomizeDtypes(value, options.session.precision);
}

Status ReadPrecisionOfOperators(const std::string& value, GeOptions& options) {
  return value.empty() ? Status() : ReadOpPrecisionMode(value, options.session.precision);
}

// Reads directories that are joined by ':', like PATH.
Status ReadPluginDirectories(const std::string& value, GeOptions& options) {
  options.registry.plugin_dirs = SplitNames(value, ":");
  return Status();
}

Status ReadUseEnvironment(const std::string& value, GeOptions& options) {
  OPDK_TRY(options.registry.use_environment, ReadSwitch(value));
  return Status();
}

Status ReadScopePasses(const std::string& value, GeOptions& options) {
  options.scope_passes = value;
  return Status();
}

Status ReadUseBuiltin(const std::string& value, GeOptions& options) {
  OPDK_TRY(options.registry.use_builtin, ReadSwitch(value));
  return Status();
}

}  // namespace opdk
