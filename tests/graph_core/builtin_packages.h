// The built-in package of this build, loaded once for a test program.
#pragma once

#include <memory>

#include "graph_core/package/package_registry.h"

namespace opdk {

inline std::shared_ptr<const PackageRegistry> BuiltinPackages() {
  static const std::shared_ptr<const PackageRegistry> packages = [] {
    auto loaded = PackageRegistry::Load({{OPDK_BINARY_DIR "/lib/opdk/builtin"}, false, false});
    OPDK_CHECK(loaded.ok(), loaded.status().ToString());
    return *std::move(loaded);
  }();
  return packages;
}

}  // namespace opdk
