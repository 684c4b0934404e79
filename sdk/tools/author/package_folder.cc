#include "sdk/tools/author/package_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "graph_core/base/file.h"
#include "opdk/output_file.h"
#include "opdk/safe_text.h"
#include "sdk/tools/author/text_cursor.h"
#include "sdk/tools/package/package_build.h"

namespace opdk::author {
namespace {

namespace fs = std::filesystem;

Status CantWrite(const fs::path& path, const std::string& why) {
  return Status(ErrorCode::kWriteFailed, fmt::format("{} can't be written: {}", path.string(), why));
}

// Removes the files and folders that it was told of, unless Keep is called.
class Undo {
 public:
  ~Undo() {
    std::error_code error;
    for (auto path = created_.rbegin(); path != created_.rend(); ++path) fs::remove(*path, error);
  }
  void Created(const fs::path& path) { created_.push_back(path); }
  void Keep() { created_.clear(); }

 private:
  std::vector<fs::path> created_;
};

Status MakeFolders(const fs::path& folder, Undo& undo) {
  if (folder.empty()) return {};
  std::error_code error;
  if (fs::is_directory(folder, error)) return {};
  OPDK_TRY(MakeFolders(folder.parent_path(), undo));
  if (!fs::create_directory(folder, error)) {
    return CantWrite(folder, error ? error.message() : "something else has this name");
  }
  undo.Created(folder);
  return {};
}

}  // namespace

Result<std::string> ReadTextFile(const fs::path& path) { return ReadFile(path, kTextFile); }

Status WriteTextFile(const fs::path& path, const std::string& text) {
  const Status written = WriteFile(path, text);
  return written.ok() ? Status() : CantWrite(path, written.message());
}

Result<std::string> PackageNameIn(const fs::path& root) {
  std::error_code error;
  if (!fs::exists(root / "CMakeLists.txt", error)) return BarePackageName(root.string());
  OPDK_TRY(const std::string text, ReadTextFile(root / "CMakeLists.txt"));
  std::string_view name;
  AnyPlace(text, "opdk_add_operator_package", false, [&](TextCursor& cursor) {
    cursor.TakeSpaces();
    if (!cursor.Take("(")) return false;
    cursor.TakeSpaces();
    name = cursor.TakeWhile([](char c) { return !IsSpaceCharacter(c) && c != '(' && c != ')'; });
    return !name.empty();
  });
  if (!name.empty() && name.find_first_of("${}\"") == std::string_view::npos) return std::string(name);
  return Status(ErrorCode::kDefinitionInvalid, "opdk_add_operator_package doesn't name the package in plain text")
      .At((root / "CMakeLists.txt").string());
}

Status WriteNewFiles(const fs::path& root, const std::vector<GeneratedFile>& files) {
  std::error_code error;
  for (const GeneratedFile& file : files) {
    if (fs::exists(fs::symlink_status(root / file.path, error))) {
      return Status(ErrorCode::kExists, fmt::format("{} exists already", (root / file.path).string()))
          .Hint("nothing was written; remove it, or choose another name");
    }
  }
  Undo undo;
  for (const GeneratedFile& file : files) {
    const fs::path path = root / file.path;
    OPDK_TRY(MakeFolders(path.parent_path(), undo));
    undo.Created(path);
    OPDK_TRY(WriteTextFile(path, file.text));
  }
  undo.Keep();
  return {};
}

std::string TreeText(const std::string& root, std::vector<std::string> paths) {
  std::sort(paths.begin(), paths.end());
  std::string text = SafeLine(root) + "\n";
  std::vector<std::string> open;
  for (const std::string& path : paths) {
    std::vector<std::string> parts;
    for (const fs::path& part : fs::path(path)) parts.push_back(part.string());
    size_t same = 0;
    while (same < open.size() && same + 1 < parts.size() && open[same] == parts[same]) ++same;
    for (size_t i = same; i < parts.size(); ++i) {
      text += std::string(2 + 2 * i, ' ') + SafeLine(parts[i]) + (i + 1 < parts.size() ? "/" : "") + "\n";
    }
    parts.pop_back();
    open = std::move(parts);
  }
  return text;
}

}  // namespace opdk::author
