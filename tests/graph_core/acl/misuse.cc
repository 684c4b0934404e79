// What a program does wrong, by the name of the fault: with OPDK_ACL_CHECK=1 it dies of it.
#include <cstdio>
#include <string>

#include "acl/acl.h"

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
  std::puts("alive");
  return 0;
}
