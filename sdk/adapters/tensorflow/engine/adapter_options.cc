#include "sdk/adapters/tensorflow/engine/adapter_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <mutex>
#include <set>
#include <utility>

#include "graph_core/host/ge_options.h"
#include "opdk/log.h"
#include "sdk/adapters/tensorflow/engine/parameter_table.h"

namespace opdk::tensorflow_adapter {
namespace {

// An option that the adapter itself reads.
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

Status ReadScopePasses(const std::string& value, AdapterOptions& options) {
  options.scope_passes = value;
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
    {"enable_scope_fusion_passes", ReadScopePasses},
    {"ge.exec.enableScopeFusionPasses", ReadScopePasses},
    {"partition_report",
     [](const std::string& value, AdapterOptions& options) {
       options.report = value;
       return Status();
     }},
};

const EngineParameter* FindParameter(const std::string& name) {
  const std::span<const EngineParameter> all = EngineParameters();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const EngineParameter& each) { return each.name == name; });
  return found == all.end() ? nullptr : &*found;
}

// Parameters are read for each graph and each cluster.
void WarnOnce(const std::string& text) {
  static std::mutex mutex;
  static std::set<std::string> said;
  const std::lock_guard lock(mutex);
  if (said.insert(text).second) Log(LogLevel::kWarning, "tensorflow", "%s", text.c_str());
}

Status Unknown(const std::string& name) {
  std::vector<std::string> known;
  for (const Own& own : kOwn) known.emplace_back(own.name);
  for (const EngineParameter& each : EngineParameters()) known.emplace_back(each.name);
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
    const EngineParameter* const other = FindParameter(name);
    if (other == nullptr && name.find('.') == std::string::npos) return Unknown(name);
    if (other != nullptr && other->key.empty()) {
      WarnOnce(fmt::format("parameter '{}' of NpuOptimizer has no effect: {}", name, other->why));
      continue;
    }
    // Options that have a name with a point go by it.
    engine[other == nullptr ? name : std::string(other->key)] = value;
  }
  if (options.iterations > 1 && options.mixed.mix_compile_mode) {
    return Status(ErrorCode::kUsage, fmt::format("iterations_per_loop is {} with mix_compile_mode", options.iterations))
        .Hint("leave mix_compile_mode off, or iterations_per_loop at 1: steps that are mixed run one by one");
  }
  auto read = ReadOptions({}, engine);
  if (!read.ok()) return std::move(read).status().At("the parameters of NpuOptimizer");
  for (const std::string& warning : read->warnings) WarnOnce(warning);
  options.compile = read->session;
  options.debug = read->debug;
  return options;
}

}  // namespace opdk::tensorflow_adapter
