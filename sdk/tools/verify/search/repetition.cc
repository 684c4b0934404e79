#include "sdk/tools/verify/search/repetition.h"

#include <fmt/format.h>

namespace opdk::verify {
namespace {

constexpr int kTries = 4;

int FailuresOf(const SearchCase& failing, const std::string& kind, const TestHarness& harness,
               const RunOptions& options, int threads) {
  int failures = 0;
  for (int i = 0; i < kTries; ++i) failures += JudgeIsolated({failing}, harness, options, threads).kind == kind ? 1 : 0;
  return failures;
}

// Returns why a timeout isn't repeatable. A busy machine makes everything slow: a hang takes long again.
std::string WhyInTime(const SearchCase& failing, const std::string& kind, const TestHarness& harness,
                      RunOptions options) {
  constexpr double kPatience = 3;
  const double seconds = kind == "timeout" ? options.seconds : options.golden_seconds;
  options.seconds *= kPatience;
  options.golden_seconds *= kPatience;
  if (JudgeIsolated({failing}, harness, options).kind == kind) return "";
  return fmt::format("it depends on time: it took more than {:g} s once, and run alone less than {:g} s", seconds,
                     kPatience * seconds);
}

}  // namespace

std::string WhyNotRepeatable(const SearchCase& failing, const std::string& kind, const std::vector<SearchCase>& before,
                             size_t run_of_process, const TestHarness& harness, const RunOptions& options) {
  if (IsTimeout(kind)) return WhyInTime(failing, kind, harness, options);
  if (JudgeIsolated({failing}, harness, options).kind == kind) return "";
  std::vector<SearchCase> sequence = before;
  sequence.push_back(failing);
  if (!before.empty() && JudgeIsolated(sequence, harness, options).kind == kind) {
    return fmt::format(
        "it depends on an earlier call: alone in a process it passes, after the {} that ran before it, it fails again. "
        "Look for static variables and for buffers that are made once",
        before.size() == 1 ? "case" : fmt::format("{} cases", before.size()));
  }
  const int of_many = FailuresOf(failing, kind, harness, options, 0);
  const int of_one = FailuresOf(failing, kind, harness, options, 1);
  if (of_many > 0 && of_one == 0) {
    return fmt::format("it depends on threads: run alone it fails {} times of {}, and with one thread never", of_many,
                       kTries + 1);
  }
  if (of_many + of_one > 0) {
    return fmt::format("it depends on chance: run alone it fails {} times of {}", of_many + of_one, 2 * kTries + 1);
  }
  if (run_of_process > 1) {
    return fmt::format(
        "it came as run {} of a process that had run other cases, and doesn't come when it is run alone: an earlier "
        "call, threads or time decide",
        run_of_process);
  }
  return fmt::format("it doesn't come again in {} runs alone: threads, time or chance decide", 2 * kTries + 1);
}

}  // namespace opdk::verify
