// Functions of a package ask for names and types that a prototype doesn't have. The error gives the wrong name, its
// place, and the names that exist.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "ge/ge_api.h"
#include "opdk/single_op.h"

namespace opdk {
namespace {

using testing::HasSubstr;

struct Mistake {
  const char* what;
  const char* engine;
  std::vector<const char*> said;  // none: no mistake
};

class Mistakes : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const std::map<std::string, std::string> options = {
        {"opdk.plugin_dirs", OPDK_TEST_MISTAKEN}, {"opdk.use_environment", "0"}, {"opdk.use_builtin", "0"}};
    ASSERT_EQ(ge::GEInitialize(options), ge::SUCCESS) << ge::GEGetErrorMsg();
  }
  static void TearDownTestSuite() { ge::GEFinalize(); }

  static Status Run(const std::string& mistake, const std::string& engine) {
    const ge::TensorDesc desc(ge::Shape({2}), ge::FORMAT_ND, ge::DT_FLOAT);
    OPDK_TRY(SingleOp op, SingleOp::Create("Mistaken", {{"x", desc}}, {{"mistake", mistake}}, {.engine = engine}));
    const float values[] = {1, 2};
    const ge::Tensor x(desc, reinterpret_cast<const uint8_t*>(values), sizeof(values));
    return op.Run(std::vector<ge::Tensor>{x}).status();
  }
  static void Expect(const std::vector<Mistake>& mistakes) {
    for (const Mistake& mistake : mistakes) {
      const Status status = Run(mistake.what, mistake.engine);
      EXPECT_EQ(status.ok(), mistake.said.empty()) << mistake.what << ": " << status.ToString();
      for (const char* said : mistake.said) EXPECT_THAT(status.ToString(), HasSubstr(said)) << mistake.what;
    }
  }
};

TEST_F(Mistakes, OfShapeInferenceAreNamed) {
  Expect({
      {"", "ai_cpu", {}},
      {"infer input",
       "ai_cpu",
       {"E2003", "op_proto/mistaken.cc:", "GetInputDesc(\"xs\")", "no input \"xs\"; it has: x, mask", "mean \"x\"?",
        "package test_mistaken", "REG_OP"}},
      {"infer optional input", "ai_cpu", {"TryGetInputDesc(\"mesk\")", "did you mean \"mask\"?"}},
      {"infer output", "ai_cpu", {"UpdateOutputDesc(\"z\")", "no output \"z\"; it has: y"}},
      {"infer value", "ai_cpu", {"GetInputConstData(\"maks\")", "did you mean \"mask\"?"}},
      {"infer count", "ai_cpu", {"GetDynamicInputNum(\"xx\")", "no input \"xx\""}},
      {"infer attr",
       "ai_cpu",
       {"GetAttr(\"axes\")", "no attribute \"axes\"; it has: mistake, axis, scales", "did you mean \"axis\"?"}},
      {"infer type", "ai_cpu", {"mistaken.cc:", "attribute \"axis\" is of type Int, not Float"}},
      {"infer one of two types", "ai_cpu", {}},
      {"infer private attr", "ai_cpu", {}},
  });
}

TEST_F(Mistakes, AShapeRuleThatFailsWithoutATextIsExplainedByItsLastFailedCall) {
  Expect({
      {"infer fails",
       "ai_cpu",
       {"no reason is given", "last failed call is GetInputConstData(\"x\") at",
        "mistaken.cc:", "its value isn't known"}},
      {"infer fails silently", "ai_cpu", {"no reason is given with opdk::ReportInferError"}},
  });
}

TEST_F(Mistakes, OfAnAiCpuKernelAreNamedAndNoCrash) {
  Expect({
      {"kernel attr",
       "ai_cpu",
       {"E6001", "op_impl/ai_cpu/mistaken.cc:", "GetAttr(\"axes\")", "did you mean \"axis\"?"}},
      {"kernel tested attr", "ai_cpu", {}},
      {"kernel checked attr", "ai_cpu", {"no attribute \"scale\"", "did you mean \"scales\"?", "mistaken.cc:"}},
      {"kernel input",
       "ai_cpu",
       {"E6001", "Tensor::GetData() is called through a null pointer", "Input(7) at", "mistaken.cc:", "has 2 inputs"}},
      {"kernel shape of input", "ai_cpu", {"Tensor::GetTensorShape() is called", "Input(7)"}},
      {"kernel output", "ai_cpu", {"Tensor::NumElements() is called", "Output(3)", "has 1 outputs"}},
      {"kernel type", "ai_cpu", {"GetFloat() at", "mistaken.cc:", "attribute \"axis\" is of type Int"}},
      {"kernel one of two types", "ai_cpu", {}},
      {"kernel block", "ai_cpu", {}},
      {"kernel fails", "ai_cpu", {"error code 9", "it was denied Input(5) at"}},
      {"kernel on another thread", "ai_cpu", {"E6001", "no attribute \"axes\""}},
  });
}

TEST_F(Mistakes, OfAnExpressionAreNamed) {
  Expect({
      {"", "ai_core", {}},
      {"compute input", "ai_core", {"E2008", "no input \"xs\"; it has: x, mask", "op_impl/ai_core/mistaken.cc:"}},
      {"compute absent input", "ai_core", {"\"mask\"", "isn't connected; ask HasInput first", "mistaken.cc:"}},
      {"compute attr", "ai_core", {"no attribute \"axes\"", "did you mean \"axis\"?", "mistaken.cc:"}},
      {"compute has attr", "ai_core", {}},
      {"compute type", "ai_core", {"OpParams::Float", "\"axis\"", "is of type Int", "mistaken.cc:"}},
      {"compute output", "ai_core", {"no output \"z\"; it has: y"}},
      {"compute outputs", "ai_core", {"OpParams::OutputCount", "no output \"z\""}},
  });
}

}  // namespace
}  // namespace opdk
