#include "sdk/tools/verify/compare/pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

namespace opdk::verify {
namespace {

// Counts of elements and of bad elements at each coordinate along one axis.
struct Profile {
  std::vector<int64_t> bad;
  int64_t per_coordinate = 0;
};

Profile ProfileOf(const std::vector<bool>& bad, const std::vector<int64_t>& shape, size_t axis) {
  const int64_t inner =
      std::accumulate(shape.begin() + static_cast<ptrdiff_t>(axis) + 1, shape.end(), int64_t{1}, std::multiplies<>());
  Profile profile;
  profile.bad.resize(static_cast<size_t>(shape[axis]));
  profile.per_coordinate = static_cast<int64_t>(bad.size()) / shape[axis];
  for (size_t i = 0; i < bad.size(); ++i) {
    if (bad[i]) ++profile.bad[static_cast<size_t>(static_cast<int64_t>(i) / inner % shape[axis])];
  }
  return profile;
}

std::vector<int64_t> BadCoordinates(const Profile& profile) {
  std::vector<int64_t> coordinates;
  for (size_t i = 0; i < profile.bad.size(); ++i) {
    if (profile.bad[i] > 0) coordinates.push_back(static_cast<int64_t>(i));
  }
  return coordinates;
}

// Returns "only where" if every element at these coordinates is bad, else "only (and not everywhere) where".
std::string Amount(const Profile& profile, const std::vector<int64_t>& coordinates) {
  const bool all = std::all_of(coordinates.begin(), coordinates.end(), [&](int64_t c) {
    return profile.bad[static_cast<size_t>(c)] == profile.per_coordinate;
  });
  return all ? "only where" : "only (and not everywhere) where";
}

std::optional<std::string> OnAxis(const Profile& profile, int64_t extent, const std::string& axis) {
  const std::vector<int64_t> coordinates = BadCoordinates(profile);
  const auto count = static_cast<int64_t>(coordinates.size());
  if (count == extent || count == 0) return std::nullopt;
  const std::string amount = Amount(profile, coordinates);
  if (count == 1) return fmt::format("{} {} is {}", amount, axis, coordinates[0]);
  if (coordinates.back() - coordinates.front() + 1 == count) {
    if (coordinates.back() == extent - 1) {
      return fmt::format("{} {} is one of the last {} of {} (a tail?)", amount, axis, count, extent);
    }
    if (coordinates.front() == 0) return fmt::format("{} {} is one of the first {} of {}", amount, axis, count, extent);
    return fmt::format("{} {} is {} to {}", amount, axis, coordinates.front(), coordinates.back());
  }
  if (coordinates.front() == 0 && coordinates.back() == extent - 1) {
    const auto gap =
        std::adjacent_find(coordinates.begin(), coordinates.end(), [](int64_t a, int64_t b) { return b != a + 1; });
    const int64_t before = gap - coordinates.begin() + 1;
    const int64_t behind = count - before;
    if (coordinates[static_cast<size_t>(before)] == extent - behind && before + behind < extent) {
      return fmt::format("{} {} is at its ends: the first {} and the last {} of {}", amount, axis, before, behind,
                         extent);
    }
  }
  for (int64_t step = 2; step <= 64 && step < extent; ++step) {
    const int64_t rest = coordinates[0] % step;
    const bool periodic =
        count == (extent - rest + step - 1) / step &&
        std::all_of(coordinates.begin(), coordinates.end(), [&](int64_t c) { return c % step == rest; });
    if (periodic) return fmt::format("{} {} mod {} = {}", amount, axis, step, rest);
  }
  return std::nullopt;
}

}  // namespace

std::string GuessPattern(const std::vector<bool>& bad, const std::vector<int64_t>& shape) {
  const auto total = static_cast<int64_t>(bad.size());
  const int64_t count = std::count(bad.begin(), bad.end(), true);
  if (count == 0 || total < 2) return "";
  if (count == total) return "every element";
  if (count == 1) return "one single element";
  // The axis that narrows the places most is the best guess.
  std::string best;
  double narrowest = 1;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] < 2) continue;
    const Profile profile = ProfileOf(bad, shape, axis);
    const auto text = OnAxis(profile, shape[axis], fmt::format("axis {}", axis));
    const double share = static_cast<double>(BadCoordinates(profile).size()) / static_cast<double>(shape[axis]);
    if (text && share < narrowest) {
      narrowest = share;
      best = *text;
    }
  }
  if (!best.empty()) return best;
  if (shape.size() < 2) return "";
  const Profile flat = ProfileOf(bad, {total}, 0);
  return OnAxis(flat, total, "the flat index").value_or("");
}

HeatMap MakeHeatMap(const std::vector<bool>& bad, const std::vector<int64_t>& shape, int64_t rows, int64_t columns) {
  HeatMap map;
  const auto total = static_cast<int64_t>(bad.size());
  if (total == 0) return map;
  const int64_t width = shape.empty() ? 1 : shape.back();
  const int64_t height = total / width;
  map.rows = std::min(rows, height);
  map.columns = std::min(columns, width);
  map.bad.resize(static_cast<size_t>(map.rows * map.columns));
  map.elements.resize(map.bad.size());
  for (int64_t i = 0; i < total; ++i) {
    const auto cell =
        static_cast<size_t>(i / width * map.rows / height * map.columns + i % width * map.columns / width);
    ++map.elements[cell];
    map.bad[cell] += bad[static_cast<size_t>(i)] ? 1 : 0;
  }
  return map;
}

}  // namespace opdk::verify
