// Fits a simple expression of some sizes to a row of numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace opdk {

// Combinations of sizes that are tried (probes): a base, then each size alone changed kAlone times, then all sizes at
// once.
class SizeProbes {
 public:
  // `step`: all sizes are multiples of it.
  SizeProbes(size_t sizes, int64_t step);

  static constexpr size_t kAlone = 9;
  size_t count() const { return points_.size(); }
  // Returns the sizes of one probe.
  const std::vector<int64_t>& point(size_t probe) const { return points_[probe]; }

  // Returns the expression that gives `values`, one value for each probe: a number; "2*N+H-1"; "(H+1)/2", rounded down;
  // "N*H/2", without a remainder. Equal functions have equal texts. nullopt: no expression of these forms fits.
  std::optional<std::string> Fit(std::span<const int64_t> values, std::span<const std::string> names) const;

 private:
  std::optional<std::string> FitSum(std::span<const int64_t> values, std::span<const std::string> names) const;
  std::optional<std::string> FitQuotient(std::span<const int64_t> values, std::span<const std::string> names) const;
  std::optional<std::string> FitProduct(std::span<const int64_t> values, std::span<const std::string> names) const;
  size_t Alone(size_t size) const { return 1 + size * kAlone; }  // the first probe that changes this size alone

  int64_t step_;
  std::vector<std::vector<int64_t>> points_;
};

}  // namespace opdk
