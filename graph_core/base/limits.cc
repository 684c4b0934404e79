#include "graph_core/base/limits.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "graph_core/base/cache_root.h"
#include "graph_core/base/file.h"

namespace opdk {
namespace {

constexpr const char* kMemoryVariable = "OPDK_MAX_MEMORY";
constexpr const char* kNodesVariable = "OPDK_MAX_NODES";
constexpr const char* kIterationsVariable = "OPDK_MAX_ITERATIONS";
std::atomic<std::chrono::steady_clock::time_point> g_deadline{std::chrono::steady_clock::time_point::max()};
constexpr int64_t kMostNodes = 2'000'000;

const char* Set(const char* variable) {
  const char* text = std::getenv(variable);
  return text == nullptr || *text == '\0' ? nullptr : text;
}

std::optional<int64_t> ParseCount(const char* text) {
  int64_t count = 0;
  const char* end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, count);
  if (error != std::errc() || stop != end || count <= 0) return std::nullopt;
  return count;
}

uint64_t MachineMemory() {
  const uint64_t memory = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  const auto text = ReadFile("/sys/fs/cgroup/memory.max", kTextFile);
  if (!text.ok()) return memory;
  // A control group without a limit of its own says "max".
  const auto group = ParseCount(text->substr(0, text->find('\n')).c_str());
  return group ? std::min(memory, static_cast<uint64_t>(*group)) : memory;
}

}  // namespace

uint64_t MemoryLimit() {
  static const uint64_t limit = [] {
    const char* text = Set(kMemoryVariable);
    const auto size = text == nullptr ? std::nullopt : ParseSize(text);
    return size && *size > 0 ? *size : MachineMemory();
  }();
  return limit;
}

int64_t NodeLimit() {
  static const int64_t limit = [] {
    const char* text = Set(kNodesVariable);
    const auto count = text == nullptr ? std::nullopt : ParseCount(text);
    return count.value_or(kMostNodes);
  }();
  return limit;
}

int64_t IterationLimit() {
  static const int64_t limit = [] {
    const char* text = Set(kIterationsVariable);
    const auto count = text == nullptr ? std::nullopt : ParseCount(text);
    return count.value_or(std::numeric_limits<int64_t>::max());
  }();
  return limit;
}

void SetDeadline(std::chrono::steady_clock::time_point deadline) {
  g_deadline.store(deadline, std::memory_order_relaxed);
}

std::chrono::steady_clock::time_point Deadline() { return g_deadline.load(std::memory_order_relaxed); }

Status CheckLimitVariables() {
  if (const char* text = Set(kMemoryVariable); text != nullptr && ParseSize(text).value_or(0) == 0) {
    return Status(ErrorCode::kUsage, fmt::format("--max-memory ({}) is '{}', which is no size", kMemoryVariable, text))
        .Hint("write bytes or a unit: 800M, 12G");
  }
  for (const auto& [variable, counted] : {std::pair(kNodesVariable, "nodes"), {kIterationsVariable, "iterations"}}) {
    if (const char* text = Set(variable); text != nullptr && !ParseCount(text)) {
      return Status(ErrorCode::kUsage,
                    fmt::format("--max-{} ({}) is '{}', which is no number of {}", counted, variable, text, counted))
          .Hint("write a number from 1");
    }
  }
  return Status();
}

Status CheckMemory(uint64_t bytes, const std::string& what) {
  if (bytes <= MemoryLimit()) return Status();
  return Status(ErrorCode::kShapeOverflow, fmt::format("{} takes {} of memory, and this process may take {}", what,
                                                       FormatSize(bytes), FormatSize(MemoryLimit())))
      .Hint("check the shapes; --max-memory or OPDK_MAX_MEMORY sets another limit");
}

}  // namespace opdk
