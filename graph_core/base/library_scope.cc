#include "graph_core/base/library_scope.h"

#include <dlfcn.h>
#include <google/protobuf/stubs/common.h>

namespace opdk {
namespace {

const void* LibraryOf(const void* symbol) {
  Dl_info info{};
  return symbol != nullptr && dladdr(symbol, &info) != 0 ? info.dli_fbase : nullptr;
}

}  // namespace

int LibraryScope() {
  static const int scope = [] {
    // The symbol is google::protobuf::Message::CopyFrom(const Message&), which all versions have. RTLD_DEFAULT isn't
    // used: if this library was opened with RTLD_DEEPBIND, it would look among this library's dependencies first.
    void* const program = dlopen(nullptr, RTLD_NOW);
    const void* const found = LibraryOf(dlsym(program, "_ZN6google8protobuf7Message8CopyFromERKS1_"));
    const void* const ours = LibraryOf(reinterpret_cast<const void*>(&google::protobuf::internal::VerifyVersion));
    return found == nullptr || found == ours ? 0 : RTLD_DEEPBIND;
  }();
  return scope;
}

}  // namespace opdk
