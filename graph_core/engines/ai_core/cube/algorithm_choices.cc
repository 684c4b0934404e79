#include "graph_core/engines/ai_core/cube/algorithm_choices.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <system_error>

#include "graph_core/base/cache_key.h"
#include "graph_core/base/file.h"
#include "graph_core/base/trust.h"
#include "graph_core/engines/ai_core/canonical/kernel_ir.h"
#include "graph_core/engines/ai_core/store/cache/cache_contents.h"

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
  const json record = json::parse(*text, nullptr, false);
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
  static std::atomic<int> number{0};
  const fs::path written = directory_ / fmt::format("{}{}-choice-{}.tmp", kNewFiles, getpid(), number++);
  if (!TrustCheck().CheckPlace(place.parent_path()).ok() || !MakePrivateDirectories(place.parent_path()).ok()) return;
  std::error_code error;
  const bool whole = WriteWholeFile(written, record.dump(2), 0600).ok();
  if (whole) fs::rename(written, place, error);
  if (!whole || error) fs::remove(written, error);
}

}  // namespace opdk
