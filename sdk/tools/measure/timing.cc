#include "sdk/tools/measure/timing.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "graph_core/base/disturbance.h"

namespace opdk::measure {
namespace {

using Clock = std::chrono::steady_clock;
using Call = std::function<Status(int count)>;

constexpr double kSampleSeconds = 50e-6;
constexpr size_t kLeastSamples = 5;
constexpr size_t kMostSamples = 200;

double SecondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

class Sampler {
 public:
  Sampler(const Call& call, double budget) : call_(call), budget_(budget) {}

  Status WarmUp() {
    double fastest = INFINITY;
    int calls = 1;
    const auto start = Clock::now();
    for (int i = 0; i < 2 || (SecondsSince(start) < 0.2 * budget_ && i < 1000); ++i) {
      const auto begin = Clock::now();
      OPDK_TRY(call_(calls));
      const double seconds = SecondsSince(begin) / calls;
      fastest = std::min(fastest, seconds);
      if (seconds > budget_) break;
      // The clock alone takes longer than the shortest calls.
      calls = fastest * calls < 0.1 * kSampleSeconds ? calls * 4 : calls;
    }
    const double sample = std::max(kSampleSeconds, budget_ / static_cast<double>(kMostSamples));
    calls_ = static_cast<int>(std::clamp(std::ceil(sample / std::max(fastest, 1e-9)), 1.0, 1e6));
    least_ = fastest > budget_ ? 1 : kLeastSamples;
    return Status();
  }

  Status Take(Disturbance& disturbance) {
    disturbance.Start();
    const auto begin = Clock::now();
    OPDK_TRY(call_(calls_));
    const double seconds = SecondsSince(begin);
    (disturbance.Happened(seconds) ? disturbed_ : kept_).push_back(seconds / calls_);
    spent_ += seconds;
    return Status();
  }

  bool done() const {
    const size_t count = kept_.size() + disturbed_.size();
    // A busy machine gets twice the time to give undisturbed samples.
    const double budget = kept_.size() < kLeastSamples ? 2 * budget_ : budget_;
    return count >= least_ && (spent_ >= budget || count >= kMostSamples);
  }

  Timing Summary() && {
    Timing timing;
    timing.disturbed = disturbed_.size();
    timing.doubtful = kept_.size() < least_;
    if (timing.doubtful) kept_.insert(kept_.end(), disturbed_.begin(), disturbed_.end());
    timing.seconds = std::move(kept_);
    return timing;
  }

 private:
  const Call& call_;
  double budget_;
  int calls_ = 1;
  size_t least_ = 1;
  double spent_ = 0;
  std::vector<double> kept_, disturbed_;
};

}  // namespace

Result<Timing> TimeCalls(const Call& call, double budget) {
  Sampler sampler(call, budget);
  OPDK_TRY(sampler.WarmUp());
  Disturbance disturbance;  // sees the threads that the first calls have started
  while (!sampler.done()) OPDK_TRY(sampler.Take(disturbance));
  return std::move(sampler).Summary();
}

Result<TimingPair> TimeByTurns(const Call& first, const Call& second, double budget) {
  Sampler one(first, budget / 2);
  Sampler other(second, budget / 2);
  OPDK_TRY(one.WarmUp());
  OPDK_TRY(other.WarmUp());
  Disturbance disturbance;
  while (!one.done() || !other.done()) {
    OPDK_TRY(one.Take(disturbance));
    OPDK_TRY(other.Take(disturbance));
  }
  return TimingPair{std::move(one).Summary(), std::move(other).Summary()};
}

}  // namespace opdk::measure
