// Faults of a program, by name. With OPDK_ACL_CHECK=1 the program dies of its fault.
#include <pthread.h>

#include <cstdio>
#include <string>

#include "acl/acl.h"

namespace {

// Blocks a stream: it waits for a function of the host that nobody calls any more.
bool BlockAStream() {
  aclrtStream stream = nullptr;
  return aclrtSetDevice(0) == ACL_SUCCESS && aclrtCreateStream(&stream) == ACL_SUCCESS &&
         aclrtSubscribeReport(static_cast<uint64_t>(pthread_self()), stream) == ACL_SUCCESS &&
         aclrtLaunchCallback([](void*) {}, nullptr, ACL_CALLBACK_BLOCK, stream) == ACL_SUCCESS &&
         aclrtLaunchCallback([](void*) {}, nullptr, ACL_CALLBACK_BLOCK, stream) == ACL_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string fault = argc == 2 ? argv[1] : "";
  void* memory = nullptr;
  if (aclInit(nullptr) != ACL_SUCCESS || aclrtMalloc(&memory, 128, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) return 3;
  auto* bytes = static_cast<volatile char*>(memory);
  bytes[0] = 1;
  bytes[127] = 1;
  if (fault == "overrun") bytes[128] = 1;
  if (fault == "use after free") {
    aclrtFree(memory);
    bytes[0] = 1;
  }
  if (fault == "blocked stream" && !BlockAStream()) return 3;
  std::puts("alive");
  return 0;
}
