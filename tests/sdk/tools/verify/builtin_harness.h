// The built-in operators and every engine, for tests that run cases in this process.
#pragma once

#include "sdk/tools/verify/suite/target.h"

namespace opdk::verify {

inline TestHarness MakeBuiltInHarness() {
  PackageOptions options;
  options.plugin_dirs = {OPDK_BINARY_DIR "/lib/opdk/builtin"};
  options.use_environment = false;
  options.use_builtin = false;
  TestHarness harness;
  harness.packages = PackageRegistry::Load(options).value();
  PackageRegistry::SetCurrent(harness.packages);
  harness.engines = MakeEngines().value();
  return harness;
}

inline const TestHarness& BuiltInHarness() {
  static const TestHarness harness = MakeBuiltInHarness();
  return harness;
}

}  // namespace opdk::verify
