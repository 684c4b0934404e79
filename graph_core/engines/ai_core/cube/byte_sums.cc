#include "graph_core/engines/ai_core/cube/byte_sums.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "opdk/parallel.h"

namespace opdk {
namespace {

// The largest whole number up to which float has all.
constexpr int64_t kFloatExact = int64_t{1} << 24;
// Elements worth a second thread.
constexpr int64_t kByteGrain = 32 * 1024;

// Returns the largest magnitude that a sum can reach.
int64_t LargestSum(const tbe::TensorNode& cube) {
  const std::vector<int64_t>& w = cube.inputs[1].shape();
  const int64_t terms = cube.kind == tbe::Kind::kMatmul
                            ? w[w.size() - (cube.trans_b ? 1 : 2)]
                            : std::accumulate(w.begin() + 1, w.end(), int64_t{1}, std::multiplies<>());
  const int64_t left = cube.inputs[0].dtype() == ge::DT_UINT8 ? 255 : 128;
  return terms * left * 128;
}

}  // namespace

bool IsExact(const tbe::TensorNode& cube, std::string_view implementation) {
  // For a signed left operand, the correction that these implementations subtract from the sums goes through float.
  const bool sums_integers = implementation.substr(0, 3) == "brg" && cube.inputs[0].dtype() == ge::DT_UINT8;
  return sums_integers || LargestSum(cube) <= kFloatExact;
}

bool StaysExact(const tbe::TensorNode& cube, const int32_t* bias, int64_t count) {
  int64_t largest = 0;
  for (int64_t i = 0; i < count; ++i) largest = std::max(largest, std::abs(int64_t{bias[i]}));
  return LargestSum(cube) + largest <= kFloatExact;
}

void AddToColumns(int32_t* values, int64_t rows, int64_t columns, const int32_t* bias) {
  ParallelFor(rows, std::max<int64_t>(1, kByteGrain / std::max<int64_t>(1, columns)), [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      auto* row = reinterpret_cast<uint32_t*>(values + r * columns);
      for (int64_t c = 0; c < columns; ++c) row[c] += static_cast<uint32_t>(bias[c]);
    }
  });
}

void AddToRows(int32_t* values, int64_t rows, int64_t columns, const int32_t* bias, int64_t channels) {
  ParallelFor(rows, std::max<int64_t>(1, kByteGrain / std::max<int64_t>(1, columns)), [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      auto* row = reinterpret_cast<uint32_t*>(values + r * columns);
      const auto add = static_cast<uint32_t>(bias[r % channels]);
      for (int64_t c = 0; c < columns; ++c) row[c] += add;
    }
  });
}

}  // namespace opdk
