#include "graph_core/engines/engine.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "graph_core/base/aligned_memory.h"

namespace opdk {
void* UnboundAddress() {
  alignas(kArenaAlignment) static std::byte unbound[kArenaAlignment];
  return unbound;
}

void* ConstantAddress(const ge::Tensor& value) {
  return value.GetData() == nullptr ? UnboundAddress() : const_cast<uint8_t*>(value.GetData());
}

std::vector<std::unique_ptr<Engine>> AllEngines() {
  std::vector<std::unique_ptr<Engine>> engines;
  for (auto make : {MakeAiCoreEngine, MakeAiCpuEngine}) engines.push_back(make());
  std::sort(engines.begin(), engines.end(), [](const auto& a, const auto& b) { return a->cost() < b->cost(); });
  return engines;
}

const std::vector<std::string>& EngineNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> found;
    for (const std::unique_ptr<Engine>& engine : AllEngines()) found.emplace_back(engine->name());
    return found;
  }();
  return names;
}

Result<std::vector<std::unique_ptr<Engine>>> MakeEngines(std::string_view only) {
  std::vector<std::unique_ptr<Engine>> engines = AllEngines();
  if (only.empty()) return engines;
  std::erase_if(engines, [&](const std::unique_ptr<Engine>& engine) { return engine->name() != only; });
  if (!engines.empty()) return engines;
  Status status(ErrorCode::kUsage,
                fmt::format("there is no engine '{}'; the engines are {}", only, fmt::join(EngineNames(), ", ")));
  if (const std::string near = Nearest(only, EngineNames()); !near.empty()) {
    return std::move(status).Hint(fmt::format("did you mean '{}'?", near));
  }
  return status;
}

}  // namespace opdk
