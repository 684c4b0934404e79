#include "graph_core/base/file.h"

#include "opdk/output_file.h"

namespace opdk {

Status WriteWholeFile(const std::filesystem::path& path, std::string_view bytes, mode_t mode) {
  OutputOptions options;
  if (mode != 0644) options.mode = mode;
  return WriteFile(path, bytes, options);
}

}  // namespace opdk
