// What times say: medians, and how sure they are.
#pragma once

#include <vector>

namespace opdk::verify {

// Linear between the neighbours. `values` isn't empty, `quantile` in [0, 1].
double Quantile(std::vector<double> values, double quantile);
double Median(std::vector<double> values);

struct Interval {
  double low = 0;
  double high = 0;
};

// Samples by round: each round is a process of its own. Where memory lies and what else runs differs from one process
// to the next, so samples of one process alone look surer than they are. No round is empty.
using Rounds = std::vector<std::vector<double>>;

// The median of the rounds' medians.
double MedianOf(const Rounds& rounds);
// Where it lies with 95 % (two-sided): bootstrap over the rounds, over the samples when there is one round only. The
// same rounds give the same interval.
Interval MedianInterval(const Rounds& rounds);

struct Ratio {
  double ratio = 1;  // of `now` to `before`
  Interval interval;
};
// Round i of both was run one right after the other: what disturbed the one disturbed the other, so the ratio is the
// median of the rounds' ratios. Both have the same number of rounds.
Ratio PairedRatio(const Rounds& before, const Rounds& now);
// Of measurements at different times: the ratio of the medians.
Ratio UnpairedRatio(const Rounds& before, const Rounds& now);

}  // namespace opdk::verify
