#include "sdk/tools/verify/cases/msopst.h"

#include <gmock/gmock.h>

namespace opdk::verify {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<OpCase> Fixture() {
  auto cases = ReadCaseFile(OPDK_SOURCE_DIR "/tests/sdk/tools/verify/data/msopst.json");
  EXPECT_TRUE(cases.ok()) << cases.status().ToString();
  return cases.ok() ? *cases : std::vector<OpCase>();
}

OpDesc Add() {
  OpDesc add;
  add.type = "Add";
  add.ir_inputs = {{"x1", PortKind::kRequired, ""}, {"x2", PortKind::kRequired, ""}};
  add.ir_outputs = {{"y", PortKind::kRequired, ""}};
  return add;
}

TEST(Msopst, AlternativesAreCrossedAndNamed) {
  const auto cases = Fixture();
  // format x shape x type x distribution x range, and three cases without alternatives.
  ASSERT_EQ(cases.size(), 32U + 3U);
  EXPECT_EQ(cases[0].name, "Test_Add_001_sub_001_ND_float16");
  EXPECT_EQ(cases[31].name, "Test_Add_001_sub_032_NCHW_fp32");
  EXPECT_EQ(cases[32].name, "Test_Add_dynamic");
  EXPECT_THAT(cases[0].dtypes, ElementsAre(ge::DT_FLOAT16));
  EXPECT_THAT(cases[0].Place(), HasSubstr("msopst.json:2: Add Test_Add_001"));
}

TEST(Msopst, FieldsBecomeTheCases) {
  const auto cases = Fixture();
  const auto last = Instantiate(cases[31], ge::DT_FLOAT, Add());
  ASSERT_TRUE(last.ok()) << last.status().ToString();
  const ge::TensorDesc& x1 = last->op.inputs[0].desc;
  EXPECT_EQ(x1.GetDataType(), ge::DT_FLOAT);
  EXPECT_EQ(x1.GetFormat(), ge::FORMAT_NCHW);
  EXPECT_EQ(x1.GetOriginFormat(), ge::FORMAT_NCHW);
  EXPECT_THAT(x1.GetShape().GetDims(), ElementsAre(4, 1, 1, 1));
  EXPECT_THAT(last->expected[0].tensor.value.GetTensorDesc().GetShape().GetDims(), ElementsAre(4, 1, 1, 1));
  EXPECT_FALSE(last->expected[0].tensor.has_data);
  EXPECT_EQ(StandardOf(cases[31], ge::DT_FLOAT)->rtol, 0.001);
  const auto first = Instantiate(cases[0], ge::DT_FLOAT16, Add());
  ASSERT_TRUE(first.ok());
  EXPECT_THAT(first->op.inputs[0].desc.GetShape().GetDims(), ElementsAre(2, 3, 1, 1));
}

TEST(Msopst, TypicalShapeStandsForADynamicOneAndNamesMayLack) {
  const auto cases = Fixture();
  const auto made = Instantiate(cases[32], ge::DT_FLOAT, Add());
  ASSERT_TRUE(made.ok()) << made.status().ToString();
  EXPECT_THAT(made->op.inputs[0].desc.GetShape().GetDims(), ElementsAre(2, 3));
  EXPECT_EQ(made->op.inputs[1].name, "x2");
  EXPECT_EQ(cases[32].golden->sources.at(0).file.text, "golden.py:msopst_add");
}

TEST(Msopst, ExpectFailedIsARefusalAndAttributesAreSet) {
  const auto cases = Fixture();
  EXPECT_TRUE(Instantiate(cases[33], ge::DT_FLOAT, Add())->refused);
  EXPECT_EQ(cases[34].attrs.at(0).value.Text(), "[0]");
}

struct Wrong {
  const char* json;
  const char* message;
  const char* place;
};

class BadMsopst : public testing::TestWithParam<Wrong> {};

TEST_P(BadMsopst, IsRefusedWhereTheMistakeIs) {
  const auto cases = ReadMsopstCases(GetParam().json, "a.json");
  ASSERT_FALSE(cases.ok());
  EXPECT_EQ(cases.status().code(), ErrorCode::kCaseInvalid);
  EXPECT_THAT(cases.status().ToString(), HasSubstr(GetParam().message));
  EXPECT_EQ(cases.status().places().front(), GetParam().place);
}

#define CASE(more) "[{\"case_name\": \"a\", \"op\": \"Add\", \"output_desc\": [], " more "}]"

INSTANTIATE_TEST_SUITE_P(
    Fields, BadMsopst,
    testing::Values(
        Wrong{"[{\"case_name\":", "not valid YAML", "a.json:1:1"},
        Wrong{"{\"op\": 1}", "a list of cases", "a.json:1:1"},
        Wrong{"[{\"case_name\": \"a\"}]", "a case has no op", "a.json:1:2"},
        Wrong{CASE("\"input_desk\": []"), "did you mean input_desc?", "a.json:1:53"},
        Wrong{CASE("\"input_desc\": [{\"shape\": [1]}]"), "a tensor has no type", "a.json:1:68"},
        Wrong{CASE("\"input_desc\": [{\"type\": \"flaot\", \"shape\": [1]}]"), "did you mean float?", "a.json:1:77"},
        Wrong{CASE("\"input_desc\": [{\"type\": \"float\", \"shape\": [-1]}]"), "needs a typical_shape", "a.json:1:95"},
        Wrong{CASE("\"input_desc\": [{\"type\": \"float\", \"shape\": [-1], \"typical_shape\": [9], \"shape_range\": "
                   "[[1, 8]]}]"),
              "outside its shape_range", "a.json:1:119"},
        Wrong{CASE("\"input_desc\": [{\"type\": \"float\", \"shape\": [1], \"value_range\": [1]}]"),
              "value_range is [min, max]", "a.json:1:115"},
        Wrong{
            CASE("\"input_desc\": [{\"type\": [\"float\", \"int8\"], \"shape\": [1]}, {\"type\": [\"float\", \"int8\", "
                 "\"int16\"], \"shape\": [1]}]"),
            "type lists 3 alternatives where another tensor lists 2", "a.json:1:120"},
        Wrong{CASE("\"input_desc\": [{\"type\": \"float\", \"shape\": \"fuzz\"}]"), "opdk fuzz", "a.json:1:95"},
        Wrong{CASE("\"input_desc\": [], \"fuzz_impl\": \"f.py\""), "opdk fuzz", "a.json:1:71"},
        Wrong{CASE("\"input_desc\": [], \"st_mode\": \"ms_python_train\""), "mode that does not exist", "a.json:1:71"},
        Wrong{CASE("\"input_desc\": [], \"expect\": \"fail\""), "unknown expect 'fail'", "a.json:1:81"},
        Wrong{CASE("\"input_desc\": [], \"error_threshold\": [2, 0]"), "within 0", "a.json:1:91"},
        Wrong{CASE("\"input_desc\": [], \"error_threshold\": [0.1]"), "is [limit, share]", "a.json:1:90"},
        Wrong{CASE("\"input_desc\": [], \"attr\": [{\"name\": \"axis\"}]"), "a name and a value", "a.json:1:80"}));

TEST(Msopst, MoreCombinationsThanCanRunAreRefused) {
  std::string formats = "\"ND\"", types = "\"float\"";
  for (int i = 1; i < 101; ++i) {
    formats += ", \"ND\"";
    types += ", \"float\"";
  }
  const auto cases = ReadMsopstCases(
      "[{\"case_name\": \"a\", \"op\": \"Add\", \"output_desc\": [], \"input_desc\": [{\"shape\": [1], \"format\": [" +
          formats + "], \"type\": [" + types + "]}]}]",
      "a.json");
  EXPECT_EQ(cases.status().code(), ErrorCode::kCaseInvalid);
  EXPECT_THAT(cases.status().ToString(), HasSubstr("more than 10000 combinations of alternatives"));
}

TEST(Msopst, NamesAreUnique) {
  const std::string one = "{\"case_name\": \"a\", \"op\": \"Add\", \"input_desc\": [], \"output_desc\": []}";
  EXPECT_THAT(ReadMsopstCases("[" + one + "," + one + "]", "a.json").status().message(), HasSubstr("stands twice"));
}

}  // namespace
}  // namespace opdk::verify
