// -1, 0 or 1.
#pragma once

namespace opdk {

// A NaN compares with nothing and stays.
template <typename T>
T SignOf(T x) {
  if (x > T(0)) return T(1);
  if (x < T(0)) return T(-1);
  return x == T(0) ? T(0) : x;
}

}  // namespace opdk
