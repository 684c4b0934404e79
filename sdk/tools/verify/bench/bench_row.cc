#include "sdk/tools/verify/bench/bench_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "graph_core/base/file.h"
#include "graph_core/base/json_reading.h"
#include "graph_core/base/machine.h"
#include "sdk/tools/verify/report/run_report.h"

namespace opdk::verify {
namespace {

using nlohmann::json;

constexpr int kForm = 1;

json ToJson(const BenchRow& row) {
  json root = row.error.ok() ? ToJson(Result<Measurement>(row.measured)) : ToJson(Result<Measurement>(row.error));
  root.erase("seconds");
  root.update(json{{"id", row.id},
                   {"operator", row.op},
                   {"case", row.name},
                   {"dtype", row.dtype},
                   {"engine", row.engine},
                   {"threads", row.threads},
                   {"rounds", row.rounds}});
  if (!row.error.ok()) root["unsupported"] = row.unsupported;
  if (!row.timed()) return root;
  const double median = row.median();
  const measure::Interval interval = measure::MedianInterval(row.rounds);
  root.update(json{{"median", median},
                   {"interval", {interval.low, interval.high}},
                   {"min", row.quantile(0)},
                   {"p10", row.quantile(0.1)},
                   {"p90", row.quantile(0.9)},
                   {"gigabytes_per_second", 1e-9 * static_cast<double>(row.measured.work.bytes()) / median},
                   {"gigaops_per_second", 1e-9 * row.measured.work.ops() / median}});
  if (row.least_seconds > 0) {
    root["roofline"] = {{"least_seconds", row.least_seconds}, {"share", row.share()}, {"bound", row.bound}};
  }
  return root;
}

BenchRow RowFrom(json root) {
  BenchRow row;
  root.at("id").get_to(row.id);
  root.at("operator").get_to(row.op);
  root.at("case").get_to(row.name);
  root.at("dtype").get_to(row.dtype);
  root.at("engine").get_to(row.engine);
  root.at("threads").get_to(row.threads);
  root.at("rounds").get_to(row.rounds);
  root["seconds"] = json::array();
  auto measured = MeasurementFrom(root);
  row.error = measured.status();
  if (measured.ok()) row.measured = std::move(measured).value();
  row.unsupported = root.value("unsupported", false);
  for (const std::vector<double>& round : row.rounds) {
    for (const double seconds : round) {
      if (!(seconds > 0)) throw std::invalid_argument(fmt::format("row '{}' has a time of {} s", row.id, seconds));
    }
  }
  if (row.rounds.size() > 1) {
    for (const auto& round : row.rounds) {
      if (round.empty()) throw std::invalid_argument(fmt::format("row '{}' has a round without samples", row.id));
    }
  }
  return row;
}

}  // namespace

double BenchRow::quantile(double quantile) const {
  std::vector<std::pair<double, double>> weighted;
  for (const std::vector<double>& round : rounds) {
    const double weight = 1 / static_cast<double>(round.size() * rounds.size());
    for (const double seconds : round) weighted.emplace_back(seconds, weight);
  }
  std::sort(weighted.begin(), weighted.end());
  double below = 0;
  for (const auto& [seconds, weight] : weighted) {
    below += weight;
    if (below >= quantile) return seconds;
  }
  return weighted.back().first;
}

BenchMachine ThisMachine() {
  return {CpuModel(), CpuFeatures(), static_cast<int>(std::thread::hardware_concurrency())};
}

json ToJson(const BenchResults& results) {
  json rows = json::array();
  for (const BenchRow& row : results.rows) rows.push_back(ToJson(row));
  return {{"opdk_bench", kForm},
          {"opdk", results.opdk},
          {"command", results.command},
          {"machine",
           {{"cpu", results.machine.cpu}, {"features", results.machine.features}, {"cpus", results.machine.cpus}}},
          {"rows", std::move(rows)}};
}

Result<BenchResults> BenchResultsFrom(const std::string& text, const std::string& place) {
  const auto refused = [&](const std::string& why) {
    return Status(ErrorCode::kInputFormat, "not what `opdk bench --save` writes: " + why)
        .At(place)
        .Hint("write one with --save FILE, or name the library of another build");
  };
  try {
    const json root = ParseJson(text);
    if (root.is_discarded()) return refused("it isn't JSON");
    if (!root.is_object() || !root.contains("opdk_bench")) return refused("it has no key opdk_bench");
    if (root.at("opdk_bench") != kForm) return refused(fmt::format("its form isn't {}", kForm));
    BenchResults results;
    root.at("opdk").get_to(results.opdk);
    root.at("command").get_to(results.command);
    const json& machine = root.at("machine");
    results.machine = {machine.at("cpu"), machine.at("features"), machine.at("cpus")};
    for (const json& row : root.at("rows")) results.rows.push_back(RowFrom(row));
    return results;
  } catch (const std::exception& error) {
    return refused(error.what());
  }
}

Result<BenchResults> ReadBenchResults(const std::string& path) {
  auto text = ReadFile(path, {"the file to compare with", kMaxText});
  if (!text.ok()) return std::move(text).status().Hint("opdk bench --save FILE writes one");
  return BenchResultsFrom(*text, path);
}

}  // namespace opdk::verify
