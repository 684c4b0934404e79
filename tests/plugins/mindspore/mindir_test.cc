// Models that MindSpore 2.10 exported (tests/fuzz/corpus/mindir): their graphs, and the errors of those that are
// refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "graph_core/ir/from_operators.h"
#include "graph_core/package/package_registry.h"
#include "plugins/mindspore/parser/mind_ir.pb.h"
#include "tests/plugins/graph_summary.h"

namespace opdk {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string kModels = std::string(OPDK_SOURCE_DIR) + "/tests/fuzz/corpus/mindir/";

class Mindir : public testing::Test {
 protected:
  void SetUp() override {
    PackageOptions options;
    options.use_environment = false;
    auto loaded = PackageRegistry::Load(options);
    ASSERT_TRUE(loaded.ok()) << loaded.status().ToString();
    packages_ = *loaded;
    PackageRegistry::SetCurrent(packages_);
  }
  // Returns the graph's lines, or the error.
  std::string Read(const std::string& path) {
    const auto parsed = packages_->ParseModel({{path}, {}, {}});
    if (!parsed.ok()) return parsed.status().ToString();
    const auto graph = FromOperators(parsed->graph);
    return graph.ok() ? Summary(*graph) : graph.status().ToString();
  }
  static std::string BytesOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }
  std::string ReadBytes(const std::string& bytes) {
    const std::string path = testing::TempDir() + "opdk_changed_" + std::to_string(getpid()) + ".mindir";
    std::ofstream(path, std::ios::binary) << bytes;
    std::string text = Read(path);
    std::filesystem::remove(path);
    return text;
  }

  std::shared_ptr<PackageRegistry> packages_;
};

TEST_F(Mindir, LayersBecomeOperatorsAndTheOrderOfEffectsIsDropped) {
  EXPECT_THAT(
      Read(kModels + "small.mindir"),
      AllOf(HasSubstr("conv-Conv2d/Conv2D-op0 = Conv2D(x, conv.weight"),
            HasSubstr("BatchNorm(conv-Conv2d/BiasAdd-op0, bn.gamma, bn.beta, bn.moving_mean, bn.moving_variance)"),
            HasSubstr("fc-Dense/MatMul-op0 = MatMul(flat-Flatten/Flatten-op0, fc.weight"),
            HasSubstr("Softmax-op0 = SoftmaxV2(fc-Dense/BiasAdd-op0)"), testing::Not(HasSubstr("Load"))));
}

TEST_F(Mindir, TuplesAreTheirElements) {
  EXPECT_THAT(Read(kModels + "parts.mindir"),
              AllOf(HasSubstr("Concat-op0 = ConcatD(a, b)"), HasSubstr("Split-op0 = SplitD(Concat-op0)"),
                    HasSubstr("Muls-op0 = Mul(Split-op0,"), HasSubstr("StridedSlice-op0 = StridedSlice(Split-op0:1,")));
}

TEST_F(Mindir, ControlFlowIsRefused) {
  for (const char* model : {"branches.mindir", "loop.mindir"}) {
    EXPECT_THAT(Read(kModels + model),
                AllOf(HasSubstr("E2002"), HasSubstr("it calls the graph"), HasSubstr("as ONNX")));
  }
}

TEST_F(Mindir, UnknownPrimitivesAreNamed) {
  std::string bytes = BytesOf(kModels + "small.mindir");
  for (size_t at = bytes.find("Softmax"); at != std::string::npos; at = bytes.find("Softmax", at)) {
    bytes.replace(at, 7, "Zoftmax");
  }
  EXPECT_THAT(ReadBytes(bytes), AllOf(HasSubstr("E2002"), HasSubstr("(Zoftmax)"), HasSubstr("did you mean Softmax?")));
}

TEST_F(Mindir, ATruncatedModelIsRefused) {
  const std::string bytes = BytesOf(kModels + "small.mindir");
  EXPECT_THAT(ReadBytes(bytes.substr(0, bytes.size() / 2)), AllOf(HasSubstr("E2001"), HasSubstr("cut off")));
  EXPECT_THAT(ReadBytes(""), HasSubstr("E2001"));
}

TEST_F(Mindir, AnEncryptedModelIsRefused) {
  EXPECT_THAT(ReadBytes("\x7fMagic" + BytesOf(kModels + "small.mindir")),
              AllOf(HasSubstr("E2001"), HasSubstr("encrypted models are not read")));
}

TEST_F(Mindir, WeightsInFilesOfTheirOwnAreRefused) {
  mindir::ModelProto model;
  ASSERT_TRUE(model.ParseFromString(BytesOf(kModels + "small.mindir")));
  model.mutable_graph()->mutable_parameter(0)->mutable_external_data()->set_location("weights.bin");
  EXPECT_THAT(ReadBytes(model.SerializeAsString()), HasSubstr("lies in another file, 'weights.bin'"));
}

}  // namespace
}  // namespace opdk
