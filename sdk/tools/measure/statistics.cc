#include "sdk/tools/measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace opdk::measure {
namespace {

constexpr int kResamples = 2000;
constexpr double kTail = 0.025;

std::vector<double> MediansOf(const Rounds& rounds) {
  std::vector<double> medians;
  for (const std::vector<double>& round : rounds) medians.push_back(Median(round));
  return medians;
}

// Returns the units of resampling: the rounds, or the samples of the only round.
std::vector<double> Units(const Rounds& rounds) { return rounds.size() == 1 ? rounds[0] : MediansOf(rounds); }

double ResampledMedian(const std::vector<double>& units, std::mt19937_64& generator, std::vector<double>& drawn) {
  drawn.resize(units.size());
  for (double& value : drawn) value = units[generator() % units.size()];
  return Median(drawn);
}

template <typename Draw>
Interval Bootstrap(const Draw& draw) {
  std::mt19937_64 generator(1);
  std::vector<double> drawn(kResamples);
  for (double& value : drawn) value = draw(generator);
  return {Quantile(drawn, kTail), Quantile(drawn, 1 - kTail)};
}

}  // namespace

double Quantile(std::vector<double> values, double quantile) {
  const double place = quantile * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::ptrdiff_t>(std::floor(place));
  std::nth_element(values.begin(), values.begin() + below, values.end());
  const double low = values[static_cast<size_t>(below)];
  const double part = place - std::floor(place);
  if (part == 0) return low;
  return low + part * (*std::min_element(values.begin() + below + 1, values.end()) - low);
}

double Median(std::vector<double> values) { return Quantile(std::move(values), 0.5); }

double MedianOf(const Rounds& rounds) { return Median(MediansOf(rounds)); }

Interval MedianInterval(const Rounds& rounds) {
  const std::vector<double> units = Units(rounds);
  std::vector<double> drawn;
  return Bootstrap([&](std::mt19937_64& generator) { return ResampledMedian(units, generator, drawn); });
}

Ratio PairedRatio(const Rounds& before, const Rounds& now) {
  std::vector<double> ratios;
  for (size_t i = 0; i < before.size(); ++i) ratios.push_back(Median(now[i]) / Median(before[i]));
  std::vector<double> drawn;
  return {Median(ratios),
          Bootstrap([&](std::mt19937_64& generator) { return ResampledMedian(ratios, generator, drawn); })};
}

Ratio UnpairedRatio(const Rounds& before, const Rounds& now) {
  const std::vector<double> old_units = Units(before);
  const std::vector<double> new_units = Units(now);
  std::vector<double> drawn;
  return {MedianOf(now) / MedianOf(before), Bootstrap([&](std::mt19937_64& generator) {
            const double old_median = ResampledMedian(old_units, generator, drawn);
            return ResampledMedian(new_units, generator, drawn) / old_median;
          })};
}

}  // namespace opdk::measure
