// `opdk errors` as a user runs it.
#include <gmock/gmock.h>

#include "graph_core/package/framework_info.h"
#include "sdk/tools/author/check/finding.h"
#include "sdk/tools/author/docs/error_catalogue.h"
#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class ErrorsCommand : public Command {};

TEST_F(ErrorsCommand, CodeIsFoundHoweverItIsWritten) {
  const Outcome full = Run("errors E2006");
  EXPECT_EQ(full.code, 0);
  EXPECT_THAT(full.out, HasSubstr("E2006: operator information has a mistake"));
  EXPECT_THAT(full.out, HasSubstr("exit code: 3: a definition is invalid"));
  for (const char* name : {"2006", "e2006", "kOpInfoInvalid"})
    EXPECT_EQ(Run(std::string("errors ") + name).out, full.out);
}

TEST_F(ErrorsCommand, CodesOfCheckAreKnown) {
  const Outcome found = Run("errors C608");
  EXPECT_EQ(found.code, 0) << found.err;
  EXPECT_THAT(found.out,
              HasSubstr("C608: shape inference and the kernel's expression disagree\n  severity:  error of opdk "
                        "check, which needs the built library to find it\n  next step: correct one of them"));
  EXPECT_EQ(Run("errors c608").out, found.out);
  EXPECT_THAT(Run("errors C402 E2006").out, AllOf(HasSubstr("C402: "), HasSubstr("E2006: ")));
  const std::string all = Run("errors").out;
  const std::string as_json = Run("errors --format json").out;
  for (const author::CheckRule& rule : author::CheckRules()) {
    EXPECT_THAT(all, HasSubstr(rule.code));
    EXPECT_THAT(as_json, HasSubstr(fmt::format("\"code\": \"{}\"", rule.code)));
  }
  EXPECT_THAT(Run("errors C699").err, HasSubstr("there is no error code 'C699'; did you mean C60"));
}

TEST_F(ErrorsCommand, UnknownCodeIsRefusedWithTheNearest) {
  const Outcome outcome = Run("errors E2066");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_THAT(outcome.err, HasSubstr("there is no error code 'E2066'; did you mean"));
}

TEST_F(ErrorsCommand, AnErrorWithoutANextStepGetsTheOneOfItsCode) {
  Write("graph.pbtxt", "node { name: 'y' op: 'AddN' }");
  const Outcome parsed = Run("run " + Path("graph.pbtxt"));
  EXPECT_EQ(parsed.code, 3);
  EXPECT_THAT(parsed.err, HasSubstr("error E2001: "));
  EXPECT_THAT(parsed.err, EndsWith(fmt::format("\n  help: {}\n", HowToCheckModel(domi::TENSORFLOW))));
  const Outcome inferred = Run("run --op Add --input x1=ones:2 --input x2=ones:3");
  EXPECT_THAT(inferred.err, HasSubstr("error E2003: "));
  EXPECT_THAT(inferred.err, EndsWith(fmt::format("\n  help: {}\n", author::FindError(2003)->next_step)));
}

TEST_F(ErrorsCommand, AnErrorKeepsItsOwnNextStep) {
  const Outcome outcome = Run("run --op SoftmaxV2");
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("error E1003: "), HasSubstr("\n  help: add --input x=random:4x8; ")));
  EXPECT_THAT(outcome.err, Not(HasSubstr(author::FindError(1003)->next_step)));
}

TEST_F(ErrorsCommand, WithoutCodeAllAreListed) {
  const Outcome outcome = Run("errors");
  for (const author::ErrorEntry& entry : author::ErrorCatalogue())
    EXPECT_THAT(outcome.out, HasSubstr(ToString(entry.code)));
  EXPECT_EQ(Run("errors --format md").out, author::ErrorsAsMarkdown());
}

}  // namespace
}  // namespace opdk::cli
