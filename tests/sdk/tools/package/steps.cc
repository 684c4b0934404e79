// The package test_steps in the version STEPS_VERSION, around the operator of the loader tests' package `twice`.
#include "op_proto/twice.h"
#include "opdk/package.h"
#include "opdk/package_note.h"
#include "opdk/registrations.h"

namespace {
OPDK_DEFINE_NOTE(OPDK_NOTE_TEXT("test_steps", STEPS_VENDOR, STEPS_VERSION));
}  // namespace

// Makes two builds of one version differ.
extern "C" const char* const kSteps = STEPS_CONTENT;

extern "C" __attribute__((visibility("default"))) const OpdkPackage* opdk_package() {
  static const OpdkPackage package = {sizeof(OpdkPackage),
                                      OPDK_ABI_VERSION,
                                      "test_steps",
                                      STEPS_VENDOR,
                                      STEPS_VERSION,
                                      OPDK_SDK_VERSION,
                                      OPDK_COMPILER_ABI,
                                      nullptr,
                                      0,
                                      opdk::RegistrationList::Local().list(),
                                      0};
  return kSteps == nullptr ? nullptr : &package;
}
