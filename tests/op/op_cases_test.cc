// Runs the cases of tests/op: see README.md there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graph_core/engine.h"
#include "graph_core/execution/single_op.h"
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

class OpCases : public testing::TestWithParam<size_t> {
 protected:
  const OpCase& op_case() const { return Cases()[GetParam()]; }

  void RunCase();
  // The inferred outputs against `expect`.
  void CheckInference(const OpDesc& op);
  void RunOn(Engine& engine, const OpDesc& op, const std::vector<ge::Tensor>& inputs, bool constant_inputs);
  void CompareOutputs(const std::vector<ge::Tensor>& outputs, const OpDesc& op);
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

void OpCases::CheckInference(const OpDesc& op) {
  for (size_t i = 0; i < op.outputs.size(); ++i) {
    const YAML::Node node = ExpectedNode(op_case(), op, i);
    if (!node.IsDefined()) continue;
    CaseTensor expected = ReadTensor(node, op_case().dtype);
    expected.has_data = false;
    EXPECT_EQ(Compare(ge::Tensor(op.outputs[i].desc), expected, node, {}), "")
        << "inference of output " << op.outputs[i].name;
  }
}

void OpCases::CompareOutputs(const std::vector<ge::Tensor>& outputs, const OpDesc& op) {
  ASSERT_EQ(outputs.size(), op.outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    const YAML::Node node = ExpectedNode(op_case(), op, i);
    if (!node.IsDefined()) continue;
    const CaseTensor expected = ReadTensor(node, op_case().dtype);
    const Tolerance tolerance = ToleranceOf(op_case(), expected.value.GetTensorDesc().GetDataType());
    EXPECT_EQ(Compare(outputs[i], expected, node, tolerance), "") << "output " << op.outputs[i].name;
  }
}

void OpCases::RunOn(Engine& engine, const OpDesc& op, const std::vector<ge::Tensor>& inputs, bool constant_inputs) {
  SCOPED_TRACE(fmt::format("engine {}{}", engine.name(), constant_inputs ? ", inputs constant" : ""));
  std::vector<Engine*> engines;
  for (const auto& each : *World::Get().engines) engines.push_back(each.get());
  SingleOpOptions options;
  options.engine = engine.name();
  options.constant_inputs = constant_inputs;
  const auto result = RunSingleOp(op, inputs, engines, **World::Get().packages, options);
  if (const YAML::Node fails = op_case().node["fails_at_run"]) {
    ASSERT_FALSE(result.ok()) << "it ran";
    EXPECT_NE(result.status().ToString().find(fails.as<std::string>()), std::string::npos)
        << result.status().ToString();
    return;
  }
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->engine, engine.name());
  CompareOutputs(result->outputs, op);
}

// Engines whose operator information has a column for the operator; `op` is inferred.
std::vector<Engine*> EnginesFor(const OpCase& op_case, const OpDesc& op) {
  std::vector<Engine*> engines;
  const auto& providers = (*World::Get().packages)->Providers(op.type);
  if (providers.empty() || providers[0].info == nullptr) return engines;
  for (const auto& engine : *World::Get().engines) {
    const EngineOpInfo* info = providers[0].info->Find(engine->name());
    if (info == nullptr || !info->MatchColumn(op).ok()) continue;
    if (const YAML::Node only = op_case.node["engines"]) {
      const auto names = only.as<std::vector<std::string>>();
      if (std::find(names.begin(), names.end(), engine->name()) == names.end()) continue;
    }
    engines.push_back(engine.get());
  }
  return engines;
}

void OpCases::RunCase() {
  const PackageRegistry& packages = **World::Get().packages;
  const auto made = packages.CreateOperator("case", op_case().op);
  ASSERT_TRUE(made.ok()) << made.status().ToString();
  std::vector<CaseTensor> given;
  OpDesc op = BuildOp(op_case(), DescOf(*made), given);
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
    CheckInference(op);
  }

  std::vector<ge::Tensor> inputs;
  for (size_t i = 0; i < given.size(); ++i) {
    const bool absent = op.inputs[i].desc.GetDataType() == ge::DT_UNDEFINED;
    if (!absent && !given[i].has_data) return;  // a case of inference only
    inputs.push_back(given[i].value);
  }
  const std::vector<Engine*> engines = EnginesFor(op_case(), op);
  ASSERT_FALSE(engines.empty()) << "no engine's operator information has a column for it";
  for (Engine* engine : engines) {
    RunOn(*engine, op, inputs, false);
    RunOn(*engine, op, inputs, true);
  }
}

TEST_P(OpCases, InfersAndComputes) {
  SCOPED_TRACE(fmt::format("tests/op/{}: {}", op_case().file, op_case().Title()));
  ASSERT_TRUE(World::Get().packages.ok()) << World::Get().packages.status().ToString();
  ASSERT_TRUE(World::Get().engines.ok()) << World::Get().engines.status().ToString();
  ASSERT_FALSE(op_case().node.IsScalar()) << op_case().node.as<std::string>();
  try {
    RunCase();
  } catch (const std::exception& error) {
    FAIL() << "the case is badly written: " << error.what();
  }
}

// gtest's names are letters, digits and underscores.
std::string TestName(const testing::TestParamInfo<size_t>& info) {
  static std::map<std::string, int> seen;
  std::string name = Cases()[info.param].Title();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  const int before = seen[name]++;
  return before == 0 ? name : fmt::format("{}_{}", name, before + 1);
}

INSTANTIATE_TEST_SUITE_P(Builtin, OpCases, testing::Range<size_t>(0, Cases().size()), TestName);

}  // namespace
}  // namespace opdk
