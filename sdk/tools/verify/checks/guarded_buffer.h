// Memory that reports every wrong access: pages that fault around a buffer, and known bytes between the buffer and
// these pages.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk::verify {

enum class Press : uint8_t {
  kStart,  // the first byte lies behind the leading guard
  kEnd,    // the last byte lies before the trailing guard, as far as `alignment` allows
};

// An access outside a buffer, or a write into a protected buffer. The page is opened so that the program goes on;
// further accesses to the same page aren't seen.
struct Fault {
  const void* address = nullptr;
  bool write = false;
  std::vector<void*> stack;  // innermost first
};

// Bytes beside a buffer that were changed: offsets from its first byte, `end` exclusive.
struct Spill {
  ptrdiff_t begin = 0;
  ptrdiff_t end = 0;
};

struct Breaches {
  std::vector<Fault> faults;  // in order
  std::vector<Spill> spills;  // by place
  bool any() const { return !faults.empty() || !spills.empty(); }
};

// Memory between guards. Move-only. Not thread-safe, but the faults of any thread are noted while a FaultWatch lives.
class GuardedBuffer {
 public:
  static constexpr size_t kGuardBytes = 64 * 1024;
  static constexpr uint8_t kCanary = 0xC3;

  // Allocates a buffer. `offset` shifts a buffer pressed to the start by so many bytes. E2007: the system has no
  // memory.
  static Result<GuardedBuffer> Allocate(size_t bytes, Press press, size_t alignment = 1, size_t offset = 0);
  GuardedBuffer(GuardedBuffer&& other) noexcept;
  GuardedBuffer& operator=(GuardedBuffer&& other) noexcept;
  ~GuardedBuffer();

  std::byte* data() const { return data_; }
  size_t bytes() const { return bytes_; }

  // Makes every later write fault.
  void Protect();
  void Unprotect();
  // Returns the breaches since the last call. Sets the canaries anew and closes the guards.
  Breaches Take();

 private:
  friend class HeldAccess;
  std::vector<Spill> TakeSpills();
  std::vector<Fault> TakeFaults();
  GuardedBuffer() = default;
  void Close();

  std::byte* map_ = nullptr;  // guard, pages, guard
  size_t map_bytes_ = 0;
  std::byte* data_ = nullptr;
  size_t bytes_ = 0;
};

// Holds the thread that first touches the buffer, until it is let go or `longest` is over (the thread may have a lock
// that others wait for). Needs a FaultWatch. One at a time in a process.
class HeldAccess {
 public:
  // `writable`: whether the buffer's pages are writable once they are touched.
  HeldAccess(GuardedBuffer& buffer, bool writable, std::chrono::milliseconds longest);
  // Opens the buffer and lets the thread go.
  ~HeldAccess();
  HeldAccess(const HeldAccess&) = delete;
  HeldAccess& operator=(const HeldAccess&) = delete;

  bool holding() const;

 private:
  GuardedBuffer& buffer_;
  bool writable_;
};

// Notes faults in guarded buffers while it lives, and lets the program go on. Other faults go to the previous handler.
class FaultWatch {
 public:
  FaultWatch();
  ~FaultWatch();
  FaultWatch(const FaultWatch&) = delete;
  FaultWatch& operator=(const FaultWatch&) = delete;
};

}  // namespace opdk::verify
