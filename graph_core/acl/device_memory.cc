// Allocations by address. With OPDK_ACL_CHECK=1 each ends where a page begins that can't be touched, and what was freed stays
// there, untouchable, as long as no more than kMostKept bytes do.
#include "graph_core/acl/device_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>

#include "acl/acl_rt.h"
#include "graph_core/acl/process.h"
#include "graph_core/acl/runtime.h"
#include "graph_core/base/aligned_memory.h"

namespace opdk::acl {
namespace {

constexpr size_t kMostKept = size_t{1} << 30;

struct Allocation {
  size_t bytes = 0;
  void* pages = nullptr;  // of the checking mode: what was mapped
  size_t mapped = 0;
  bool device = true;  // else of aclrtMallocHost
  bool freed = false;
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

class Memory {
 public:
  Outcome Allocate(size_t bytes, bool device, void** address) {
    Allocation allocation{bytes, nullptr, 0, device, false};
    void* data = nullptr;
    if (Checks()) {
      const size_t pages = (bytes + PageBytes() - 1) / PageBytes() * PageBytes();
      allocation.mapped = pages + PageBytes();
      void* mapped = mmap(nullptr, allocation.mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (mapped == MAP_FAILED) return NoMemory(bytes);
      allocation.pages = mapped;
      auto* begin = static_cast<std::byte*>(mapped);
      mprotect(begin + pages, PageBytes(), PROT_NONE);
      data = begin + (pages - bytes) / kArenaAlignment * kArenaAlignment;
    } else {
      // Twice the machine's memory can't be meant.
      struct sysinfo info {};
      if (sysinfo(&info) == 0 && bytes / 2 > size_t{info.totalram} * info.mem_unit) return NoMemory(bytes);
      data = std::aligned_alloc(kArenaAlignment, AlignUp(bytes));
      if (data == nullptr) return NoMemory(bytes);
    }
    const std::lock_guard lock(mutex_);
    // What was freed where this one lies now is of no use any more.
    const auto begin = reinterpret_cast<uintptr_t>(data);
    allocations_.erase(allocations_.lower_bound(begin), allocations_.lower_bound(begin + bytes));
    allocations_.emplace(begin, allocation);
    *address = data;
    return {};
  }

  Outcome Free(void* address, bool device) {
    if (address == nullptr) return IsNull("address");
    const std::lock_guard lock(mutex_);
    const auto found = allocations_.find(reinterpret_cast<uintptr_t>(address));
    if (found == allocations_.end()) {
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("nothing that was allocated begins at {}", address));
    }
    Allocation& allocation = found->second;
    if (allocation.freed) return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("what is at {} was freed before", address));
    if (allocation.device != device) {
      return Fail(ACL_ERROR_INVALID_PARAM,
                  fmt::format("what is at {} is the {}'s", address, device ? "host" : "device"));
    }
    allocation.freed = true;
    if (allocation.pages == nullptr) {
      std::free(address);
    } else {
      mprotect(allocation.pages, allocation.mapped, PROT_NONE);
      kept_bytes_ += allocation.mapped;
    }
    kept_.push_back(found->first);
    DropOld();
    return {};
  }

  Outcome Check(const char* what, const void* address, size_t bytes, Place place) const {
    if (address == nullptr) return IsNull(what);
    if (place == Place::kAny && !Checks()) return {};
    const std::lock_guard lock(mutex_);
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
    // Other things may lie there by now, unless it is kept.
    if (allocation.freed && (allocation.pages != nullptr || place == Place::kDevice)) {
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the {} at {} was freed before", what, address));
    }
    if (allocation.freed) return {};
    const bool fits = place == Place::kAny || (place == Place::kDevice) == allocation.device;
    if (!fits) {
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the {} at {} is in the {}'s memory", what, address,
                                                       allocation.device ? "device" : "host"));
    }
    const size_t rest = allocation.bytes - (at - found->first);
    if (bytes <= rest) return {};
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the {} at {} has {} bytes, not {}", what, address, rest, bytes));
  }

  MemoryLeft Left() const {
    MemoryLeft left;
    const std::lock_guard lock(mutex_);
    for (const auto& [address, allocation] : allocations_) {
      if (allocation.freed) continue;
      ++left.allocations;
      left.bytes += allocation.bytes;
    }
    return left;
  }

 private:
  static Outcome NoMemory(size_t bytes) {
    return Fail(ACL_ERROR_BAD_ALLOC, fmt::format("{} bytes can't be allocated", bytes));
  }

  // So that what is freed forever doesn't take memory forever.
  void DropOld() {
    constexpr size_t kMostRemembered = 4096;
    while (kept_.size() > kMostRemembered || kept_bytes_ > kMostKept) {
      const auto found = allocations_.find(kept_.front());
      kept_.pop_front();
      if (found == allocations_.end() || !found->second.freed) continue;
      if (found->second.pages != nullptr) {
        munmap(found->second.pages, found->second.mapped);
        kept_bytes_ -= found->second.mapped;
      }
      allocations_.erase(found);
    }
  }

  mutable std::mutex mutex_;
  std::map<uintptr_t, Allocation> allocations_;
  std::deque<uintptr_t> kept_;  // freed, the oldest first
  size_t kept_bytes_ = 0;
};

Memory& TheMemory() {
  static Memory memory;
  return memory;
}

Outcome Allocate(void** address, size_t bytes, bool device) {
  if (address == nullptr) return IsNull("place for the address");
  OPDK_ACL_TRY(CheckInitialized());
  if (bytes == 0) return Fail(ACL_ERROR_INVALID_PARAM, "no bytes are asked for");
  return TheMemory().Allocate(bytes, device, address);
}

Outcome CheckCopy(void* to, size_t most, const void* from, size_t bytes, aclrtMemcpyKind kind) {
  if (to == nullptr) return IsNull("destination");
  if (from == nullptr) return IsNull("source");
  if (bytes > most) {
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("{} bytes don't fit the destination's {}", bytes, most));
  }
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
      return Fail(ACL_ERROR_INVALID_PARAM, "there is no such kind of copy");
  }
  OPDK_ACL_TRY(CheckPlace("destination", to, bytes, destination));
  return CheckPlace("source", from, bytes, source);
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
        __builtin_mul_overflow(from_pitch, height - 1, &from_bytes)) {
      return Fail(ACL_ERROR_INVALID_PARAM, "the rows are more than memory can hold");
    }
    OPDK_ACL_TRY(CheckCopy(to, to_bytes + width, from, to_bytes + width, ACL_MEMCPY_DEFAULT));
    OPDK_ACL_TRY(CheckCopy(to, width, from, width, kind));
    return CheckPlace("source", from, from_bytes + width, Place::kAny);
  }
  void Copy() const {
    for (size_t row = 0; row < height; ++row) {
      std::memcpy(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch, width);
    }
  }
};

Outcome CheckFill(void* address, size_t most, size_t bytes) {
  if (address == nullptr) return IsNull("address");
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
MemoryLeft DeviceMemoryLeft() { return TheMemory().Left(); }

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
  static_cast<void>(policy);  // pages are the system's affair
  return Call(__func__, [&] { return Allocate(devPtr, size, true); });
}
aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
  return aclrtMalloc(devPtr, size, policy);
}
aclError aclrtMallocCached(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
  return aclrtMalloc(devPtr, size, policy);
}
aclError aclrtFree(void* devPtr) {
  return Call(__func__, [&] { return TheMemory().Free(devPtr, true); });
}
aclError aclrtMallocHost(void** hostPtr, size_t size) {
  return Call(__func__, [&] { return Allocate(hostPtr, size, false); });
}
aclError aclrtFreeHost(void* hostPtr) {
  return Call(__func__, [&] { return TheMemory().Free(hostPtr, false); });
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
    if (attr < ACL_DDR_MEM || attr > ACL_HBM_MEM_P2P_NORMAL)
      return Fail(ACL_ERROR_INVALID_PARAM, "there is no such memory");
    OPDK_ACL_TRY(CheckInitialized());
    struct sysinfo info {};
    if (sysinfo(&info) != 0) return Fail(ACL_ERROR_RT_FAILURE, "the system doesn't say how much memory there is");
    *free = size_t{info.freeram + info.bufferram} * info.mem_unit;
    *total = size_t{info.totalram} * info.mem_unit;
    return {};
  });
}
