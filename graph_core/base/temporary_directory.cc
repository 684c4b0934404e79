#include "graph_core/base/temporary_directory.h"

#include <cstdlib>
#include <system_error>

namespace opdk {

namespace fs = std::filesystem;

TemporaryDirectory TemporaryDirectory::Named(const std::string& prefix) {
  std::error_code error;
  const fs::path place = fs::temp_directory_path(error);
  return TemporaryDirectory((error ? fs::path("/tmp") : place) / prefix);
}

TemporaryDirectory::TemporaryDirectory(const fs::path& prefix) {
  std::string name = prefix.string() + "XXXXXX";
  if (mkdtemp(name.data()) != nullptr) path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace opdk
