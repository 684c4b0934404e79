#include "sdk/tools/adapter/installed_adapters.h"

#include <fmt/format.h>

#include <boost/dll/runtime_symbol_info.hpp>
#include <filesystem>

#include "graph_core/base/text.h"

namespace opdk::adapter {

std::string HowToInstallAdapters() {
  const std::filesystem::path program = boost::dll::program_location().string();
  const std::filesystem::path prefix = program.parent_path().parent_path();
  const std::string place = ShellQuoted(prefix.string());
  if (exists(prefix / "CMakeCache.txt")) return fmt::format("cmake --build {} --target opdk_runtime", place);
  return fmt::format(
      "the adapters are a part of their own; in opdk's tree: cmake --build build --target opdk_runtime && "
      "cmake --install build --prefix {}",
      place);
}

}  // namespace opdk::adapter
