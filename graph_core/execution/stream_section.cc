#include "graph_core/execution/stream_section.h"

#include <thread>
#include <utility>

#include "graph_core/execution/context.h"
#include "opdk/thread_team.h"

namespace opdk {
namespace {

// As long as a kernel may well take; then another thread may have the CPU.
constexpr int kSpins = 4000;

void Pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

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

bool StreamEvents::RunAtOnce(const StepRunner& runner, const StreamSection& section, Status& status) {
  ++run_;
  if (!RunTeam(section.streams, [&](int stream) { RunStream(runner, section, stream); })) return false;
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
