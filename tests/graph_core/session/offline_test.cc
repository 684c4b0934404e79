// Offline models: Session::Offline writes them, and LoadBytes reads them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/sha256.h"
#include "graph_core/ir/text.h"
#include "graph_core/loading/used_packages.h"
#include "graph_core/program/program_file.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"

namespace opdk {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// 64 KiB of weights, which are a constant and, packed, a kernel's.
constexpr const char* kProduct = R"(graph net {
  %x = Data {index: 0} : float[?,128]
  %w = Const {value: float[128,128](0.5 ...)}
  %y = BatchMatMulV2(x1: %x, x2: %w)
  %o = NetOutput(x: [%y])
})";

class Offline : public ::testing::Test {
 protected:
  std::unique_ptr<Session> Make(const CompileOptions& options = {}) {
    auto session = Session::Create(BuiltinPackages(), options);
    OPDK_CHECK(session.ok(), session.status().ToString());
    return *std::move(session);
  }
  static CompileOptions Gears(const std::vector<int64_t>& batches, bool any_shape = false) {
    CompileOptions options;
    options.deterministic = true;
    options.any_shape_beside_gears = any_shape;
    for (const int64_t batch : batches) options.gears.push_back({{batch, 128}});
    return options;
  }
  std::string Bytes(const CompileOptions& options) {
    auto graph = Parse(kProduct);
    OPDK_CHECK(graph.ok(), graph.status().ToString());
    auto bytes = Make(options)->Offline(*std::move(graph));
    OPDK_CHECK(bytes.ok(), bytes.status().ToString());
    return *std::move(bytes);
  }
  // Loads the bytes like those of a file, 64-byte aligned.
  Result<CompiledSession> Load(const std::string& bytes) {
    const std::shared_ptr<std::byte> memory = NewSharedAligned(bytes.size());
    std::memcpy(memory.get(), bytes.data(), bytes.size());
    return Make()->LoadBytes({{reinterpret_cast<const char*>(memory.get()), bytes.size()}, memory});
  }
  static Result<std::vector<ge::Tensor>> Run(const Executable& model, int64_t batch) {
    const std::vector<float> x(static_cast<size_t>(batch) * 128, 1.0F);
    const ge::Tensor input(ge::TensorDesc(ge::Shape({batch, 128})), reinterpret_cast<const uint8_t*>(x.data()),
                           x.size() * sizeof(float));
    return model.Run({&input, 1});
  }
};

TEST_F(Offline, EachGearHasAProgramOfItsOwn) {
  const auto loaded = Load(Bytes(Gears({1, 4})));
  ASSERT_TRUE(loaded.ok()) << loaded.status().ToString();
  ASSERT_NE(loaded->model.variants(), nullptr);
  const auto named = loaded->model.variants()->Named();
  ASSERT_EQ(named.size(), 2U);
  for (const auto& gear : named) EXPECT_FALSE(gear.model->dynamic());
  for (const int64_t batch : {1, 4}) {
    const auto outputs = Run(loaded->model, batch);
    ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
    ASSERT_EQ((*outputs)[0].GetSize(), static_cast<size_t>(batch) * 128 * sizeof(float));
    EXPECT_EQ(reinterpret_cast<const float*>((*outputs)[0].GetData())[127], 64.0F);
  }
}

TEST_F(Offline, OtherShapesThanTheGearsAreRefused) {
  const auto loaded = Load(Bytes(Gears({1, 4})));
  ASSERT_TRUE(loaded.ok()) << loaded.status().ToString();
  const auto outputs = Run(loaded->model, 3);
  EXPECT_EQ(outputs.status().code(), ErrorCode::kInputMismatch);
  EXPECT_THAT(outputs.status().ToString(), HasSubstr("[1,128]; [4,128]"));
}

TEST_F(Offline, OtherShapesRunBesideGearsWhereTheyMay) {
  const auto loaded = Load(Bytes(Gears({1, 4}, true)));
  ASSERT_TRUE(loaded.ok()) << loaded.status().ToString();
  const auto outputs = Run(loaded->model, 3);
  ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
  EXPECT_EQ((*outputs)[0].GetSize(), 3 * 128 * sizeof(float));
}

TEST_F(Offline, WeightsOfGearsAreThereOnce) {
  constexpr size_t kWeights = 128 * 128 * sizeof(float);
  const std::string two = Bytes(Gears({1, 1024})), five = Bytes(Gears({1, 512, 768, 896, 1024}));
  EXPECT_LT(five.size(), two.size() + 3 * kWeights);
}

TEST_F(Offline, WeightsStayWhereTheyLie) {
  const std::string bytes = Bytes({});
  const std::shared_ptr<std::byte> memory = NewSharedAligned(bytes.size());
  std::memcpy(memory.get(), bytes.data(), bytes.size());
  const auto session = Make();
  auto program = ReadProgram({{reinterpret_cast<const char*>(memory.get()), bytes.size()}, memory}, session->engines());
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  const Node* weights = nullptr;
  for (const Node* node : program->graph.nodes()) weights = node->ConstValue() != nullptr ? node : weights;
  ASSERT_NE(weights, nullptr);
  const auto* at = reinterpret_cast<const std::byte*>(weights->ConstValue()->GetData());
  EXPECT_GE(at, memory.get());
  EXPECT_LT(at, memory.get() + bytes.size());
}

TEST_F(Offline, GearsWithoutAnOpenShapeAreRefused) {
  auto graph = Parse(
      "graph g {\n  %x = Data {index: 0} : float[2]\n  %y = Relu(x: %x) : float[2]\n"
      "  %o = NetOutput(x: [%y])\n}");
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  CompileOptions options;
  options.gears = {{{2}}};
  EXPECT_EQ(Make(options)->Offline(*std::move(graph)).status().code(), ErrorCode::kUsage);
}

TEST_F(Offline, ALibraryThatWasChangedIsNotLoaded) {
  const auto session = Make();
  const std::string plain = Bytes({});
  auto program = ReadProgram(std::string_view(plain), session->engines());
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  OfflineParts parts;
  parts.packages = {{"brought", "1.0.0", Sha256("a library"), "another one"}};
  const auto bytes = WriteProgram(*program, parts);
  ASSERT_TRUE(bytes.ok()) << bytes.status().ToString();
  const auto packages = WithEmbedded(*bytes, BuiltinPackages());
  EXPECT_EQ(packages.status().code(), ErrorCode::kModelInvalid);
  EXPECT_THAT(packages.status().ToString(), HasSubstr("the package brought that it brings along was changed"));
}

// Returns the bytes of a graph whose nodes are placed on `package` of `engine`; "": the engine that they had.
std::string PlacedOn(const Session& session, const std::string& bytes, const std::string& package,
                     const std::string& engine) {
  auto program = ReadProgram(std::string_view(bytes), session.engines());
  OPDK_CHECK(program.ok(), program.status().ToString());
  const auto nodes = NumberedNodes(program->graph);
  OPDK_CHECK(nodes.ok(), nodes.status().ToString());
  for (Node* node : *nodes) {
    if (node->placement().engine.empty()) continue;
    node->placement().package = package;
    if (!engine.empty()) node->placement().engine = engine;
  }
  auto written = WriteProgram(*program);
  OPDK_CHECK(written.ok(), written.status().ToString());
  return *std::move(written);
}

TEST_F(Offline, ANodeOnAPackageThatIsNotLoadedIsAnErrorOfTheFile) {
  const std::string bytes = Bytes({});
  const auto session = Make();
  const Status missing = session->LoadBytes(std::string_view(PlacedOn(*session, bytes, "renamed", ""))).status();
  EXPECT_EQ(missing.code(), ErrorCode::kNotInstalled);
  EXPECT_THAT(missing.ToString(), AllOf(HasSubstr("needs the operator package renamed, which is missing"),
                                        HasSubstr("(BatchMatMulV2)"), HasSubstr("loaded packages: opdk_builtin")));
  const Status unnamed = session->LoadBytes(std::string_view(PlacedOn(*session, bytes, "", ""))).status();
  EXPECT_EQ(unnamed.code(), ErrorCode::kModelInvalid);
  EXPECT_THAT(unnamed.ToString(), HasSubstr("(BatchMatMulV2)"));
}

TEST_F(Offline, ANodeOfAnotherPackageOfTheSameNameIsAnErrorOfTheFile) {
  auto graph = Parse(
      "graph g {\n  %x = Data {index: 0} : float[2]\n  %y = Unique(x: %x) {out_idx: int32} : y: _, idx: _\n"
      "  %o = NetOutput(x: [%y])\n}");
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  const auto session = Make();
  const auto bytes = session->Offline(*std::move(graph));
  ASSERT_TRUE(bytes.ok()) << bytes.status().ToString();
  const std::string moved = PlacedOn(*session, *bytes, "opdk_builtin", "ai_core");
  const Status status = session->LoadBytes(std::string_view(moved)).status();
  EXPECT_EQ(status.code(), ErrorCode::kArchiveInvalid);
  EXPECT_THAT(status.ToString(), HasSubstr("another package opdk_builtin: the loaded one has no ai_core kernel of"));
}

TEST_F(Offline, APlacementThatAFileGivesANodeDoesNotCount) {
  auto graph = Parse(kProduct);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  for (Node* node : graph->nodes()) {
    node->placement().engine = "ai_cpu";
    node->placement().package = "nowhere";
  }
  const auto bytes = Make()->Offline(*std::move(graph));
  ASSERT_TRUE(bytes.ok()) << bytes.status().ToString();
  EXPECT_TRUE(Load(*bytes).ok());
}

TEST_F(Offline, APackageThatIsMissingIsNamed) {
  const UsedPackage used[] = {{"not_there", "2.1.0", "00", ""}};
  const Status status = CheckUsedPackages(used, *BuiltinPackages());
  EXPECT_EQ(status.code(), ErrorCode::kNotInstalled);
  EXPECT_THAT(status.ToString(), HasSubstr("not_there 2.1.0"));
}

}  // namespace
}  // namespace opdk
