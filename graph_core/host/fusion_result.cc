#include "graph_core/host/fusion_result.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "graph_core/host/ge_fusion_switches.h"
#include "opdk/output_file.h"

namespace opdk {
namespace {

nlohmann::json GraphJson(const MatchCounts& matches) {
  nlohmann::json graph = {{"graph_fusion", nlohmann::json::object()}, {"ub_fusion", nlohmann::json::object()}};
  for (const auto& [pass, count] : matches) {
    const bool kernels = FusesKernels(pass);
    nlohmann::json& row = graph[kernels ? "ub_fusion" : "graph_fusion"][pass];
    row = {{"match_times", std::to_string(count.matched)}, {"effect_times", std::to_string(count.effective)}};
    // There is no repository of tuned kernels.
    if (kernels) row["repository_hit_times"] = "0";
  }
  return graph;
}

}  // namespace

std::string FusionResultPath() {
  const char* const work = std::getenv("ASCEND_WORK_PATH");
  const std::string name = "fusion_result.json";
  return work == nullptr || *work == '\0' ? name : fmt::format("{}/FE/{}/{}", work, getpid(), name);
}

Status WriteFusionResult(const std::string& path, const std::string& session_and_graph, const MatchCounts& matches) {
  static std::mutex mutex;
  static std::map<std::string, nlohmann::json> written;
  const std::lock_guard lock(mutex);
  nlohmann::json& graphs = written[path];
  graphs["session_and_graph_id_" + session_and_graph] = GraphJson(matches);
  std::error_code ignored;
  const std::filesystem::path directory = std::filesystem::path(path).parent_path();
  if (!directory.empty()) std::filesystem::create_directories(directory, ignored);
  const Status done = WriteFile(path, graphs.dump(4) + '\n');
  if (done.ok()) return Status();
  return Status(ErrorCode::kWriteFailed, done.message())
      .Hint("it goes where ASCEND_WORK_PATH or --fusion-result says, which must be a place that can be written to");
}

}  // namespace opdk
