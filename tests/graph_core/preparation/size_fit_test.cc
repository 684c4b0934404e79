#include "graph_core/preparation/size_fit.h"

#include <gtest/gtest.h>

#include <functional>

namespace opdk {
namespace {

struct FitCase {
  std::function<int64_t(const std::vector<int64_t>&)> value;
  const char* text;  // "?": none
};

TEST(SizeFit, FindsTheExpressionOrNone) {
  const std::vector<std::string> names = {"N", "H", "W"};
  const FitCase cases[] = {
      {[](const auto&) { return 0; }, "0"},
      {[](const auto&) { return 12; }, "12"},
      {[](const auto& s) { return s[0]; }, "N"},
      {[](const auto& s) { return s[1] + 1; }, "H+1"},
      {[](const auto& s) { return s[2] - 3; }, "W-3"},
      {[](const auto& s) { return 2 * s[0] + 3 * s[2] - 1; }, "2*N+3*W-1"},
      {[](const auto& s) { return 1000 - s[0]; }, "-N+1000"},
      {[](const auto& s) { return s[1] / 2; }, "H/2"},
      {[](const auto& s) { return (s[1] - 1) / 2 + 1; }, "(H+1)/2"},
      {[](const auto& s) { return (s[2] - 7) / 4 + 1; }, "(W-3)/4"},
      {[](const auto& s) { return s[0] * s[1] * s[2]; }, "N*H*W"},
      {[](const auto& s) { return 12 * s[1] * s[1]; }, "12*H*H"},
      {[](const auto& s) { return s[1] / 32; }, "?"},
      {[](const auto& s) { return (s[1] + 30) / 8; }, "(H+30)/8"},
      {[](const auto& s) { return s[0] * s[1] / 2; }, "?"},  // rounded
      {[](const auto& s) { return s[0] * s[1] + 1; }, "?"},
      {[](const auto& s) { return s[0] > 150 ? 1 : 2; }, "?"},
      {[](const auto& s) { return s[0] == s[1] ? -1 : -1; }, "?"},
  };
  const SizeProbes probes(names.size(), 1);
  for (const FitCase& one : cases) {
    std::vector<int64_t> values;
    for (size_t p = 0; p < probes.count(); ++p) values.push_back(one.value(probes.point(p)));
    EXPECT_EQ(probes.Fit(values, names).value_or("?"), one.text);
  }
}

TEST(SizeFit, DividesMultiplesWithoutARest) {
  const std::vector<std::string> names = {"N", "H"};
  const SizeProbes probes(names.size(), 64);
  std::vector<int64_t> halves, products;
  for (size_t p = 0; p < probes.count(); ++p) {
    halves.push_back(probes.point(p)[1] / 32);
    products.push_back(probes.point(p)[0] * probes.point(p)[1] / 4);
  }
  EXPECT_EQ(probes.Fit(halves, names), "H/32");
  EXPECT_EQ(probes.Fit(products, names), "N*H/4");
}

}  // namespace
}  // namespace opdk
