#include "tests/bench/results.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

namespace opdk::bench {
namespace {

std::string Ms(double seconds) { return seconds > 0 ? fmt::format("{:#.4g}", seconds * 1e3) : "-"; }

std::string CpuName() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

nlohmann::json ToJson(const RowResult& row) {
  nlohmann::json json = {{"name", row.name}, {"threads", row.threads}};
  const auto set = [&](const char* key, double value) { json[key] = value > 0 ? nlohmann::json(value) : nullptr; };
  set("opdk_ms", row.ours.p10 * 1e3);
  set("ort_ms", row.theirs.p10 * 1e3);
  set("ratio", row.ratio());
  set("required", row.required);
  set("share_of_peak", row.share_of_peak);
  set("opdk_median_ms", row.ours.median * 1e3);
  set("ort_median_ms", row.theirs.median * 1e3);
  json["opdk_samples"] = {
      {"used", row.ours.samples}, {"disturbed", row.ours.disturbed}, {"doubtful", row.ours.doubtful}};
  json["ort_samples"] = {
      {"used", row.theirs.samples}, {"disturbed", row.theirs.disturbed}, {"doubtful", row.theirs.doubtful}};
  if (!row.error.empty()) json["error"] = row.error;
  return json;
}

}  // namespace

std::string TableHeading() {
  return fmt::format("{:<58} {:>3} {:>10} {:>10} {:>10} {:>10} {:>7} {:>8} {:>6}\n", "row", "thr", "opdk ms", "median",
                     "ort ms", "median", "ratio", "required", "peak");
}

std::string TableLine(const RowResult& row) {
  if (!row.error.empty()) {
    const std::string reason = row.error.substr(0, row.error.find(" (loaded"));
    return fmt::format("{:<58} {:>3} {:.120}\n", row.name, row.threads, reason);
  }
  const bool compared = row.theirs.p10 > 0;
  const bool doubtful = row.ours.doubtful || row.theirs.doubtful;
  return fmt::format("{:<58} {:>3} {:>10} {:>10} {:>10} {:>10} {:>7} {:>8} {:>5.0f}% {}{}\n", row.name, row.threads,
                     Ms(row.ours.p10), Ms(row.ours.median), Ms(row.theirs.p10), Ms(row.theirs.median),
                     compared ? fmt::format("{:.2f}", row.ratio()) : "-",
                     row.required > 0 ? fmt::format("{:.2f}", row.required) : "-", 100 * row.share_of_peak,
                     row.falls_short() ? "short" : "", doubtful ? " (machine was busy)" : "");
}

std::string Verdict(const std::vector<RowResult>& rows) {
  int wanted = 0;
  std::string short_rows;
  int short_count = 0;
  for (const RowResult& row : rows) {
    if (row.required <= 0 || (row.theirs.p10 <= 0 && row.error.empty())) continue;
    ++wanted;
    if (!row.falls_short()) continue;
    ++short_count;
    short_rows += fmt::format("{}{} ({})", short_rows.empty() ? "" : ", ", row.name, row.threads);
  }
  return fmt::format("{} of {} rows reach what is required{}{}\n", wanted - short_count, wanted,
                     short_rows.empty() ? "" : "; short: ", short_rows);
}

Status WriteResults(const std::string& path, const std::string& ort_version, const std::vector<RowResult>& rows) {
  nlohmann::json json = {{"context", {{"cpu", CpuName()}, {"cpus", std::thread::hardware_concurrency()}}}};
  json["context"]["onnxruntime"] = ort_version.empty() ? nlohmann::json() : nlohmann::json(ort_version);
  json["rows"] = nlohmann::json::array();
  for (const RowResult& row : rows) json["rows"].push_back(ToJson(row));
  std::ofstream file(path);
  file << json.dump(1) << "\n";
  if (!file.flush()) return Status(ErrorCode::kWriteFailed, fmt::format("can't write '{}'", path));
  return Status();
}

}  // namespace opdk::bench
