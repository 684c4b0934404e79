// Sigmoid and tanh of many floats on machines with wider vectors than the library is compiled for.
#pragma once

#include <cstdint>

namespace opdk {

// Each of the `count` values becomes the function of it, within 3 units in the last place. false: this machine has no
// AVX2, nothing is done.
bool LogisticRow(float* values, int64_t count);
bool TanhRow(float* values, int64_t count);

}  // namespace opdk
