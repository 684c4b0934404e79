// A package that says of itself that another version of the SDK built it.
#include "opdk/package.h"
#include "opdk/registrations.h"

extern "C" __attribute__((visibility("default"))) const OpdkPackage* opdk_package() {
  static const OpdkPackage package = {sizeof(OpdkPackage),
                                      OPDK_ABI_VERSION,
                                      "other_sdk",
                                      "tests",
                                      "1.0.0",
                                      "0.0.9",
                                      OPDK_COMPILER_ABI,
                                      nullptr,
                                      0,
                                      opdk::RegistrationList::Local().list(),
                                      0};
  return &package;
}
