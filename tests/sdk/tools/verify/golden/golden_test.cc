// Goldens and derived tolerances, with the built-in operators.
#include "sdk/tools/verify/golden/golden.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "sdk/tools/verify/derive/derive.h"
#include "sdk/tools/verify/golden/python_golden.h"
#include "sdk/tools/verify/run/run_case.h"
#include "tests/sdk/tools/verify/builtin_harness.h"

namespace opdk::verify {
namespace {

using testing::HasSubstr;

constexpr const char* kFile = OPDK_SOURCE_DIR "/tests/sdk/tools/verify/data/cases.yaml";

CaseResult RunYaml(const std::string& yaml, std::string_view engine = kAiCpuEngine, ge::DataType dtype = ge::DT_FLOAT) {
  const auto cases = ReadCases(yaml, kFile);
  if (!cases.ok()) return Failure(cases.status().ToString());
  return RunCase(cases->front(), dtype, engine, BuiltInHarness());
}

const std::string kAdd = "Add: [{name: a, inputs: {x1: {data: [1, 2]}, x2: {data: [10, 20]}}, ";

TEST(PythonGolden, JudgesByAFunctionOfArrays) {
  const CaseResult good = RunYaml(kAdd + "golden: {python: 'golden.py:add'}}]");
  EXPECT_EQ(good.outcome, Outcome::kPassed) << good.reason;
  EXPECT_EQ(good.golden, "Python golden.py:add");
  const CaseResult bad = RunYaml(kAdd + "golden: {python: 'golden.py:wrong_add'}}]");
  EXPECT_EQ(bad.outcome, Outcome::kFailed);
  EXPECT_THAT(bad.reason, HasSubstr("expected 12"));
}

TEST(LiteralGolden, CountsWhereTheSecondEngineMissesItAsTheKernelDoes) {
  for (const ge::DataType dtype : {ge::DT_FLOAT, ge::DT_FLOAT16}) {
    for (const std::string_view engine : {kAiCpuEngine, kAiCoreEngine}) {
      const auto judge = [&](const char* numbers) {
        return RunYaml(kAdd + "standard: double_benchmark, expect: {y: {data: " + numbers + "}}}]", engine, dtype);
      };
      const CaseResult wrong = judge("[5, 5]");
      EXPECT_EQ(wrong.outcome, Outcome::kFailed) << engine;
      EXPECT_THAT(wrong.reason, HasSubstr("the second engine misses the expected numbers, too"));
      const CaseResult one_wrong = judge("[11, 5]");
      EXPECT_EQ(one_wrong.outcome, Outcome::kFailed) << engine;
      const CaseResult right = judge("[11, 22]");
      EXPECT_EQ(right.outcome, Outcome::kPassed) << engine << ": " << right.reason;
      const CaseResult nearly = judge("[11.001, 22]");
      EXPECT_EQ(nearly.outcome, Outcome::kPassed) << engine << ": " << nearly.reason;
    }
  }
}

TEST(PythonGolden, ThatRefusesTheInputsExpectsARefusal) {
  const CaseResult took = RunYaml(kAdd + "golden: {python: 'golden.py:refuses'}}]");
  EXPECT_EQ(took.outcome, Outcome::kFailed);
  EXPECT_EQ(took.kind, "refusal");
  EXPECT_THAT(took.reason, HasSubstr("refused by Python golden.py:refuses: no such sum"));
  const CaseResult refused = RunYaml(
      "MaxUnpool: [{name: a, inputs: {x: {shape: [1, 1, 1], data: [1]}, indices: {dtype: int64, shape: [1, 1, 1], "
      "data: [9]}}, attrs: {kernel_shape: [2]}, golden: {python: 'golden.py:refuses_places'}}]");
  EXPECT_EQ(refused.outcome, Outcome::kRefused) << refused.reason;
}

TEST(PythonGolden, GetsAttributesAndListsOfDynamicInputs) {
  const CaseResult softmax = RunYaml(
      "SoftmaxV2: [{name: a, inputs: {x: {shape: [4, 5], random: uniform}}, attrs: {axes: [0]}, golden: {python: "
      "'golden.py:softmax'}}]");
  EXPECT_EQ(softmax.outcome, Outcome::kPassed) << softmax.reason;
}

TEST(PythonGolden, WideFloatsAreRoundedToTheOutput) {
  for (const ge::DataType dtype : {ge::DT_FLOAT16, ge::DT_BF16, ge::DT_DOUBLE, ge::DT_INT32}) {
    const CaseResult result = RunYaml(kAdd + "golden: {python: 'golden.py:add'}}]", kAiCpuEngine, dtype);
    if (dtype == ge::DT_INT32) {
      EXPECT_THAT(result.reason, HasSubstr("it is double, the output is int32"));
    } else {
      EXPECT_EQ(result.outcome, Outcome::kPassed) << result.reason;
    }
  }
}

TEST(PythonGolden, MsopstsConventionIsKept) {
  const auto cases = ReadCaseFile(OPDK_SOURCE_DIR "/tests/sdk/tools/verify/data/msopst.json");
  ASSERT_TRUE(cases.ok());
  for (const OpCase& op_case : *cases) {
    const CaseResult result = RunCase(op_case, op_case.dtypes[0], kAiCpuEngine, BuiltInHarness());
    EXPECT_EQ(result.outcome, op_case.name == "Test_Add_refused" ? Outcome::kRefused : Outcome::kPassed)
        << op_case.name << ": " << result.reason;
    if (op_case.name == "Test_Add_dynamic") {
      EXPECT_EQ(result.golden, "Python golden.py:msopst_add");
    }
  }
}

struct BadGolden {
  const char* name;
  const char* golden;
  const char* message;
};
void PrintTo(const BadGolden& bad, std::ostream* out) { *out << bad.name; }
class BadGoldens : public testing::TestWithParam<BadGolden> {};

TEST_P(BadGoldens, AreFailuresThatSayWhy) {
  const CaseResult result = RunYaml(kAdd + "golden: " + GetParam().golden + "}]");
  EXPECT_EQ(result.outcome, Outcome::kFailed);
  EXPECT_THAT(result.reason, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Keys, BadGoldens,
    testing::Values(
        BadGolden{"Raises", "{python: 'golden.py:fails'}", "ValueError: no such sum"},
        BadGolden{"RaisesInside", "{python: 'golden.py:fails'}", "in inner"},
        BadGolden{"UnknownFunction", "{python: 'golden.py:ad'}", "has no function ad; it has"},
        BadGolden{"UnknownFile", "{python: 'goldn.py:add'}", "the golden's Python file can't be read: No such file"},
        BadGolden{"NoFunction", "{python: golden.py}", "must be file.py:function"},
        BadGolden{"TooManyResults", "{python: 'golden.py:too_many'}", "returns 2 results, Add has 1 outputs"},
        BadGolden{"OtherShape", "{python: 'golden.py:other_shape'}", "has shape [7], inference says [2]"},
        BadGolden{"NoNumbers", "{python: 'golden.py:text'}", "not an array of numbers"},
        BadGolden{"NoModel", "{onnx: none.onnx}", "the golden's ONNX model can't be read: No such file"},
        BadGolden{"UnknownSource", "{pyton: 'a.py:b'}", "did you mean python?"},
        BadGolden{"TwoSources", "{python: 'a.py:b', onnx: c}", "golden names one source"},
        BadGolden{"UnknownKind", "expresion", "did you mean expression?"}),
    [](const testing::TestParamInfo<BadGolden>& golden) { return std::string(golden.param.name); });

TEST(PythonGolden, WithoutPythonSaysWhatToDo) {
  setenv("OPDK_PYTHON", "/nowhere/python3", 1);
  const CaseResult result = RunYaml(kAdd + "golden: {python: 'golden.py:add'}}]");
  unsetenv("OPDK_PYTHON");
  EXPECT_THAT(result.reason, HasSubstr("set OPDK_PYTHON to an interpreter"));
}

TEST(PythonGolden, WithoutNumpySaysWhichPythonAndWhatToDo) {
  // Isolated and without site-packages no interpreter has numpy.
  const std::string bare = testing::TempDir() + "/bare_python_" + std::to_string(::getpid());
  std::ofstream(bare) << "#!/bin/sh\nexec '" << PythonInterpreter() << "' -I -S \"$@\"\n";
  std::filesystem::permissions(bare, std::filesystem::perms::owner_all);
  setenv("OPDK_PYTHON", bare.c_str(), 1);
  const CaseResult result = RunYaml(kAdd + "golden: {python: 'golden.py:add'}}]");
  unsetenv("OPDK_PYTHON");
  EXPECT_THAT(result.reason, HasSubstr("has no numpy"));
  EXPECT_THAT(result.reason, HasSubstr("' -m pip install numpy"));
}

TEST(OnnxGolden, IsAReferenceModelsResult) {
  const std::string python = PythonInterpreter();
  const auto imports = [&](const std::string& modules) {
    return std::system(fmt::format("'{}' -c 'import {}' 2>/dev/null", python, modules).c_str()) == 0;
  };
  if (!imports("numpy, onnx, onnxruntime") && !imports("numpy, onnx.reference")) {
    GTEST_SKIP() << python << " has no ONNX runtime";
  }
  const std::string model = testing::TempDir() + "/add_" + std::to_string(::getpid()) + ".onnx";
  const std::string make =
      "'" + python +
      "' -c \"import onnx; from onnx import helper as h, TensorProto as t; g = h.make_graph([h.make_node('Add', "
      "['x1', 'x2'], ['y'])], 'g', [h.make_tensor_value_info(n, t.FLOAT, [2]) for n in ['x1', 'x2']], "
      "[h.make_tensor_value_info('y', t.FLOAT, [2])]); m = h.make_model(g, opset_imports=[h.make_opsetid('', 13)]); "
      "m.ir_version = 8; onnx.save(m, '" +
      model + "')\"";
  ASSERT_EQ(std::system(make.c_str()), 0);
  const CaseResult result = RunYaml(kAdd + "golden: {onnx: '" + model + "'}}]");
  EXPECT_EQ(result.outcome, Outcome::kPassed) << result.reason;
  EXPECT_THAT(result.golden, HasSubstr("ONNX model"));
}

TEST(Golden, AnExpressionThatTakesMinutesIsNotAsked) {
  const CaseResult pooled = RunYaml(
      "MaxPoolND: [{name: a, inputs: {x: {shape: [1, 1, 13, 1], random: uniform}}, attrs: {auto_pad: SAME_UPPER, "
      "kernel_shape: [2000000000, 1]}}]");
  EXPECT_EQ(pooled.outcome, Outcome::kNotVerified) << pooled.reason << "; AI Core has no kernel for it either";
}

TEST(Golden, CasesWithoutAGoldenAreNotVerifiedAndShapesAreNoGolden) {
  EXPECT_EQ(RunYaml(kAdd + "golden: none}]").outcome, Outcome::kNotVerified);
  const CaseResult shapes = RunYaml(kAdd + "expect: {y: {shape: [2]}}}]");
  EXPECT_EQ(shapes.golden, "expression in higher precision");
  EXPECT_THAT(RunYaml(kAdd + "expect: {y: {data: [11, 22]}}, golden: expression}]").reason,
              HasSubstr("either expected data or a golden"));
}

TEST(Refused, PassesForInvalidInputsAndFailsForValidOnes) {
  EXPECT_EQ(RunYaml("Add: [{name: a, inputs: {x1: {data: [1, 2]}, x2: {data: [1, 2, 3]}}, refused: true}]").outcome,
            Outcome::kRefused);
  EXPECT_THAT(RunYaml(kAdd + "refused: true}]").reason, HasSubstr("expects a refusal"));
}

TEST(DerivedTolerance, IsTheDefaultForExpressionsAndNamed) {
  const CaseResult result = RunYaml(kAdd + "}]");
  ASSERT_EQ(result.outputs.size(), 1U);
  EXPECT_THAT(result.outputs[0].comparison.standard, HasSubstr("derived(2 x the rounding bound)"));
  const CaseResult flat = RunYaml(kAdd + "standard: {allclose: {rtol: 1e-3}}}]");
  EXPECT_THAT(flat.outputs[0].comparison.standard, HasSubstr("allclose"));
}

TEST(DerivedTolerance, HoldsForLiteralsOnRequestAndIsRefusedWithoutAnExpression) {
  const CaseResult good = RunYaml(kAdd + "expect: {y: {data: [11, 22]}}, standard: derived}]");
  EXPECT_EQ(good.outcome, Outcome::kPassed) << good.reason;
  const CaseResult off = RunYaml(kAdd + "expect: {y: {data: [11, 22.00001]}}, standard: derived}]");
  EXPECT_EQ(off.outcome, Outcome::kFailed);
  const CaseResult near = RunYaml(
      "Add: [{name: a, inputs: {x1: {data: [0.1]}, x2: {data: [20]}}, expect: {y: {data: [20.0999985]}}, standard: "
      "derived}]");
  EXPECT_EQ(near.outcome, Outcome::kPassed) << near.reason;
}

TEST(Failures, NameTheSeedOfTheirData) {
  const CaseResult result = RunYaml(
      "Add: [{name: a, seed: 77, inputs: {x1: {shape: [2], random: uniform}, x2: {shape: [2], random: uniform}}, "
      "golden: {python: 'golden.py:wrong_add'}}]");
  EXPECT_THAT(result.reason, HasSubstr("`seed: 77`"));
}

TEST(Derive, EveryColumnAndChangedShapesAreLegalCases) {
  const auto examples = ReadCaseFile(OPDK_SOURCE_DIR "/tests/op/elementwise/arithmetic.yaml");
  ASSERT_TRUE(examples.ok());
  DeriveOptions options;
  options.most = 100;
  const auto derived = DeriveCases("Add", *examples, BuiltInHarness(), options);
  ASSERT_TRUE(derived.ok()) << derived.status().ToString();
  EXPECT_EQ(derived->accepted, 100U);
  const auto cases = ReadCases(derived->yaml, derived->file);
  ASSERT_TRUE(cases.ok()) << cases.status().ToString();
  for (const char* dtype : {"bfloat16", "uint64", "int8", "double"}) EXPECT_THAT(derived->yaml, HasSubstr(dtype));
  for (const char* what : {"edge: true", "special:", "shape: []"}) EXPECT_THAT(derived->yaml, HasSubstr(what));
  for (size_t i = 0; i < cases->size(); i += 7) {
    const CaseResult result = RunCase(cases->at(i), ge::DT_FLOAT, kAiCpuEngine, BuiltInHarness());
    EXPECT_TRUE(result.ok()) << cases->at(i).name << ": " << result.reason;
  }
  EXPECT_EQ(derived->yaml, DeriveCases("Add", *examples, BuiltInHarness(), options)->yaml);
  options.seed = 1;
  EXPECT_NE(derived->yaml, DeriveCases("Add", *examples, BuiltInHarness(), options)->yaml);
}

TEST(Derive, WithoutExamplesShapesAreSearchedFor) {
  for (const char* op : {"MatMul", "Conv", "SoftmaxV2", "Relu", "GatherV2D", "ConcatD"}) {
    DeriveOptions options;
    options.most = 10;
    const auto derived = DeriveCases(op, {}, BuiltInHarness(), options);
    ASSERT_TRUE(derived.ok()) << op << ": " << derived.status().ToString();
    EXPECT_GE(derived->accepted, 10U) << op;
  }
}

TEST(Derive, FixedInputsKeepValuesAndShape) {
  const auto examples = ReadCases(
      "ROIAlign:\n  - name: a\n    inputs: {features: {shape: [2, 3, 4, 4], random: uniform}, rois: {shape: [1, 5], "
      "data: [1, 0, 0, 2, 3], fixed: true}}\n"
      "    attrs: {spatial_scale: 1.0, pooled_height: 2, pooled_width: 2}\n",
      kFile);
  ASSERT_TRUE(examples.ok()) << examples.status().ToString();
  DeriveOptions options;
  options.most = 20;
  const auto derived = DeriveCases("ROIAlign", *examples, BuiltInHarness(), options);
  ASSERT_TRUE(derived.ok()) << derived.status().ToString();
  const auto cases = ReadCases(derived->yaml, derived->file);
  ASSERT_TRUE(cases.ok()) << cases.status().ToString();
  for (const OpCase& each : *cases) {
    const WrittenTensor& rois = each.inputs.Find("rois", 1)->tensors.front();
    EXPECT_EQ(rois.shape, std::vector<int64_t>({1, 5})) << each.name;
    EXPECT_EQ(rois.values.data.Text(), examples->front().inputs.Find("rois", 1)->tensors.front().values.data.Text());
  }
}

TEST(Derive, UnknownOperatorsAreRefused) {
  EXPECT_EQ(DeriveCases("Ad", {}, BuiltInHarness(), {}).status().code(), ErrorCode::kOperatorUnknown);
}

}  // namespace
}  // namespace opdk::verify
