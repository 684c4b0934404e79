// The one symbol an operator package exports, `opdk_package`, and the structure it returns.
// `opdk_add_operator_package()` generates the definition; an author never writes it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace opdk {
struct Registrations;
}  // namespace opdk

#define OPDK_ABI_VERSION 5u
#define OPDK_SDK_VERSION "0.1.0"
// Properties on which a package and its host must agree before any C++ object may cross the boundary.
#define OPDK_STRINGIFY_VALUE(x) #x
#define OPDK_STRINGIFY(x) OPDK_STRINGIFY_VALUE(x)
// The compiler's ABI. The choice of std::string (_GLIBCXX_USE_CXX11_ABI) may differ, because no std::string crosses.
#define OPDK_COMPILER_ABI "gxx-abi-" OPDK_STRINGIFY(__GXX_ABI_VERSION)

extern "C" {

// One embedded operator-information file. `path` is the path in the package's tree, for error messages.
struct OpdkOpInfoFile {
  const char* path;
  const char* text;
};

// A package's description. Begins with its size and ABI version, which never move; the other fields may only be read
// when both agree.
struct OpdkPackage {
  uint32_t struct_size;
  uint32_t abi_version;
  const char* name;
  const char* vendor;
  const char* version;
  const char* sdk_version;
  const char* compiler_abi;
  const OpdkOpInfoFile* op_info;
  size_t op_info_count;
  const opdk::Registrations* registrations;
  // Order among packages of one plugin directory that its config.yaml does not order: the lower number wins.
  int32_t priority;
};

using OpdkPackageFn = const OpdkPackage*();

}  // extern "C"
