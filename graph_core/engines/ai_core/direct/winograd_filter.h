// Filters of 3x3 as Winograd's algorithm multiplies them: G g G^T. `L`: the register's struct (simd_*.h).
#pragma once

#include <cstdint>

namespace opdk {

// Nothing here is of the standard library, as in transpose_panel.h.
template <typename L>
class WinogradFilterOf {
 public:
  // Transforms all filters of a job: DirectFunctions::winograd_filter.
  static void Transform(const WinogradFilter& job) {
    // Tiles of 2x2 results; of 4x4 with the points that oneDNN has its primitives compute for.
    static constexpr float kFor2[4][3] = {{1, 0, 0}, {0.5F, 0.5F, 0.5F}, {0.5F, -0.5F, 0.5F}, {0, 0, 1}};
    static constexpr float kFor4[6][3] = {{1.13777777777778F, 0, 0},
                                          {-0.688403361344538F, -0.430252100840336F, -0.26890756302521F},
                                          {-0.688403361344538F, 0.430252100840336F, -0.26890756302521F},
                                          {0.119514472455649F, 0.179271708683473F, 0.26890756302521F},
                                          {0.119514472455649F, -0.179271708683473F, 0.26890756302521F},
                                          {0, 0, 1}};
    if (job.alpha == 4) {
      Run<4>(job, kFor2);
    } else {
      Run<6>(job, kFor4);
    }
    L::EndStream();
  }

 private:
  using F = typename L::F;

  template <int kAlpha>
  static void Run(const WinogradFilter& job, const float (&g)[kAlpha][3]) {
    for (int64_t input = 0; input < job.inputs; ++input) {
      for (int64_t lane = 0; lane < WinogradFilter::kOutputs; lane += L::kLanes) {
        const float* from = job.from + input * 9 * WinogradFilter::kOutputs + lane;
        float* to = job.to + input * job.input_stride + lane;
        F rows[3][kAlpha];
#pragma GCC unroll 3
        for (int row = 0; row < 3; ++row) {
          const float* taps = from + row * 3 * WinogradFilter::kOutputs;
          const F a = L::Load(taps), b = L::Load(taps + WinogradFilter::kOutputs),
                  c = L::Load(taps + 2 * WinogradFilter::kOutputs);
#pragma GCC unroll 6
          for (int j = 0; j < kAlpha; ++j) rows[row][j] = Sum(g[j], a, b, c);
        }
#pragma GCC unroll 6
        for (int i = 0; i < kAlpha; ++i) {
#pragma GCC unroll 6
          for (int j = 0; j < kAlpha; ++j) {
            L::Stream(to + (i * kAlpha + j) * job.element_stride, Sum(g[i], rows[0][j], rows[1][j], rows[2][j]));
          }
        }
      }
    }
  }

  // Adds up three products. Each product is rounded and the sum begins at zero, so the result equals that of oneDNN's
  // own code to the bit.
  static F Sum(const float (&g)[3], F a, F b, F c) {
    const F first = L::Add(L::Set(0), L::Once(L::Mul(L::Set(g[0]), a)));
    return L::Add(L::Add(first, L::Once(L::Mul(L::Set(g[1]), b))), L::Once(L::Mul(L::Set(g[2]), c)));
  }
};

}  // namespace opdk
