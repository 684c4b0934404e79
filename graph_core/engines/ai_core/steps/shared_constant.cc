#include "graph_core/engines/ai_core/steps/shared_constant.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace opdk {
namespace {

// Less isn't worth an entry.
constexpr size_t kLeastBytes = 4096;

// Returns a hash of some of the bytes. Constants with equal keys are compared in full.
uint64_t KeyOf(const std::byte* data, size_t bytes) {
  constexpr size_t kSamples = 64;
  constexpr size_t kSampleBytes = 64;
  constexpr uint64_t kPrime = 0x100000001b3;
  uint64_t key = bytes;
  const size_t stride = std::max(kSampleBytes, bytes / kSamples);
  for (size_t at = 0; at + kSampleBytes <= bytes; at += stride) {
    const std::string_view sample(reinterpret_cast<const char*>(data) + at, kSampleBytes);
    key = (key ^ std::hash<std::string_view>()(sample)) * kPrime;
  }
  return key;
}

class Table {
 public:
  // Returns the constants with the key that are still in use.
  std::vector<std::shared_ptr<const std::byte>> Find(uint64_t key) {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<const std::byte>> found;
    for (auto [at, end] = entries_.equal_range(key); at != end; ++at) {
      if (auto data = at->second.lock()) found.push_back(std::move(data));
    }
    return found;
  }

  void Add(uint64_t key, const std::shared_ptr<const std::byte>& data) {
    const std::lock_guard lock(mutex_);
    if (entries_.size() >= most_) {
      std::erase_if(entries_, [](const auto& entry) { return entry.second.expired(); });
      most_ = std::max(kLeastEntries, 2 * entries_.size());
    }
    entries_.emplace(key, data);
  }

 private:
  static constexpr size_t kLeastEntries = 256;
  std::mutex mutex_;
  std::unordered_multimap<uint64_t, std::weak_ptr<const std::byte>> entries_;
  size_t most_ = kLeastEntries;  // most entries before unused entries are dropped
};

// Returns the table, which is never destroyed: models may outlive the objects of this library.
Table& AllConstants() {
  static Table& table = *new Table;
  return table;
}

}  // namespace

std::shared_ptr<const std::byte> SharedConstant(std::shared_ptr<const std::byte> data, size_t bytes) {
  if (bytes < kLeastBytes) return data;
  const uint64_t key = KeyOf(data.get(), bytes);
  for (std::shared_ptr<const std::byte>& known : AllConstants().Find(key)) {
    if (std::memcmp(known.get(), data.get(), bytes) == 0) return std::move(known);
  }
  AllConstants().Add(key, data);
  return data;
}

}  // namespace opdk
