// Checks that one kernel can run on many threads at once.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

#include "opdk/parallel.h"
#include "sdk/tools/verify/checks/check.h"
#include "sdk/tools/verify/checks/held_call.h"

namespace opdk::verify {
namespace {

constexpr size_t kThreads = 4;
// Time for which calls overlap; longer if a thread had no turn yet.
constexpr double kLongEnoughMs = 2;
constexpr double kLongestMs = 20;
constexpr int kMostCalls = 200;
constexpr int kFewCalls = 3;

struct Caller {
  std::unique_ptr<KernelCall> call;
  std::unique_ptr<KernelMemory> memory;
  std::string difference;
};

// Progress of the callers.
struct Progress {
  std::atomic<size_t> waiting = kThreads;  // to begin
  std::atomic<size_t> began = 0;           // have made a few calls
};

void CallRepeatedly(const CheckContext& context, Caller& caller, Progress& progress) {
  const ThreadScope threads(1);
  --progress.waiting;
  while (progress.waiting > 0) std::this_thread::yield();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < kMostCalls && caller.difference.empty(); ++i) {
    const Status status = context.kernel.Call(*caller.call, *caller.memory);
    if (!status.ok()) {
      caller.difference = status.message();
      return;
    }
    const auto outputs = context.kernel.Outputs(*caller.memory);
    caller.difference = outputs.ok() ? DescribeDifference(context.base.outputs, *outputs, context.instance.op)
                                     : outputs.status().message();
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
    if (i == kFewCalls) ++progress.began;
    const bool all_began = progress.began == kThreads;
    if (i >= kFewCalls && spent.count() > (all_began ? kLongEnoughMs : kLongestMs)) return;
  }
}

Finding SharedFinding(size_t threads, const std::string& difference) {
  return {"",
          fmt::format("{} threads that run the kernel at once, each on its own tensors, get another result "
                      "than one alone: {}",
                      threads, difference),
          "Models run on several threads in one process. The kernel shares something between calls: a "
          "static or global variable, a buffer made once. Keep it on the stack or in the workspace."};
}

}  // namespace

Findings CheckConcurrency(const CheckContext& context) {
  if (context.call_ms > kSlowCallMs) return std::nullopt;
  // Differences that come from the number of threads belong to the determinism check. Here each caller has one thread.
  const KernelRun alone = context.kernel.Run({.threads = 1});
  if (!alone.status.ok() || !DescribeDifference(context.base.outputs, alone.outputs, context.instance.op).empty()) {
    return std::nullopt;
  }
  std::vector<Caller> callers(kThreads);
  for (Caller& caller : callers) {
    auto call = context.kernel.NewCall();
    auto memory = context.kernel.MakeMemory({});
    if (!call.ok() || !memory.ok()) return std::nullopt;
    caller.call = std::move(call).value();
    caller.memory = std::move(memory).value();
  }
  // A kernel that changes its own second call on the same memory belongs to unwritten_output.
  Progress alone_progress{.waiting = 1, .began = kThreads};
  Caller& first = callers.front();
  CallRepeatedly(context, first, alone_progress);
  if (!first.difference.empty()) return std::nullopt;
  const std::string held = HeldCallDifference(context, *callers[0].call, *callers[1].call);
  if (!held.empty()) return std::vector<Finding>{SharedFinding(2, held)};
  Progress progress;
  {
    const FaultWatch watch;
    std::vector<std::thread> threads;
    for (Caller& caller : callers) {
      threads.emplace_back([&context, &caller, &progress] { CallRepeatedly(context, caller, progress); });
    }
    for (std::thread& thread : threads) thread.join();
  }
  const auto wrong =
      std::find_if(callers.begin(), callers.end(), [](const Caller& caller) { return !caller.difference.empty(); });
  if (wrong == callers.end()) return std::vector<Finding>();
  return std::vector<Finding>{SharedFinding(kThreads, wrong->difference)};
}

}  // namespace opdk::verify
