#include "graph_core/host/ge_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace opdk {
namespace {

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

Status BadValue(const std::string& value, std::string_view expected) {
  return Status(ErrorCode::kUsage, fmt::format("'{}' is not a value for it; it takes {}", value, expected));
}

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

void SetPass(std::vector<std::string>& disabled, const std::string& pass, bool on) {
  std::erase(disabled, pass);
  if (!on) disabled.push_back(pass);
}

// "PassA:on;PassB:off".
Status ReadPassSwitches(const std::string& value, GeOptions& options) {
  for (const std::string& entry : Split(value, ';')) {
    const size_t colon = entry.rfind(':');
    if (colon == std::string::npos) return BadValue(entry, "PASS:on or PASS:off, separated by ';'");
    OPDK_TRY(const bool on, ReadSwitch(entry.substr(colon + 1)));
    SetPass(options.session.disabled_passes, entry.substr(0, colon), on);
  }
  return Status();
}

Status ReadConstantFolding(const std::string& value, GeOptions& options) {
  OPDK_TRY(const bool on, ReadSwitch(value));
  SetPass(options.session.disabled_passes, "fold_constants", on);
  return Status();
}

// GE's names of accelerators, joined by '|'.
Status ReadExcludedEngines(const std::string& value, GeOptions& options) {
  static const std::map<std::string, std::string> kEngines = {
      {"AiCore", "ai_core"}, {"AiCpuAscend", "ai_cpu"}, {"AiCpu", "ai_cpu"}, {"AiVector", ""}, {"Dsa", ""},
      {"Dvpp", ""},          {"HostCpu", ""},           {"Hccl", ""},        {"FftsPlus", ""}};
  for (const std::string& name : Split(value, '|')) {
    const auto engine = kEngines.find(name);
    if (engine == kEngines.end()) return BadValue(name, "AiCore and AiCpu, joined by '|'");
    if (!engine->second.empty()) options.session.excluded_engines.push_back(engine->second);
  }
  return Status();
}

Status ReadThreads(const std::string& value, GeOptions& options) {
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), options.session.threads);
  const bool whole = error == std::errc() && end == value.data() + value.size();
  return whole && options.session.threads >= 0 ? Status() : BadValue(value, "a number of threads");
}

Status NoEffect(const std::string&, GeOptions&) { return Status(); }

enum Levels : uint8_t { kAnywhere, kOnlyGlobal };

struct OptionKey {
  std::string_view name;
  Levels levels;
  Status (*read)(const std::string& value, GeOptions& options);
};

constexpr OptionKey kKeys[] = {
    {"ge.exec.disableReuseMemory", kAnywhere, ReadReuse},
    {"ge.optimizationSwitch", kAnywhere, ReadPassSwitches},
    {"ge.oo.constantFolding", kAnywhere, ReadConstantFolding},
    {"ge.exec.exclude_engines", kAnywhere, ReadExcludedEngines},
    {"ge.op_compiler_cache_dir", kAnywhere,
     [](const std::string& value, GeOptions& options) {
       options.session.kernel_cache_directory = value;
       return Status();
     }},
    {"opdk.engine", kAnywhere,
     [](const std::string& value, GeOptions& options) {
       options.session.engine = value;
       return Status();
     }},
    {"opdk.threads", kAnywhere, ReadThreads},
    {"opdk.dump_graph_dir", kAnywhere,
     [](const std::string& value, GeOptions& options) {
       options.session.dump_directory = value;
       return Status();
     }},
    // Joined by ':', like PATH.
    {"opdk.plugin_dirs", kOnlyGlobal,
     [](const std::string& value, GeOptions& options) {
       options.registry.plugin_dirs = Split(value, ':');
       return Status();
     }},
    {"opdk.use_environment", kOnlyGlobal,
     [](const std::string& value, GeOptions& options) -> Status {
       OPDK_TRY(options.registry.use_environment, ReadSwitch(value));
       return Status();
     }},
    {"opdk.use_builtin", kOnlyGlobal,
     [](const std::string& value, GeOptions& options) -> Status {
       OPDK_TRY(options.registry.use_builtin, ReadSwitch(value));
       return Status();
     }},
    // What a device needs and a CPU has not: accepted, so that programs written for GE start.
    {"ge.exec.deviceId", kAnywhere, NoEffect},
    {"ge.session_device_id", kAnywhere, NoEffect},
    {"ge.socVersion", kAnywhere, NoEffect},
    {"ge.aicoreNum", kAnywhere, NoEffect},
    {"ge.graphRunMode", kAnywhere, NoEffect},
};

const OptionKey* FindKey(const std::string& name) {
  const auto* key =
      std::find_if(std::begin(kKeys), std::end(kKeys), [&](const OptionKey& k) { return k.name == name; });
  return key == std::end(kKeys) ? nullptr : key;
}

}  // namespace

Status CheckOptions(const OptionMap& options, OptionLevel level) {
  for (const auto& [name, value] : options) {
    const OptionKey* key = FindKey(name);
    if (key == nullptr) {
      std::vector<std::string> known;
      for (const OptionKey& k : kKeys) known.emplace_back(k.name);
      Status status(ErrorCode::kUsage, fmt::format("there is no option '{}'", name));
      const std::string near = Nearest(name, known);
      return near.empty() ? status : std::move(status).Hint(fmt::format("did you mean '{}'?", near));
    }
    if (key->levels == kOnlyGlobal && level != OptionLevel::kGlobal) {
      return Status(ErrorCode::kUsage, fmt::format("option '{}' counts for the whole process", name))
          .Hint("give it to GEInitialize");
    }
    GeOptions ignored;
    if (Status status = key->read(value, ignored); !status.ok()) {
      return std::move(status).At(fmt::format("option '{}'", name));
    }
  }
  return Status();
}

Result<GeOptions> ReadOptions(const OptionMap& global, const OptionMap& session, const OptionMap& graph) {
  OptionMap merged = graph;
  merged.insert(session.begin(), session.end());
  merged.insert(global.begin(), global.end());
  OPDK_TRY(CheckOptions(merged, OptionLevel::kGlobal));
  GeOptions options;
  for (const auto& [name, value] : merged) {
    const OptionKey* key = FindKey(name);
    OPDK_TRY(key->read(value, options));
    if (key->read == NoEffect) options.warnings.push_back(fmt::format("option '{}' has no effect on a CPU", name));
  }
  return options;
}

}  // namespace opdk
