#include "tests/bench/duel.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "graph_core/base/disturbance.h"

namespace opdk::bench {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double kSampleSeconds = 50e-6;  // shorter calls are timed several at a time
constexpr size_t kLeastSamples = 5;       // of a block, unless a call is slow
constexpr double kSlowSeconds = 0.5;
constexpr auto kPause = std::chrono::milliseconds(25);
constexpr int kAttempts = 4;  // at a block that was disturbed
constexpr auto kPauseOfDisturbed = std::chrono::milliseconds(200);

double SecondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double Quantile(std::vector<double> values, double quantile) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(quantile * static_cast<double>(values.size() - 1))];
}

}  // namespace

Result<Duel> Duel::Begin(Contestant* ours, Contestant* theirs, double block_seconds) {
  Duel duel;
  duel.ours_.contestant = ours;
  duel.theirs_.contestant = theirs;
  duel.block_seconds_ = block_seconds;
  OPDK_TRY(duel.WarmUp(duel.ours_));
  std::this_thread::sleep_for(kPause);
  if (theirs != nullptr) OPDK_TRY(duel.WarmUp(duel.theirs_));
  std::this_thread::sleep_for(kPause);
  return duel;
}

Status Duel::WarmUp(Side& side) const {
  double fastest = INFINITY;
  const auto start = Clock::now();
  for (int i = 0; i < 2 || (SecondsSince(start) < 0.25 * block_seconds_ && i < 1000); ++i) {
    OPDK_TRY(const double seconds, side.contestant->Time(1));
    fastest = std::min(fastest, seconds);
  }
  side.least_samples = fastest > kSlowSeconds ? 1 : kLeastSamples;
  side.calls = std::max(1, static_cast<int>(std::ceil(kSampleSeconds / std::max(fastest, 1e-8))));
  return Status();
}

Status Duel::Block(Side& side) const {
  const size_t enough = side.kept.size() + side.least_samples;
  for (int attempt = 0; attempt < kAttempts && side.kept.size() < enough; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(kPauseOfDisturbed);
    OPDK_TRY(SampleBlock(side));
  }
  return Status();
}

Status Duel::SampleBlock(Side& side) const {
  // The pool's threads were asleep, the caches may hold the other side's tensors.
  if (side.least_samples > 1) OPDK_TRY(side.contestant->Time(2 * side.calls));
  Disturbance disturbance;
  const auto block_start = Clock::now();
  for (size_t samples = 0; samples < side.least_samples || SecondsSince(block_start) < block_seconds_; ++samples) {
    disturbance.Start();
    OPDK_TRY(const double seconds, side.contestant->Time(side.calls));
    (disturbance.Happened(seconds) ? side.disturbed : side.kept).push_back(seconds / side.calls);
  }
  return Status();
}

Result<double> Duel::Round() {
  const size_t before = ours_.kept.size();
  OPDK_TRY(Block(ours_));
  std::this_thread::sleep_for(kPause);
  if (theirs_.contestant != nullptr) {
    OPDK_TRY(Block(theirs_));
    std::this_thread::sleep_for(kPause);
  }
  const auto first = ours_.kept.begin() + static_cast<std::ptrdiff_t>(before);
  return first == ours_.kept.end() ? ours_.disturbed.back() : Quantile({first, ours_.kept.end()}, 0.5);
}

Timing Duel::Summary(const Side& side) {
  // A machine that is never quiet gives no undisturbed samples. Then all samples count, and the figures say so.
  const std::vector<double>& samples = side.kept.empty() ? side.disturbed : side.kept;
  return {Quantile(samples, 0.1), Quantile(samples, 0.5), static_cast<int>(samples.size()),
          static_cast<int>(side.disturbed.size()), side.kept.empty()};
}

Timing Duel::ours() const { return Summary(ours_); }
Timing Duel::theirs() const { return Summary(theirs_); }

}  // namespace opdk::bench
