// Flags of atc as its users give them, and descriptions of single operators.
#include <gmock/gmock.h>

#include <string>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class AtcCalls : public Command {
 protected:
  Outcome RunAtc(const std::string& arguments) { return RunProgram("atc", arguments); }
};

TEST_F(AtcCalls, OutputsAreNamedByNodesAndByValues) {
  for (const char* name : {"sum", "Add_sum", "Add_sum:0", "Add_sum:0:sum"}) {
    const Outcome made = RunAtc(fmt::format("--model={} --output={} --out_nodes=\"{}\"", kAddModel, Path("net"), name));
    EXPECT_EQ(made.code, 0) << name << made.err;
    EXPECT_THAT(Run("om info " + Path("net.om")).out, HasSubstr(name));
  }
  const Outcome none = RunAtc(fmt::format("--model={} --output={} --out_nodes=\"Add_sum:1\"", kAddModel, Path("net")));
  EXPECT_THAT(none.err, HasSubstr("'Add_sum' has 1 outputs, there is no 1"));
}

TEST_F(AtcCalls, FlagsOfImplementationsChangeNothing) {
  const Outcome made = RunAtc(
      fmt::format("--model={} --output={} --op_select_implmode=high_performance --optypelist_for_implmode=\"Sigmoid\" "
                  "--input_shape_range=\"x:[1~4,4,5];y:[1~4,4,5]\"",
                  kAddModel, Path("net")));
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out + made.err, HasSubstr("ge.optypelistForImplmode"));
  const Outcome wrong = RunAtc(fmt::format("--model={} --output={} --op_select_implmode=fast", kAddModel, Path("net")));
  EXPECT_THAT(wrong.err, HasSubstr("one implementation"));
}

TEST_F(AtcCalls, AnEmptyValueIsThatOfAFlagThatIsNotGiven) {
  const std::string flags = fmt::format(
      "--model={} --output={} --out_nodes= --compress_weight_conf=\"\" --op_select_implmode= --is_weight_clip= --json=",
      kAddModel, Path("net"));
  EXPECT_EQ(RunAtc(flags).code, 0) << RunAtc(flags).err;
  EXPECT_EQ(Run("atc " + flags).code, 0) << Run("atc " + flags).err;
  EXPECT_EQ(RunAtc(flags + " --no_such_flag=").code, 2);
  EXPECT_EQ(RunAtc(flags + " --json").code, 2);
}

TEST_F(AtcCalls, ADescribedOutputIsComparedWithWhatTheOperatorGives) {
  const auto make = [&](const std::string& op, const std::string& inputs, const std::string& output,
                        const std::string& attrs) {
    Write("ops.json", fmt::format(R"([{{"op": "{}", "name": "op", "input_desc": [{}], "output_desc": [{}],
                                       "attr": [{}]}}])",
                                  op, inputs, output, attrs));
    return RunAtc(fmt::format("--singleop={} --output={}", Path("ops.json"), work_.string()));
  };
  const auto desc = [](const std::string& format, const std::string& shape) {
    return fmt::format(R"({{"format": "{}", "shape": [{}], "type": "float"}})", format, shape);
  };
  const std::string two = desc("ND", "8,16") + "," + desc("ND", "8,16");
  EXPECT_EQ(make("Add", two, desc("ND", "8,16"), "").code, 0);
  EXPECT_EQ(make("Add", two, desc("ND", "-1,16"), "").code, 0);
  const Outcome other = make("Add", two, desc("ND", "8,17"), "");
  EXPECT_NE(other.code, 0);
  EXPECT_THAT(other.err, AllOf(HasSubstr("E2005"), HasSubstr("gives float[8, 16], not float[8, 17]"),
                               HasSubstr("output_desc[0]")));
  const std::string lists =
      R"({"name": "strides", "type": "list_int", "value": [1,1,1,1]},
         {"name": "pads", "type": "list_int", "value": [1,1,1,1]})";
  const std::string images = desc("NCHW", "1,3,16,16") + "," + desc("NCHW", "3,3,3,3");
  const Outcome described = make("Conv2D", images, desc("NCHW", "1,3,16,16"), lists);
  EXPECT_EQ(described.code, 0) << described.err;
  const Outcome contradicted = make("Conv2D", images, desc("NCHW", "1,3,16,16"),
                                    lists + R"(, {"name": "data_format", "type": "string", "value": "NHWC"})");
  EXPECT_THAT(contradicted.err, HasSubstr("x is NCHW, but the attribute data_format is NHWC"));
}

}  // namespace
}  // namespace opdk::cli
