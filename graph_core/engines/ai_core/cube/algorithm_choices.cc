#include "graph_core/engines/ai_core/cube/algorithm_choices.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <system_error>

#include "graph_core/base/cache_key.h"
#include "graph_core/base/file.h"
#include "graph_core/base/json_reading.h"
#include "graph_core/base/trust.h"
#include "graph_core/engines/ai_core/canonical/kernel_ir.h"
#include "graph_core/engines/ai_core/store/cache/cache_contents.h"
#include "opdk/output_file.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string Text(const json& record, const char* key) {
  return record.is_object() && record.contains(key) && record[key].is_string() ? record[key].get<std::string>() : "";
}

}  // namespace

fs::path AlgorithmChoices::PathOf(const std::string& problem) const {
  return directory_ / "kernel_meta" / ("onednn_" + HashText(problem) + ".json");
}

std::string AlgorithmChoices::Find(const std::string& problem) {
  const std::scoped_lock lock(mutex_);
  if (auto found = chosen_.find(problem); found != chosen_.end()) return found->second;
  const auto text = ReadOwnFile(PathOf(problem), kTextFile);
  if (!text.ok() || !TrustCheck().CheckPlace(PathOf(problem)).ok()) return "";
  const json record = ParseJson(*text);
  if (Text(record, "problem") != problem) return "";
  return chosen_[problem] = Text(record, "chosen");
}

void AlgorithmChoices::Keep(const std::string& problem, const std::string& chosen,
                            std::span<const MeasuredAlgorithm> measured) {
  const std::scoped_lock lock(mutex_);
  chosen_[problem] = chosen;
  json record = {{"problem", problem}, {"chosen", chosen}, {"microseconds", json::object()}};
  for (const MeasuredAlgorithm& algorithm : measured) record["microseconds"][algorithm.name] = algorithm.microseconds;
  const fs::path place = PathOf(problem);
  if (!TrustCheck().CheckPlace(place.parent_path()).ok() || !MakePrivateDirectories(place.parent_path()).ok()) return;
  // One that isn't kept is measured again.
  static_cast<void>(WriteFile(place, record.dump(2), kCacheFile));
}

}  // namespace opdk
