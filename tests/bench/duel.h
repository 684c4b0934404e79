// Two contestants run one row by turns, so that a disturbance of the machine disturbs both.
#pragma once

#include <vector>

#include "tests/bench/contestant.h"

namespace opdk::bench {

struct Timing {
  double p10 = 0;  // seconds per call
  double median = 0;
  int samples = 0;
  int disturbed = 0;      // samples in which something else used the CPUs; left out
  bool doubtful = false;  // there were no others, so they count
};

class Duel {
 public:
  // Begins a duel and warms both sides up. `theirs`: nullptr to time ours alone.
  static Result<Duel> Begin(Contestant* ours, Contestant* theirs, double block_seconds);

  // Runs a block of each side, with pauses between, in which the worker threads of the first side end their spinning.
  // Returns the median of our side's seconds per call in this round.
  Result<double> Round();

  Timing ours() const;
  Timing theirs() const;

 private:
  struct Side {
    Contestant* contestant = nullptr;
    int calls = 1;             // of one sample
    size_t least_samples = 1;  // of one block
    std::vector<double> kept = {};
    std::vector<double> disturbed = {};
  };
  Status WarmUp(Side& side) const;
  Status Block(Side& side) const;
  Status SampleBlock(Side& side) const;
  static Timing Summary(const Side& side);

  Side ours_;
  Side theirs_;
  double block_seconds_ = 0;
};

}  // namespace opdk::bench
