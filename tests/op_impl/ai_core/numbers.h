// Comparison of lists of numbers.
#pragma once

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <vector>

namespace opdk {

using Numbers = std::vector<double>;
inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// NaN equals NaN; otherwise equal but for a few units in the last place of a float of at least 1e-6.
MATCHER_P(Near, expected, "") {
  if (arg.size() != expected.size()) return false;
  for (size_t i = 0; i < arg.size(); ++i) {
    if (std::isnan(expected[i]) ? std::isnan(arg[i]) : arg[i] == expected[i]) continue;
    if (std::fabs(arg[i] - expected[i]) <= 1e-6 * std::fabs(expected[i]) + 1e-12) continue;
    *result_listener << "element " << i << " is " << arg[i] << ", expected " << expected[i];
    return false;
  }
  return true;
}

}  // namespace opdk
