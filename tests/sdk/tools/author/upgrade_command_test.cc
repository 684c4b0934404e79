// `opdk upgrade`: packages that older templates made. The older templates are today's with a few lines changed.
#include <gmock/gmock.h>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class UpgradeCommand : public Command {
 protected:
  // Makes a package of templates of version 0, whose kernel has other words and whose README another line.
  void SetUp() override {
    Command::SetUp();
    fs::copy(OPDK_SOURCE_DIR "/sdk/templates", work_ / "old", fs::copy_options::recursive);
    Write("old/templates.yaml", "version: 0\n");
    Replace("old/elementwise/ai_core.cc.mustache", "one compiled kernel serves all their values.",
            "as the old one said.");
    Replace("old/package/README.md.mustache", "Each operator is a handful of files", "Operators are files");
    const Outcome made = Run("new " + Path("ops") + " --kind elementwise --op Affine --templates " + Path("old"));
    ASSERT_EQ(made.code, 0) << made.err;
  }
  void Replace(const std::string& file, const std::string& what, const std::string& with) {
    std::string text = ReadFile(work_ / file);
    const size_t at = text.find(what);
    ASSERT_NE(at, std::string::npos) << file << " has no '" << what << "'";
    Write(file, text.replace(at, what.size(), with));
  }
  Outcome Upgrade(const std::string& options) {
    return Run("upgrade -C " + Path("ops") + " " + options + " </dev/null");
  }
  std::string Kernel() { return ReadFile(work_ / kKernel); }

  static constexpr const char* kKernel = "ops/op_impl/ai_core/elementwise/affine.cc";
};

TEST_F(UpgradeCommand, ReplacesUneditedFilesAndShowsTheDifference) {
  const Outcome upgraded = Upgrade("--yes");
  ASSERT_EQ(upgraded.code, 0) << upgraded.err;
  EXPECT_THAT(upgraded.out,
              HasSubstr("--- a/op_impl/ai_core/elementwise/affine.cc\n+++ b/op_impl/ai_core/elementwise/"));
  EXPECT_THAT(upgraded.out, HasSubstr("-// as the old one said.\n+// one compiled kernel serves all their values.\n"));
  EXPECT_THAT(upgraded.err, HasSubstr("upgraded from templates 0 to 3"));
  EXPECT_THAT(Kernel(), HasSubstr("one compiled kernel serves all their values."));
  EXPECT_THAT(ReadFile(work_ / "ops/README.md"), HasSubstr("Each operator is a handful of files"));
  const Outcome again = Upgrade("--yes");
  EXPECT_THAT(again.err, HasSubstr("is up to date"));
  EXPECT_EQ(again.out, "");
}

TEST_F(UpgradeCommand, DryRunShowsTheSameAndChangesNothing) {
  const std::string before = Kernel();
  const Outcome shown = Upgrade("--dry-run");
  EXPECT_EQ(shown.code, 0);
  EXPECT_THAT(shown.out, HasSubstr("+// one compiled kernel serves all their values."));
  EXPECT_EQ(Kernel(), before);
  EXPECT_THAT(ReadFile(work_ / "ops/.opdk/template.yaml"), HasSubstr("version: 0"));
}

TEST_F(UpgradeCommand, WithoutATerminalNothingChanges) {
  const std::string before = Kernel();
  const Outcome refused = Upgrade("");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--yes"));
  EXPECT_EQ(Kernel(), before);
}

TEST_F(UpgradeCommand, AsksAtATerminalAndTakesNoForAnAnswer) {
  const auto answer = [&](const std::string& text) {
    Write("answers", text);
    return std::system(fmt::format("script -qec \"'{}/bin/opdk' upgrade -C '{}'\" /dev/null <'{}' >'{}'",
                                   OPDK_BINARY_DIR, Path("ops"), Path("answers"), Path("terminal"))
                           .c_str());
  };
  const std::string before = Kernel();
  EXPECT_EQ(answer("n\n"), 0);
  EXPECT_THAT(ReadFile(work_ / "terminal"), HasSubstr("Change 2 files in " + Path("ops") + "? [y/N]"));
  EXPECT_EQ(Kernel(), before);
  EXPECT_EQ(answer("y\n"), 0);
  EXPECT_NE(Kernel(), before);
}

TEST_F(UpgradeCommand, MergesLinesOfTheAuthorWithLinesOfTheTemplate) {
  Replace(kKernel, "REGISTER_OP_COMPUTE", "// Mine.\nREGISTER_OP_COMPUTE");
  const Outcome upgraded = Upgrade("--yes");
  ASSERT_EQ(upgraded.code, 0) << upgraded.err;
  EXPECT_THAT(upgraded.err, HasSubstr("merge "));
  EXPECT_THAT(Kernel(), HasSubstr("// Mine.\n"));
  EXPECT_THAT(Kernel(), HasSubstr("one compiled kernel serves all their values."));
  EXPECT_FALSE(fs::exists(work_ / (std::string(kKernel) + ".new")));
  // The merged file is the author's still: the next upgrade must not replace it.
  EXPECT_THAT(Upgrade("--yes").err, HasSubstr("is up to date"));
  EXPECT_THAT(Kernel(), HasSubstr("// Mine.\n"));
}

TEST_F(UpgradeCommand, WhereBothChangedTheSameLinesTheAuthorsStay) {
  Replace(kKernel, "as the old one said.", "as I say.");
  const Outcome upgraded = Upgrade("--yes");
  ASSERT_EQ(upgraded.code, 0) << upgraded.err;
  EXPECT_THAT(upgraded.err, HasSubstr("conflict "));
  EXPECT_THAT(Kernel(), HasSubstr("as I say."));
  EXPECT_THAT(Kernel(), Not(HasSubstr("<<<<")));
  EXPECT_THAT(ReadFile(work_ / (std::string(kKernel) + ".new")),
              HasSubstr("one compiled kernel serves all their values."));
}

TEST_F(UpgradeCommand, AFileThatTheAuthorRemovedStaysAway) {
  fs::remove(work_ / "ops/README.md");
  const Outcome upgraded = Upgrade("--yes");
  ASSERT_EQ(upgraded.code, 0) << upgraded.err;
  EXPECT_THAT(upgraded.err, HasSubstr("leave out README.md"));
  EXPECT_FALSE(fs::exists(work_ / "ops/README.md"));
}

TEST_F(UpgradeCommand, APackageOfNewerTemplatesIsRefused) {
  Write("old/templates.yaml", "version: 99\n");
  ASSERT_EQ(Upgrade("--yes --templates " + Path("old")).code, 0);
  const Outcome refused = Upgrade("--yes");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("made of templates 99"));
}

TEST_F(UpgradeCommand, ADamagedRecordIsRefusedAtItsLine) {
  Write("ops/.opdk/operators/affine.yaml", "version: 0\nfiles:\n  ../outside: abc\n");
  const Outcome refused = Upgrade("--yes");
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("affine.yaml:3:3"));
  fs::remove_all(work_ / "ops/.opdk");
  EXPECT_THAT(Upgrade("--yes").err, HasSubstr("wasn't made by 'opdk new'"));
}

}  // namespace
}  // namespace opdk::cli
