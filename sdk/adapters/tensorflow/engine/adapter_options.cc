#include "sdk/adapters/tensorflow/engine/adapter_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "graph_core/host/ge_options.h"
#include "opdk/log.h"

namespace opdk::tensorflow_adapter {
namespace {

// What the adapter itself reads.
struct Own {
  const char* name;
  Status (*read)(const std::string& value, AdapterOptions& options);
};

// Python's truth in Graph Engine's words.
const std::string kOn = "1";
const std::string kOff = "0";

Status ReadFlag(const std::string& value, bool& flag) {
  OPDK_TRY(flag, ReadSwitch(value));
  return {};
}

Status ReadCount(const std::string& value, int64_t& count) {
  const char* const end = value.data() + value.size();
  const auto read = std::from_chars(value.data(), end, count);
  if (read.ec == std::errc() && read.ptr == end && count >= 1) return {};
  return Status(ErrorCode::kUsage, fmt::format("{} is given; it is a whole number, 1 or more", value));
}

constexpr Own kOwn[] = {
    {"use_off_line",
     [](const std::string& value, AdapterOptions& options) { return ReadFlag(value, options.off_line); }},
    {"mix_compile_mode",
     [](const std::string& value, AdapterOptions& options) { return ReadFlag(value, options.mixed.mix_compile_mode); }},
    {"in_out_pair",
     [](const std::string& value, AdapterOptions& options) {
       options.mixed.in_out_pair = value;
       return Status();
     }},
    {"in_out_pair_flag",
     [](const std::string& value, AdapterOptions& options) { return ReadFlag(value, options.mixed.in_out_pair_flag); }},
    {"iterations_per_loop",
     [](const std::string& value, AdapterOptions& options) { return ReadCount(value, options.iterations); }},
    {"partition_report",
     [](const std::string& value, AdapterOptions& options) {
       options.report = value;
       return Status();
     }},
};

// Parameters that are options of Graph Engine under another name. Options that have a name with a point go by it.
constexpr std::pair<const char*, const char*> kOfEngine[] = {
    {"customize_dtypes", "ge.customizeDtypes"},
    {"deterministic", "ge.deterministic"},
    {"exclude_engines", "ge.exec.exclude_engines"},
    {"fusion_switch_file", "ge.fusionSwitchFile"},
    {"graph_memory_max_size", "ge.graphMemoryMaxSize"},
    {"graph_run_mode", "ge.graphRunMode"},
    {"modify_mixlist", "ge.exec.modify_mixlist"},
    {"op_compiler_cache_dir", "ge.op_compiler_cache_dir"},
    {"op_precision_mode", "ge.exec.op_precision_mode"},
    {"precision_mode", "ge.exec.precision_mode"},
    {"precision_mode_v2", "ge.exec.precision_mode_v2"},
    {"session_device_id", "ge.session_device_id"},
    {"variable_memory_max_size", "ge.variableMemoryMaxSize"},
};

std::string EngineKey(const std::string& name) {
  for (const auto& [own, key] : kOfEngine) {
    if (name == own) return key;
  }
  return name.find('.') == std::string::npos ? "" : name;
}

Status Unknown(const std::string& name) {
  std::vector<std::string> known;
  for (const Own& own : kOwn) known.emplace_back(own.name);
  for (const auto& entry : kOfEngine) known.emplace_back(entry.first);
  const std::string near = Nearest(name, known);
  return Status(ErrorCode::kUsage, fmt::format("NpuOptimizer has no parameter '{}'{}", name,
                                               near.empty() ? "" : fmt::format("; did you mean {}?", near)))
      .Hint("sdk/docs/tensorflow.md has the list; Graph Engine's own options go by their names, 'ge.…'");
}

}  // namespace

Result<AdapterOptions> ReadAdapterOptions(const std::vector<std::string>& texts) {
  AdapterOptions options;
  OptionMap engine;
  for (size_t i = 0; i + 1 < texts.size(); i += 2) {
    const std::string& name = texts[i];
    const std::string& value = texts[i + 1] == "True" ? kOn : texts[i + 1] == "False" ? kOff : texts[i + 1];
    const auto* own =
        std::find_if(std::begin(kOwn), std::end(kOwn), [&](const Own& each) { return name == each.name; });
    if (own != std::end(kOwn)) {
      Status read = own->read(value, options);
      if (!read.ok()) return std::move(read).At(fmt::format("parameter '{}' of NpuOptimizer", name));
      continue;
    }
    const std::string key = EngineKey(name);
    if (key.empty()) return Unknown(name);
    engine[key] = value;
  }
  if (options.iterations > 1 && options.mixed.mix_compile_mode) {
    return Status(ErrorCode::kUsage, fmt::format("iterations_per_loop is {} with mix_compile_mode", options.iterations))
        .Hint("leave mix_compile_mode off, or iterations_per_loop at 1: steps that are mixed run one by one");
  }
  auto read = ReadOptions({}, engine);
  if (!read.ok()) return std::move(read).status().At("the parameters of NpuOptimizer");
  for (const std::string& warning : read->warnings) Log(LogLevel::kWarning, "tensorflow", "%s", warning.c_str());
  options.compile = read->session;
  return options;
}

}  // namespace opdk::tensorflow_adapter
