// Runs the cases of tests/op: see README.md there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/engine.h"
#include "graph_core/execution/single_op.h"
#include "graph_core/ir/type_names.h"
#include "graph_core/package/package_registry.h"
#include "tests/op/op_case.h"

namespace opdk {
namespace {

const std::vector<OpCase>& Cases() {
  static const std::vector<OpCase> cases = ReadOpCases(OPDK_SOURCE_DIR "/tests/op");
  return cases;
}

// The built-in package and the engines, loaded once.
struct World {
  Result<std::shared_ptr<PackageRegistry>> packages = Status(ErrorCode::kInternal, "not loaded");
  Result<std::vector<std::unique_ptr<Engine>>> engines = Status(ErrorCode::kInternal, "not made");

  static World& Get() {
    static World world;
    return world;
  }

 private:
  World() {
    RegistryOptions options;
    options.plugin_dirs = {OPDK_BINARY_DIR "/lib/opdk/builtin"};
    options.use_environment = false;
    options.use_builtin = false;
    packages = PackageRegistry::Load(options);
    if (packages.ok()) PackageRegistry::SetCurrent(*packages);
    engines = MakeEngines();
  }
};

// One case on one engine, with each of its dtypes.
class OpCases : public testing::TestWithParam<size_t> {
 protected:
  const OpCase& op_case() const { return Cases()[GetParam()]; }

  void RunCase(std::string_view engine);
  void RunWith(ge::DataType dtype, std::string_view engine);
  // The inferred outputs against `expect`.
  void CheckInference(const OpDesc& op, ge::DataType dtype);
  void RunOn(const OpDesc& op, const std::vector<ge::Tensor>& inputs, ge::DataType dtype,
             const SingleOpOptions& options);
  void CompareOutputs(const std::vector<ge::Tensor>& outputs, const OpDesc& op, ge::DataType dtype);
};

Status VerifyAndInfer(const PackageRegistry& packages, OpDesc& op, const std::vector<CaseTensor>& inputs) {
  const ConstInputFn value = [&](int input, ge::Tensor& tensor) {
    const CaseTensor& given = inputs[static_cast<size_t>(input)];
    if (given.has_data) tensor = given.value;
    return given.has_data;
  };
  OPDK_TRY(packages.Verify(op, value));
  return packages.InferShape(op, value);
}

// The case's node of the entry behind output slot `slot`, undefined when it is not compared.
YAML::Node ExpectedNode(const OpCase& op_case, const OpDesc& op, size_t slot) {
  const IrPort& declared = op.ir_outputs[static_cast<size_t>(op.outputs[slot].ir_index)];
  const YAML::Node expect = op_case.node["expect"];
  if (!expect[declared.name]) return YAML::Node(YAML::NodeType::Undefined);
  if (!expect[declared.name].IsSequence()) return expect[declared.name];
  int first = 0;
  (void)op.OutputCount(declared.name, &first);
  return expect[declared.name][slot - static_cast<size_t>(first)];
}

void OpCases::CheckInference(const OpDesc& op, ge::DataType dtype) {
  for (size_t i = 0; i < op.outputs.size(); ++i) {
    const YAML::Node node = ExpectedNode(op_case(), op, i);
    if (!node.IsDefined()) continue;
    CaseTensor expected = ReadTensor(node, dtype);
    expected.has_data = false;
    EXPECT_EQ(Compare(ge::Tensor(op.outputs[i].desc), expected, node, {}), "")
        << "inference of output " << op.outputs[i].name;
  }
}

void OpCases::CompareOutputs(const std::vector<ge::Tensor>& outputs, const OpDesc& op, ge::DataType dtype) {
  ASSERT_EQ(outputs.size(), op.outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    const YAML::Node node = ExpectedNode(op_case(), op, i);
    if (!node.IsDefined()) continue;
    const CaseTensor expected = ReadTensor(node, dtype);
    const Tolerance tolerance = ToleranceOf(op_case(), expected.value.GetTensorDesc().GetDataType());
    EXPECT_EQ(Compare(outputs[i], expected, node, tolerance), "") << "output " << op.outputs[i].name;
  }
}

void OpCases::RunOn(const OpDesc& op, const std::vector<ge::Tensor>& inputs, ge::DataType dtype,
                    const SingleOpOptions& options) {
  SCOPED_TRACE(options.constant_inputs ? "inputs constant" : "inputs fed");
  std::vector<Engine*> engines;
  for (const auto& each : *World::Get().engines) engines.push_back(each.get());
  const auto result = RunSingleOp(op, inputs, engines, **World::Get().packages, options);
  if (const YAML::Node fails = op_case().node["fails_at_run"]) {
    ASSERT_FALSE(result.ok()) << "it ran";
    EXPECT_NE(result.status().ToString().find(fails.as<std::string>()), std::string::npos)
        << result.status().ToString();
    return;
  }
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->engine, options.engine);
  CompareOutputs(result->outputs, op, dtype);
}

// What the operator information says of an engine, if it has a column for the (inferred) operator.
const EngineOpInfo* Supporting(const OpDesc& op, std::string_view engine) {
  const auto& providers = (*World::Get().packages)->Providers(op.type);
  if (providers.empty() || providers[0].info == nullptr) return nullptr;
  const EngineOpInfo* info = providers[0].info->Find(engine);
  return info != nullptr && info->MatchColumn(op).ok() ? info : nullptr;
}

bool MayRunOn(const OpCase& op_case, std::string_view engine) {
  const YAML::Node only = op_case.node["engines"];
  if (!only) return true;
  const auto names = only.as<std::vector<std::string>>();
  return std::find(names.begin(), names.end(), engine) != names.end();
}

void OpCases::RunWith(ge::DataType dtype, std::string_view engine) {
  SCOPED_TRACE(fmt::format("with {} on {}", DtypeName(dtype), engine));
  const PackageRegistry& packages = **World::Get().packages;
  const auto made = packages.CreateOperator("case", op_case().op);
  ASSERT_TRUE(made.ok()) << made.status().ToString();
  std::vector<CaseTensor> given;
  OpDesc op = BuildOp(op_case(), dtype, DescOf(*made), given);
  const Status inferred = VerifyAndInfer(packages, op, given);
  if (const YAML::Node fails = op_case().node["fails"]) {
    ASSERT_FALSE(inferred.ok()) << "verification and inference accept it";
    EXPECT_EQ(inferred.code(), ErrorCode::kInferShape);
    EXPECT_NE(inferred.message().find(fails.as<std::string>()), std::string::npos) << inferred.ToString();
    return;
  }
  ASSERT_TRUE(inferred.ok()) << inferred.ToString();
  if (!op_case().node["fails_at_run"]) {
    ASSERT_TRUE(op_case().node["expect"]) << "the case expects nothing";
    CheckInference(op, dtype);
  }

  std::vector<ge::Tensor> inputs;
  for (size_t i = 0; i < given.size(); ++i) {
    const bool absent = op.inputs[i].desc.GetDataType() == ge::DT_UNDEFINED;
    if (!absent && !given[i].has_data) return;  // a case of inference only
    inputs.push_back(given[i].value);
  }
  const EngineOpInfo* info = Supporting(op, engine);
  if (info == nullptr || !MayRunOn(op_case(), engine)) {
    ASSERT_TRUE(Supporting(op, kAiCpuEngine) != nullptr || Supporting(op, kAiCoreEngine) != nullptr)
        << "no engine's operator information has a column for it";
    return;
  }
  // A kernel that is built from values runs where they are known only.
  if (info->value_depend.empty()) RunOn(op, inputs, dtype, {.engine = std::string(engine)});
  RunOn(op, inputs, dtype, {.engine = std::string(engine), .constant_inputs = true});
}

void OpCases::RunCase(std::string_view engine) {
  SCOPED_TRACE(fmt::format("tests/op/{}: {} {}", op_case().file, op_case().op, op_case().name));
  ASSERT_TRUE(World::Get().packages.ok()) << World::Get().packages.status().ToString();
  ASSERT_TRUE(World::Get().engines.ok()) << World::Get().engines.status().ToString();
  ASSERT_FALSE(op_case().node.IsScalar()) << op_case().node.as<std::string>();
  for (const ge::DataType dtype : op_case().dtypes) {
    try {
      RunWith(dtype, engine);
    } catch (const std::exception& error) {
      FAIL() << "the case is badly written: " << error.what();
    }
  }
}

TEST_P(OpCases, OnAiCpu) { RunCase(kAiCpuEngine); }
TEST_P(OpCases, OnAiCore) { RunCase(kAiCoreEngine); }

// A section of operator information is a promise that only a kernel keeps, and a kernel without one never runs.
TEST(BuiltinPackage, HasAKernelWhereItsOperatorInformationSaysSo) {
  ASSERT_TRUE(World::Get().packages.ok()) << World::Get().packages.status().ToString();
  for (const std::string& type : (*World::Get().packages)->OperatorTypes()) {
    const OperatorProvider& provider = (*World::Get().packages)->Providers(type).front();
    const auto promised = [&](std::string_view engine) {
      const EngineOpInfo* info = provider.info == nullptr ? nullptr : provider.info->Find(engine);
      return info != nullptr && info->view.empty();
    };
    EXPECT_TRUE(!promised(kAiCoreEngine) || provider.op_compute != nullptr) << type << " has no AI Core kernel";
    EXPECT_TRUE(!promised(kAiCpuEngine) || provider.cpu_kernel != nullptr) << type << " has no AI CPU kernel";
    if (provider.op_compute != nullptr || provider.cpu_kernel != nullptr) {
      ASSERT_NE(provider.info, nullptr) << type << " has a kernel but no operator information";
    }
    EXPECT_TRUE(provider.op_compute == nullptr || provider.info->Find(kAiCoreEngine) != nullptr) << type;
    EXPECT_TRUE(provider.cpu_kernel == nullptr || provider.info->Find(kAiCpuEngine) != nullptr) << type;
  }
}

TEST(BuiltinPackage, HasCasesForEachOperatorWithAKernel) {
  ASSERT_TRUE(World::Get().packages.ok()) << World::Get().packages.status().ToString();
  for (const std::string& type : (*World::Get().packages)->OperatorTypes()) {
    if ((*World::Get().packages)->Providers(type).front().info == nullptr) continue;
    const bool has_case = std::any_of(Cases().begin(), Cases().end(), [&](const OpCase& each) {
      return each.op == type && !each.node.IsScalar() && each.node["expect"];
    });
    EXPECT_TRUE(has_case) << type << " has no case in tests/op";
  }
}

// gtest's names are letters, digits and underscores, and each only once: the second case of a name is "…_2".
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
