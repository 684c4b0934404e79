#include "sdk/tools/author/cpp_scan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sdk/tools/author/cann/cann_files.h"
#include "sdk/tools/author/cann/cann_project.h"
#include "sdk/tools/author/cann/tbe_python.h"
#include "sdk/tools/author/operator_name.h"

namespace opdk::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(ScanSource, ReadsPrototypesWithTheirPortsAndAttributes) {
  const author::SourceScan scan = author::ScanSource(
      "// REG_OP(InAComment)\n/* REG_OP(Too) */ const char* s = \"REG_OP(Text)\";\nREG_OP(Pair)\n"
      "    .INPUT(x, TensorType({DT_FLOAT, \\\n DT_INT8}))\n    .OPTIONAL_INPUT(bias, TensorType::ALL())\n"
      "    .DYNAMIC_INPUT(args, TensorType::ALL())\n    .ATTR(dilations, ListInt, {1, 1, 1, 1})\n"
      "    .REQUIRED_ATTR(axis, Int)\n    .OUTPUT(y, TensorType({DT_FLOAT}))\n    .OP_END_FACTORY_REG(Pair)\n"
      "INFER_FUNC_REG(Pair, PairInfer);\n");
  ASSERT_THAT(scan.prototypes, SizeIs(1));
  const author::SourcePrototype& pair = scan.prototypes[0];
  EXPECT_EQ(pair.type, "Pair");
  EXPECT_EQ(pair.line, 3);
  ASSERT_THAT(pair.inputs, SizeIs(3));
  EXPECT_EQ(pair.inputs[0].types, "TensorType({DT_FLOAT, DT_INT8})");
  EXPECT_EQ(pair.inputs[1].kind, author::SourcePort::Kind::kOptional);
  EXPECT_EQ(pair.inputs[2].kind, author::SourcePort::Kind::kDynamic);
  ASSERT_THAT(pair.attrs, SizeIs(2));
  EXPECT_EQ(pair.attrs[0].default_value, "{1, 1, 1, 1}");
  EXPECT_TRUE(pair.attrs[1].required);
  ASSERT_THAT(scan.infer_shapes, SizeIs(1));
  EXPECT_EQ(scan.infer_shapes[0].line, 12);
}

TEST(ScanSource, FindsTheTypeBehindAKernelsVariable) {
  const author::SourceScan scan = author::ScanSource(
      "namespace { const char *ADD = \"Add\"; constexpr char kMul[] = \"Mul\"; }\n#define SUB \"Sub\"\n"
      "REGISTER_CPU_KERNEL(ADD, A);\nREGISTER_CPU_KERNEL(kMul, M);\nREGISTER_CPU_KERNEL(SUB, S);\n"
      "OPDK_CPU_KERNEL(Div, Binary<float, Quotient>);\n");
  ASSERT_THAT(scan.cpu_kernels, SizeIs(4));
  EXPECT_EQ(scan.cpu_kernels[0].name, "Add");
  EXPECT_EQ(scan.cpu_kernels[1].name, "Mul");
  EXPECT_EQ(scan.cpu_kernels[2].name, "Sub");
  EXPECT_EQ(scan.cpu_kernels[3].name, "Div");
  EXPECT_FALSE(scan.unknown_kernel);
  EXPECT_TRUE(author::ScanSource("REGISTER_CPU_KERNEL(ELSEWHERE, A);").unknown_kernel);
}

TEST(ScanSource, ReadsMappings) {
  const author::SourceScan scan = author::ScanSource(
      "REGISTER_CUSTOM_OP(\"Add\")\n.FrameworkType(domi::ONNX)\n"
      ".OriginOpType({ge::AscendString(\"ai.onnx::11::Add\"), ge::AscendString(\"b\")});");
  ASSERT_THAT(scan.mappings, SizeIs(1));
  EXPECT_EQ(scan.mappings[0].om_type, "Add");
  EXPECT_EQ(scan.mappings[0].framework, "ONNX");
  EXPECT_THAT(scan.mappings[0].origins, ElementsAre("ai.onnx::11::Add", "b"));
}

TEST(ScanSource, SurvivesTextThatIsCutOff) {
  for (const char* text : {"REG_OP(", "REG_OP(A).INPUT(x, TensorType({", "\"", "/*", "REGISTER_CPU_KERNEL(A"}) {
    (void)author::ScanSource(text);
  }
}

// Lengths with which a reader that calls itself for each character, or reads a text again for each of its characters,
// doesn't come to an end.
constexpr size_t kMany = 1'000'000;

TEST(ScanSource, TakesLiteralsCommentsAndWordsOfAnyLength) {
  const std::string literal(kMany, 'x');
  const author::SourceScan scan =
      author::ScanSource("#pragma once\n/*" + std::string(kMany, ' ') + "*/\nconst char kData[] = \"" + literal +
                         "\";\nint " + literal + ";\nconst char* ADD = \"Add\";\nREGISTER_CPU_KERNEL(ADD, A);\n");
  ASSERT_THAT(scan.cpu_kernels, SizeIs(1));
  EXPECT_EQ(scan.cpu_kernels[0].name, "Add");
  EXPECT_THAT(author::Literals("{\"" + literal + "\", \"a\\\"b\", \"open"), ElementsAre(literal, "a\\\"b"));
}

TEST(ScanSource, TakesCallsInsideOfAnyNumberOfOthers) {
  std::string calls = "REGISTER_CPU_KERNEL(\"Add\", A(B(C)));\n";
  for (size_t i = 0; i < kMany / 10; ++i) calls += "f(";
  EXPECT_THAT(author::ScanSource(calls).cpu_kernels, SizeIs(1));
}

TEST(ScanTbePython, TellsWhichFunctionsExistHere) {
  const author::TbePython python = author::ScanTbePython(
      "import te.lang.cce as cce\nfrom tbe import dsl\n# dsl.vlog(x)\n'''dsl.vabs(x)'''\n"
      "y = cce.vadd(a, b)\nz = dsl.vexp(y)\nw = dsl.unheard_of(z)\nother.vmul(a, b)\ndsl.auto_schedule(w)\n");
  EXPECT_THAT(python.available, ElementsAre("vadd", "vexp"));
  EXPECT_THAT(python.missing, ElementsAre("unheard_of"));
  EXPECT_FALSE(python.tik);
  EXPECT_TRUE(author::ScanTbePython("from te import tik\nt = tik.Tik()\n").tik);
  EXPECT_THAT(author::ScanTbePython("").available, IsEmpty());
}

TEST(ScanTbePython, TakesTextsOfAnyLength) {
  const std::string spaces(kMany, ' ');
  const author::TbePython python =
      author::ScanTbePython("from" + spaces + "tbe import dsl" + spaces + "as d\n'''" + spaces + "'''\ny = d.vadd" +
                            spaces + "(a, b)\n" + std::string(kMany, '\'') + "\n");
  EXPECT_THAT(python.available, ElementsAre("vadd"));
}

TEST(ReadCMakeLists, TakesDefinitionsAndTheStandard) {
  author::CannProject project;
  author::ReadCMakeLists(
      "cmake_minimum_required(VERSION 3.5)  # project(x)\nset(CMAKE_CXX_STANDARD 14)\n"
      "add_definitions(-DA -DB=1 -Wall)\nif(NOT (X))\n  target_compile_definitions (t PRIVATE \"C\")\nendif()\n"
      "target_link_libraries(t PRIVATE m ${Y})\nset(FLAGS \"-std=gnu++20\")\n",
      "CMakeLists.txt", project);
  EXPECT_THAT(project.definitions, ElementsAre("A", "B=1", "C"));
  EXPECT_EQ(project.cxx_standard, 20);
  ASSERT_THAT(project.notes, SizeIs(1));
  EXPECT_THAT(project.notes[0].text, HasSubstr("(m)"));
}

TEST(ReadCMakeLists, TakesTextsOfAnyLengthAndPassesOverStandardsThatAreNoNumber) {
  author::CannProject project;
  const std::string spaces(kMany, ' ');
  author::ReadCMakeLists("add_definitions" + spaces + "(" + spaces + "-DA)\n" + std::string(kMany, 'x') + "\n#" +
                             spaces + "\nset(CMAKE_CXX_STANDARD 99999999999)\nset(F -std=c++99999999999)\n",
                         "CMakeLists.txt", project);
  EXPECT_THAT(project.definitions, ElementsAre("A"));
  EXPECT_EQ(project.cxx_standard, 17);
}

TEST(OperatorName, IsOfAnyLength) {
  EXPECT_TRUE(author::CheckOperatorName(std::string(kMany, 'A')).ok());
  EXPECT_TRUE(author::CheckLowerName(std::string(kMany, 'a'), "output").ok());
  EXPECT_TRUE(author::CheckPortName(std::string(kMany, 'a'), "input").ok());
  EXPECT_FALSE(author::CheckOperatorName(std::string(kMany, 'a')).ok());
}

TEST(Version, IsThreeNumbers) {
  for (const char* version : {"1.0.0", "123456.1.99"}) EXPECT_TRUE(author::CheckVersion(version).ok()) << version;
  for (const char* version : {"", "1", "1.0", "1.0.", ".1.0", "1..0", "1.0.0.0", "1.0.x", "1234567.0.0", "1.0.0 "}) {
    EXPECT_FALSE(author::CheckVersion(version).ok()) << version;
  }
}

}  // namespace
}  // namespace opdk::cli
