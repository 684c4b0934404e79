// Every function that the headers declare is called by a test here. The page of the documentation names the test and
// the function's state. The file tells the state: refused_test.cc, no_effect_test.cc, or any other.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace opdk::acl_tests {
namespace {

namespace fs = std::filesystem;

std::string TextOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<fs::path> FilesOf(const fs::path& directory, const std::string& ending) {
  std::set<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.path().string().ends_with(ending)) files.insert(entry.path());
  }
  return {files.begin(), files.end()};
}

const fs::path kInclude = OPDK_SOURCE_DIR "/sdk/host/include";
const fs::path kTests = OPDK_SOURCE_DIR "/tests/sdk/adapters/ascendcl";

std::vector<fs::path> Headers() {
  std::vector<fs::path> headers = FilesOf(kInclude / "acl", ".h");
  for (const fs::path& header : FilesOf(kInclude / "hccl", ".h")) headers.push_back(header);
  return headers;
}

std::vector<std::string> FunctionsOf(const fs::path& header) {
  static const std::regex kDeclaration(R"(OPDK_API [^;(]*?\b((?:acl|Hccl)\w+)\()");
  const std::string text = TextOf(header);
  std::vector<std::string> functions;
  for (std::sregex_iterator it(text.begin(), text.end(), kDeclaration), end; it != end; ++it)
    functions.push_back((*it)[1]);
  return functions;
}

struct Use {
  std::string state, test;
};

// Returns the first test that calls each function.
std::map<std::string, Use> Uses() {
  static const std::regex kWord(R"(TEST(?:_F)?\((\w+),\s*(\w+)\)|\b((?:acl|Hccl)\w+)\b)");
  std::map<std::string, Use> uses;
  for (const fs::path& file : FilesOf(kTests, "_test.cc")) {
    const std::string name = file.filename().string(), text = TextOf(file);
    const std::string state = name == "refused_test.cc"     ? "refused"
                              : name == "no_effect_test.cc" ? "no effect"
                                                            : "works";
    std::string test;
    for (std::sregex_iterator it(text.begin(), text.end(), kWord), end; it != end; ++it) {
      if ((*it)[1].matched) {
        test = (*it)[1].str() + "." + (*it)[2].str();
      } else if (!test.empty()) {
        // A test of a working feature may call other functions on its way. Where these are refused, it doesn't test
        // them.
        Use& use = uses[(*it)[3]];
        if (use.test.empty() || (use.state != "works" && state == "works")) use = {state, test};
      }
    }
  }
  return uses;
}

std::string Page() {
  std::string page =
      "# Functions of AscendCL\n\n"
      "Each function of `acl/*.h` and `hccl/*.h`: whether it works, is accepted without effect, or is refused (always "
      "with a code, "
      "and\n"
      "the reason in `aclGetRecentErrMsg`), and the test that calls it. See [AscendCL](acl.md).\n";
  const std::map<std::string, Use> uses = Uses();
  for (const fs::path& header : Headers()) {
    const std::vector<std::string> functions = FunctionsOf(header);
    if (functions.empty()) continue;
    page +=
        fmt::format("\n## {}\n\n| function | state | test |\n|---|---|---|\n", fs::relative(header, kInclude).string());
    for (const std::string& function : functions) {
      const auto use = uses.find(function);
      if (use != uses.end())
        page += fmt::format("| `{}` | {} | `{}` |\n", function, use->second.state, use->second.test);
    }
  }
  return page;
}

TEST(AclFunctions, EachIsCalledByATest) {
  const std::map<std::string, Use> uses = Uses();
  size_t count = 0;
  for (const fs::path& header : Headers()) {
    for (const std::string& function : FunctionsOf(header)) {
      ++count;
      EXPECT_TRUE(uses.contains(function)) << function << " of " << header.filename() << " is called by no test";
    }
  }
  EXPECT_GT(count, 250U);
}

TEST(AclFunctions, EachThatGivesACodeIsRefusedSomething) {
  static const std::regex kRefused(R"(EXPECT_(?:REFUSED|UNSUPPORTED)\(\s*(acl\w+)\()");
  static const std::regex kCode(R"(OPDK_API aclError\s+(acl\w+)\()");
  std::set<std::string> refused = {"aclrtSetExceptionInfoCallback"};  // takes any, NULL too
  for (const fs::path& file : FilesOf(kTests, "_test.cc")) {
    const std::string text = TextOf(file);
    for (std::sregex_iterator it(text.begin(), text.end(), kRefused), end; it != end; ++it) refused.insert((*it)[1]);
  }
  for (const fs::path& header : Headers()) {
    const std::string text = TextOf(header);
    for (std::sregex_iterator it(text.begin(), text.end(), kCode), end; it != end; ++it) {
      EXPECT_TRUE(refused.contains((*it)[1])) << (*it)[1] << " is never given wrong arguments";
    }
  }
}

TEST(AclFunctions, PageOfTheDocumentationIsUpToDate) {
  const std::string made = fs::temp_directory_path() / "opdk_acl_functions.md";
  const std::string page = Page();
  if (TextOf(OPDK_SOURCE_DIR "/sdk/docs/acl_functions.md") == page) return;
  std::ofstream(made, std::ios::binary) << page;
  ADD_FAILURE() << "the tests say something else: cp " << made << " sdk/docs/acl_functions.md";
}

}  // namespace
}  // namespace opdk::acl_tests
