// -1, 0 or 1.
#pragma once

namespace opdk {

// Returns the sign of x. NaN stays, because it compares with nothing.
template <typename T>
T SignOf(T x) {
  if (x > T(0)) return T(1);
  if (x < T(0)) return T(-1);
  return x == T(0) ? T(0) : x;
}

}  // namespace opdk
