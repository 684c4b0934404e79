#include "graph_core/optimization/precision_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/graph_core/builtin_packages.h"

namespace opdk {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr std::string_view kNet = R"(graph net {
  %x = Data {index: 0} : float[3]
  %logits = Exp(x: %x) : y: _
  %o = NetOutput(x: [%logits])
}
)";

class PrecisionNamesTest : public ::testing::Test {
 protected:
  ~PrecisionNamesTest() override { std::filesystem::remove(path_); }

  void Read(Status (*reader)(const std::string&, PrecisionOptions&), const std::string& text) {
    std::ofstream(path_) << text;
    const Status status = reader(path_, options_.precision);
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  std::vector<std::string> Warnings(std::string_view text = kNet) const {
    auto compiled = CompileText(text, options_);
    OPDK_CHECK(compiled.ok(), compiled.status().ToString());
    return compiled->report.warnings;
  }

  const std::string path_ = ::testing::TempDir() + "opdk_precision_names_" + std::to_string(::getpid());
  CompileOptions options_;
};

TEST_F(PrecisionNamesTest, ANodeThatTheGraphDoesNotHaveIsNamedWithItsLineAndTheNearest) {
  Read(ReadKeepDtype, "logits\n# next\nlogit\n");
  EXPECT_THAT(Warnings(), ElementsAre(AllOf(HasSubstr(path_ + ":3: the graph has no node 'logit'"),
                                            HasSubstr("did you mean 'logits'?"))));
}

TEST_F(PrecisionNamesTest, EachKindOfFileIsHeldToTheGraph) {
  Read(ReadCustomizeDtypes, "one::InputDtype:float\n");
  Read(ReadOpPrecisionMode, "[ByNodeName]\ntwo=high_precision\n");
  EXPECT_THAT(Warnings(), ElementsAre(HasSubstr(path_ + ":1: the graph has no node 'one'"),
                                      HasSubstr(path_ + ":2: the graph has no node 'two'")));
}

TEST_F(PrecisionNamesTest, AnOperatorThatNoPackageHasIsNamedWithItsLineAndTheNearest) {
  Read(ReadModifyMixlist, "{\"black-list\":\n {\"to-add\": [\"Exp\",\n \"SoftmaxV3\"]}}");
  Read(ReadKeepDtype, "OpType::Softmaxx\n");
  EXPECT_THAT(Warnings(),
              ElementsAre(AllOf(HasSubstr(path_ + ":3: no package has an operator 'SoftmaxV3'"),
                                HasSubstr("did you mean SoftmaxV2?")),
                          AllOf(HasSubstr(path_ + ":1: no package has an operator 'Softmaxx'"), HasSubstr("did you"))));
}

TEST_F(PrecisionNamesTest, AFrameworksNameIsTranslated) {
  options_.precision.kept_types.insert("Gemm");
  EXPECT_THAT(Warnings(), ElementsAre(AllOf(HasSubstr("CompileOptions::precision: no package has an operator 'Gemm'"),
                                            HasSubstr("onnx:Gemm becomes"))));
}

TEST_F(PrecisionNamesTest, NodesThatTheCompilerFoldsAndThoseInRegionsAreThere) {
  options_.precision.kept_nodes = {"folded", "inner", "y"};
  EXPECT_THAT(Warnings(R"(graph net {
  %c = Data {index: 0} : bool[]
  %x = Data {index: 1} : float[3]
  %k = Const {value: float[3](1 ...)}
  %folded = Exp(x: %k) : y: _
  %sum = Add(x1: %x, x2: %folded) : y: _
  %y = If(cond: %c, input: [%sum]) : output: [_]
    then_branch then { %a = Data {index: 0} : _ %inner = Exp(x: %a) : _ %r = NetOutput(x: [%inner]) }
    else_branch else { %b = Data {index: 0} : _ %e = Neg(x: %b) : _ %s = NetOutput(x: [%e]) }
  %o = NetOutput(x: [%y:output0])
}
)"),
              IsEmpty());
}

TEST_F(PrecisionNamesTest, TheLogHasThem) {
  options_.precision.kept_nodes.insert("logit");
  ::testing::internal::CaptureStderr();
  const std::vector<std::string> warnings = Warnings();
  const std::string log = ::testing::internal::GetCapturedStderr();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_THAT(log, HasSubstr("[WARNING] precision: " + warnings.front()));
}

}  // namespace
}  // namespace opdk
