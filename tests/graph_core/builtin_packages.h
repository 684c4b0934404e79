// The built-in package of this build, loaded once for a test program.
#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "graph_core/ir/text.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/session.h"

namespace opdk {

inline std::shared_ptr<const PackageRegistry> BuiltinPackages() {
  static const std::shared_ptr<const PackageRegistry> packages = [] {
    auto loaded = PackageRegistry::Load({{OPDK_BINARY_DIR "/lib/opdk/builtin"}, false, false});
    OPDK_CHECK(loaded.ok(), loaded.status().ToString());
    return *std::move(loaded);
  }();
  return packages;
}

// Compiles a graph's text with the built-in packages.
inline Result<CompiledSession> CompileText(std::string_view text, const CompileOptions& options = {}) {
  OPDK_TRY(const auto session, Session::Create(BuiltinPackages(), options));
  OPDK_TRY(Graph graph, Parse(text));
  return session->Compile(std::move(graph));
}

inline Executable MustCompileText(std::string_view text, const CompileOptions& options = {}) {
  auto compiled = CompileText(text, options);
  OPDK_CHECK(compiled.ok(), compiled.status().ToString());
  return std::move(compiled->model);
}

}  // namespace opdk
