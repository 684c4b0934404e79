#include "graph_core/preparation/size_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace opdk {
namespace {

// Base sizes: far from each other, so that equal results are no accident; odd, so that halves are rounded.
constexpr int64_t kBase = 131;
constexpr int64_t kBetween = 26;
constexpr int64_t kFurther = 17;
constexpr size_t kTogether = 3;
// Largest divisor that is tried. A size alone grows by one per probe, which shows where it is rounded.
constexpr int64_t kMostDivisor = 8;
static_assert(SizeProbes::kAlone > kMostDivisor);

int64_t FloorQuotient(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// Multiplies `a` by `b`. False: the product is too large.
bool Multiply(int64_t& a, int64_t b) { return !__builtin_mul_overflow(a, b, &a); }

}  // namespace

SizeProbes::SizeProbes(size_t sizes, int64_t step) : step_(step) {
  std::vector<int64_t> base;
  for (size_t i = 0; i < sizes; ++i) base.push_back(step * (kBase + kBetween * static_cast<int64_t>(i)));
  points_.push_back(base);
  for (size_t i = 0; i < sizes; ++i) {
    for (size_t shift = 1; shift <= kAlone; ++shift) {
      points_.push_back(base);
      points_.back()[i] += step * static_cast<int64_t>(shift);
    }
  }
  for (size_t together = 1; together <= kTogether; ++together) {
    points_.push_back(base);
    for (size_t i = 0; i < sizes; ++i) points_.back()[i] += step * kFurther * static_cast<int64_t>(together * (i + 2));
  }
}

std::optional<std::string> SizeProbes::Fit(std::span<const int64_t> values, std::span<const std::string> names) const {
  if (std::any_of(values.begin(), values.end(), [](int64_t value) { return value < 0; })) return std::nullopt;
  if (auto sum = FitSum(values, names)) return sum;
  if (auto quotient = FitQuotient(values, names)) return quotient;
  return FitProduct(values, names);
}

std::optional<std::string> SizeProbes::FitSum(std::span<const int64_t> values,
                                              std::span<const std::string> names) const {
  std::vector<int64_t> factors;
  int64_t rest = values[0];
  for (size_t i = 0; i < names.size(); ++i) {
    const int64_t change = values[Alone(i)] - values[0], shift = points_[Alone(i)][i] - points_[0][i];
    if (change % shift != 0) return std::nullopt;
    factors.push_back(change / shift);
    rest -= factors.back() * points_[0][i];
  }
  for (size_t p = 0; p < count(); ++p) {
    if (values[p] != std::inner_product(factors.begin(), factors.end(), points_[p].begin(), rest)) return std::nullopt;
  }
  std::string text;
  const auto add = [&](int64_t number, const std::string& name) {
    if (number == 0) return;
    text += number < 0 ? "-" : text.empty() ? "" : "+";
    const int64_t positive = number < 0 ? -number : number;
    text += name.empty() ? std::to_string(positive) : positive == 1 ? name : fmt::format("{}*{}", positive, name);
  };
  for (size_t i = 0; i < names.size(); ++i) add(factors[i], names[i]);
  add(rest, "");
  return text.empty() ? "0" : text;
}

// Finds the least divisor that fits, with the addend nearest to 0.
std::optional<std::string> SizeProbes::FitQuotient(std::span<const int64_t> values,
                                                   std::span<const std::string> names) const {
  constexpr int64_t kMostAddend = 32;
  // Multiples of a large number don't show where they are rounded.
  if (step_ > 1) return std::nullopt;
  for (size_t i = 0; i < names.size(); ++i) {
    for (int64_t divisor = 2; divisor <= kMostDivisor; ++divisor) {
      for (int64_t n = 0; n <= 2 * kMostAddend; ++n) {
        const int64_t addend = n % 2 == 0 ? -n / 2 : n / 2 + 1;
        bool fits = true;
        for (size_t p = 0; fits && p < count(); ++p) {
          fits = values[p] == FloorQuotient(points_[p][i] + addend, divisor);
        }
        if (!fits) continue;
        if (addend == 0) return fmt::format("{}/{}", names[i], divisor);
        return fmt::format("({}{:+})/{}", names[i], addend, divisor);
      }
    }
  }
  return std::nullopt;
}

std::optional<std::string> SizeProbes::FitProduct(std::span<const int64_t> values,
                                                  std::span<const std::string> names) const {
  constexpr int kMostPower = 3;
  if (values[0] == 0) return std::nullopt;
  std::vector<int> powers;
  for (size_t i = 0; i < names.size(); ++i) {
    int64_t before = values[0], after = values[Alone(i)];
    int power = 0;
    for (; before != after; ++power) {
      if (power == kMostPower || !Multiply(before, points_[Alone(i)][i]) || !Multiply(after, points_[0][i])) {
        return std::nullopt;
      }
    }
    powers.push_back(power);
  }
  std::optional<std::pair<int64_t, int64_t>> ratio;  // ratio of the values to the products
  for (size_t p = 0; p < count(); ++p) {
    int64_t product = 1;
    for (size_t i = 0; i < powers.size(); ++i) {
      for (int n = 0; n < powers[i]; ++n) {
        if (!Multiply(product, points_[p][i])) return std::nullopt;
      }
    }
    const int64_t common = std::gcd(values[p], product);
    const std::pair<int64_t, int64_t> here(values[p] / common, product / common);
    if (ratio.value_or(here) != here) return std::nullopt;
    ratio = here;
  }
  std::string text = ratio->first == 1 ? "" : std::to_string(ratio->first);
  for (size_t i = 0; i < names.size(); ++i) {
    for (int n = 0; n < powers[i]; ++n) text += (text.empty() ? "" : "*") + names[i];
  }
  return ratio->second == 1 ? text : fmt::format("{}/{}", text, ratio->second);
}

}  // namespace opdk
