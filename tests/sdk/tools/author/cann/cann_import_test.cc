// `opdk new --from-cann`, and the parts of a project that need more than copying.
#include <gmock/gmock.h>

#include "tests/sdk/tools/author/cann_command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class CannImport : public Command {
 protected:
  using Files = std::map<std::string, std::string>;
  Outcome Import(const Files& files) {
    WriteTree(work_ / "project", files);
    return Run(fmt::format("new --from-cann {} {}", Path("project"), Path("made")));
  }
  Outcome BuildInPlace() { return Run(fmt::format("build --cann {} -o {}", Path("project"), Path("out"))); }
  // Returns SmallProject, whose operator has this text between its prototype and its inference.
  static Files WithVerifier(const std::string& body, const std::string& attrs = "") {
    Files files = SmallProject();
    files["op_proto/twice.cc"] = fmt::format(
        "#include \"graph/operator_reg.h\"\nnamespace ge {{\nREG_OP(Twice)\n    .INPUT(x, TensorType({{DT_FLOAT}}))\n"
        "    .OUTPUT(y, TensorType({{DT_FLOAT}})){}\n    .OP_END_FACTORY_REG(Twice)\n"
        "IMPLEMT_VERIFIER(Twice, TwiceVerify) {{\n  {}\n  return GRAPH_SUCCESS;\n}}\n"
        "VERIFY_FUNC_REG(Twice, TwiceVerify);\n"
        "COMMON_INFER_FUNC_REG(Twice, ELMTWISE_INFER_SHAPEANDTYPE(\"x\", \"y\"));\n}}\n",
        attrs, body);
    return files;
  }
  std::string CaseOfTwice() { return ReadFile(Path("made/tests/op/twice.yaml")); }
};

// Returns a project whose prototype stands in a header alone and has no inference, as Assign's in CANN's sample
// project.
std::map<std::string, std::string> AssignProject() {
  return {{"op_proto/assign.h",
           "#ifndef ASSIGN_H\n#define ASSIGN_H\n#include \"graph/operator_reg.h\"\nnamespace ge {\nREG_OP(Assign)\n"
           "    .INPUT(ref, TensorType::BasicType())\n    .INPUT(value, TensorType::BasicType())\n"
           "    .OUTPUT(ref, TensorType::BasicType())\n    .ATTR(validate_shape, Bool, true)\n"
           "    .ATTR(use_locking, Bool, false)\n    .OP_END_FACTORY_REG(Assign)\n}\n#endif\n"},
          {"op_proto/add.h",
           "#include \"graph/operator_reg.h\"\nnamespace ge {\nREG_OP(Add)\n    .INPUT(x1, TensorType({DT_FLOAT}))\n"
           "    .INPUT(x2, TensorType({DT_FLOAT}))\n    .OUTPUT(y, TensorType({DT_FLOAT}))\n    "
           ".OP_END_FACTORY_REG(Add)\n}\n"},
          {"cpukernel/impl/assign_kernels.cc",
           "#include <cstring>\n#include \"cpu_kernel.h\"\nnamespace { const char* ASSIGN = \"Assign\"; }\n"
           "namespace aicpu {\nclass AssignCpuKernel : public CpuKernel {\n public:\n"
           "  uint32_t Compute(CpuKernelContext& ctx) override {\n"
           "    std::memcpy(ctx.Output(0)->GetData(), ctx.Input(1)->GetData(), ctx.Input(1)->GetDataSize());\n"
           "    return 0;\n  }\n};\nREGISTER_CPU_KERNEL(ASSIGN, AssignCpuKernel);\n}\n"},
          {"cpukernel/op_info_cfg/aicpu_kernel/assign.ini", "[Assign]\nopInfo.engine=DNN_VM_AICPU\n"}};
}

TEST_F(CannImport, APrototypeInAHeaderAloneIsRegisteredAndItsReferencesInferred) {
  const Outcome made = Import(AssignProject());
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.err, HasSubstr("note: op_proto/assign.h: no source includes it: op_proto/assign.cc is added"));
  EXPECT_EQ(ReadFile(Path("made/op_proto/assign.h")), AssignProject()["op_proto/assign.h"]);
  // A prototype that only repeats a built-in operator is left alone.
  EXPECT_FALSE(fs::exists(Path("made/op_proto/add.cc")));
  const std::string run = "run --op Assign --input ref=list:1,2 --input value=list:3,4 --plugins ";
  const Outcome imported = Run(run + Path("made/build/libmade.so"));
  ASSERT_EQ(imported.code, 0) << imported.err;
  EXPECT_THAT(imported.out, AllOf(HasSubstr("Assign on ai_cpu, package made"), HasSubstr("\nref = [3, 4]\n")));
  EXPECT_THAT(Run("check --package " + Path("made")).out, Not(HasSubstr(" error C")));
  const Outcome built = BuildInPlace();
  ASSERT_EQ(built.code, 0) << built.err;
  EXPECT_THAT(Run(run + Path("out/build/libproject.so")).out, HasSubstr("\nref = [3, 4]\n"));
}

TEST_F(CannImport, AHeaderThatAnotherOneIncludesNeedsNoSource) {
  auto files = AssignProject();
  files["op_proto/all.h"] = "#include \"inc/assign.h\"\n";
  files["op_proto/all.cc"] = "#include \"all.h\"\n";
  files["op_proto/inc/assign.h"] = files["op_proto/assign.h"];
  files.erase("op_proto/assign.h");
  const Outcome made = Import(files);
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_FALSE(fs::exists(Path("made/op_proto/inc/assign.cc")));
}

TEST_F(CannImport, AnOperatorWithAPrototypeOfCannIsNamedWithTheNextStep) {
  auto files = AssignProject();
  files.erase("op_proto/assign.h");
  // One of Ascend IR's that isn't built in.
  files["cpukernel/op_info_cfg/aicpu_kernel/assign.ini"] = "[CountUpTo]\nopInfo.engine=DNN_VM_AICPU\n";
  const Outcome refused = Import(files);
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("[CountUpTo] describes an operator without prototype"),
                                 HasSubstr("write REG_OP(CountUpTo) below op_proto, where a header alone will do")));
  EXPECT_FALSE(fs::exists(Path("made")));
}

TEST_F(CannImport, CasesHaveARankThatTheVerifierTakes) {
  const Outcome made =
      Import(WithVerifier("if (op.GetInputDescByName(\"x\").GetShape().GetDimNum() != 4) return GRAPH_FAILED;"));
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(CaseOfTwice(),
              AllOf(HasSubstr("x: {shape: [2, 2, 2, 2], dtype: float, data: [1, 2, 3,"), Not(HasSubstr("None of"))));
  const Outcome tested = Run("test --no-derive --package " + Path("made"));
  EXPECT_THAT(tested.out, Not(HasSubstr("E2003"))) << tested.out;
}

TEST_F(CannImport, AVerifierThatCrashesWithSomeRanksIsAskedForTheOthers) {
  const Outcome made = Import(WithVerifier(
      "const size_t rank = op.GetInputDescByName(\"x\").GetShape().GetDimNum();\n  if (rank == 2 || rank == 4) "
      "__builtin_trap();\n  if (rank != 1) return GRAPH_FAILED;"));
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(CaseOfTwice(), HasSubstr("x: {shape: [2], dtype: float, data: [1, 2]}"));
}

TEST_F(CannImport, ListsHaveALengthThatTheVerifierTakes) {
  const Outcome made =
      Import(WithVerifier("std::vector<int64_t> strides;\n  op.GetAttr(\"strides\", strides);\n  if (strides.size() != "
                          "4) return GRAPH_FAILED;",
                          "\n    .REQUIRED_ATTR(strides, ListInt)"));
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(CaseOfTwice(), HasSubstr("attrs: {strides: [1, 1, 1, 1]}"));
}

TEST_F(CannImport, ACaseWithoutAcceptedShapesIsReported) {
  const Outcome made =
      Import(WithVerifier("if (op.GetInputDescByName(\"x\").GetShape().GetDim(0) != 7) return GRAPH_FAILED;"));
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(CaseOfTwice(), AllOf(testing::StartsWith("# None of the shapes that were tried is taken; of these: "),
                                   HasSubstr("shape: [2, 3]")));
  EXPECT_THAT(made.err, HasSubstr("note: tests/op/twice.yaml: no shape that was tried is taken: "));
}

TEST_F(CannImport, APackageThatDoesNotBuildIsMadeAndItsCasesSayThatNothingWasTried) {
  auto files = SmallProject();
  files["op_proto/broken.cc"] = "int f() { return no_such_name; }\n";
  const Outcome made = Import(files);
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.err, HasSubstr("note: tests/op: whether the operators take the cases' shapes was not tried: the "
                                  "package doesn't build"));
  EXPECT_THAT(CaseOfTwice(), testing::StartsWith("# Whether the operator takes these shapes is not known: the package "
                                                 "doesn't build.\nTwice:\n"));
}

TEST_F(CannImport, AnAscendCProjectIsNamedAsOne) {
  const std::map<std::string, std::string> files = {
      {"CMakePresets.json", "{}\n"},
      {"framework/tf_plugin/CMakeLists.txt", "# nothing\n"},
      {"op_host/add_custom.cpp",
       "#include \"register/op_def_registry.h\"\nnamespace ops {\nclass AddCustom : public OpDef "
       "{};\nOP_ADD(AddCustom);\n}\n"},
      {"op_kernel/add_custom.cpp", "#include \"kernel_operator.h\"\nusing namespace AscendC;\n"}};
  const Outcome refused = Import(files);
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("error E1002: this is an Ascend C project, which opdk doesn't read: "
                                           "op_kernel/add_custom.cpp includes kernel_operator.h\n"),
                                 HasSubstr("write this operator anew as a tensor expression: opdk new")));
  EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 3) << refused.err;
  EXPECT_FALSE(fs::exists(Path("made")));
  EXPECT_THAT(BuildInPlace().err, HasSubstr("this is an Ascend C project"));
  // The kernel's sources alone may be missing.
  fs::remove_all(work_ / "project/op_kernel");
  EXPECT_THAT(BuildInPlace().err, HasSubstr("op_host/add_custom.cpp registers an OpDef with OP_ADD"));
}

TEST_F(CannImport, AProjectThatHasAscendCBesidesIsBroughtWithoutIt) {
  auto files = SmallProject();
  files["op_kernel/add_custom.cpp"] = "#include \"kernel_operator.h\"\n";
  const Outcome made = Import(files);
  EXPECT_EQ(made.code, 0);
  EXPECT_THAT(made.err, HasSubstr("not brought: op_kernel/add_custom.cpp: an Ascend C kernel"));
}

}  // namespace
}  // namespace opdk::cli
