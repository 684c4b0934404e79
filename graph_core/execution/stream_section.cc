#include "graph_core/execution/stream_section.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "graph_core/execution/context.h"
#include "opdk/thread_team.h"

namespace opdk {
namespace {

// Spins of a waiting thread, as long as a short kernel may take. Then another thread may have the CPU.
constexpr int kSpins = 4000;

void Pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

void StreamPace::Note(int64_t nanoseconds) {
  constexpr int64_t kMuchLonger = 4, kAnyway = 20'000;
  constexpr int kMostSlow = 2, kLongestPause = 1 << 16;
  // The first run wakes the threads, so it doesn't count.
  const bool slow = least_ < std::numeric_limits<int64_t>::max() && nanoseconds > kMuchLonger * least_ + kAnyway;
  least_ = std::min(least_, nanoseconds);
  slow_ = slow ? slow_ + 1 : 0;
  if (slow_ < kMostSlow) {
    if (!slow) next_pause_ = kFirstPause;
    return;
  }
  // After the pause, one more slow run is enough for the next pause.
  slow_ = kMostSlow - 1;
  pause_ = std::exchange(next_pause_, std::min(2 * next_pause_, kLongestPause));
}

StreamEvents::StreamEvents(size_t steps, std::span<const StreamSection> sections)
    : sections_(sections), paces_(sections.size()), ended_(std::make_unique<std::atomic<uint32_t>[]>(steps)) {
  int streams = 0;
  for (const StreamSection& section : sections) streams = std::max(streams, section.streams);
  errors_.resize(static_cast<size_t>(streams));
}

bool StreamEvents::WaitFor(int step) const {
  const std::atomic<uint32_t>& ended = ended_[static_cast<size_t>(step)];
  for (int spins = 0; ended.load(std::memory_order_acquire) != run_; ++spins) {
    if (failed_.load(std::memory_order_relaxed)) return false;
    if (spins < kSpins) {
      Pause();
    } else {
      std::this_thread::yield();
    }
  }
  return true;
}

void StreamEvents::RunStream(const StepRunner& runner, const StreamSection& section, int stream) {
  for (int s = section.begin; s < section.end; ++s) {
    RunStep& step = runner.state.steps[static_cast<size_t>(s)];
    if (step.plan->stream != stream) continue;
    for (const int wait : step.plan->waits) {
      if (!WaitFor(wait)) return;
    }
    Status status = runner.Run(step);
    if (!status.ok()) {
      errors_[static_cast<size_t>(stream)] = {s, std::move(status)};
      failed_.store(true, std::memory_order_relaxed);
      return;
    }
    ended_[static_cast<size_t>(s)].store(run_, std::memory_order_release);
  }
}

bool StreamEvents::RunAtOnce(const StepRunner& runner, size_t number, Status& status) {
  const StreamSection& section = sections_[number];
  if (!paces_[number].MayTry()) return false;
  ++run_;
  const auto start = std::chrono::steady_clock::now();
  if (!RunTeam(section.streams, [&](int stream) { RunStream(runner, section, stream); })) return false;
  paces_[number].Note(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count());
  if (!failed_.exchange(false, std::memory_order_relaxed)) return true;
  Failure first;
  for (Failure& failure : errors_) {
    Failure taken = std::exchange(failure, {});
    if (taken.step >= 0 && (first.step < 0 || taken.step < first.step)) first = std::move(taken);
  }
  status = std::move(first.status);
  return true;
}

}  // namespace opdk
