// Runs the cases of tests/op: see README.md there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/base/type_names.h"
#include "graph_core/engines/engine.h"
#include "graph_core/package/package_registry.h"
#include "sdk/tools/verify/cases/write_case.h"
#include "sdk/tools/verify/run/run_case.h"

namespace opdk {
namespace {

using verify::OpCase;

constexpr const char* kCases = OPDK_SOURCE_DIR "/tests/op";

const std::vector<OpCase>& Cases() {
  static const std::vector<OpCase> cases = [] {
    std::vector<OpCase> all;
    for (const std::string& file : verify::CaseFilesIn(kCases)) {
      const auto read = verify::ReadCaseFile(file);
      // OpCaseFiles.CanBeRead reports the errors of the other files.
      if (read.ok()) all.insert(all.end(), read->begin(), read->end());
    }
    return all;
  }();
  return cases;
}

// Loads the built-in package and the engines, once.
Result<verify::TestHarness> MakeBuiltInHarness() {
  PackageOptions options;
  options.plugin_dirs = {OPDK_BINARY_DIR "/lib/opdk/builtin"};
  options.use_environment = false;
  options.use_builtin = false;
  verify::TestHarness harness;
  OPDK_TRY(harness.packages, PackageRegistry::Load(options));
  PackageRegistry::SetCurrent(harness.packages);
  OPDK_TRY(harness.engines, MakeEngines());
  return harness;
}

const Result<verify::TestHarness>& BuiltInHarness() {
  static const Result<verify::TestHarness> harness = MakeBuiltInHarness();
  return harness;
}

// One case on one engine, with each of its dtypes.
class OpCases : public testing::TestWithParam<size_t> {
 protected:
  void RunOn(std::string_view engine) {
    ASSERT_TRUE(BuiltInHarness().ok()) << BuiltInHarness().status().ToString();
    const OpCase& op_case = Cases()[GetParam()];
    for (const ge::DataType dtype : op_case.dtypes) {
      const verify::CaseResult result = RunCase(op_case, dtype, engine, *BuiltInHarness());
      EXPECT_TRUE(result.ok()) << op_case.Place() << " with " << DtypeName(dtype) << " on " << engine << ": "
                               << result.reason;
    }
  }
};

TEST_P(OpCases, OnAiCpu) { RunOn(kAiCpuEngine); }
TEST_P(OpCases, OnAiCore) { RunOn(kAiCoreEngine); }

TEST(OpCaseFiles, CanBeRead) {
  for (const std::string& file : verify::CaseFilesIn(kCases)) {
    const auto read = verify::ReadCaseFile(file);
    EXPECT_TRUE(read.ok()) << read.status().ToString();
  }
}

TEST(OpCaseFiles, AreReadAsTheyAreWritten) {
  for (const OpCase& op_case : Cases()) {
    const auto again = verify::ReadCases(verify::CaseFileText(op_case.op, {op_case}), op_case.file);
    ASSERT_TRUE(again.ok()) << again.status().ToString();
    ASSERT_EQ(again->size(), 1U);
    EXPECT_EQ(again->front(), op_case) << verify::CaseText(op_case);
  }
}

// A section of operator information is a promise that only a kernel keeps, and a kernel without one never runs.
TEST(BuiltinPackage, HasAKernelWhereItsOperatorInformationSaysSo) {
  ASSERT_TRUE(BuiltInHarness().ok()) << BuiltInHarness().status().ToString();
  for (const std::string& type : BuiltInHarness()->packages->OperatorTypes()) {
    const OperatorProvider& provider = BuiltInHarness()->packages->Providers(type).front();
    const auto promised = [&](std::string_view engine) {
      const EngineOpInfo* info = provider.info == nullptr ? nullptr : provider.info->Find(engine);
      return info != nullptr && info->view.empty();
    };
    EXPECT_TRUE(!promised(kAiCoreEngine) || provider.Kernel(kAiCoreEngine) != nullptr)
        << type << " has no AI Core kernel";
    EXPECT_TRUE(!promised(kAiCpuEngine) || provider.Kernel(kAiCpuEngine) != nullptr) << type << " has no AI CPU kernel";
    if (provider.Kernel(kAiCoreEngine) != nullptr || provider.Kernel(kAiCpuEngine) != nullptr) {
      ASSERT_NE(provider.info, nullptr) << type << " has a kernel but no operator information";
    }
    EXPECT_TRUE(provider.Kernel(kAiCoreEngine) == nullptr || provider.info->Find(kAiCoreEngine) != nullptr) << type;
    EXPECT_TRUE(provider.Kernel(kAiCpuEngine) == nullptr || provider.info->Find(kAiCpuEngine) != nullptr) << type;
  }
}

TEST(BuiltinPackage, HasCasesForEachOperatorWithAKernel) {
  ASSERT_TRUE(BuiltInHarness().ok()) << BuiltInHarness().status().ToString();
  for (const std::string& type : BuiltInHarness()->packages->OperatorTypes()) {
    if (BuiltInHarness()->packages->Providers(type).front().info == nullptr) continue;
    const bool has_case =
        std::any_of(Cases().begin(), Cases().end(), [&](const OpCase& each) { return each.op == type && each.expect; });
    EXPECT_TRUE(has_case) << type << " has no case in tests/op";
  }
}

// Returns a name for gtest: letters, digits and underscores, each name only once. The second case of a name is "…_2".
std::string TestName(const testing::TestParamInfo<size_t>& info) {
  const OpCase& self = Cases()[info.param];
  const auto same = std::count_if(Cases().begin(), Cases().begin() + static_cast<ptrdiff_t>(info.param),
                                  [&](const OpCase& other) { return other.op == self.op && other.name == self.name; });
  std::string name = fmt::format("{}_{}", self.op, self.name);
  if (same > 0) name += fmt::format("_{}", same + 1);
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Builtin, OpCases, testing::Range<size_t>(0, Cases().size()), TestName);

}  // namespace
}  // namespace opdk
