// The options of precision of the commands that compile.
#include <gmock/gmock.h>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

using testing::HasSubstr;

class PrecisionOptionsTest : public Command {
 protected:
  Outcome Add(const std::string& options) {
    return Run(fmt::format("run {} --input x=ones:3x4x5 --input y=ones:3x4x5 {}", kAddModel, options));
  }
};

TEST_F(PrecisionOptionsTest, AModeRunsTheModelInOtherTypes) {
  const Outcome outcome = Run(fmt::format("explain {} --precision-mode force_fp16", kAddModel));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Cast"));
  EXPECT_EQ(Add("--precision-mode force_fp16").code, 0);
}

TEST_F(PrecisionOptionsTest, NodesOfAFileKeepTheirs) {
  std::ofstream(Path("kept.txt")) << "OpType::Add\n";
  const Outcome outcome =
      Run(fmt::format("explain {} --precision-mode force_fp16 --keep-dtype {}", kAddModel, Path("kept.txt")));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, testing::Not(HasSubstr("Cast")));
}

TEST_F(PrecisionOptionsTest, MistakesAreReportedOnOneLine) {
  const Outcome mode = Add("--precision-mode fp8");
  EXPECT_EQ(mode.code, 2);
  EXPECT_THAT(mode.err, HasSubstr("--precision-mode: 'fp8' is no precision mode; there are must_keep_origin_dtype"));
  std::ofstream(Path("lists.json")) << R"({"red-list": {}})";
  const Outcome lists = Add(fmt::format("--modify-mixlist {}", Path("lists.json")));
  EXPECT_EQ(lists.code, 2);
  EXPECT_THAT(lists.err, HasSubstr(fmt::format("'red-list' is no list, at {}", Path("lists.json"))));
  const Outcome file = Add(fmt::format("--customize-dtypes {}", Path("none")));
  EXPECT_THAT(file.err, HasSubstr("the file can't be read"));
}

}  // namespace
}  // namespace opdk::cli
