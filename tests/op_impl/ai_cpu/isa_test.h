// Tests of inner loops that are made once per instruction set.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "opdk/isa.h"

namespace opdk {

// Once per instruction set with vectors; skipped where this machine runs a lesser one.
class IsaTest : public ::testing::TestWithParam<Isa> {
 protected:
  void SetUp() override {
    if (GetParam() > VectorIsa()) GTEST_SKIP() << "this machine has " << Name(VectorIsa()) << " at most";
  }

  template <typename Functions>
  static const Functions& Of(const Functions& (*avx2)(), const Functions& (*avx512)()) {
    return GetParam() == Isa::kAvx512 ? avx512() : avx2();
  }

  std::vector<float> Random(int64_t count, float limit) {
    std::uniform_real_distribution<float> distribution(-limit, limit);
    std::vector<float> values(static_cast<size_t>(count));
    for (float& value : values) value = distribution(generator_);
    return values;
  }

 private:
  std::minstd_rand generator_{1};
};

inline std::string NameOfIsa(const ::testing::TestParamInfo<Isa>& info) { return Name(info.param); }

#define OPDK_FOR_EACH_ISA(Suite) \
  INSTANTIATE_TEST_SUITE_P(Each, Suite, ::testing::Values(Isa::kAvx2, Isa::kAvx512), NameOfIsa)

}  // namespace opdk
