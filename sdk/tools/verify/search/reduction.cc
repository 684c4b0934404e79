#include "sdk/tools/verify/search/reduction.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "sdk/tools/verify/search/coverage.h"
#include "sdk/tools/verify/search/shrink.h"

namespace opdk::verify {
namespace {

using Clock = std::chrono::steady_clock;
using Verdict = Judgement::Verdict;

constexpr size_t kAtOnce = 64;          // candidates of one child
constexpr size_t kHangCandidates = 40;  // each costs the whole timeout

// Returns the checks that can give a failure of this kind.
std::vector<std::string> ChecksFor(const FuzzFailure& failure) {
  const auto& made = failure.checks;
  const std::string& kind = failure.judgement.kind;
  if (std::find(made.begin(), made.end(), kind) == made.end()) return made;
  // A kernel that leaves its memory mustn't run on ordinary memory.
  return {"bounds", kind};
}

class Reduction {
 public:
  Reduction(const FuzzFailure& failure, const TestHarness& harness, const FuzzOptions& options)
      : kind_(failure.judgement.kind),
        harness_(harness),
        options_(options),
        run_(SearchRun(ChecksFor(failure), options)),
        at_(sizeof(uint64_t)) {}

  bool interrupted() const { return interrupted_; }
  const RunOptions& run() const { return run_; }

  // Returns the first candidate that fails in the same way. Many candidates run in one child. If a candidate ends the
  // child in another way, the next child continues behind it.
  std::optional<size_t> FirstOfKind(const std::vector<SearchCase>& candidates) {
    const size_t most = IsTimeout(kind_) ? 1 : kAtOnce;
    for (size_t first = 0; first < candidates.size();) {
      interrupted_ = interrupted_ || (options_.interrupted != nullptr && *options_.interrupted != 0) ||
                     std::chrono::duration<double>(Clock::now() - start_).count() > options_.shrink_seconds;
      if (interrupted_) return std::nullopt;
      const size_t end = std::min(candidates.size(), first + most);
      size_t next = end;
      const std::optional<size_t> failing = FirstAmong(candidates, first, end, next);
      if (failing) return failing;
      first = next;
    }
    return std::nullopt;
  }

 private:
  uint64_t& at() const { return *reinterpret_cast<uint64_t*>(at_.data()); }

  std::optional<size_t> FirstAmong(const std::vector<SearchCase>& candidates, size_t first, size_t end, size_t& next) {
    const auto work = [&](size_t) -> std::string {
      for (size_t i = first; i < end; ++i) {
        at() = i;
        const Judgement judgement = Judge(candidates[i], harness_, run_);
        if (judgement.verdict == Verdict::kFailed && judgement.kind == kind_) return std::to_string(i);
      }
      return "none";
    };
    std::optional<size_t> failing;
    const double timeout_s = (2 * run_.seconds + run_.golden_seconds) * static_cast<double>(end - first);
    RunIsolated(
        1, work,
        {.parallel = 1, .timeout_s = timeout_s, .memory_bytes = kRunMemory, .interrupted = options_.interrupted},
        [&](size_t, ChildReport&& report) {
          if (report.end == ChildReport::End::kDone) {
            if (report.answer != "none") failing = std::stoul(report.answer);
          } else if (KindOfEnd(report) == kind_) {
            failing = at();
          } else {
            next = at() + 1;
          }
          return true;
        });
    return failing;
  }

  const std::string kind_;
  const TestHarness& harness_;
  const FuzzOptions& options_;
  const RunOptions run_;
  SharedMemory at_;  // the candidate that the child is at
  bool interrupted_ = false;
  const Clock::time_point start_ = Clock::now();
};

}  // namespace

void ReduceFailure(FuzzFailure& failure, const TestHarness& harness, const FuzzOptions& options) {
  Reduction reduction(failure, harness, options);
  const auto first_failing = [&](const std::vector<SearchCase>& candidates) {
    return reduction.FirstOfKind(candidates);
  };
  const size_t most = IsTimeout(failure.judgement.kind) ? kHangCandidates : options.shrink_candidates;
  failure.smallest = Shrink(failure.original, first_failing, most);
  failure.checks = reduction.run().checks;
  failure.interrupted = reduction.interrupted();
  const Judgement again = JudgeIsolated({failure.smallest}, harness, reduction.run());
  if (again.verdict == Verdict::kFailed) {
    failure.judgement = again;
  } else {
    failure.not_repeatable =
        "the case that it was shrunk to failed then and passes now: chance, threads or time decide";
  }
}

}  // namespace opdk::verify
