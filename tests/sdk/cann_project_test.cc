// A CANN custom-operator project, built at C++11, 17 and 20 and loaded as a package is.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <map>

#include "cpu_kernel.h"
#include "graph/operator_factory.h"
#include "opdk/author_graph.h"
#include "opdk/cpu_engine.h"
#include "opdk/host.h"
#include "opdk/neutral_text.h"
#include "opdk/op_desc.h"
#include "opdk/registrations.h"
#include "register/register.h"

namespace opdk {
namespace {

using Dims = std::vector<int64_t>;

template <typename Entry>
const Entry* Find(const std::vector<const Entry*>& entries, std::string_view type) {
  for (const Entry* entry : entries) {
    if (ToText(entry->type) == type) return entry;
  }
  return nullptr;
}

// The one package as host.
class FixtureHost : public Host {
 public:
  explicit FixtureHost(const Registrations& registrations) : registrations_(registrations) {}
  Result<ge::Operator> CreateOperator(const std::string& name, const std::string& type) const override {
    const auto* entry = Find(EntriesOf<PrototypeEntry>(registrations_), type);
    if (entry == nullptr) return Status(ErrorCode::kOperatorUnknown, type);
    return entry->create(ge::AscendString(name.c_str()));
  }
  std::vector<std::string> OperatorTypes() const override { return {}; }
  bool HasInferShape(std::string_view type) const override {
    return FindFunction(type, EntryKind::kInferShape) != nullptr;
  }
  Status InferShape(OpDesc& op, const ConstInputFn& const_input) const override {
    return Call(FindFunction(op.type, EntryKind::kInferShape), op, const_input);
  }
  Status Verify(OpDesc& op, const ConstInputFn& const_input) const override {
    return Call(FindFunction(op.type, EntryKind::kVerify), op, const_input);
  }
  Result<std::string> SaveGraph(const ge::Graph&) const override { return Refuse(); }
  Result<ge::Graph> LoadGraph(std::string_view, const std::string&) const override { return Refuse(); }
  Result<std::string> PrintGraph(const ge::Graph&) const override { return Refuse(); }
  Result<std::string> DumpGraph(const ge::Graph&, ge::Graph::DumpFormat) const override { return Refuse(); }
  Status DumpGraphToFile(const ge::Graph&, ge::Graph::DumpFormat, const std::string&) const override {
    return Refuse();
  }

 private:
  const OperatorFunctionEntry* FindFunction(std::string_view type, EntryKind kind) const {
    return Find(EntriesOf<OperatorFunctionEntry>(registrations_, kind), type);
  }
  static Status Refuse() { return Status(ErrorCode::kInternal, "not in this test"); }
  static Status Call(const OperatorFunctionEntry* entry, OpDesc& op, const ConstInputFn& const_input) {
    if (entry == nullptr) return Status();
    ge::Operator handle = OperatorOver(op, const_input);
    if (entry->function(handle) != ge::GRAPH_SUCCESS) return Status(ErrorCode::kInferShape, op.type);
    return Status();
  }
  const Registrations& registrations_;
};

class CannProject : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string path = std::string(OPDK_FIXTURE_DIR) + "/" + GetParam() + ".so";
    library_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library_, nullptr) << dlerror();
    auto* entry = reinterpret_cast<const Registrations* (*)()>(dlsym(library_, "fixture_registrations"));
    ASSERT_NE(entry, nullptr);
    registrations_ = entry();
    SetHost(std::make_shared<FixtureHost>(*registrations_));
  }
  void TearDown() override { SetHost(nullptr); }

  ge::Operator Create(const char* name, const char* type) { return ge::OperatorFactory::CreateOperator(name, type); }
  // Makes a Data operator that gives a tensor of that shape and type.
  ge::Operator Source(const char* name, const Dims& dims, ge::DataType type = ge::DT_FLOAT) {
    ge::Operator data = Create(name, "Data");
    EXPECT_EQ(data.UpdateOutputDesc("y", ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, type)), ge::GRAPH_SUCCESS);
    return data;
  }
  const domi::OpRegistrationData* Mapping(const std::string& origin_type) {
    for (const FrameworkOpEntry* entry : EntriesOf<FrameworkOpEntry>(*registrations_)) {
      if (entry->data->GetOriginOpTypeSet().count(origin_type) > 0) return entry->data.get();
    }
    return nullptr;
  }

  const PrototypeEntry* Prototype(std::string_view type) {
    return Find(EntriesOf<PrototypeEntry>(*registrations_), type);
  }
  std::vector<const OperatorFunctionEntry*> Functions(EntryKind kind) {
    return EntriesOf<OperatorFunctionEntry>(*registrations_, kind);
  }
  const aicpu::CpuKernelType* Kernel(std::string_view type) {
    const EngineKernelEntry* entry = Find(EntriesOf<EngineKernelEntry>(*registrations_), type);
    return entry == nullptr ? nullptr : static_cast<const aicpu::CpuKernelType*>(entry->payload.get());
  }

  void* library_ = nullptr;
  const Registrations* registrations_ = nullptr;
};

TEST_P(CannProject, RegistersOnItsOwnListAndOnceForEachType) {
  std::map<std::string, int> types;
  for (const PrototypeEntry* entry : EntriesOf<PrototypeEntry>(*registrations_)) ++types[ToText(entry->type)];
  for (const auto& [type, count] : types) EXPECT_EQ(count, 1) << type;
  EXPECT_EQ(types.size(), 13u);
  EXPECT_NE(registrations_, RegistrationList::Local().list());
  EXPECT_STRNE(Prototype("PairAdd")->place.file, "");
  EXPECT_GT(Prototype("PairAdd")->place.line, 0);
  EXPECT_EQ(EntriesOf<ValueRangeEntry>(*registrations_).size(), 2u);
  EXPECT_EQ(Functions(EntryKind::kInferFormat).size(), 1u);
}

TEST_P(CannProject, BroadcastInferenceSetsTheShapeOnly) {
  ge::Operator add = Create("add", "PairAdd");
  add.SetInput("x1", Source("a", {2, 1}, ge::DT_INT32)).SetInput("x2", Source("b", {3}, ge::DT_INT32));
  ASSERT_EQ(add.InferShapeAndType(), ge::GRAPH_SUCCESS);
  EXPECT_EQ(add.GetOutputDesc("y").GetShape().GetDims(), (Dims{2, 3}));
  EXPECT_EQ(add.GetOutputDesc("y").GetDataType(), ge::DT_FLOAT);
  ge::Operator wrong = Create("wrong", "PairAdd");
  wrong.SetInput("x1", Source("a", {2})).SetInput("x2", Source("b", {3}));
  EXPECT_EQ(wrong.InferShapeAndType(), ge::GRAPH_FAILED);
}

TEST_P(CannProject, ElementwiseInferenceSetsShapeAndTypeAndReachesConsumers) {
  ge::Operator first = Create("first", "CopyOf");
  ge::Operator second = Create("second", "CopyOf");
  second.SetInput("x", first);
  first.SetInput("x", Source("a", {4, 5}, ge::DT_INT8));
  ASSERT_EQ(first.InferShapeAndType(), ge::GRAPH_SUCCESS);
  EXPECT_EQ(second.GetInputDesc("x").GetDataType(), ge::DT_INT8);
  EXPECT_EQ(second.GetInputDesc("x").GetShape().GetDims(), (Dims{4, 5}));
}

TEST_P(CannProject, InputsAndOutputsMayShareAName) {
  ge::Operator update = Create("u", "UpdateInPlace");
  update.SetInput("var", Source("v", {7}, ge::DT_INT32));
  ASSERT_EQ(update.InferShapeAndType(), ge::GRAPH_SUCCESS);
  EXPECT_EQ(update.GetOutputDesc("var").GetShape().GetDims(), Dims{7});
}

TEST_P(CannProject, InferenceReadsConstantsAndFallsBackToUnknownDimensions) {
  ge::Operator constant = Create("k", "Const");
  const int32_t values[] = {6, 2};
  constant.SetAttr("value", ge::Tensor(ge::TensorDesc(ge::Shape({2}), ge::FORMAT_ND, ge::DT_INT32),
                                       reinterpret_cast<const uint8_t*>(values), sizeof(values)));
  ge::Operator known = Create("known", "ShapeFrom");
  known.SetInput("tensor", Source("t", {12})).SetInput("shape", constant);
  ASSERT_EQ(known.InferShapeAndType(), ge::GRAPH_SUCCESS);
  EXPECT_EQ(known.GetOutputDesc("output").GetShape().GetDims(), (Dims{6, 2}));
  ge::Operator unknown = Create("unknown", "ShapeFrom");
  unknown.SetInput("tensor", Source("t", {12})).SetInput("shape", Source("s", {3}, ge::DT_INT32));
  ASSERT_EQ(unknown.InferShapeAndType(), ge::GRAPH_SUCCESS);
  EXPECT_EQ(unknown.GetOutputDesc("output").GetShape().GetDims(), (Dims{-1, -1, -1}));
}

TEST_P(CannProject, VerifiersSeeLinksDimensionsAttributesAndTypes) {
  ge::Operator add = Create("add", "PairAdd");
  add.SetInput("x1", Source("a", {2}));
  EXPECT_EQ(add.VerifyAllAttr(), ge::GRAPH_FAILED);  // x2 is not linked
  add.SetInput("x2", Source("b", {2}));
  EXPECT_EQ(add.VerifyAllAttr(), ge::GRAPH_SUCCESS);
  add.SetInput("x2", Source("b", {-1}));
  EXPECT_EQ(add.VerifyAllAttr(), ge::GRAPH_FAILED);
  EXPECT_EQ(add.VerifyAllAttr(true), ge::GRAPH_SUCCESS);
  add.SetInput("x2", Source("b", {2}, ge::DT_INT32));
  EXPECT_EQ(add.VerifyAllAttr(), ge::GRAPH_FAILED);  // the project's own verifier
  ge::Operator everything = Create("e", "Everything");
  everything.SetInput("x", Source("a", {2}));
  EXPECT_EQ(everything.VerifyAllAttr(), ge::GRAPH_FAILED);  // required attributes have no value
}

TEST_P(CannProject, TypedInferenceReachesAttributesAndDynamicOutputs) {
  const PrototypeEntry* entry = Prototype("Everything");
  ge::Operator everything = entry->create("e");
  OpDesc desc = DescOf(everything);
  desc.inputs[0].desc = ge::TensorDesc(ge::Shape({2, 3}), ge::FORMAT_ND, ge::DT_FLOAT16);
  desc.attrs["needed_ints"] = Dims{10, 1};
  desc.outputs.push_back({"parts0", 1, ge::TensorDesc()});
  desc.outputs.push_back({"parts1", 1, ge::TensorDesc()});
  ge::Operator handle = OperatorOver(desc, nullptr);
  ASSERT_EQ(Find(Functions(EntryKind::kInferShape), "Everything")->function(handle), ge::GRAPH_SUCCESS);
  EXPECT_EQ(desc.outputs[0].desc.GetShape().GetDims(), (Dims{20, 3}));
  EXPECT_EQ(desc.outputs[0].desc.GetDataType(), ge::DT_FLOAT16);
  EXPECT_EQ(desc.outputs[2].desc.GetShape().GetDims(), Dims{1});
  desc.inputs[0].desc.SetFormat(ge::FORMAT_NCHW);
  ASSERT_EQ(Functions(EntryKind::kInferFormat)[0]->function(handle), ge::GRAPH_SUCCESS);
  EXPECT_EQ(desc.outputs[0].desc.GetFormat(), ge::FORMAT_NCHW);
}

TEST_P(CannProject, KernelsSplitTheirWorkByBlocks) {
  const aicpu::CpuKernelType* entry = Kernel("BlockScale");
  ASSERT_NE(entry, nullptr);
  EXPECT_TRUE(entry->stateless);
  OpDesc desc;
  desc.type = "BlockScale";
  desc.inputs.push_back({"x", 0, ge::TensorDesc(ge::Shape({5}))});
  desc.outputs.push_back({"y", 0, ge::TensorDesc(ge::Shape({5}))});
  desc.attrs["scale"] = 2.0f;
  CpuNode node(desc);
  const float x[] = {1, 2, 3, 4, 5};
  float y[5] = {};
  const Dims shape{5};
  node.SetInput(0, x, sizeof(x), shape);
  node.SetOutput(0, y, sizeof(y), shape);
  node.SetAttr("block_num", 2);
  node.SetAttr("block_id", 1);
  ASSERT_EQ(entry->create()->Compute(node.context()), 0u);
  EXPECT_EQ(std::vector<float>(y, y + 5), (std::vector<float>{0, 0, 0, 8, 10}));
  node.SetAttr("block_num", 1);
  node.SetAttr("block_id", 0);
  ASSERT_EQ(entry->create()->Compute(node.context()), 0u);
  EXPECT_EQ(std::vector<float>(y, y + 5), (std::vector<float>{2, 4, 6, 8, 10}));
}

TEST_P(CannProject, KernelsPortedFromCannsOwnBroadcastTheirInputs) {
  const aicpu::CpuKernelType* entry = Kernel("PairMul");
  ASSERT_NE(entry, nullptr);
  const auto multiply = [&](ge::DataType dtype, const Dims& x1_shape, const auto& x1, const Dims& x2_shape,
                            const auto& x2, const Dims& y_shape, auto& y) {
    OpDesc desc;
    desc.type = "PairMul";
    desc.inputs.push_back({"x1", 0, ge::TensorDesc(ge::Shape(x1_shape), ge::FORMAT_ND, dtype)});
    desc.inputs.push_back({"x2", 0, ge::TensorDesc(ge::Shape(x2_shape), ge::FORMAT_ND, dtype)});
    desc.outputs.push_back({"y", 0, ge::TensorDesc(ge::Shape(y_shape), ge::FORMAT_ND, dtype)});
    CpuNode node(desc);
    node.SetInput(0, x1.data(), x1.size() * sizeof(x1[0]), x1_shape);
    node.SetInput(1, x2.data(), x2.size() * sizeof(x2[0]), x2_shape);
    node.SetOutput(0, y.data(), y.size() * sizeof(y[0]), y_shape);
    return entry->create()->Compute(node.context());
  };
  std::vector<float> y(6);
  ASSERT_EQ(multiply(ge::DT_FLOAT, {2, 1}, std::vector<float>{1, 2}, {3}, std::vector<float>{3, 4, 5}, {2, 3}, y), 0u);
  EXPECT_EQ(y, (std::vector<float>{3, 4, 5, 6, 8, 10}));
  std::vector<int32_t> cube(8);
  ASSERT_EQ(multiply(ge::DT_INT32, {2, 1, 2}, std::vector<int32_t>{1, 2, 3, 4}, {2, 1}, std::vector<int32_t>{1, 10},
                     {2, 2, 2}, cube),
            0u);
  EXPECT_EQ(cube, (std::vector<int32_t>{1, 2, 10, 20, 3, 4, 30, 40}));
  EXPECT_NE(multiply(ge::DT_FLOAT, {2}, std::vector<float>{1, 2}, {3}, std::vector<float>{3, 4, 5}, {3}, y), 0u);
  EXPECT_NE(multiply(ge::DT_DOUBLE, {1}, std::vector<double>{1}, {1}, std::vector<double>{3}, {1}, y), 0u);
}

TEST_P(CannProject, KernelsWriteShapesKnownOnlyAfterRunning) {
  const aicpu::CpuKernelType* entry = Kernel("Distinct");
  ASSERT_NE(entry, nullptr);
  EXPECT_FALSE(entry->stateless);
  OpDesc desc;
  desc.type = "Distinct";
  desc.inputs.push_back({"x", 0, ge::TensorDesc(ge::Shape({4}))});
  desc.outputs.push_back({"y", 0, ge::TensorDesc(ge::Shape(ge::UNKNOWN_RANK))});
  CpuNode node(desc);
  const float x[] = {3, 1, 3, 1};
  float y[4] = {};
  const Dims shape{4};
  node.SetInput(0, x, sizeof(x), shape);
  node.SetOutput(0, y, sizeof(y), shape, true);
  ASSERT_EQ(entry->create()->Compute(node.context()), 0u);
  ASSERT_EQ(node.OutputShape(0).size(), 1u);
  EXPECT_EQ(node.OutputShape(0)[0], 2);
  EXPECT_EQ(y[1], 1);
}

TEST_P(CannProject, MappingsParseAttributes) {
  const domi::OpRegistrationData* mapping = Mapping("fixture::2::BlockScale");
  ASSERT_NE(mapping, nullptr);
  EXPECT_EQ(mapping->GetFrameworkType(), domi::ONNX);
  EXPECT_EQ(mapping->GetImplyType(), domi::ImplyType::AI_CPU);
  ge::Operator source("n", "BlockScale"), destination("n", "BlockScale");
  EXPECT_EQ(mapping->GetParseParamByOperatorFn()(source, destination), domi::FAILED);
  source.SetAttr("attribute", "{\"attribute\":[{\"name\":\"scale\",\"f\":\"3\",\"type\":1}]}");
  ASSERT_EQ(mapping->GetParseParamByOperatorFn()(source, destination), domi::SUCCESS);
  float scale = 0;
  EXPECT_EQ(destination.GetAttr("scale", scale), ge::GRAPH_SUCCESS);
  EXPECT_EQ(scale, 3);
  ASSERT_NE(Mapping("FusedB"), nullptr);
  EXPECT_TRUE(Mapping("FusedB")->GetFusionParseParamByOpFn());
  EXPECT_FALSE(Mapping("FusedB")->GetFusionParseParamFn());
}

TEST_P(CannProject, OneOperatorBecomesAGraph) {
  const domi::OpRegistrationData* mapping = Mapping("fixture::1::SumOfThree");
  ASSERT_NE(mapping, nullptr);
  ge::Operator source("n", "SumOfThree");
  ge::Operator call = Create("n", "PartitionedCall");
  ASSERT_EQ(mapping->GetParseParamByOperatorFn()(source, call), domi::SUCCESS);
  EXPECT_EQ(call.GetDynamicInputNum("args"), 3);
  EXPECT_EQ(call.GetDynamicOutputNum("output"), 1);
  std::string original_type;
  EXPECT_EQ(call.GetAttr("original_type", original_type), ge::GRAPH_SUCCESS);
  ge::Graph graph("n");
  ASSERT_EQ(mapping->GetParseOpToGraphFn()(call, graph), domi::SUCCESS);
  EXPECT_EQ(OperatorsOf(graph).size(), 5u);
  EXPECT_EQ(DataOf(graph).inputs.size(), 3u);
  ASSERT_EQ(DataOf(graph).outputs.size(), 1u);
  EXPECT_EQ(DataOf(graph).outputs[0].first.GetName(), "add012");
}

INSTANTIATE_TEST_SUITE_P(EachStandard, CannProject,
                         ::testing::Values("cann_project_cxx11", "cann_project_cxx14", "cann_project_cxx17",
                                           "cann_project_cxx20", "cann_project_cxx11_old_string"),
                         [](const auto& built) { return std::string(built.param); });

}  // namespace
}  // namespace opdk
