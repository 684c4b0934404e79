// Checks that a kernel leaves the process as it was: floating-point environment, locale.
#include <fmt/format.h>

#include <cfenv>
#include <clocale>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "opdk/parallel.h"
#include "sdk/tools/verify/checks/check.h"

namespace opdk::verify {
namespace {

struct FloatEnvironment {
  int rounding = FE_TONEAREST;
  unsigned control = 0;  // MXCSR without its sticky flags: rounding, masks, flush to zero, denormals are zero
  bool operator<(const FloatEnvironment& other) const {
    return std::pair(rounding, control) < std::pair(other.rounding, other.control);
  }
  bool operator==(const FloatEnvironment&) const = default;
};

FloatEnvironment Current() {
  FloatEnvironment environment;
  environment.rounding = std::fegetround();
#if defined(__x86_64__)
  environment.control = _mm_getcsr() & ~0x3FU;
#endif
  return environment;
}

const char* RoundingName(int rounding) {
  switch (rounding) {
    case FE_TONEAREST:
      return "to nearest";
    case FE_UPWARD:
      return "upward";
    case FE_DOWNWARD:
      return "downward";
    case FE_TOWARDZERO:
      return "toward zero";
    default:
      return "unknown";
  }
}

std::string Changes(const FloatEnvironment& before, const FloatEnvironment& after) {
  std::string text;
  const auto add = [&](const std::string& change) { text += (text.empty() ? "" : ", ") + change; };
  if (before.rounding != after.rounding) {
    add(fmt::format("rounding was {} and is {}", RoundingName(before.rounding), RoundingName(after.rounding)));
  }
  const unsigned changed = before.control ^ after.control;
  if ((changed & 0x8000) != 0) add((after.control & 0x8000) != 0 ? "flush to zero (FTZ) is on" : "FTZ is off");
  if ((changed & 0x0040) != 0) add((after.control & 0x0040) != 0 ? "denormals are zero (DAZ) is on" : "DAZ is off");
  if ((changed & 0x1F80) != 0) add("floating-point exceptions are masked differently");
  return text;
}

// Returns the environments of the pool's threads, which run a kernel's work, too.
std::set<FloatEnvironment> OfThePool() {
  std::set<FloatEnvironment> seen;
  std::mutex mutex;
  ParallelFor(64, 1, [&](int64_t, int64_t) {
    const FloatEnvironment here = Current();
    const std::lock_guard lock(mutex);
    seen.insert(here);
  });
  return seen;
}

void Restore(const FloatEnvironment& environment) {
  std::fesetround(environment.rounding);
#if defined(__x86_64__)
  _mm_setcsr(environment.control);
#endif
}

}  // namespace

Findings CheckEnvironment(const CheckContext& context) {
  // The first runs may have changed the environment already, so each part is set to its state at a process's start.
  std::fenv_t saved;
  std::fegetenv(&saved);
  std::fesetenv(FE_DFL_ENV);
  std::setlocale(LC_ALL, "C");
  ParallelFor(64, 1, [](int64_t, int64_t) { std::fesetenv(FE_DFL_ENV); });
  const FloatEnvironment before = Current();
  const KernelRun run = context.kernel.Run();
  const FloatEnvironment after = Current();
  const std::string locale = std::setlocale(LC_ALL, nullptr);
  Restore(before);
  std::set<FloatEnvironment> pool = OfThePool();
  std::setlocale(LC_ALL, "C");
  std::fesetenv(&saved);
  std::vector<Finding> findings;
  std::string changes = Changes(before, after);
  if (changes.empty()) {
    for (const FloatEnvironment& other : pool) {
      if (changes.empty()) changes = Changes(before, other);
    }
    if (!changes.empty()) changes = "on a thread of the pool " + changes;
  }
  if (!changes.empty()) {
    findings.push_back({"", "the kernel changes the floating-point environment: " + changes,
                        "Every operator after it computes differently. Save the environment with fegetenv() (or "
                        "_mm_getcsr()) and restore it before you return, on every thread that you change it on."});
  }
  if (locale != "C") {
    findings.push_back({"", fmt::format("the kernel changes the process's locale to {}", locale),
                        "Everything that reads or prints numbers after it is affected. Don't call setlocale()."});
  }
  return findings;
}

}  // namespace opdk::verify
