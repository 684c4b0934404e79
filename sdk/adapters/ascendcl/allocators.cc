// An allocator is taken and kept for a stream. Models compute in memory of their own, which costs nothing more once it
// is there, so that nothing is asked of it.
#include "sdk/adapters/ascendcl/allocators.h"

#include <map>
#include <mutex>

#include "acl/acl_rt_allocator.h"

namespace opdk::acl {
namespace {

struct AllocatorDesc {
  aclrtAllocator allocator = nullptr;
  aclrtAllocatorAllocFunc alloc = nullptr;
  aclrtAllocatorFreeFunc free = nullptr;
  aclrtAllocatorAllocAdviseFunc advise = nullptr;
  aclrtAllocatorGetAddrFromBlockFunc address = nullptr;
};

Handles<AllocatorDesc>& Descs() {
  static Handles<AllocatorDesc> descs("allocator's description");
  return descs;
}

struct Registered {
  std::mutex mutex;
  std::map<const Stream*, AllocatorDesc> of_stream;
};
Registered& TheRegistered() {
  static Registered registered;
  return registered;
}

template <typename Value>
aclError Set(const char* function, aclrtAllocatorDesc desc, Value AllocatorDesc::*member, Value value) {
  return Call(function, [&]() -> Outcome {
    std::shared_ptr<AllocatorDesc> found;
    OPDK_ACL_TRY(Descs().Find(desc, found));
    if (value == nullptr) return IsNull("value");
    (*found).*member = value;
    return {};
  });
}

}  // namespace

void ForgetAllocator(const Stream& stream) {
  const std::lock_guard lock(TheRegistered().mutex);
  TheRegistered().of_stream.erase(&stream);
}

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclrtAllocatorDesc aclrtAllocatorCreateDesc(void) {
  return Get<aclrtAllocatorDesc>(__func__, nullptr, [](aclrtAllocatorDesc& desc) -> Outcome {
    desc = Descs().Add(std::make_shared<AllocatorDesc>());
    return {};
  });
}
aclError aclrtAllocatorDestroyDesc(aclrtAllocatorDesc allocatorDesc) {
  return Call(__func__, [&] { return Descs().Remove(allocatorDesc); });
}
aclError aclrtAllocatorSetObjToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocator allocator) {
  return Set(__func__, allocatorDesc, &AllocatorDesc::allocator, allocator);
}
aclError aclrtAllocatorSetAllocFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorAllocFunc func) {
  return Set(__func__, allocatorDesc, &AllocatorDesc::alloc, func);
}
aclError aclrtAllocatorSetFreeFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorFreeFunc func) {
  return Set(__func__, allocatorDesc, &AllocatorDesc::free, func);
}
aclError aclrtAllocatorSetAllocAdviseFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorAllocAdviseFunc func) {
  return Set(__func__, allocatorDesc, &AllocatorDesc::advise, func);
}
aclError aclrtAllocatorSetGetAddrFromBlockFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                     aclrtAllocatorGetAddrFromBlockFunc func) {
  return Set(__func__, allocatorDesc, &AllocatorDesc::address, func);
}

aclError aclrtAllocatorRegister(aclrtStream stream, aclrtAllocatorDesc allocatorDesc) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<Stream> on;
    std::shared_ptr<AllocatorDesc> desc;
    OPDK_ACL_TRY(FindStream(stream, on));
    OPDK_ACL_TRY(Descs().Find(allocatorDesc, desc));
    if (desc->alloc == nullptr || desc->free == nullptr || desc->address == nullptr) {
      return Fail(ACL_ERROR_INVALID_PARAM, "the description lacks a function to allocate, free or look up memory");
    }
    const std::lock_guard lock(TheRegistered().mutex);
    TheRegistered().of_stream[on.get()] = *desc;
    return {};
  });
}

aclError aclrtAllocatorUnregister(aclrtStream stream) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<Stream> on;
    OPDK_ACL_TRY(FindStream(stream, on));
    const std::lock_guard lock(TheRegistered().mutex);
    if (TheRegistered().of_stream.erase(on.get()) > 0) return {};
    return Fail(ACL_ERROR_INVALID_PARAM, "no allocator is registered for the stream");
  });
}
