#include "sdk/tools/cli/model/run_times.h"

#include <fmt/format.h>

#include <algorithm>

namespace opdk::cli {
namespace {

std::string FormatTime(double milliseconds) {
  return milliseconds < 0.1 ? fmt::format("{:.2f} us", milliseconds * 1000) : fmt::format("{:.3f} ms", milliseconds);
}

}  // namespace

std::string FormatTimes(std::vector<double> milliseconds) {
  std::sort(milliseconds.begin(), milliseconds.end());
  if (milliseconds.size() == 1) return FormatTime(milliseconds[0]);
  const size_t middle = milliseconds.size() / 2;
  const double median =
      milliseconds.size() % 2 == 1 ? milliseconds[middle] : (milliseconds[middle - 1] + milliseconds[middle]) / 2;
  return fmt::format("min {}, median {} of {} runs", FormatTime(milliseconds.front()), FormatTime(median),
                     milliseconds.size());
}

}  // namespace opdk::cli
