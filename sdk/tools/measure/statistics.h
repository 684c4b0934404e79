// Statistics of measured times: medians and their confidence intervals.
#pragma once

#include <vector>

namespace opdk::measure {

// Returns the quantile, linear between the neighbours. `values` isn't empty; `quantile` is in [0, 1].
double Quantile(std::vector<double> values, double quantile);
double Median(std::vector<double> values);

struct Interval {
  double low = 0;
  double high = 0;
};

// Samples by round; each round is a process of its own. Memory placement and other load differ between processes, so
// samples of one process alone look surer than they are. No round is empty.
using Rounds = std::vector<std::vector<double>>;

// Returns the median of the rounds' medians.
double MedianOf(const Rounds& rounds);
// Returns the 95 % interval (two-sided) of the median. It is a bootstrap over the rounds, or over the samples if there
// is only one round. Equal rounds give equal intervals.
Interval MedianInterval(const Rounds& rounds);

struct Ratio {
  double ratio = 1;  // of `now` to `before`
  Interval interval;
};
// Returns the median of the rounds' ratios. Round i of `before` and of `now` ran one right after the other, so a
// disturbance meets both. Both have equally many rounds.
Ratio PairedRatio(const Rounds& before, const Rounds& now);
// Returns the ratio of the medians, for measurements at different times.
Ratio UnpairedRatio(const Rounds& before, const Rounds& now);

}  // namespace opdk::measure
