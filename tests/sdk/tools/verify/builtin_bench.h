// The built-in operators and every engine, for tests that run cases in this process.
#pragma once

#include "sdk/tools/verify/suite/target.h"

namespace opdk::verify {

inline Bench MakeBuiltInBench() {
  PackageOptions options;
  options.plugin_dirs = {OPDK_BINARY_DIR "/lib/opdk/builtin"};
  options.use_environment = false;
  options.use_builtin = false;
  Bench bench;
  bench.packages = PackageRegistry::Load(options).value();
  PackageRegistry::SetCurrent(bench.packages);
  bench.engines = MakeEngines().value();
  return bench;
}

inline const Bench& BuiltInBench() {
  static const Bench bench = MakeBuiltInBench();
  return bench;
}

}  // namespace opdk::verify
