#include "sdk/tools/author/cpp_scan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sdk/tools/author/cann/cann_project.h"
#include "sdk/tools/author/cann/tbe_python.h"

namespace opdk::cli {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(ScanSource, ReadsPrototypesWithTheirPortsAndAttributes) {
  const SourceScan scan = ScanSource(
      "// REG_OP(InAComment)\n/* REG_OP(Too) */ const char* s = \"REG_OP(Text)\";\nREG_OP(Pair)\n"
      "    .INPUT(x, TensorType({DT_FLOAT, \\\n DT_INT8}))\n    .OPTIONAL_INPUT(bias, TensorType::ALL())\n"
      "    .DYNAMIC_INPUT(args, TensorType::ALL())\n    .ATTR(dilations, ListInt, {1, 1, 1, 1})\n"
      "    .REQUIRED_ATTR(axis, Int)\n    .OUTPUT(y, TensorType({DT_FLOAT}))\n    .OP_END_FACTORY_REG(Pair)\n"
      "INFER_FUNC_REG(Pair, PairInfer);\n");
  ASSERT_THAT(scan.prototypes, SizeIs(1));
  const SourcePrototype& pair = scan.prototypes[0];
  EXPECT_EQ(pair.type, "Pair");
  EXPECT_EQ(pair.line, 3);
  ASSERT_THAT(pair.inputs, SizeIs(3));
  EXPECT_EQ(pair.inputs[0].types, "TensorType({DT_FLOAT, DT_INT8})");
  EXPECT_EQ(pair.inputs[1].kind, SourcePort::Kind::kOptional);
  EXPECT_EQ(pair.inputs[2].kind, SourcePort::Kind::kDynamic);
  ASSERT_THAT(pair.attrs, SizeIs(2));
  EXPECT_EQ(pair.attrs[0].default_value, "{1, 1, 1, 1}");
  EXPECT_TRUE(pair.attrs[1].required);
  ASSERT_THAT(scan.infer_shapes, SizeIs(1));
  EXPECT_EQ(scan.infer_shapes[0].line, 12);
}

TEST(ScanSource, FindsTheTypeBehindAKernelsVariable) {
  const SourceScan scan = ScanSource(
      "namespace { const char *ADD = \"Add\"; constexpr char kMul[] = \"Mul\"; }\n#define SUB \"Sub\"\n"
      "REGISTER_CPU_KERNEL(ADD, A);\nREGISTER_CPU_KERNEL(kMul, M);\nREGISTER_CPU_KERNEL(SUB, S);\n");
  ASSERT_THAT(scan.cpu_kernels, SizeIs(3));
  EXPECT_EQ(scan.cpu_kernels[0].name, "Add");
  EXPECT_EQ(scan.cpu_kernels[1].name, "Mul");
  EXPECT_EQ(scan.cpu_kernels[2].name, "Sub");
  EXPECT_FALSE(scan.unknown_kernel);
  EXPECT_TRUE(ScanSource("REGISTER_CPU_KERNEL(ELSEWHERE, A);").unknown_kernel);
}

TEST(ScanSource, ReadsMappings) {
  const SourceScan scan = ScanSource(
      "REGISTER_CUSTOM_OP(\"Add\")\n.FrameworkType(domi::ONNX)\n"
      ".OriginOpType({ge::AscendString(\"ai.onnx::11::Add\"), ge::AscendString(\"b\")});");
  ASSERT_THAT(scan.mappings, SizeIs(1));
  EXPECT_EQ(scan.mappings[0].om_type, "Add");
  EXPECT_EQ(scan.mappings[0].framework, "ONNX");
  EXPECT_THAT(scan.mappings[0].origins, ElementsAre("ai.onnx::11::Add", "b"));
}

TEST(ScanSource, SurvivesTextThatIsCutOff) {
  for (const char* text : {"REG_OP(", "REG_OP(A).INPUT(x, TensorType({", "\"", "/*", "REGISTER_CPU_KERNEL(A"}) {
    (void)ScanSource(text);
  }
}

TEST(ScanTbePython, TellsWhichFunctionsExistHere) {
  const TbePython python = ScanTbePython(
      "import te.lang.cce as cce\nfrom tbe import dsl\n# dsl.vlog(x)\n'''dsl.vabs(x)'''\n"
      "y = cce.vadd(a, b)\nz = dsl.vexp(y)\nw = dsl.unheard_of(z)\nother.vmul(a, b)\ndsl.auto_schedule(w)\n");
  EXPECT_THAT(python.available, ElementsAre("vadd", "vexp"));
  EXPECT_THAT(python.missing, ElementsAre("unheard_of"));
  EXPECT_FALSE(python.tik);
  EXPECT_TRUE(ScanTbePython("from te import tik\nt = tik.Tik()\n").tik);
  EXPECT_THAT(ScanTbePython("").available, IsEmpty());
}

}  // namespace
}  // namespace opdk::cli
