#include "sdk/tools/cli/time_watch.h"

#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "graph_core/base/limits.h"
#include "graph_core/package/running_step.h"
#include "opdk/log.h"
#include "opdk/log_capture.h"
#include "opdk/safe_text.h"
#include "opdk/status.h"

namespace opdk::cli {
namespace {

using Seconds = std::chrono::duration<double>;

constexpr auto kPause = std::chrono::milliseconds(250);
constexpr auto kLong = std::chrono::seconds(10);
// The time that a loop of the model has for its own error, after the time of the run is up.
constexpr auto kGrace = std::chrono::milliseconds(1000);

// Ends the process. The thread whose call doesn't return may hold a stream's lock, so this function takes none. The
// system call isn't caught as a package's (exit_guard.h).
[[noreturn]] void End(const Status& status) {
  ErrorCapture::WriteHeld();
  if (ftrylockfile(stdout) == 0) fflush_unlocked(stdout);
  const std::string text = status.ToString() + '\n';
  (void)!write(STDERR_FILENO, text.data(), text.size());
  while (true) syscall(SYS_exit_group, ExitCode(status.code()));
}

}  // namespace

TimeWatch::TimeWatch(std::optional<double> timeout_s) : timeout_s_(timeout_s) {
  // A longer time than a year is no limit.
  if (timeout_s && *timeout_s < 3e7) {
    steps_are_named = true;
    SetDeadline(begin_ + std::chrono::duration_cast<Clock::duration>(Seconds(*timeout_s)));
  }
  thread_ = std::thread([this] { Watch(); });
}

TimeWatch::~TimeWatch() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  stop_.notify_all();
  thread_.join();
  steps_are_named = false;
  SetDeadline(Clock::time_point::max());
}

void TimeWatch::Watch() {
  std::unique_lock lock(mutex_);
  Clock::time_point now = begin_;
  // The time of the run is up between two pauses.
  const auto next = [&now] { return now < Deadline() ? std::min(now + kPause, Deadline()) : now + kPause; };
  while (!stop_.wait_until(lock, next(), [this] { return stopped_; })) {
    now = Clock::now();
    CheckTime(Look(now), now);
  }
}

TimeWatch::LongestCall TimeWatch::Look(Clock::time_point now) {
  std::map<CallId, Clock::time_point> seen;
  LongestCall longest;
  uint64_t thread = 0;
  SeeRunningCalls([&](const CallId& call, const std::function<std::string()>& where) {
    const auto known = first_seen_.find(call);
    const Clock::time_point begin = known == first_seen_.end() ? now : known->second;
    seen.emplace(call, begin);
    // The calls around the innermost one only wait for it.
    if (std::exchange(thread, call.thread) == call.thread) return;
    if (now - begin > longest.time) longest = {where(), now - begin};
  });
  first_seen_ = std::move(seen);
  if (longest.time >= kLong && named_.insert(longest.where).second) {
    Log(LogLevel::kWarning, "run", "%s has been running for %.0f s and goes on%s", SafeLine(longest.where).c_str(),
        Seconds(longest.time).count(), timeout_s_ ? "" : "; --timeout SECONDS ends it");
  }
  return longest;
}

void TimeWatch::CheckTime(const LongestCall& longest, Clock::time_point now) const {
  if (now < Deadline()) return;
  const bool hangs = 2 * longest.time >= now - begin_;
  if (!hangs && now < Deadline() + kGrace) return;
  const std::string late = fmt::format("the run has not ended after {:g} s", *timeout_s_);
  if (longest.time < kGrace / 2) {
    End(Status(ErrorCode::kKernelTimeout, late + ", and no code of a package has run for long")
            .Hint("--timeout SECONDS gives it more; --profile FILE of a run that ends shows what takes the time"));
  }
  End(Status(ErrorCode::kKernelTimeout,
             fmt::format("{}: this call runs for {:.1f} s and has not returned", late, Seconds(longest.time).count()))
          .At(longest.where)
          .Hint("give the run more with --timeout SECONDS; if it doesn't end then, look for an endless loop there"));
}

}  // namespace opdk::cli
