#include "opdk/random_draw.h"

#include <atomic>
#include <optional>
#include <random>

namespace opdk {
namespace {

thread_local std::optional<uint64_t> repeated;

// Returns a random key, never 0, which stands for no key.
uint64_t KeyOfProcess() {
  static const uint64_t key = [] {
    std::random_device device;
    return (uint64_t{device()} << 32 | device()) | 1;
  }();
  return key;
}

}  // namespace

RandomDraw NextDraw() {
  static std::atomic<uint64_t> count = 0;
  if (repeated) return {0, *repeated};
  return {KeyOfProcess(), count.fetch_add(1, std::memory_order_relaxed)};
}

RepeatedDraw::RepeatedDraw(uint64_t number) { repeated = number; }
RepeatedDraw::~RepeatedDraw() { repeated.reset(); }

}  // namespace opdk
