#include "sdk/tools/author/cann/cann_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "graph_core/base/file.h"
#include "sdk/tools/author/cann/cann_project.h"
#include "sdk/tools/author/text_cursor.h"

namespace opdk::author {
namespace {

namespace fs = std::filesystem;

bool IsLeftOut(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with(".") || name == "build_out" || name == "build" || name == "__pycache__" ||
         name == "testcases" || name == "tests";
}

Status Unreadable(const std::string& path, const std::string& why) {
  return Status(ErrorCode::kFileNotFound, fmt::format("can't be read: {}", why)).At(path);
}

std::vector<std::string> Words(std::string_view text) {
  const auto divides = [](char c) { return IsSpaceCharacter(c) || c == '"'; };
  std::vector<std::string> words;
  for (TextCursor cursor(text, 0); cursor.at() < text.size();) {
    cursor.TakeWhile(divides);
    const std::string_view word = cursor.TakeWhile([&](char c) { return !divides(c); });
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

// Reads a number of the language's standard; a text that is no such number changes nothing.
void ReadNumber(std::string_view text, int& number) {
  int read = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
  if (error == std::errc() && end == text.data() + text.size()) number = read;
}

// Takes what a command of a CMakeLists.txt says.
void TakeCommand(std::string_view command, const std::vector<std::string>& words, const std::string& path,
                 CannProject& project, std::vector<std::string>& libraries) {
  if (command == "add_definitions" || command == "add_compile_definitions" || command == "target_compile_definitions") {
    for (size_t i = command.starts_with("target_") ? 1 : 0; i < words.size(); ++i) {
      std::string name = words[i].starts_with("-D") ? words[i].substr(2) : words[i];
      if (name == "PRIVATE" || name == "PUBLIC" || name == "INTERFACE" || name[0] == '-') continue;
      if (name.starts_with("_GLIBCXX_USE_CXX11_ABI") || name.starts_with("google=") || name.find('$') != name.npos) {
        project.notes.push_back({path, fmt::format("-D{} is not followed: everything is built from source, with one "
                                                   "string ABI and the system's protobuf",
                                                   name)});
      } else if (std::find(project.definitions.begin(), project.definitions.end(), name) == project.definitions.end()) {
        project.definitions.push_back(std::move(name));
      }
    }
  } else if (command == "target_link_libraries") {
    for (size_t i = 1; i < words.size(); ++i) {
      if (words[i].find_first_of("$-") != 0 && words[i] != "PRIVATE" && words[i] != "PUBLIC") {
        libraries.push_back(words[i]);
      }
    }
  } else if (command == "set" && words.size() > 1 && words[0] == "CMAKE_CXX_STANDARD") {
    ReadNumber(words[1], project.cxx_standard);
  }
}

}  // namespace

Result<std::vector<std::string>> FilesBelow(const std::string& root, const std::string& directory) {
  std::vector<std::string> files;
  const fs::path base = fs::path(root) / directory;
  std::error_code error;
  if (!fs::is_directory(base, error)) return files;
  fs::recursive_directory_iterator entry(base, error);
  for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
    if (IsLeftOut(entry->path())) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file(error)) {
      files.push_back(fs::relative(entry->path(), root).string());
    }
  }
  if (error) return Unreadable(directory, error.message());
  std::sort(files.begin(), files.end());
  return files;
}

Result<std::vector<std::string>> DirectoriesIn(const std::string& root, const std::string& directory) {
  std::vector<std::string> directories;
  const fs::path base = fs::path(root) / directory;
  std::error_code error;
  if (!fs::is_directory(base, error)) return directories;
  fs::directory_iterator entry(base, error);
  for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
    if (entry->is_directory(error) && !IsLeftOut(entry->path())) {
      directories.push_back(fs::relative(entry->path(), root).string());
    }
  }
  if (error) return Unreadable(directory, error.message());
  std::sort(directories.begin(), directories.end());
  return directories;
}

Result<std::string> ReadProjectFile(const std::string& root, const std::string& path) {
  return ReadFile(fs::path(root) / path, kTextFile);
}

void ReadCMakeLists(const std::string& source, const std::string& path, CannProject& project) {
  const std::string text = WithoutLineComments(source);
  std::vector<std::string> libraries;
  for (TextCursor cursor(text, 0); cursor.at() < text.size();) {
    cursor.TakeWhile([](char c) { return !IsWordCharacter(c); });
    const std::string_view command = cursor.TakeWord();
    TextCursor behind = cursor;
    behind.TakeSpaces();
    if (!behind.Take("(")) continue;
    const auto arguments = behind.TakeThrough("()");
    if (!arguments || text[behind.at() - 1] != ')') continue;
    TakeCommand(command, Words(*arguments), path, project, libraries);
    cursor = behind;
  }
  bool found = false;
  ForEachPlace(text, "-std=", false, [&](TextCursor& cursor) {
    if (found || !(cursor.Take("c") || cursor.Take("gnu")) || !cursor.Take("++")) return false;
    const std::string_view digits = cursor.TakeWhile([](char c) { return c >= '0' && c <= '9'; });
    found = !digits.empty();
    ReadNumber(digits, project.cxx_standard);
    return found;
  });
  if (!libraries.empty()) {
    project.notes.push_back({path, fmt::format("its libraries ({}) are not linked: opdk's are; --link adds one",
                                               fmt::join(libraries, ", "))});
  }
}

std::vector<std::string> UnusedFiles(const std::string& root) {
  std::vector<std::string> files;
  for (const char* folder : {"op_kernel", "op_host", "op_tiling", "tbe/kernel", "fusion_rules", "fusion_pass"}) {
    const auto below = FilesBelow(root, folder);
    if (below.ok()) files.insert(files.end(), below->begin(), below->end());
  }
  for (const char* folder : {"framework", "cpukernel", "op_proto"}) {
    const auto below = FilesBelow(root, folder);
    if (!below.ok()) continue;
    for (const std::string& path : *below) {
      const std::string extension = fs::path(path).extension();
      if (extension == ".proto" || extension == ".so" || extension == ".a") files.push_back(path);
    }
  }
  return files;
}

std::string AdviceForFile(const std::string& path) {
  if (path.starts_with("op_kernel/")) return "an Ascend C kernel: write op_impl/ai_core/<stem>.cc with tbe.dsl";
  if (path.starts_with("op_tiling/")) return "tiling: the engine cuts kernels into tiles itself";
  if (path.starts_with("op_host/"))
    return "a definition in Ascend C's style: write REG_OP and INFER_FUNC_REG below op_proto";
  if (path.starts_with("fusion_")) return "a fusion rule: the engine fuses tensor expressions itself";
  if (path.ends_with(".proto"))
    return "an extension of a framework's messages: what Caffe's layers say reaches mappings without one";
  return "a binary for the device: what it was built from can be brought, it can't";
}

}  // namespace opdk::author
