#include "sdk/tools/verify/golden/references.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>
#include <vector>

#include "graph_core/base/file.h"

namespace opdk::verify {
namespace {

namespace fs = std::filesystem;

// Removes underscores and capitals, so that is_nan and is_na_n both match IsNaN. Names don't say where their words end.
std::string WithoutWords(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (c != '_') plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return plain;
}

// Returns the functions of a file, in the file's order.
std::vector<std::string> FunctionsIn(const fs::path& path) {
  std::vector<std::string> names;
  const auto text = ReadFile(path.string(), {"the file of references", kMaxText});
  if (!text.ok()) return names;  // the error is reported when a function of the file is called
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("def ")) names.push_back(line.substr(4, line.find('(') - 4));
  }
  return names;
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
      const std::string file = fs::absolute(entry->path()).lexically_normal().string();
      functions_.try_emplace(WithoutWords(stem), file + ":" + stem);
      if (!fs::exists(fs::path(file).replace_extension(".yaml"), error)) continue;
      for (const std::string& name : FunctionsIn(file)) of_families_.try_emplace(WithoutWords(name), file + ":" + name);
    }
  }
}

std::string References::Of(std::string_view op) const {
  const std::string name = WithoutWords(op);
  const auto own = functions_.find(name);
  if (own != functions_.end()) return own->second;
  const auto found = of_families_.find(name);
  return found == of_families_.end() ? "" : found->second;
}

bool References::HasOwnFile(std::string_view op) const { return functions_.contains(WithoutWords(op)); }

}  // namespace opdk::verify
