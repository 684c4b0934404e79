#include "graph_core/package/engine_info.h"

#include <algorithm>

#include "graph_core/package/op_info.h"

namespace opdk {

namespace {

constexpr EngineInfo kEngines[] = {
    {kAiCoreEngine, "AI Core", 1, "REGISTER_OP_COMPUTE", true, false},
    {kAiCpuEngine, "AI CPU", 3, "OPDK_CPU_KERNEL or REGISTER_CPU_KERNEL", false, true},
};

}  // namespace

std::span<const EngineInfo> Engines() { return kEngines; }

const EngineInfo* FindEngine(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(kEngines), std::end(kEngines), [&](const EngineInfo& row) { return row.name == name; });
  return found == std::end(kEngines) ? nullptr : found;
}

const EngineInfo& ReferenceEngine() {
  return *std::find_if(std::begin(kEngines), std::end(kEngines),
                       [](const EngineInfo& row) { return row.is_reference; });
}

const EngineInfo& ExpressionEngine() {
  return *std::find_if(std::begin(kEngines), std::end(kEngines),
                       [](const EngineInfo& row) { return row.has_expressions; });
}

const std::vector<std::string>& EngineNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> found;
    for (const EngineInfo& engine : kEngines) found.emplace_back(engine.name);
    return found;
  }();
  return names;
}

}  // namespace opdk
