// The ```yaml blocks of the documentation an author reads, given to the readers that read an author's files.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "graph_core/package/op_info.h"
#include "sdk/tools/verify/cases/op_case.h"

namespace opdk {
namespace {

struct Snippet {
  std::string page;  // "tutorial.md"
  std::string file;  // where the page says it goes; "" when it doesn't
  std::string text;
};

std::vector<Snippet> YamlSnippets() {
  std::vector<Snippet> snippets;
  for (const auto& entry : std::filesystem::directory_iterator(OPDK_SOURCE_DIR "/sdk/docs")) {
    if (entry.path().extension() != ".md") continue;
    std::ifstream page(entry.path());
    bool inside = false;
    for (std::string line; std::getline(page, line);) {
      if (line.starts_with("```yaml")) {
        inside = true;
        snippets.push_back({entry.path().filename(), line.size() > 8 ? line.substr(8) : "", ""});
      } else if (line.starts_with("```")) {
        inside = false;
      } else if (inside) {
        snippets.back().text += line + "\n";
      }
    }
  }
  return snippets;
}

TEST(Documentation, OperatorInformationItShowsIsRead) {
  int read = 0;
  for (const Snippet& snippet : YamlSnippets()) {
    if (snippet.page != "operator_information.md" && !snippet.file.starts_with("op_info/")) continue;
    const auto parsed = ParseOpInfo(snippet.text, snippet.page);
    EXPECT_TRUE(parsed.ok()) << parsed.status().ToString();
    ++read;
  }
  EXPECT_GE(read, 2);
}

TEST(Documentation, CasesItShowsAreRead) {
  int read = 0;
  for (const Snippet& snippet : YamlSnippets()) {
    if (snippet.page != "operator_tests.md" && !snippet.file.starts_with("tests/op/")) continue;
    const auto cases = verify::ReadCases(snippet.text, snippet.page);
    ASSERT_TRUE(cases.ok()) << cases.status().ToString();
    EXPECT_FALSE(cases->empty());
    ++read;
  }
  EXPECT_GE(read, 2);
}

}  // namespace
}  // namespace opdk
