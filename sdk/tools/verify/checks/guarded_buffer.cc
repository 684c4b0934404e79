#include "sdk/tools/verify/checks/guarded_buffer.h"

#include <execinfo.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <set>
#include <utility>

namespace opdk::verify {
namespace {

constexpr size_t kMaxBuffers = 1024;
constexpr size_t kMaxFaults = 64;
constexpr int kMaxFrames = 24;

// The signal handler's data: fixed memory, because the handler must not allocate.
struct Region {
  std::atomic<std::byte*> begin = nullptr;
  std::byte* end = nullptr;
  std::atomic<bool> lacks_note = false;  // a page was opened, but no place was left to note the fault
};
struct RawFault {
  std::byte* address = nullptr;
  bool write = false;
  int frames = 0;
  std::array<void*, kMaxFrames> stack;
};
std::array<Region, kMaxBuffers> regions;
std::array<RawFault, kMaxFaults> faults;
std::atomic<size_t> fault_count = 0;
// One thread at a time notes a fault and opens its page. Other threads then find it open.
std::atomic_flag opening;

enum class HoldState : uint8_t { kNone, kSet, kHolding };
struct Hold {
  std::atomic<HoldState> state = HoldState::kNone;
  std::byte* begin = nullptr;
  std::byte* end = nullptr;
  int protection = 0;
  int longest_ms = 0;
};
Hold hold;
struct sigaction previous_segv;
struct sigaction previous_bus;

size_t PageBytes() {
  static const auto bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

bool IsWrite(const void* context) {
#if defined(__x86_64__)
  // Bit 1 of the page fault's error code: the access was a write.
  return (static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
  static_cast<void>(context);
  return true;
#endif
}

// Returns the region of the guarded buffer with this address, or nullptr.
Region* RegionOf(const std::byte* address) {
  const auto found = std::find_if(regions.begin(), regions.end(), [&](const Region& region) {
    const std::byte* begin = region.begin.load();
    return begin != nullptr && address >= begin && address < region.end;
  });
  return found == regions.end() ? nullptr : &*found;
}

// Returns whether the page is readable: then a guard is open.
bool IsReadable(std::byte* page) {
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) return false;
  const bool readable = write(pipe_ends[1], page, 1) == 1;
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  return readable;
}

// Holds the thread if this is the access to be held. Returns whether it was.
bool Held(const std::byte* address) {
  if (hold.state == HoldState::kNone || address < hold.begin || address >= hold.end) return false;
  HoldState set = HoldState::kSet;
  // Other threads' accesses to these pages go on at once.
  mprotect(hold.begin, static_cast<size_t>(hold.end - hold.begin), hold.protection);
  if (!hold.state.compare_exchange_strong(set, HoldState::kHolding)) return true;
  constexpr timespec kTurn = {0, 100'000};
  for (int turns = 0; turns < hold.longest_ms * 10 && hold.state == HoldState::kHolding; ++turns) {
    nanosleep(&kTurn, nullptr);
  }
  return true;
}

void Note(Region& region, std::byte* address, const void* context) {
  const size_t slot = fault_count.fetch_add(1);
  if (slot >= kMaxFaults) {
    region.lacks_note = true;
    return;
  }
  RawFault& fault = faults[slot];
  fault.address = address;
  fault.write = IsWrite(context);
  fault.frames = backtrace(fault.stack.data(), kMaxFrames);
}

// Notes the fault and opens its page. Threads that fault on one page come here one after the other; all but the first
// find the guard open.
void OpenPage(Region& region, std::byte* address, const void* context) {
  auto* page = reinterpret_cast<std::byte*>(reinterpret_cast<uintptr_t>(address) & ~(PageBytes() - 1));
  const bool in_guard =
      address < region.begin + GuardedBuffer::kGuardBytes || address >= region.end - GuardedBuffer::kGuardBytes;
  if (in_guard && IsReadable(page)) return;
  Note(region, address, context);
  mprotect(page, PageBytes(), PROT_READ | PROT_WRITE);
}

extern "C" void NoteFault(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  auto* address = static_cast<std::byte*>(info->si_addr);
  Region* region = RegionOf(address);
  if (region == nullptr) {
    // The fault isn't in a guarded buffer: the access faults again, and the other handler gets it.
    sigaction(signal, signal == SIGSEGV ? &previous_segv : &previous_bus, nullptr);
    return;
  }
  if (!Held(address)) {
    while (opening.test_and_set()) sched_yield();
    OpenPage(*region, address, context);
    opening.clear();
  }
  errno = error;
}

// Returns a file of canaries. Guards are private copies of the file, so an opened page shows canaries from its first
// moment. No later filling can overwrite another thread's writes. -1: the system has no such files.
int CanaryFile() {
  static const int file = [] {
    const int made = memfd_create("opdk guards", MFD_CLOEXEC);
    const std::vector<uint8_t> canaries(GuardedBuffer::kGuardBytes, GuardedBuffer::kCanary);
    if (made >= 0 && write(made, canaries.data(), canaries.size()) != static_cast<ssize_t>(canaries.size())) return -1;
    return made;
  }();
  return file;
}

bool MapGuard(std::byte* place) {
  return mmap(place, GuardedBuffer::kGuardBytes, PROT_NONE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, CanaryFile(), 0) !=
         MAP_FAILED;
}

void Register(std::byte* begin, std::byte* end) {
  for (Region& region : regions) {
    if (region.begin.load() != nullptr) continue;
    region.end = end;
    region.lacks_note = false;
    region.begin = begin;
    return;
  }
}

void Unregister(const std::byte* begin) {
  for (Region& region : regions) {
    if (region.begin.load() == begin) region.begin = nullptr;
  }
}

}  // namespace

Result<GuardedBuffer> GuardedBuffer::Allocate(size_t bytes, Press press, size_t alignment, size_t offset) {
  const size_t page = PageBytes();
  const size_t inner = (bytes + offset + alignment + page - 1) / page * page;
  GuardedBuffer buffer;
  buffer.map_bytes_ = inner + 2 * kGuardBytes;
  void* map = mmap(nullptr, buffer.map_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) {
    return Status(ErrorCode::kShapeOverflow, fmt::format("no memory for {} bytes: {}", bytes, std::strerror(errno)));
  }
  buffer.map_ = static_cast<std::byte*>(map);
  std::byte* first = buffer.map_ + kGuardBytes;
  if (!MapGuard(buffer.map_) || !MapGuard(first + inner)) {
    return Status(ErrorCode::kShapeOverflow, fmt::format("no memory for guards: {}", std::strerror(errno)));
  }
  mprotect(first, inner, PROT_READ | PROT_WRITE);
  const size_t before = press == Press::kStart ? offset : (inner - bytes) / alignment * alignment;
  buffer.data_ = first + before;
  buffer.bytes_ = bytes;
  std::memset(first, kCanary, before);
  std::memset(buffer.data_ + bytes, kCanary, inner - before - bytes);
  Register(buffer.map_, buffer.map_ + buffer.map_bytes_);
  return buffer;
}

GuardedBuffer::GuardedBuffer(GuardedBuffer&& other) noexcept { *this = std::move(other); }

GuardedBuffer& GuardedBuffer::operator=(GuardedBuffer&& other) noexcept {
  std::swap(map_, other.map_);
  std::swap(map_bytes_, other.map_bytes_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

GuardedBuffer::~GuardedBuffer() { Close(); }

void GuardedBuffer::Close() {
  if (map_ == nullptr) return;
  TakeFaults();  // no caller will ask for them, and other memory may be mapped here
  Unregister(map_);
  munmap(map_, map_bytes_);
  map_ = nullptr;
}

void GuardedBuffer::Protect() { mprotect(map_ + kGuardBytes, map_bytes_ - 2 * kGuardBytes, PROT_READ); }
void GuardedBuffer::Unprotect() { mprotect(map_ + kGuardBytes, map_bytes_ - 2 * kGuardBytes, PROT_READ | PROT_WRITE); }

Breaches GuardedBuffer::Take() {
  // The faults say which guards are open, so they are taken last.
  Breaches breaches;
  breaches.spills = TakeSpills();
  breaches.faults = TakeFaults();
  return breaches;
}

std::vector<Spill> GuardedBuffer::TakeSpills() {
  std::vector<Spill> spills;
  const size_t page = PageBytes();
  std::byte* first = map_ + kGuardBytes;
  std::byte* last = map_ + map_bytes_ - kGuardBytes;
  // Only guards with a noted fault are open. Each counts once, for any number of stopped threads.
  std::set<std::byte*> opened;
  for (size_t i = 0; i < std::min(fault_count.load(), kMaxFaults); ++i) {
    std::byte* address = faults[i].address;
    if (address < map_ || address >= map_ + map_bytes_ || (address >= first && address < last)) continue;
    opened.insert(map_ + static_cast<size_t>(address - map_) / page * page);
  }
  if (Region* region = RegionOf(map_); region != nullptr && region->lacks_note.exchange(false)) {
    for (std::byte* guard = map_; guard < map_ + map_bytes_; guard += page) {
      if ((guard < first || guard >= last) && IsReadable(guard)) opened.insert(guard);
    }
  }
  const auto scan = [&](std::byte* begin, std::byte* end) {
    std::byte* low = end;
    std::byte* high = begin;
    for (std::byte* at = begin; at < end; ++at) {
      if (*at == std::byte{kCanary}) continue;
      low = std::min(low, at);
      high = at + 1;
      *at = std::byte{kCanary};
    }
    if (low < high) spills.push_back({low - data_, high - data_});
  };
  scan(data_ + bytes_, last);
  scan(first, data_);
  for (std::byte* guard : opened) {
    scan(guard, guard + page);
    mprotect(guard, page, PROT_NONE);
  }
  std::sort(spills.begin(), spills.end(), [](const Spill& a, const Spill& b) { return a.begin < b.begin; });
  // A spill that continues in the next page is one spill.
  std::vector<Spill> joined;
  for (const Spill& spill : spills) {
    if (!joined.empty() && joined.back().end == spill.begin) {
      joined.back().end = spill.end;
    } else {
      joined.push_back(spill);
    }
  }
  return joined;
}

std::vector<Fault> GuardedBuffer::TakeFaults() {
  std::vector<Fault> mine;
  for (size_t i = 0; i < std::min(fault_count.load(), kMaxFaults); ++i) {
    RawFault& raw = faults[i];
    if (raw.address < map_ || raw.address >= map_ + map_bytes_) continue;
    // Parentheses: braces would make a list of the two pointers.
    mine.push_back({raw.address, raw.write, std::vector<void*>(raw.stack.begin(), raw.stack.begin() + raw.frames)});
    raw.address = nullptr;
  }
  const bool all_taken = std::all_of(faults.begin(), faults.end(), [](const RawFault& f) { return !f.address; });
  if (all_taken) fault_count = 0;
  return mine;
}

HeldAccess::HeldAccess(GuardedBuffer& buffer, bool writable, std::chrono::milliseconds longest)
    : buffer_(buffer), writable_(writable) {
  hold.begin = buffer.map_ + GuardedBuffer::kGuardBytes;
  hold.end = buffer.map_ + buffer.map_bytes_ - GuardedBuffer::kGuardBytes;
  hold.protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
  hold.longest_ms = static_cast<int>(longest.count());
  hold.state = HoldState::kSet;
  mprotect(hold.begin, static_cast<size_t>(hold.end - hold.begin), PROT_NONE);
}

HeldAccess::~HeldAccess() {
  writable_ ? buffer_.Unprotect() : buffer_.Protect();
  // From now on a fault there counts as a fault, even in other memory that is mapped at the same place.
  hold.state = HoldState::kNone;
}

bool HeldAccess::holding() const { return hold.state == HoldState::kHolding; }

FaultWatch::FaultWatch() {
  struct sigaction action = {};
  action.sa_sigaction = NoteFault;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  sigaction(SIGSEGV, &action, &previous_segv);
  sigaction(SIGBUS, &action, &previous_bus);
}

FaultWatch::~FaultWatch() {
  sigaction(SIGSEGV, &previous_segv, nullptr);
  sigaction(SIGBUS, &previous_bus, nullptr);
}

}  // namespace opdk::verify
