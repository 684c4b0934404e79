// Addresses without memory, and memory that is mapped there.
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <map>
#include <mutex>

#include "sdk/adapters/ascendcl/device_memory.h"
#include "sdk/adapters/ascendcl/process.h"
#include "sdk/adapters/ascendcl/runtime.h"

namespace opdk::acl {
namespace {

constexpr size_t kGranularity = size_t{2} << 20;

struct Physical {
  explicit Physical(int descriptor, size_t size) : file(descriptor), bytes(size) {}
  ~Physical() { close(file); }
  Physical(const Physical&) = delete;
  Physical& operator=(const Physical&) = delete;
  int file;
  size_t bytes;
};

Handles<Physical>& Physicals() {
  static Handles<Physical> physicals("physical memory");
  return physicals;
}

struct Reserved {
  size_t bytes = 0;
  std::map<uintptr_t, size_t> mapped;  // by address
};
struct AddressTable {
  std::mutex mutex;
  std::map<uintptr_t, Reserved> reserved;
};
AddressTable& TheAddresses() {
  static AddressTable addresses;
  return addresses;
}

uintptr_t Number(const void* address) { return reinterpret_cast<uintptr_t>(address); }

// Returns the reservation that an address lies in; end(): none.
std::map<uintptr_t, Reserved>::iterator Around(AddressTable& all, uintptr_t address) {
  auto found = all.reserved.upper_bound(address);
  if (found == all.reserved.begin()) return all.reserved.end();
  --found;
  return address - found->first < found->second.bytes ? found : all.reserved.end();
}

Outcome CheckMultiple(size_t bytes) {
  if (bytes > 0 && bytes % kGranularity == 0) return {};
  return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("{} is no multiple of {} bytes", bytes, kGranularity));
}

}  // namespace
}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp* prop, aclrtMemGranularityOptions option,
                                          size_t* granularity) {
  return Call(__func__, [&]() -> Outcome {
    if (prop == nullptr || granularity == nullptr) return IsNull("description, or place for the number");
    if (option != ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM && option != ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED) {
      return NoSuch("granularity", "option", option,
                    "ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM and ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED");
    }
    *granularity = kGranularity;
    return {};
  });
}

aclError aclrtReserveMemAddress(void** virPtr, size_t size, size_t alignment, void* expectPtr, uint64_t flags) {
  static_cast<void>(expectPtr);  // a wish, as everywhere
  static_cast<void>(flags);
  return Call(__func__, [&]() -> Outcome {
    if (virPtr == nullptr) return IsNull("place for the address");
    OPDK_ACL_TRY(CheckInitialized());
    OPDK_ACL_TRY(CheckMultiple(size));
    if (alignment > kGranularity || (alignment & (alignment - 1)) != 0)
      return Fail(ACL_ERROR_INVALID_PARAM, "an alignment is a power of two up to 2 MiB");
    // More than is asked for, so that a multiple lies in it.
    void* mapped = mmap(nullptr, size + kGranularity, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) return Fail(ACL_ERROR_BAD_ALLOC, fmt::format("{} bytes of addresses aren't free", size));
    const uintptr_t first = Number(mapped), begin = (first + kGranularity - 1) / kGranularity * kGranularity;
    if (begin > first) munmap(mapped, begin - first);
    if (first + kGranularity > begin) munmap(reinterpret_cast<void*>(begin + size), first + kGranularity - begin);
    AddressTable& all = TheAddresses();
    const std::lock_guard lock(all.mutex);
    all.reserved[begin].bytes = size;
    *virPtr = reinterpret_cast<void*>(begin);
    return {};
  });
}

aclError aclrtReleaseMemAddress(void* virPtr) {
  return Call(__func__, [&]() -> Outcome {
    if (virPtr == nullptr) return IsNull("address");
    AddressTable& all = TheAddresses();
    const std::lock_guard lock(all.mutex);
    const auto found = all.reserved.find(Number(virPtr));
    if (found == all.reserved.end()) return Fail(ACL_ERROR_INVALID_PARAM, "nothing that was reserved begins there");
    if (!found->second.mapped.empty()) {
      return Fail(ACL_ERROR_RELATIVE_RESOURCE_NOT_CLEARED, "memory is still mapped there");
    }
    munmap(virPtr, found->second.bytes);
    ForgetMappings(virPtr, found->second.bytes);
    all.reserved.erase(found);
    return {};
  });
}

aclError aclrtMallocPhysical(aclrtDrvMemHandle* handle, size_t size, const aclrtPhysicalMemProp* prop, uint64_t flags) {
  static_cast<void>(flags);
  return Call(__func__, [&]() -> Outcome {
    if (handle == nullptr || prop == nullptr) return IsNull("place for the handle, or description");
    OPDK_ACL_TRY(CheckInitialized());
    OPDK_ACL_TRY(CheckMultiple(size));
    const int file = memfd_create("opdk-physical", MFD_CLOEXEC);
    if (file < 0) return Fail(ACL_ERROR_BAD_ALLOC, "the system gives no memory");
    auto physical = std::make_shared<Physical>(file, size);
    if (ftruncate(file, static_cast<off_t>(size)) != 0) return Fail(ACL_ERROR_BAD_ALLOC, "the system gives no memory");
    *handle = Physicals().Add(std::move(physical));
    return {};
  });
}

aclError aclrtFreePhysical(aclrtDrvMemHandle handle) {
  return Call(__func__, [&] { return Physicals().Remove(handle); });
}

aclError aclrtMapMem(void* virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle, uint64_t flags) {
  static_cast<void>(flags);
  return Call(__func__, [&]() -> Outcome {
    if (virPtr == nullptr) return IsNull("address");
    OPDK_ACL_TRY(CheckMultiple(size));
    if (offset != 0) return Fail(ACL_ERROR_INVALID_PARAM, "memory is mapped from its begin on");
    std::shared_ptr<Physical> physical;
    OPDK_ACL_TRY(Physicals().Find(handle, physical));
    if (size > physical->bytes) return Fail(ACL_ERROR_INVALID_PARAM, "the memory has fewer bytes");
    AddressTable& all = TheAddresses();
    const std::lock_guard lock(all.mutex);
    const uintptr_t at = Number(virPtr);
    const auto around = Around(all, at);
    if (around == all.reserved.end() || at % kGranularity != 0 || size > around->second.bytes - (at - around->first)) {
      return Fail(ACL_ERROR_INVALID_PARAM, "these addresses were not reserved");
    }
    for (const auto& [begin, bytes] : around->second.mapped) {
      if (at < begin + bytes && begin < at + size)
        return Fail(ACL_ERROR_INVALID_PARAM, "memory is mapped there already");
    }
    if (mmap(virPtr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, physical->file, 0) == MAP_FAILED) {
      return Fail(ACL_ERROR_BAD_ALLOC, "the system doesn't map the memory");
    }
    around->second.mapped[at] = size;
    NoteMapped(virPtr, size);
    return {};
  });
}

aclError aclrtUnmapMem(void* virPtr) {
  return Call(__func__, [&]() -> Outcome {
    if (virPtr == nullptr) return IsNull("address");
    AddressTable& all = TheAddresses();
    const std::lock_guard lock(all.mutex);
    const auto around = Around(all, Number(virPtr));
    if (around != all.reserved.end()) {
      if (const auto mapped = around->second.mapped.extract(Number(virPtr)); !mapped.empty()) {
        mmap(virPtr, mapped.mapped(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        NoteUnmapped(virPtr);
        return {};
      }
    }
    return Fail(ACL_ERROR_INVALID_PARAM, "no memory is mapped from there on");
  });
}
