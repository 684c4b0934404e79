// Flags of atc as its users give them, and descriptions of single operators.
#include <gmock/gmock.h>

#include <string>
#include <utility>

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
  const std::string asked = fmt::format("--model={} --output={} --out_nodes=", kAddModel, Path("net"));
  EXPECT_THAT(RunAtc(asked + "\"Ad_sum:0\"").err, HasSubstr("did you mean 'Add_sum'?"));
  EXPECT_THAT(RunAtc(asked + "\"r:0\"").err, HasSubstr("opdk dump MODEL lists the model's operators"));
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

TEST_F(AtcCalls, AnEmptyValueEqualsAFlagThatIsNotGiven) {
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
  const std::string two_strides = R"({"name": "strides", "type": "list_int", "value": [2,2]})";
  const Outcome transposed = make("Deconvolution", images, desc("NCHW", "1,3,33,33"), two_strides);
  EXPECT_EQ(transposed.code, 0) << transposed.err;
}

TEST_F(AtcCalls, OperatorsAreRefusedWithTheirPlace) {
  const std::string desc = R"({"format": "ND", "shape": [2], "type": "float"})";
  const std::pair<std::string, const char*> cases[] = {
      {"{", "no JSON"},
      {"{}", "no list of operators"},
      {"[{}]", "operator 0"},
      {R"([{"op": "NoSuchOperator", "input_desc": [], "output_desc": []}])", "NoSuchOperator"},
      {fmt::format(R"([{{"op": "Relu", "name": "../relu", "input_desc": [{0}], "output_desc": [{0}]}}])", desc),
       "no name of a file"},
      {fmt::format(R"([{{"op": "Relu", "input_desc": [{0}, {0}], "output_desc": [{0}]}}])", desc), "2 are described"},
      {R"([{"op": "Relu", "input_desc": [{"type": "float77", "shape": []}], "output_desc": []}])", "float77"},
      {R"([{"op": "Relu", "input_desc": [{"type": "int8", "shape": [1], "is_const": true, "const_value": [300]}],
          "output_desc": []}])",
       "no number of its type"},
      {R"([{"op": "Relu", "input_decs": [], "input_desc": [], "output_desc": []}])",
       "\"input_decs\" is no key of an operator; did you mean \"input_desc\"?"},
      {R"([{"op": "Relu", "input_desc": [{"type": "int8", "shape": [1], "formt": "NHWC"}], "output_desc": []}])",
       "\"formt\" is no key of a tensor; did you mean \"format\"?"},
      {R"([{"op": "Relu", "input_desc": [{"type": "int8", "shape": [1], "format": 3}], "output_desc": []}])",
       "\"format\" is no text"},
      {R"([{"op": "Relu", "input_desc": [], "output_desc": [],
           "attr": [{"name": "a", "type": "int", "value": 1, "values": 2}]}])",
       "\"values\" is no key of an attribute; did you mean \"value\"?"},
      {R"([{"op": "Relu", "input_desc": [{"type": "int8", "shape": [1], "is_const": "yes"}], "output_desc": []}])",
       "is_const"},
      {fmt::format(R"([{{"op": "Relu", "name": "r", "input_desc": [{0}], "output_desc": [{0}]}},
                       {{"op": "Exp", "name": "r", "input_desc": [{0}], "output_desc": [{0}]}}])",
                   desc),
       "its model would be r.om, which is that of"},
  };
  for (const auto& [text, says] : cases) {
    Write("ops.json", text);
    const Outcome outcome = RunAtc(fmt::format("--singleop={} --output={}", Path("ops.json"), work_.string()));
    EXPECT_NE(outcome.code, 0) << text;
    EXPECT_NE(outcome.code, 70) << text << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(says)) << text;
  }
}

}  // namespace
}  // namespace opdk::cli
