// `opdk errors` as a user runs it.
#include <gmock/gmock.h>

#include "sdk/tools/author/docs/error_catalogue.h"
#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

using testing::HasSubstr;

class ErrorsCommand : public Command {};

TEST_F(ErrorsCommand, CodeIsFoundHoweverItIsWritten) {
  const Outcome full = Run("errors E2006");
  EXPECT_EQ(full.code, 0);
  EXPECT_THAT(full.out, HasSubstr("E2006: operator information has a mistake"));
  EXPECT_THAT(full.out, HasSubstr("exit code: 3: a definition is invalid"));
  for (const char* name : {"2006", "e2006", "kOpInfoInvalid"})
    EXPECT_EQ(Run(std::string("errors ") + name).out, full.out);
}

TEST_F(ErrorsCommand, UnknownCodeIsRefusedWithTheNearest) {
  const Outcome outcome = Run("errors E2066");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_THAT(outcome.err, HasSubstr("there is no error code 'E2066'; did you mean"));
}

TEST_F(ErrorsCommand, WithoutCodeAllAreListed) {
  const Outcome outcome = Run("errors");
  for (const ErrorEntry& entry : ErrorCatalogue()) EXPECT_THAT(outcome.out, HasSubstr(ToString(entry.code)));
  EXPECT_EQ(Run("errors --format md").out, ErrorsAsMarkdown());
}

}  // namespace
}  // namespace opdk::cli
