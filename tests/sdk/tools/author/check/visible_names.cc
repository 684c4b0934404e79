// A package that was linked without opdk's export list: a function of its own is visible to everybody.
#include "opdk/package.h"
#include "opdk/registrations.h"

namespace mine {
__attribute__((visibility("default"))) int Shared(int x) { return x + 1; }
}  // namespace mine

extern "C" __attribute__((visibility("default"))) const OpdkPackage* opdk_package() {
  static const OpdkPackage package = {sizeof(OpdkPackage),
                                      OPDK_ABI_VERSION,
                                      "visible_names",
                                      "tests",
                                      "1.0.0",
                                      OPDK_SDK_VERSION,
                                      OPDK_COMPILER_ABI,
                                      nullptr,
                                      0,
                                      opdk::RegistrationList::Local().list(),
                                      0};
  return &package;
}
