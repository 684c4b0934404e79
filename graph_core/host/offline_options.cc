#include "graph_core/host/offline_options.h"

#include <fmt/format.h>

#include <utility>

#include "graph_core/loading/offline_file.h"

namespace opdk {
namespace {

// An option with a name of its own in builds.
struct BuildKey {
  const char* name;
  const char* key;
};
constexpr BuildKey kBuildKeys[] = {
    {"input_shape", "ge.inputShape"},
    {"input_shape_range", "ge.inputShape"},
    {"embed_packages", "opdk.embed_packages"},
};

std::string KeyOf(const std::string& name) {
  for (const BuildKey& each : kBuildKeys) {
    if (name == each.name) return each.key;
  }
  return name;
}

bool HasLevel(const OptionKey& key, OptionLevel level) { return (key.levels & static_cast<int>(level)) != 0; }

}  // namespace

Status SplitBuildOptions(const OptionMap& options, OptionMap& global, OptionMap& of_builds) {
  for (const auto& [name, value] : options) {
    const std::string key = KeyOf(name);
    const OptionKey* known = FindOptionKey(key);
    const bool only_global =
        known != nullptr && !HasLevel(*known, OptionLevel::kSession) && !HasLevel(*known, OptionLevel::kGraph);
    // CheckOptions refuses unknown keys.
    (only_global ? global : of_builds)[key] = value;
  }
  return Status();
}

Result<OfflineBuild> ReadOfflineBuild(const OptionMap& global, const OptionMap& defaults, const OptionMap& build,
                                      const PackageRegistry& packages) {
  OptionMap merged, only_global;
  OPDK_TRY(SplitBuildOptions(build, only_global, merged));
  if (!only_global.empty()) {
    return Status(ErrorCode::kUsage, fmt::format("option '{}' comes too late", only_global.begin()->first))
        .Hint("give it to aclgrphBuildInitialize");
  }
  merged.insert(defaults.begin(), defaults.end());
  OfflineBuild result;
  if (const auto embeds = merged.extract("opdk.embed_packages"); !embeds.empty()) {
    OPDK_TRY(result.offline.embed_packages, ReadSwitch(embeds.mapped()));
  }
  if (const auto outside = merged.extract("ge.externalWeight"); !outside.empty()) {
    // 1 is a file for each constant, 2 is one file for all constants. Here both give one file, because kernels read
    // constants in other forms.
    const std::string& value = outside.mapped();
    if (value == "2") {
      result.offline.external_weights = true;
    } else {
      OPDK_TRY(result.offline.external_weights, ReadSwitch(value));
    }
  }
  OptionMap session, graph;
  for (const auto& [name, value] : merged) {
    const OptionKey* key = FindOptionKey(name);
    (key != nullptr && !HasLevel(*key, OptionLevel::kGraph) ? session : graph)[name] = value;
  }
  OPDK_TRY(result.options, ReadOptions(global, session, graph));
  if (!result.options.graph_cache.empty()) {
    return Status(ErrorCode::kUsage, "option 'ge.graph_compiler_cache_dir' is for graphs of a ge::Session")
        .Hint("leave it out: an offline model is kept where it is written");
  }
  SwitchFusion(packages, result.options);
  return result;
}

Status ApplyOfflineBuild(OfflineBuild& build, Graph& graph) {
  if (const std::string kind = GearKind(build.options.shapes); !kind.empty()) {
    build.offline.properties[kGearKind] = kind;
  }
  return ApplyShapes(build.options.shapes, graph, build.options.session);
}

std::string OfflinePath(const std::string& path) { return path.ends_with(".om") ? path : path + ".om"; }

}  // namespace opdk
