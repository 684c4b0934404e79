#include "sdk/tools/verify/golden/references.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace opdk::verify {
namespace {

namespace fs = std::filesystem;

// Where a name's words end is a matter of taste: is_nan and is_na_n are both IsNaN.
std::string WithoutWords(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (c != '_') plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return plain;
}

}  // namespace

References::References(const std::vector<std::string>& case_paths) {
  for (const std::string& path : case_paths) {
    std::error_code error;
    const fs::path directory = fs::is_directory(path, error) ? fs::path(path) : fs::path(path).parent_path();
    const auto all = fs::recursive_directory_iterator(directory.empty() ? "." : directory, error);
    if (error) continue;
    for (auto entry = begin(all); entry != end(all); entry.increment(error)) {
      if (entry->path().extension() != ".py") continue;
      const std::string stem = entry->path().stem().string();
      functions_.try_emplace(WithoutWords(stem), fs::absolute(entry->path()).lexically_normal().string() + ":" + stem);
    }
  }
}

std::string References::Of(std::string_view op) const {
  const auto found = functions_.find(WithoutWords(op));
  return found == functions_.end() ? "" : found->second;
}

}  // namespace opdk::verify
