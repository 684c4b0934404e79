#include "sdk/tools/verify/report/reproducer.h"

#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <memory>

#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {
namespace {

// Returns the text that a shell makes of a word.
std::string Echoed(const std::string& word) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(("printf %s " + word).c_str(), "r"), &pclose);
  std::string text;
  std::array<char, 256> part;
  while (std::fgets(part.data(), part.size(), pipe.get()) != nullptr) text += part.data();
  return text;
}

TEST(ShellQuoted, GivesTheShellTheTextBack) {
  for (const std::string text :
       {"plain", "with space", "it's", "$HOME `id` \\n \"x\"", "*", "~", "", "a;b", "é", "#2"}) {
    EXPECT_EQ(Echoed(ShellQuoted(text)), text);
  }
  EXPECT_EQ(ShellQuoted("plain/path-1.yaml"), "plain/path-1.yaml");
}

TEST(Reproducer, CarriesTheWholeCase) {
  const auto cases =
      ReadCases("Add:\n  - name: is odd\n    inputs:\n      x1: {data: [1]}\n      x2: {data: [2]}\n", "f.yaml");
  ASSERT_TRUE(cases.ok());
  const std::string command = Reproducer({"--package", "/my dir"}, (*cases)[0], "float", "ai_cpu", "id", "f.yaml");
  EXPECT_EQ(command,
            "opdk test --package '/my dir' --case 'Add: [{name: is odd, inputs: {x1: {data: [1]}, x2: {data: [2]}}}]' "
            "--dtype float --engine ai_cpu");
}

TEST(Reproducer, NamesACaseThatIsTooLongForACommandLine) {
  OpCase op_case;
  op_case.op = "Add";
  op_case.attrs.push_back({{"list"}, Written::List(std::vector<int64_t>(50000, 1000))});
  EXPECT_EQ(Reproducer({}, op_case, "float", "ai_cpu", "Add/a b/float/ai_cpu", "f.yaml"),
            "opdk test --cases f.yaml 'Add/a b/float/ai_cpu'");
}

}  // namespace
}  // namespace opdk::verify
