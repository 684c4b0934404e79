#include "sdk/tools/measure/roofline_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "graph_core/base/cache_root.h"
#include "graph_core/base/file.h"
#include "graph_core/base/json_reading.h"
#include "graph_core/base/machine.h"
#include "graph_core/base/sha256.h"
#include "opdk/output_file.h"

namespace opdk::measure {
namespace {

using nlohmann::json;

constexpr int kForm = 1;  // of the file, and of how it is measured

std::optional<Peaks> ReadPeaks(int threads) {
  const std::filesystem::path path = PeaksPath(threads);
  if (path.empty()) return std::nullopt;
  const auto text = ReadFile(path, kTextFile);
  if (!text.ok()) return std::nullopt;
  auto peaks = PeaksFrom(*text);
  return peaks && peaks->threads == threads ? peaks : std::nullopt;
}

void WritePeaks(const Peaks& peaks) {
  const std::filesystem::path path = PeaksPath(peaks.threads);
  if (path.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  // Peaks that aren't kept are measured again.
  static_cast<void>(WriteFile(path, PeaksText(peaks), {.synced = false}));
}

std::vector<int> ThreadCounts(int threads) { return threads == 1 ? std::vector{1} : std::vector{1, threads}; }

}  // namespace

std::filesystem::path PeaksPath(int threads) {
  const std::filesystem::path root = DefaultCacheRoot();
  if (root.empty()) return {};
  const std::string machine = fmt::format("{} {} {}", CpuModel(), fmt::join(CpuFeatures(), ","), kForm);
  return root / "machine" / fmt::format("peaks_{}_{}.json", Sha256(machine).substr(0, 16), threads);
}

std::string PeaksText(const Peaks& peaks) {
  json moves = json::array();
  for (const Peaks::Move& move : peaks.moves) moves.push_back({move.written, move.bytes, move.seconds});
  return json{{"form", kForm},
              {"cpu", CpuModel()},
              {"threads", peaks.threads},
              {"float_giga_ops", peaks.float_giga_ops},
              {"double_giga_ops", peaks.double_giga_ops},
              {"byte_giga_ops", peaks.byte_giga_ops},
              {"moves", std::move(moves)}}
             .dump(1) +
         "\n";
}

std::optional<Peaks> PeaksFrom(std::string_view text) {
  try {
    const json root = ParseJson(text);
    if (root.at("form") != kForm) return std::nullopt;
    Peaks peaks;
    peaks.threads = root.at("threads");
    peaks.float_giga_ops = root.at("float_giga_ops");
    peaks.double_giga_ops = root.at("double_giga_ops");
    peaks.byte_giga_ops = root.at("byte_giga_ops");
    for (const json& move : root.at("moves")) peaks.moves.push_back({move.at(0), move.at(1), move.at(2)});
    if (peaks.moves.empty() || peaks.moves.size() % 4 != 0) return std::nullopt;
    return peaks;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

std::optional<Roofline> KnownRoofline(int threads) {
  std::vector<Peaks> all;
  for (const int count : ThreadCounts(threads)) {
    auto peaks = ReadPeaks(count);
    if (!peaks) return std::nullopt;
    all.push_back(*std::move(peaks));
  }
  return Roofline(threads, std::move(all));
}

Roofline MeasuredRoofline(int threads, bool again) {
  std::vector<Peaks> all;
  for (const int count : ThreadCounts(threads)) {
    auto known = again ? std::nullopt : ReadPeaks(count);
    if (!known) {
      known = MeasurePeaks(count);
      WritePeaks(*known);
    }
    all.push_back(*std::move(known));
  }
  return Roofline(threads, std::move(all));
}

}  // namespace opdk::measure
