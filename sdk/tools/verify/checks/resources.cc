// Checks that calls leave nothing behind: memory, threads, files.
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "graph_core/base/file.h"
#include "sdk/tools/verify/checks/check.h"

namespace opdk::verify {
namespace {

constexpr int kCalls = 64;
constexpr int kRounds = 3;
constexpr double kSlowToMeasureMs = 2;
// Size of the allocator's smallest block. A smaller growth per call is no leak of every call.
constexpr int64_t kSmallestBlock = 24;

struct HeldResources {
  int64_t heap = 0;     // bytes of blocks that are not freed
  int64_t mapped = 0;   // pages of address space
  int64_t threads = 0;  // of the process
  int64_t files = 0;    // open descriptors
};

int64_t EntriesOf(const char* directory) {
  std::error_code error;
  int64_t count = 0;
  for (std::filesystem::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    ++count;
  }
  return count;
}

HeldResources Now() {
  HeldResources held;
  held.threads = EntriesOf("/proc/self/task");
  held.files = EntriesOf("/proc/self/fd");
  if (const auto pages = ReadFile("/proc/self/statm", kTextFile); pages.ok()) {
    held.mapped = std::strtol(pages->c_str(), nullptr, 10);
  }
  const struct mallinfo2 info = mallinfo2();
  held.heap = static_cast<int64_t>(info.uordblks + info.hblkhd);
  return held;
}

}  // namespace

Findings CheckResources(const CheckContext& context) {
  if (context.call_ms > kSlowToMeasureMs) return std::nullopt;
  auto memory = context.kernel.MakeMemory({});
  if (!memory.ok()) return std::nullopt;
  const FaultWatch watch;
  std::array<HeldResources, kRounds + 1> held;
  // The first round warms up: memory that is allocated once and kept is no leak.
  for (int round = 0; round < kRounds; ++round) {
    held[static_cast<size_t>(round)] = Now();
    for (int i = 0; i < kCalls; ++i) {
      if (!context.kernel.Call(context.kernel.call(), **memory).ok()) return std::nullopt;
    }
  }
  held[kRounds] = Now();
  // A leak grows in each round after the first.
  const auto growth = [&](int64_t HeldResources::*field) {
    int64_t least = INT64_MAX;
    for (size_t i = 1; i < kRounds; ++i) least = std::min(least, held[i + 1].*field - held[i].*field);
    return least;
  };
  std::vector<Finding> findings;
  const int64_t heap = growth(&HeldResources::heap);
  if (heap >= kSmallestBlock * kCalls / 2) {
    findings.push_back(
        {"", fmt::format("the kernel leaks: {} calls leave {} bytes allocated, {} a call", kCalls, heap, heap / kCalls),
         "A service that runs for weeks dies of it. Free what each call allocates (std::vector, "
         "std::unique_ptr), or put it into the workspace. opdk test --asan says where it is allocated."});
  }
  const int64_t pages = growth(&HeldResources::mapped);
  if (heap < kSmallestBlock * kCalls / 2 && pages >= kCalls / 2) {
    findings.push_back({"", fmt::format("the kernel leaks: {} calls leave {} pages mapped", kCalls, pages),
                        "A service that runs for weeks dies of it. Unmap what each call maps."});
  }
  if (const int64_t threads = growth(&HeldResources::threads); threads > 0) {
    findings.push_back({"", fmt::format("{} calls leave {} threads running", kCalls, threads),
                        "Join each thread that you start, or use CpuKernelUtils::ParallelFor, which has a pool."});
  }
  if (const int64_t files = growth(&HeldResources::files); files > 0) {
    findings.push_back({"", fmt::format("{} calls leave {} files open", kCalls, files),
                        "Close what each call opens: a process may have about a thousand."});
  }
  return findings;
}

}  // namespace opdk::verify
