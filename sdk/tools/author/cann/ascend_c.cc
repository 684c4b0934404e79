#include "sdk/tools/author/cann/ascend_c.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "sdk/tools/author/cann/cann_files.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;

bool IsSource(const std::string& path) {
  const std::string extension = fs::path(path).extension();
  return extension == ".cpp" || extension == ".cc" || extension == ".h" || extension == ".hpp";
}

bool HasSources(const std::string& root, const char* directory) {
  const auto files = FilesBelow(root, directory);
  return files.ok() && std::any_of(files->begin(), files->end(), IsSource);
}

}  // namespace

std::string SignOfAscendC(const std::string& root) {
  if (HasSources(root, "op_proto") || HasSources(root, "cpukernel")) return "";
  struct Sign {
    const char* directory;
    std::regex pattern;
    const char* what;
  };
  static const Sign kSigns[] = {
      {"op_kernel", std::regex(R"(#\s*include\s*["<]kernel_operator\.h[">])"), "includes kernel_operator.h"},
      {"op_kernel", std::regex(R"(\bAscendC\b)"), "uses AscendC"},
      {"op_host", std::regex(R"(\bOP_ADD\s*\()"), "registers an OpDef with OP_ADD"},
      {"op_host", std::regex(R"(\bOpDef\b)"), "defines an OpDef"},
  };
  for (const Sign& sign : kSigns) {
    const auto files = FilesBelow(root, sign.directory);
    if (!files.ok()) continue;
    for (const std::string& path : *files) {
      if (!IsSource(path)) continue;
      const auto text = ReadProjectFile(root, path);
      if (text.ok() && std::regex_search(*text, sign.pattern)) return fmt::format("{} {}", path, sign.what);
    }
  }
  return "";
}

}  // namespace opdk::cli
