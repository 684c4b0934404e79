// The error catalogue and the page made of it have every code of opdk/status.h and no others. Each code is given
// somewhere.
#include "sdk/tools/author/docs/error_catalogue.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

namespace opdk::cli {
namespace {

std::string TextOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// Returns the enumerators, such as "  kUsage = 1001,", except kOk.
std::map<int, std::string> Enumerators() {
  std::map<int, std::string> enumerators;
  const std::string header = TextOf(OPDK_SOURCE_DIR "/sdk/api/include/opdk/status.h");
  const std::string body = header.substr(header.find("enum class ErrorCode"));
  const std::string text = body.substr(0, body.find("};"));
  const std::regex pattern(R"(\n\s*(k\w+) = (\d+),)");
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
    if (std::stoi((*match)[2]) != 0) enumerators[std::stoi((*match)[2])] = (*match)[1];
  }
  return enumerators;
}

TEST(ErrorCatalogue, HasAnEntryForEveryEnumeratorAndNoOther) {
  std::map<int, std::string> entries;
  for (const author::ErrorEntry& entry : author::ErrorCatalogue())
    entries[static_cast<int>(entry.code)] = entry.enumerator;
  ASSERT_GT(Enumerators().size(), 40U);
  EXPECT_EQ(entries, Enumerators());
  EXPECT_EQ(entries.size(), author::ErrorCatalogue().size()) << "an entry stands twice";
}

// Enumerators that stand in the sources outside the catalogue.
std::set<std::string> GivenBySources() {
  std::set<std::string> given;
  const std::regex pattern(R"(ErrorCode::(k\w+))");
  for (const char* folder : {"sdk", "graph_core", "op_impl", "op_proto", "plugins"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(OPDK_SOURCE_DIR "/" + std::string(folder))) {
      const std::string path = entry.path().string();
      if (!path.ends_with(".cc") && !path.ends_with(".h")) continue;
      if (path.ends_with("error_catalogue.cc") || path.ends_with("opdk/status.h")) continue;
      const std::string text = TextOf(path);
      for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
        given.insert((*match)[1]);
      }
    }
  }
  return given;
}

TEST(ErrorCatalogue, EveryCodeIsGivenSomewhere) {
  const std::set<std::string> given = GivenBySources();
  for (const author::ErrorEntry& entry : author::ErrorCatalogue())
    EXPECT_TRUE(given.contains(entry.enumerator)) << entry.enumerator;
}

TEST(ErrorCatalogue, EveryEntrySaysAllThereIsToSay) {
  int before = 0;
  for (const author::ErrorEntry& entry : author::ErrorCatalogue()) {
    EXPECT_LT(before, static_cast<int>(entry.code)) << "not in order";
    before = static_cast<int>(entry.code);
    for (const char* text : {entry.meaning, entry.cause, entry.next_step, entry.example}) {
      EXPECT_GT(std::string(text).size(), 5U) << entry.enumerator;
    }
  }
}

TEST(ErrorCatalogue, PageOfTheDocumentationIsUpToDate) {
  EXPECT_EQ(TextOf(OPDK_SOURCE_DIR "/sdk/docs/errors.md"), author::ErrorsAsMarkdown())
      << "opdk errors --format md > sdk/docs/errors.md";
}

}  // namespace
}  // namespace opdk::cli
