// Allocations by address. Their memory is the system's pages and no heap's, and isn't given to anything else for long
// after it was freed: an address is surely the device's, freed, or none of its. With OPDK_ACL_CHECK=1 each has pages of
// its own, ends where one begins that can't be touched, and can't be touched itself once it was freed.
#include "sdk/adapters/ascendcl/device_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <utility>
#include <vector>

#include "acl/acl_rt.h"
#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/limits.h"
#include "sdk/adapters/ascendcl/process.h"
#include "sdk/adapters/ascendcl/runtime.h"

namespace opdk::acl {
namespace {

// Addresses without memory.
constexpr size_t kMostKept = size_t{1} << 38;
// Up to here memory comes from a pool: asking the system takes tens of microseconds.
constexpr size_t kMostPooled = size_t{1} << 20;
constexpr size_t kMostPooledKept = size_t{1} << 26;

enum class Owner { kDevice, kHost, kMapping };  // aclrtMalloc, aclrtMallocHost, aclrtMapMem

struct Allocation {
  size_t bytes = 0;
  void* pages = nullptr;
  size_t mapped = 0;
  Owner owner = Owner::kDevice;
  bool freed = false;

  const char* place() const { return owner == Owner::kHost ? "host" : "device"; }
};

bool Checks() {
  static const bool checks = [] {
    const char* value = std::getenv("OPDK_ACL_CHECK");
    return value != nullptr && *value == '1';
  }();
  return checks;
}

size_t PageBytes() {
  static const auto bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

// Memory by powers of two, used again.
class Pool {
 public:
  static size_t BytesFor(size_t bytes) { return std::bit_ceil(std::max(bytes, kArenaAlignment)); }

  // Returns memory of `bytes` bytes, a result of BytesFor; nullptr: the system has none.
  std::byte* Take(size_t bytes) {
    std::vector<std::byte*>& free = free_[ClassOf(bytes)];
    if (!free.empty()) {
      std::byte* const taken = free.back();
      free.pop_back();
      return taken;
    }
    if (rest_ < bytes) {
      void* const at = mmap(nullptr, kChunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (at == MAP_FAILED) return nullptr;
      next_ = static_cast<std::byte*>(at);
      rest_ = kChunk;
    }
    rest_ -= bytes;
    return std::exchange(next_, next_ + bytes);
  }
  void Return(std::byte* memory, size_t bytes) { free_[ClassOf(bytes)].push_back(memory); }

 private:
  static size_t ClassOf(size_t bytes) { return static_cast<size_t>(std::countr_zero(bytes)); }

  static constexpr size_t kChunk = 4 * kMostPooled;
  std::array<std::vector<std::byte*>, std::bit_width(kMostPooled)> free_;
  std::byte* next_ = nullptr;
  size_t rest_ = 0;
};

class Memory {
 public:
  Outcome Allocate(size_t bytes, Owner owner, void** address) {
    if (bytes > MemoryLimit()) return NoMemory(bytes);
    if (bytes <= kMostPooled && !Checks()) return AllocatePooled(bytes, owner, address);
    const size_t pages = (bytes + PageBytes() - 1) / PageBytes() * PageBytes();
    const size_t mapped = pages + (Checks() ? PageBytes() : 0);
    void* const at = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) return NoMemory(bytes);
    auto* data = static_cast<std::byte*>(at);
    if (Checks()) {
      mprotect(data + pages, PageBytes(), PROT_NONE);
      data += (pages - bytes) / kArenaAlignment * kArenaAlignment;
    }
    const std::lock_guard lock(mutex_);
    allocations_[reinterpret_cast<uintptr_t>(data)] = {bytes, at, mapped, owner, false};
    *address = data;
    return {};
  }

  Outcome Free(void* address, Owner owner) {
    if (address == nullptr) return IsNull("address");
    const std::lock_guard lock(mutex_);
    const auto found = allocations_.find(reinterpret_cast<uintptr_t>(address));
    if (found == allocations_.end()) {
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("nothing that was allocated begins at {}", address));
    }
    Allocation& allocation = found->second;
    if (allocation.freed)
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the memory at {} was freed before", address));
    if (allocation.owner == Owner::kMapping) {
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the memory at {} was mapped: aclrtUnmapMem ends it", address));
    }
    if (allocation.owner != owner) {
      return Fail(ACL_ERROR_INVALID_PARAM,
                  fmt::format("the memory at {} is the {}'s: {} ends it", address, allocation.place(),
                              owner == Owner::kDevice ? "aclrtFreeHost" : "aclrtFree"));
    }
    allocation.freed = true;
    if (allocation.pages == nullptr) {
      kept_pooled_ += Pool::BytesFor(allocation.bytes);
    } else {
      // The system has the memory back, the addresses stay.
      mmap(allocation.pages, allocation.mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
           0);
      kept_bytes_ += allocation.mapped;
    }
    kept_.push_back(found->first);
    DropOld();
    return {};
  }

  Outcome Check(const char* what, const void* address, size_t bytes, Place place) const {
    if (address == nullptr) return IsNull(what);
    const std::shared_lock lock(mutex_);
    const auto at = reinterpret_cast<uintptr_t>(address);
    auto found = allocations_.upper_bound(at);
    const bool inside =
        found != allocations_.begin() && at < (--found)->first + std::max<size_t>(found->second.bytes, 1);
    if (!inside) {
      return place == Place::kDevice ? Fail(ACL_ERROR_INVALID_PARAM,
                                            fmt::format("the {} at {} isn't in the device's memory", what, address))
                                     : Outcome();
    }
    const Allocation& allocation = found->second;
    if (allocation.freed) {
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the {} at {} was freed before", what, address));
    }
    const bool fits = place == Place::kAny || (place == Place::kHost) == (allocation.owner == Owner::kHost);
    if (!fits) {
      return Fail(ACL_ERROR_INVALID_PARAM,
                  fmt::format("the {} at {} is in the {}'s memory", what, address, allocation.place()));
    }
    const size_t rest = allocation.bytes - (at - found->first);
    if (bytes <= rest) return {};
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the {} at {} has {} bytes, not {}", what, address, rest, bytes));
  }

  void Map(uintptr_t address, size_t bytes) {
    const std::lock_guard lock(mutex_);
    allocations_[address] = {bytes, nullptr, 0, Owner::kMapping, false};
  }
  void Unmap(uintptr_t address) {
    const std::lock_guard lock(mutex_);
    if (const auto found = allocations_.find(address); found != allocations_.end()) found->second.freed = true;
  }
  void ForgetMappings(uintptr_t address, size_t bytes) {
    const std::lock_guard lock(mutex_);
    allocations_.erase(allocations_.lower_bound(address), allocations_.lower_bound(address + bytes));
  }

  MemoryLeft Left() const {
    MemoryLeft left;
    const std::shared_lock lock(mutex_);
    for (const auto& [address, allocation] : allocations_) {
      if (allocation.freed || allocation.owner == Owner::kMapping) continue;
      ++left.allocations;
      left.bytes += allocation.bytes;
    }
    return left;
  }

 private:
  static Outcome NoMemory(size_t bytes) {
    return Fail(ACL_ERROR_BAD_ALLOC, fmt::format("{} bytes can't be allocated", bytes));
  }

  Outcome AllocatePooled(size_t bytes, Owner owner, void** address) {
    const std::lock_guard lock(mutex_);
    std::byte* const data = pool_.Take(Pool::BytesFor(bytes));
    if (data == nullptr) return NoMemory(bytes);
    allocations_[reinterpret_cast<uintptr_t>(data)] = {bytes, nullptr, 0, owner, false};
    *address = data;
    return {};
  }

  // Drops the oldest freed allocations, so that their memory isn't kept forever.
  void DropOld() {
    constexpr size_t kMostRemembered = 4096;
    while (kept_.size() > kMostRemembered || kept_bytes_ > kMostKept || kept_pooled_ > kMostPooledKept) {
      const auto found = allocations_.find(kept_.front());
      kept_.pop_front();
      const Allocation& gone = found->second;
      if (gone.pages == nullptr) {
        const size_t bytes = Pool::BytesFor(gone.bytes);
        pool_.Return(reinterpret_cast<std::byte*>(found->first), bytes);
        kept_pooled_ -= bytes;
      } else {
        munmap(gone.pages, gone.mapped);
        kept_bytes_ -= gone.mapped;
      }
      allocations_.erase(found);
    }
  }

  mutable std::shared_mutex mutex_;
  std::map<uintptr_t, Allocation> allocations_;
  std::deque<uintptr_t> kept_;  // freed, the oldest first
  size_t kept_bytes_ = 0, kept_pooled_ = 0;
  Pool pool_;
};

Memory& TheMemory() {
  static Memory memory;
  return memory;
}

Outcome Allocate(void** address, size_t bytes, Owner owner) {
  if (address == nullptr) return IsNull("place for the address");
  OPDK_ACL_TRY(CheckInitialized());
  if (bytes == 0) return Fail(ACL_ERROR_INVALID_PARAM, "no bytes are asked for");
  return TheMemory().Allocate(bytes, owner, address);
}

Outcome CheckEnds(void* to, size_t to_bytes, const void* from, size_t from_bytes, aclrtMemcpyKind kind) {
  Place destination = Place::kAny, source = Place::kAny;
  switch (kind) {
    case ACL_MEMCPY_HOST_TO_HOST:
      destination = source = Place::kHost;
      break;
    case ACL_MEMCPY_HOST_TO_DEVICE:
      destination = Place::kDevice;
      source = Place::kHost;
      break;
    case ACL_MEMCPY_DEVICE_TO_HOST:
      destination = Place::kHost;
      source = Place::kDevice;
      break;
    case ACL_MEMCPY_DEVICE_TO_DEVICE:
      destination = source = Place::kDevice;
      break;
    case ACL_MEMCPY_DEFAULT:
      break;
    default:
      return NoSuch("kind of copy", "kind", kind, "ACL_MEMCPY_HOST_TO_HOST to ACL_MEMCPY_DEFAULT");
  }
  OPDK_ACL_TRY(CheckPlace("destination", to, to_bytes, destination));
  return CheckPlace("source", from, from_bytes, source);
}

Outcome CheckCopy(void* to, size_t most, const void* from, size_t bytes, aclrtMemcpyKind kind) {
  if (bytes > most) {
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("{} bytes don't fit the destination's {}", bytes, most));
  }
  return CheckEnds(to, bytes, from, bytes, kind);
}

struct Rows {
  void* to;
  size_t to_pitch;
  const void* from;
  size_t from_pitch, width, height;

  Outcome Check(aclrtMemcpyKind kind) const {
    if (width == 0 || height == 0) return Fail(ACL_ERROR_INVALID_PARAM, "there is nothing to copy");
    if (width > to_pitch || width > from_pitch)
      return Fail(ACL_ERROR_INVALID_PARAM, "rows are wider than their distance");
    size_t to_bytes = 0, from_bytes = 0;
    if (__builtin_mul_overflow(to_pitch, height - 1, &to_bytes) ||
        __builtin_mul_overflow(from_pitch, height - 1, &from_bytes) ||
        __builtin_add_overflow(to_bytes, width, &to_bytes) || __builtin_add_overflow(from_bytes, width, &from_bytes)) {
      return Fail(ACL_ERROR_INVALID_PARAM, "the rows are more than memory can hold");
    }
    return CheckEnds(to, to_bytes, from, from_bytes, kind);
  }
  void Copy() const {
    for (size_t row = 0; row < height; ++row) {
      std::memcpy(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch, width);
    }
  }
};

Outcome CheckFill(void* address, size_t most, size_t bytes) {
  if (bytes > most)
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("{} bytes are more than the {} that there are", bytes, most));
  return CheckPlace("memory", address, bytes, Place::kAny);
}

template <typename Work>
Outcome OnStream(aclrtStream stream, Work work) {
  std::shared_ptr<Stream> on;
  OPDK_ACL_TRY(FindStream(stream, on));
  on->Add([work]() -> Outcome {
    work();
    return {};
  });
  return {};
}

}  // namespace

Outcome CheckPlace(const char* what, const void* address, size_t bytes, Place place) {
  return TheMemory().Check(what, address, bytes, place);
}
void NoteMapped(const void* address, size_t bytes) { TheMemory().Map(reinterpret_cast<uintptr_t>(address), bytes); }
void NoteUnmapped(const void* address) { TheMemory().Unmap(reinterpret_cast<uintptr_t>(address)); }
void ForgetMappings(const void* address, size_t bytes) {
  TheMemory().ForgetMappings(reinterpret_cast<uintptr_t>(address), bytes);
}
MemoryLeft DeviceMemoryLeft() { return TheMemory().Left(); }

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
  static_cast<void>(policy);  // pages are the system's affair
  return Call(__func__, [&] { return Allocate(devPtr, size, Owner::kDevice); });
}
aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
  return aclrtMalloc(devPtr, size, policy);
}
aclError aclrtMallocCached(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
  return aclrtMalloc(devPtr, size, policy);
}
aclError aclrtFree(void* devPtr) {
  return Call(__func__, [&] { return TheMemory().Free(devPtr, Owner::kDevice); });
}
aclError aclrtMallocHost(void** hostPtr, size_t size) {
  return Call(__func__, [&] { return Allocate(hostPtr, size, Owner::kHost); });
}
aclError aclrtFreeHost(void* hostPtr) {
  return Call(__func__, [&] { return TheMemory().Free(hostPtr, Owner::kHost); });
}

aclError aclrtMemFlush(void* devPtr, size_t size) {
  return Call(__func__, [&] { return CheckPlace("memory", devPtr, size, Place::kDevice); });
}
aclError aclrtMemInvalidate(void* devPtr, size_t size) { return aclrtMemFlush(devPtr, size); }

aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count, aclrtMemcpyKind kind) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckCopy(dst, destMax, src, count, kind));
    std::memmove(dst, src, count);
    return {};
  });
}

aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count, aclrtMemcpyKind kind,
                          aclrtStream stream) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckCopy(dst, destMax, src, count, kind));
    return OnStream(stream, [=] { std::memmove(dst, src, count); });
  });
}

aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckFill(devPtr, maxCount, count));
    std::memset(devPtr, value, count);
    return {};
  });
}

aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckFill(devPtr, maxCount, count));
    return OnStream(stream, [=] { std::memset(devPtr, value, count); });
  });
}

aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                       aclrtMemcpyKind kind) {
  return Call(__func__, [&]() -> Outcome {
    const Rows rows{dst, dpitch, src, spitch, width, height};
    OPDK_ACL_TRY(rows.Check(kind));
    rows.Copy();
    return {};
  });
}

aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                            aclrtMemcpyKind kind, aclrtStream stream) {
  return Call(__func__, [&]() -> Outcome {
    const Rows rows{dst, dpitch, src, spitch, width, height};
    OPDK_ACL_TRY(rows.Check(kind));
    return OnStream(stream, [rows] { rows.Copy(); });
  });
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total) {
  return Call(__func__, [&]() -> Outcome {
    if (free == nullptr || total == nullptr) return IsNull("place for the sizes");
    if (attr < ACL_DDR_MEM || attr > ACL_HBM_MEM_P2P_NORMAL) {
      return NoSuch("memory", "attr", attr, "ACL_DDR_MEM to ACL_HBM_MEM_P2P_NORMAL");
    }
    OPDK_ACL_TRY(CheckInitialized());
    struct sysinfo info {};
    if (sysinfo(&info) != 0) return Fail(ACL_ERROR_RT_FAILURE, "the system doesn't say how much memory there is");
    *free = size_t{info.freeram + info.bufferram} * info.mem_unit;
    *total = size_t{info.totalram} * info.mem_unit;
    return {};
  });
}
