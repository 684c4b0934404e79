// The simple expression that a row of numbers is of others.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace opdk {

// Sizes that are tried together: a base, then each size alone, kAlone times, then all at once, some times more.
class SizeProbes {
 public:
  // `step`: all sizes are multiples of it.
  SizeProbes(size_t sizes, int64_t step);

  static constexpr size_t kAlone = 9;
  size_t count() const { return points_.size(); }
  // The sizes of one probe.
  const std::vector<int64_t>& point(size_t probe) const { return points_[probe]; }

  // What gives `values`, one for each probe: a number; "2*N+H-1"; "(H+1)/2", rounded down; "N*H/2", without a rest. The
  // same function has the same text. nullopt: none of these.
  std::optional<std::string> Fit(std::span<const int64_t> values, std::span<const std::string> names) const;

 private:
  std::optional<std::string> FitSum(std::span<const int64_t> values, std::span<const std::string> names) const;
  std::optional<std::string> FitQuotient(std::span<const int64_t> values, std::span<const std::string> names) const;
  std::optional<std::string> FitProduct(std::span<const int64_t> values, std::span<const std::string> names) const;
  size_t Alone(size_t size) const { return 1 + size * kAlone; }  // its first probe

  int64_t step_;
  std::vector<std::vector<int64_t>> points_;
};

}  // namespace opdk
