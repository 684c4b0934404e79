#include "sdk/tools/verify/cases/op_case.h"

#include <gtest/gtest.h>

#include <string>

#include "sdk/tools/verify/cases/write_case.h"

namespace opdk::verify {
namespace {

struct BadCase {
  std::string yaml;
  const char* message;
  const char* place;
};

class BadCases : public testing::TestWithParam<BadCase> {};

TEST_P(BadCases, AreRefusedWhereTheMistakeIs) {
  const auto cases = ReadCases(GetParam().yaml, "add.yaml");
  ASSERT_FALSE(cases.ok());
  EXPECT_EQ(cases.status().code(), ErrorCode::kCaseInvalid);
  EXPECT_NE(cases.status().message().find(GetParam().message), std::string::npos) << cases.status().ToString();
  EXPECT_EQ(cases.status().places().front(), GetParam().place);
}

INSTANTIATE_TEST_SUITE_P(
    Files, BadCases,
    testing::Values(
        BadCase{"Add: [", "not valid YAML", "add.yaml:1:1"},
        BadCase{"Add: []\n---\nSub: []", "a second document begins here", "add.yaml:3:1"},
        BadCase{std::string("Add: []\n\0", 9), "a byte 0 stands in the text", "add.yaml"},
        BadCase{"[1]", "must be a mapping", "add.yaml:1:1"},
        BadCase{"Add: {}", "must have a list of cases", "add.yaml:1:6"},
        BadCase{"Add:\n  - {inputs: {}}", "has no name", "add.yaml:2:5"},
        BadCase{"Add:\n  - {name: a, expects: {}}", "did you mean expect?", "add.yaml:2:15"},
        BadCase{"Add:\n  - {name: a, dtypes: [flaot]}", "did you mean float?", "add.yaml:2:24"},
        BadCase{"Add:\n  - {name: a, dtypes: []}", "dtypes is empty", "add.yaml:2:23"},
        BadCase{"Add:\n  - {name: a, relations: [comutative: [x1, x2]]}", "did you mean commutative?", "add.yaml:2:27"},
        BadCase{"Add:\n  - {name: a, relations: [linear]}", "names the input it speaks of", "add.yaml:2:27"},
        BadCase{"Add:\n  - {name: a, relations: [batch_slice: {axis: -1}]}", "counted from the front",
                "add.yaml:2:47"}));

OpDesc AddPrototype() {
  OpDesc add;
  add.type = "Add";
  add.ir_inputs = {{"x1", PortKind::kRequired, ""}, {"x2", PortKind::kOptional, ""}};
  add.ir_outputs = {{"y", PortKind::kRequired, ""}};
  add.ir_attrs = {{"alpha", "Float", false, 1.0F}};
  return add;
}

class BadInstances : public testing::TestWithParam<BadCase> {};

TEST_P(BadInstances, AreRefusedWhereTheMistakeIs) {
  const auto cases = ReadCases(GetParam().yaml, "add.yaml");
  ASSERT_TRUE(cases.ok()) << cases.status().ToString();
  const auto instance = Instantiate(cases->front(), ge::DT_INT8, AddPrototype());
  ASSERT_FALSE(instance.ok());
  EXPECT_NE(instance.status().message().find(GetParam().message), std::string::npos) << instance.status().ToString();
  EXPECT_EQ(instance.status().places().front(), GetParam().place);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, BadInstances,
    testing::Values(
        BadCase{"Add: [{name: a, inputs: {x: {data: 1}}}]", "unknown input of Add 'x'; did you mean x",
                "add.yaml:1:26"},
        BadCase{"Add: [{name: a}]", "no input 'x1'", "add.yaml:1:7"},
        BadCase{"Add: [{name: a, inputs: {x1: {data: 300}}}]", "'300' does not fit", "add.yaml:1:37"},
        BadCase{"Add: [{name: a, inputs: {x1: {data: [1, one]}}}]", "'one' is no number", "add.yaml:1:41"},
        BadCase{"Add: [{name: a, inputs: {x1: {shape: [3], data: [1]}}}]", "shape [3] has 3 elements, data has 1",
                "add.yaml:1:49"},
        BadCase{"Add: [{name: a, inputs: {x1: {data: 1}}, attrs: {alpa: 1}}]", "did you mean alpha?", "add.yaml:1:50"},
        BadCase{"Add: [{name: a, inputs: {x1: {data: 1}}, engines: [gpu]}]", "unknown engine 'gpu'", "add.yaml:1:52"}));

constexpr const char* kEveryKey =
    "Op:\n"
    "  - name: 'it''s \"odd\": #1'\n"
    "    dtypes: [float16, bool]\n"
    "    inputs:\n"
    "      x: {dtype: int8, shape: [2, 0x10], format: NCHW, ori_format: NHWC, ori_shape: [], fill: nan}\n"
    "      more: [{random: {uniform: [min, 3]}, special: [-0.0, inf]}, {edge: true}, {file: a b.npy}]\n"
    "    attrs: {text: \"two\\nlines\", list: [[1], []], empty: ''}\n"
    "    outputs: {z: 3}\n"
    "    expect: [{data: [[1, -.5], [1e-7, 9223372036854775807]]}, [{shape: [1]}]]\n"
    "    fails_at_run: 'not: {this'\n"
    "    refused: true\n"
    "    golden: {python: 'ref.py:f'}\n"
    "    standards: {y: {ulp: 2}, z: mixed}\n"
    "    tolerance: {rtol: 0.1, atol: 1e-30}\n"
    "    relations: [involution, commutative: [x, y], batch_slice: {axis: 0}]\n"
    "    engines: [ai_cpu]\n"
    "    seed: 9223372036854775807\n";

TEST(OpCase, IsWrittenAsItWasRead) {
  const auto cases = ReadCases(kEveryKey, "op.yaml");
  ASSERT_TRUE(cases.ok()) << cases.status().ToString();
  const std::string line = CaseText(cases->front());
  EXPECT_EQ(line.find('\n'), std::string::npos) << line;
  for (const std::string& text : {line, CaseLines(cases->front())}) {
    const auto again = ReadCaseText("Op", text, "op.yaml");
    ASSERT_TRUE(again.ok()) << again.status().ToString() << text;
    EXPECT_EQ(*again, cases->front()) << text;
    EXPECT_EQ(CaseText(*again), line);
  }
  for (const std::string& file : {CaseFileText("Op", *cases), CaseFileLine(cases->front())}) {
    const auto again = ReadCases(file, "op.yaml");
    ASSERT_TRUE(again.ok()) << again.status().ToString() << file;
    EXPECT_EQ(*again, *cases) << file;
  }
}

TEST(OpCase, AnotherValueIsAnotherCase) {
  const auto one = ReadCaseText("Op", "{name: a, inputs: {x: {data: [1, 2]}}}", "op.yaml");
  const auto other = ReadCaseText("Op", "{name: a, inputs: {x: {data: [1, 3]}}}", "op.yaml");
  ASSERT_TRUE(one.ok() && other.ok());
  EXPECT_NE(*one, *other);
}

TEST(OpCase, NestedDataIsRowMajor) {
  const auto cases = ReadCases("Add: [{name: a, inputs: {x1: {shape: [2, 2], data: [[1, 2], [3, 4]]}}}]", "add.yaml");
  const auto instance = Instantiate(cases->front(), ge::DT_INT8, AddPrototype());
  ASSERT_TRUE(instance.ok()) << instance.status().ToString();
  const ge::Tensor& x1 = instance->inputs[0].value;
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(x1.GetData()), x1.GetSize()), "\1\2\3\4");
}

}  // namespace
}  // namespace opdk::verify
