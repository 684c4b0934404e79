// A directory for the dumps of one test, and its contents.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace opdk::tests {

class DumpDirectory {
 public:
  DumpDirectory() {
    std::string pattern = ::testing::TempDir() + "/opdk_dumps_XXXXXX";
    path_ = ::mkdtemp(pattern.data()) == nullptr ? "" : pattern;
  }
  ~DumpDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  DumpDirectory(const DumpDirectory&) = delete;
  DumpDirectory& operator=(const DumpDirectory&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

inline std::string FileText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Returns the index of one run's dump, line by line; empty: the run has none.
inline std::vector<nlohmann::json> IndexOf(const std::string& directory) {
  std::vector<nlohmann::json> entries;
  std::ifstream file(directory + "/index.jsonl");
  for (std::string line; std::getline(file, line);) entries.push_back(nlohmann::json::parse(line));
  return entries;
}

// Returns the data of a .npy file, without its header.
inline std::string NpyData(const std::string& path) {
  const std::string text = FileText(path);
  if (text.size() < 10) return "";
  const size_t header = static_cast<unsigned char>(text[8]) + 256 * static_cast<unsigned char>(text[9]);
  return text.substr(std::min(10 + header, text.size()));
}

}  // namespace opdk::tests
