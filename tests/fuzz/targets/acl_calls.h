// The source of arguments for calls of AscendCL: the bytes of an input, and the handles that earlier calls gave.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "acl/acl_op_compiler.h"
#include "acl/acl_prof.h"
#include "acl/acl_rt_allocator.h"
#include "acl/acl_tdt.h"
#include "acl/acl_tdt_queue.h"

namespace opdk::fuzz {

// Kinds of handles. A call may be given one of another kind.
enum class HandleKind {
  kStream,
  kEvent,
  kContext,
  kMemory,
  kHostMemory,
  kPhysical,
  kAddresses,
  kStreamConfig,
  kGroup,
  kBuffer,
  kDesc,
  kDataset,
  kModelDesc,
  kAipp,
  kAttr,
  kOperator,
  kItem,
  kTdtDataset,
  kChannel,
  kQueueAttr,
  kQueueBuffer,
  kRoute,
  kRoutes,
  kStamp,
  kStep,
  kAllocator,
  kConfig,
  kCount
};

class Draws {
 public:
  // Memory of the host that every call may read and write, whatever is drawn: no size is above kScratch / 2.
  static constexpr size_t kScratch = size_t{1} << 16;

  explicit Draws(std::string_view bytes) : bytes_(bytes) {}

  bool empty() const { return bytes_.empty(); }
  uint8_t Byte() {
    if (bytes_.empty()) return 0;
    const auto byte = static_cast<uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return byte;
  }
  bool Flag() { return Byte() % 2 != 0; }
  int Small() { return static_cast<int>(Byte() % 8) - 1; }

  // Draws a number of a few bytes, or one at an end of its range.
  int64_t Number() {
    constexpr std::array<int64_t, 7> kEnds{0, -1, INT64_MAX, INT64_MIN, INT32_MAX, INT64_C(1) << 32, -2};
    const uint8_t choice = Byte();
    return choice < 192 ? choice % 24 : kEnds[choice % kEnds.size()];
  }
  // Draws the size of memory that a call gets.
  size_t Size() {
    constexpr std::array<size_t, 8> kSizes{0, 1, 4, 8, 24, 64, 4096, kScratch / 2};
    return kSizes[Byte() % kSizes.size()];
  }
  // Draws the size of memory that a call is to make: no call has to provide it.
  size_t AnySize() {
    constexpr std::array<size_t, 4> kSizes{size_t{1} << 20, size_t{1} << 40, SIZE_MAX, SIZE_MAX - 63};
    const uint8_t choice = Byte();
    return choice < 224 ? size_t{choice} * 16 : kSizes[choice % kSizes.size()];
  }
  // Draws the size of a range of addresses, which come in multiples of 2 MiB.
  size_t Granules() {
    constexpr size_t kGranule = size_t{2} << 20;
    const uint8_t choice = Byte();
    return choice < 192 ? choice % 4 * kGranule : size_t{0} - choice % 8 * kGranule + choice % 2;
  }
  // Draws a timeout that ends.
  int32_t Timeout() { return std::array<int32_t, 4>{0, 1, -2, INT32_MIN}[Byte() % 4]; }
  const char* Text() {
    constexpr std::array<const char*, 8> kTexts{"",     "x", "Add", "Cast", "input0", "a\xff%s%n", "/nowhere/there",
                                                nullptr};
    return kTexts[Byte() % kTexts.size()];
  }
  int64_t* Dims() {
    for (size_t i = 0; i < 8; ++i) dims_[i] = i < 4 ? Number() : 1;
    return Flag() ? dims_.data() : dims_.data() + 4;
  }

  // Draws nullptr, or a place in the host's memory with kScratch / 2 bytes behind it.
  void* Host() {
    const uint8_t choice = Byte();
    return choice % 16 == 0 ? nullptr : Scratch().data() + size_t{choice} * 64;
  }
  // Draws memory of the host, or an allocation of this input that may have been freed.
  void* Memory() {
    const uint8_t choice = Byte();
    const std::vector<void*>& known = of_[choice % 4 == 1 ? HandleKind::kHostMemory : HandleKind::kMemory];
    return choice % 4 == 0 || known.empty() ? Host() : known[choice / 4 % known.size()];
  }

  // Draws a handle: most often one of the kind, else one of any kind, an end of the address space, or nullptr.
  void* Handle(HandleKind kind) {
    const uint8_t choice = Byte();
    if (choice < 8) return nullptr;
    if (choice < 16) return reinterpret_cast<void*>(uintptr_t{choice});
    if (choice < 20) return reinterpret_cast<void*>(UINTPTR_MAX - choice);
    const std::vector<void*>& known = choice < 40 ? all_ : of_[kind];
    return known.empty() ? nullptr : known[known.size() - 1 - choice % known.size()];
  }
  template <typename T>
  T* As(HandleKind kind) {
    return static_cast<T*>(Handle(kind));
  }
  // Draws a list of three handles.
  template <typename T>
  T** List(HandleKind kind) {
    std::array<void*, 3>& list = lists_.emplace_back();
    for (void*& one : list) one = Handle(kind);
    return reinterpret_cast<T**>(list.data());
  }
  int ListSize() { return static_cast<int>(Byte() % 5) - 1; }

  void Keep(HandleKind kind, const void* made) {
    if (made == nullptr) return;
    of_[kind].push_back(const_cast<void*>(made));
    all_.push_back(const_cast<void*>(made));
  }
  uint32_t Id() {
    return ids_.empty() || Byte() % 8 == 0 ? static_cast<uint32_t>(Number()) : ids_[Byte() % ids_.size()];
  }
  void KeepId(uint32_t id) { ids_.push_back(id); }
  const std::vector<void*>& Made(HandleKind kind) { return of_[kind]; }
  const std::vector<uint32_t>& ids() const { return ids_; }

 private:
  // Returns the memory that all inputs of the process share, because work on streams that are left still uses it.
  static std::vector<char>& Scratch() {
    static std::vector<char> scratch(kScratch);
    return scratch;
  }

  std::string_view bytes_;
  std::map<HandleKind, std::vector<void*>> of_;
  std::vector<void*> all_;
  std::list<std::array<void*, 3>> lists_;
  std::vector<uint32_t> ids_;
  std::array<int64_t, 8> dims_{};
};

inline aclDataType TypeOf(Draws& draws) { return static_cast<aclDataType>(static_cast<int>(draws.Byte() % 40) - 1); }
inline aclFormat FormatOf(Draws& draws) { return static_cast<aclFormat>(static_cast<int>(draws.Byte() % 50) - 1); }
inline size_t IndexOf(Draws& draws) { return static_cast<size_t>(draws.Number()); }
inline aclTensorDesc* DescOf(Draws& draws) { return draws.As<aclTensorDesc>(HandleKind::kDesc); }
inline void KeepId(Draws& draws, aclError code, uint32_t id) {
  if (code == ACL_SUCCESS) draws.KeepId(id);
}

// One call of each, drawn from the bytes. By the part of the interface.
using AclCall = void (*)(Draws&);
std::span<const AclCall> RuntimeCalls();
std::span<const AclCall> MemoryCalls();
std::span<const AclCall> TensorCalls();
std::span<const AclCall> OperatorCalls();
std::span<const AclCall> ModelCalls();
std::span<const AclCall> QueueCalls();

}  // namespace opdk::fuzz
