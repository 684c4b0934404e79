#include "sdk/tools/measure/roofline.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "graph_core/base/machine.h"
#include "sdk/tools/measure/peak.h"

namespace opdk::measure {
namespace {

constexpr std::array kWrittenShares = {0.0, 1.0 / 3, 0.5, 1.0};
constexpr size_t kSmallest = size_t{4} << 10;
constexpr size_t kLargest = size_t{256} << 20;

// Returns the seconds for so many bytes, from the row of sizes of one share: linear between the logarithms, beyond the
// ends in proportion.
double SecondsOfRow(const Peaks::Move* row, size_t sizes, double bytes) {
  const auto per_byte = [](const Peaks::Move& move) { return move.seconds / static_cast<double>(move.bytes); };
  if (bytes <= static_cast<double>(row[0].bytes)) return bytes * per_byte(row[0]);
  for (size_t i = 1; i < sizes; ++i) {
    const auto low = static_cast<double>(row[i - 1].bytes);
    const auto high = static_cast<double>(row[i].bytes);
    if (bytes > high) continue;
    const double part = std::log(bytes / low) / std::log(high / low);
    return bytes * std::exp((1 - part) * std::log(per_byte(row[i - 1])) + part * std::log(per_byte(row[i])));
  }
  return bytes * per_byte(row[sizes - 1]);
}

double MoveSecondsOf(const Peaks& peaks, double bytes, double written) {
  const size_t sizes = peaks.moves.size() / kWrittenShares.size();
  size_t above = 1;
  while (above + 1 < kWrittenShares.size() && kWrittenShares[above] < written) ++above;
  const double low = SecondsOfRow(&peaks.moves[(above - 1) * sizes], sizes, bytes);
  const double high = SecondsOfRow(&peaks.moves[above * sizes], sizes, bytes);
  const double part = (written - kWrittenShares[above - 1]) / (kWrittenShares[above] - kWrittenShares[above - 1]);
  return low + part * (high - low);
}

}  // namespace

Peaks MeasurePeaks(int threads) {
  Peaks peaks;
  peaks.threads = threads;
  std::vector<size_t> sizes;
  for (size_t bytes = kSmallest; bytes <= kLargest; bytes *= 2) sizes.push_back(bytes);
  peaks.float_giga_ops = MeasureFloatGigaOps(threads);
  peaks.double_giga_ops = MeasureDoubleGigaOps(threads);
  peaks.byte_giga_ops = MeasureInt8GigaOps(threads);
  for (const double share : kWrittenShares) {
    for (const size_t bytes : sizes) {
      const auto written = static_cast<size_t>(std::llround(share * static_cast<double>(bytes)));
      peaks.moves.push_back({share, bytes, MeasureMoveSeconds(bytes - written, written, threads)});
    }
  }
  return peaks;
}

double Roofline::MoveSeconds(size_t bytes_read, size_t bytes_written) const {
  const auto bytes = static_cast<double>(bytes_read + bytes_written);
  if (bytes == 0) return 0;
  double least = INFINITY;
  for (const Peaks& peaks : peaks_) {
    least = std::min(least, MoveSecondsOf(peaks, bytes, static_cast<double>(bytes_written) / bytes));
  }
  return least;
}

double Roofline::ComputeSeconds(const Work& work) const {
  double least = INFINITY;
  for (const Peaks& peaks : peaks_) {
    // Without a measurement of 8-bit products, four of them take the place of one float.
    const double bytes = peaks.byte_giga_ops > 0 ? peaks.byte_giga_ops : 4 * peaks.float_giga_ops;
    double seconds = 0;
    if (peaks.float_giga_ops > 0) seconds += 1e-9 * work.float_ops / peaks.float_giga_ops;
    if (peaks.double_giga_ops > 0) seconds += 1e-9 * work.double_ops / peaks.double_giga_ops;
    if (bytes > 0) seconds += 1e-9 * work.byte_ops / bytes;
    least = std::min(least, seconds);
  }
  return least;
}

double Roofline::LeastSeconds(const Work& work) const {
  return std::max(MoveSeconds(work.bytes_read, work.bytes_written), ComputeSeconds(work));
}

std::string Roofline::Bound(const Work& work) const {
  if (ComputeSeconds(work) > MoveSeconds(work.bytes_read, work.bytes_written)) return "compute";
  return MemoryLevel(work.bytes(), threads_);
}

std::string MemoryLevel(size_t bytes, int threads) {
  const Caches& caches = MachineCaches();
  const auto cores = static_cast<size_t>(std::max(threads, 1));
  if (bytes <= caches.l1 * cores) return "L1";
  if (bytes <= caches.l2 * cores) return "L2";
  return bytes <= caches.l3 ? "L3" : "DRAM";
}

}  // namespace opdk::measure
