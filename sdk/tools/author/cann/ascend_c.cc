#include "sdk/tools/author/cann/ascend_c.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "sdk/tools/author/cann/cann_files.h"
#include "sdk/tools/author/text_cursor.h"

namespace opdk::author {
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

bool HasWord(std::string_view text, std::string_view word) {
  return AnyPlace(text, word, true, [](TextCursor& cursor) { return cursor.TakeWord().empty(); });
}

bool IncludesKernelOperator(std::string_view text) {
  return AnyPlace(text, "#", false, [](TextCursor& cursor) {
    cursor.TakeSpaces();
    if (!cursor.Take("include")) return false;
    cursor.TakeSpaces();
    return cursor.TakeOne("\"<") && cursor.Take("kernel_operator.h") && cursor.TakeOne("\">");
  });
}

bool CallsOpAdd(std::string_view text) {
  return AnyPlace(text, "OP_ADD", true, [](TextCursor& cursor) {
    cursor.TakeSpaces();
    return cursor.Take("(");
  });
}

}  // namespace

std::string SignOfAscendC(const std::string& root) {
  if (HasSources(root, "op_proto") || HasSources(root, "cpukernel")) return "";
  struct Sign {
    const char* directory;
    bool (*is_in)(std::string_view text);
    const char* what;
  };
  static constexpr Sign kSigns[] = {
      {"op_kernel", IncludesKernelOperator, "includes kernel_operator.h"},
      {"op_kernel", [](std::string_view text) { return HasWord(text, "AscendC"); }, "uses AscendC"},
      {"op_host", CallsOpAdd, "registers an OpDef with OP_ADD"},
      {"op_host", [](std::string_view text) { return HasWord(text, "OpDef"); }, "defines an OpDef"},
  };
  for (const Sign& sign : kSigns) {
    const auto files = FilesBelow(root, sign.directory);
    if (!files.ok()) continue;
    for (const std::string& path : *files) {
      if (!IsSource(path)) continue;
      const auto text = ReadProjectFile(root, path);
      if (text.ok() && sign.is_in(*text)) return fmt::format("{} {}", path, sign.what);
    }
  }
  return "";
}

}  // namespace opdk::author
