// `opdk check` on the packages of check/fixtures.yaml: each gives the findings listed there, and nothing else.
#include <gmock/gmock.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "sdk/tools/author/check/finding.h"
#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kFixtures = OPDK_SOURCE_DIR "/tests/sdk/tools/author/check/fixtures.yaml";
constexpr const char* kBeside = OPDK_SOURCE_DIR "/tests/sdk/tools/author/check/";
constexpr const char* kPackages = OPDK_BINARY_DIR "/tests/packages/";
constexpr const char* kMishCases = "Mish:\n  - name: is x tanh softplus x\n    inputs: {x: {data: [0, 1]}}\n";

// Copies the sample's package, or a package beside the fixtures. The sources are older than any library.
void CopyPackage(const std::string& package, const fs::path& root) {
  if (package != "digits") {
    fs::copy(kBeside + package, root, fs::copy_options::recursive);
  } else {
    for (const char* part : {"op_proto", "op_info", "op_impl", "plugins", "README.md"}) {
      fs::copy(fs::path(OPDK_SOURCE_DIR "/samples/digits") / part, root / part, fs::copy_options::recursive);
    }
    fs::create_directories(root / "tests/op/activation");
    std::ofstream(root / "tests/op/activation/mish.yaml") << kMishCases;
    std::ofstream(root / "CMakeLists.txt") << "opdk_add_operator_package(mine VENDOR tests VERSION 1.0.0)\n";
  }
}

void Edit(const fs::path& root, const YAML::Node& fixture) {
  for (const auto& [file, text] :
       fixture["write"].as<std::map<std::string, std::string>>(std::map<std::string, std::string>())) {
    fs::create_directories((root / file).parent_path());
    std::ofstream(root / file) << text;
  }
  for (const auto& entry : fixture["edit"]) {
    const fs::path path = root / entry.first.as<std::string>();
    std::string text = ReadFile(path);
    for (const auto& change : entry.second) {
      const auto before = change[0].as<std::string>();
      const size_t at = text.find(before);
      ASSERT_NE(at, std::string::npos) << path << " lacks " << before;
      text.replace(at, before.size(), change[1].as<std::string>());
    }
    std::ofstream(path) << text;
  }
  for (const auto& removed : fixture["remove"]) fs::remove_all(root / removed.as<std::string>());
  for (const auto& entry : fixture["rename"]) {
    const fs::path from = root / entry.first.as<std::string>();
    const fs::path to = root / entry.second.as<std::string>();
    fs::create_directories(to.parent_path());
    for (const char* extension : {".h", ".cc", ".yaml"}) {
      if (fs::exists(from.string() + extension)) fs::rename(from.string() + extension, to.string() + extension);
    }
  }
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(24 * 3650);
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.is_regular_file()) fs::last_write_time(entry, old);
  }
  if (fixture["touch"]) {
    fs::last_write_time(root / fixture["touch"].as<std::string>(),
                        fs::file_time_type::clock::now() + std::chrono::hours(1));
  }
}

std::string Codes(const YAML::Node& list) {
  std::string text;
  for (const auto& code : list) text += (text.empty() ? "" : ",") + code.as<std::string>();
  return text;
}

std::vector<YAML::Node> Fixtures() {
  std::vector<YAML::Node> fixtures;
  for (const auto& fixture : YAML::LoadFile(kFixtures)) fixtures.push_back(fixture);
  return fixtures;
}

class Check : public Command, public testing::WithParamInterface<size_t> {};

TEST_P(Check, FindsExactlyTheMistakes) {
  const YAML::Node fixture = Fixtures()[GetParam()];
  const auto package = fixture["package"].as<std::string>("");
  std::string target = Path("package");
  std::string options = "--format json";
  if (fixture["library"]) {
    target = kPackages + fixture["library"].as<std::string>();
    if (fixture["library"].as<std::string>() == "text") {
      target = Path("libtext.so");
      Write("libtext.so", "no library\n");
    }
  } else {
    fs::create_directories(target);
    CopyPackage(package, target);
    Edit(target, fixture);
    if (package != "digits") options += fmt::format(" --library '{}libcheck_{}.so'", kPackages, package);
  }
  if (fixture["ignore"]) options += " --ignore " + Codes(fixture["ignore"]);
  if (fixture["only"]) options += " --only " + Codes(fixture["only"]);

  const Outcome checked = Run(fmt::format("check '{}' {}", target, options));
  const auto json = nlohmann::json::parse(checked.out, nullptr, false);
  ASSERT_FALSE(json.is_discarded()) << checked.out << checked.err;
  std::vector<std::string> found;
  bool any_error = false;
  for (const auto& finding : json["findings"]) {
    found.push_back(fmt::format("{} {}: {}", finding["code"].get<std::string>(), finding["place"].get<std::string>(),
                                finding["message"].get<std::string>()));
    EXPECT_FALSE(finding["mend"].get<std::string>().empty());
    any_error = any_error || finding["severity"] == "error";
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> expected;
  for (const auto& one : fixture["expect"]) expected.push_back(one.as<std::string>());
  ASSERT_EQ(found.size(), expected.size()) << checked.out << checked.err;
  for (size_t i = 0; i < found.size(); ++i) {
    // "CODE place: part of the message"; the place is complete.
    const size_t colon = expected[i].find(": ");
    EXPECT_THAT(found[i], HasSubstr(expected[i].substr(0, colon)));
    EXPECT_THAT(found[i], HasSubstr(expected[i].substr(colon + 2)));
  }
  EXPECT_EQ(checked.code, any_error ? 1 : 0);
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Check, testing::Range<size_t>(0, Fixtures().size()), [](const auto& fixture) {
  std::string name;
  for (const char c : Fixtures()[fixture.param]["name"].template as<std::string>()) {
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return name;
});

TEST(CheckRules, EachIsFoundInAFixture) {
  std::set<std::string> found;
  for (const YAML::Node& fixture : Fixtures()) {
    for (const auto& one : fixture["expect"]) found.insert(one.as<std::string>().substr(0, 4));
  }
  for (const author::CheckRule& rule : author::CheckRules())
    EXPECT_TRUE(found.contains(rule.code)) << rule.code << " has no fixture";
}

TEST(CheckRules, AreInOrderAndEachOnce) {
  for (size_t i = 1; i < author::CheckRules().size(); ++i) {
    EXPECT_LT(std::string(author::CheckRules()[i - 1].code), author::CheckRules()[i].code);
  }
}

class CheckCommand : public Command {
 protected:
  std::string Package() {
    std::string root = Path("package");
    fs::create_directories(root);
    CopyPackage("digits", root);
    return root;
  }
};

TEST_F(CheckCommand, NamesTheChecksThatNeedABuild) {
  const Outcome checked = Run("check " + Package() + "/op_proto");
  EXPECT_EQ(checked.code, 0) << checked.err;
  EXPECT_EQ(checked.out, "1 operator, 0 errors, 0 warnings\n");
  EXPECT_THAT(checked.err, HasSubstr("not checked: C103 C104 C105 C301"));
  EXPECT_THAT(checked.err, HasSubstr("opdk check --build"));
}

TEST_F(CheckCommand, TextGivesPlaceCodeAndHelp) {
  const std::string root = Package();
  fs::remove_all(root + "/op_impl/ai_cpu");
  fs::remove(root + "/README.md");
  const Outcome checked = Run("check " + root);
  EXPECT_EQ(checked.code, 1);
  EXPECT_THAT(checked.out, HasSubstr("README.md: warning C502: the package has no README.md\n  help: "));
  EXPECT_THAT(checked.out, HasSubstr("op_info/activation/mish.yaml:4:3: error C202: "));
  EXPECT_THAT(checked.out, HasSubstr("1 operator, 1 error, 1 warning\n"));
  EXPECT_THAT(checked.err, HasSubstr("error E7002: 1 error, 1 warning"));
}

TEST_F(CheckCommand, WarningsFailOnlyWhenStrict) {
  const std::string root = Package();
  fs::remove(root + "/README.md");
  EXPECT_EQ(Run("check " + root).code, 0);
  EXPECT_EQ(Run("check --strict " + root).code, 1);
  EXPECT_EQ(Run("check --strict --ignore C5 " + root).code, 0);
  EXPECT_EQ(Run("check --strict --only C1,C2 " + root).code, 0);
}

TEST_F(CheckCommand, UnknownCodeIsAUsageError) {
  const Outcome checked = Run("check --only C104,C999 " + Package());
  EXPECT_EQ(checked.code, 2);
  EXPECT_THAT(checked.err, HasSubstr("there is no check 'C999'"));
}

TEST_F(CheckCommand, SarifNamesRuleFileAndLine) {
  const std::string root = Package();
  fs::remove_all(root + "/op_impl/ai_cpu");
  const auto sarif = nlohmann::json::parse(Run("check --format sarif " + root).out);
  EXPECT_EQ(sarif["version"], "2.1.0");
  const auto& result = sarif["runs"][0]["results"][0];
  EXPECT_EQ(result["ruleId"], "C202");
  EXPECT_EQ(result["level"], "error");
  const auto& place = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "op_info/activation/mish.yaml");
  EXPECT_EQ(place["region"]["startLine"], 4);
}

TEST_F(CheckCommand, ListShowsEveryCheck) {
  const Outcome listed = Run("check --list");
  EXPECT_EQ(listed.code, 0);
  for (const author::CheckRule& rule : author::CheckRules()) EXPECT_THAT(listed.out, HasSubstr(rule.code));
}

TEST_F(CheckCommand, SaysOfAStrippedLibraryThatStateCouldNotBeSeen) {
  const std::string library = Path("libcheck_outside.so");
  ASSERT_EQ(std::system(fmt::format("strip -o '{}' '{}libcheck_outside.so'", library, kPackages).c_str()), 0);
  const std::string root = Path("package");
  CopyPackage("outside", root);
  const Outcome checked = Run(fmt::format("check '{}' --library '{}' --only C308,C309", root, library));
  EXPECT_THAT(checked.out, HasSubstr("op_impl/ai_cpu/outside/looks_outside.cc:15:20: warning C308: getenv"));
  EXPECT_THAT(checked.out, HasSubstr("0 errors, 9 warnings"));
  EXPECT_THAT(checked.err, HasSubstr("not checked: C309 (the library is stripped of its symbols)"));
}

TEST_F(CheckCommand, NamesImportsOfALibraryWithoutItsSources) {
  const Outcome checked = Run(fmt::format("check '{}libcheck_outside.so' --only C308,C309", kPackages));
  EXPECT_THAT(checked.out, HasSubstr("libcheck_outside.so: warning C308: getenv"));
  EXPECT_THAT(checked.err, HasSubstr("not checked: C309 (only the sources tell a constant from what changes)"));
}

}  // namespace
}  // namespace opdk::cli
