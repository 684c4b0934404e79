// A model computes for the shapes that it is built for, even if its file says other shapes (other_shapes.yaml).
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <numeric>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "ge/ge_api.h"
#include "graph_core/package/package_registry.h"
#include "plugins/caffe/parser/caffe.pb.h"

namespace opdk {
namespace {

using Dims = std::vector<int64_t>;

struct OtherShape {
  std::string name, file, text;
  Dims declared, given, open;
  std::vector<std::vector<int>> blobs;  // of the layer "y"
  Dims gives;
};

void PrintTo(const OtherShape& each, std::ostream* out) { *out << each.name; }

std::vector<OtherShape> ReadCases() {
  std::vector<OtherShape> cases;
  for (const YAML::Node& node : YAML::LoadFile(std::string(OPDK_SOURCE_DIR) + "/tests/plugins/other_shapes.yaml")) {
    const auto list = [&node](const char* key) { return node[key] ? node[key].as<Dims>() : Dims(); };
    OtherShape each{node["name"].as<std::string>(),
                    node["file"].as<std::string>(),
                    node["text"].as<std::string>(),
                    list("declared"),
                    list("given"),
                    list("open"),
                    {},
                    list("gives")};
    if (node["blobs"]) each.blobs = node["blobs"].as<std::vector<std::vector<int>>>();
    cases.push_back(std::move(each));
  }
  return cases;
}

std::vector<float> Numbers(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(random() % 2001) / 1000 - 1;
  return numbers;
}

size_t CountOf(const Dims& dims) {
  return static_cast<size_t>(std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies<>()));
}

// Returns the text with a shape of these extents in the place of "@".
std::string WithShape(const std::string& text, const Dims& dims) {
  const bool tensorflow = text.find("node {") != std::string::npos;
  std::string shape;
  for (const int64_t extent : dims) {
    const std::string number = std::to_string(extent);
    shape += tensorflow ? "dim { size: " + number + " } " : "dim: " + number + " ";
  }
  std::string filled = text;
  filled.replace(filled.find('@'), 1, shape);
  return filled;
}

struct Computed {
  Dims shape;
  std::vector<float> numbers;
};

class OtherShapes : public testing::TestWithParam<OtherShape> {
 protected:
  void SetUp() override {
    const std::map<std::string, std::string> options = {{"opdk.plugin_dirs", OPDK_BINARY_DIR "/lib/opdk/builtin"},
                                                        {"opdk.use_environment", "0"},
                                                        {"opdk.use_builtin", "0"},
                                                        {"opdk.engine", "ai_cpu"}};
    ASSERT_EQ(ge::GEInitialize(options), ge::SUCCESS) << ge::GEGetErrorMsg();
    PackageOptions packages;
    packages.use_environment = false;
    auto loaded = PackageRegistry::Load(packages);
    ASSERT_TRUE(loaded.ok()) << loaded.status().ToString();
    packages_ = *loaded;
    std::string place = testing::TempDir() + "opdk_shapes_XXXXXX";
    directory_ = mkdtemp(place.data());
  }
  void TearDown() override {
    EXPECT_EQ(ge::GEFinalize(), ge::SUCCESS);
    std::filesystem::remove_all(directory_);
  }

  std::string Write(const std::string& name, const std::string& bytes) const {
    std::string path = directory_ + "/" + name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

  // Returns the outputs of the model whose file declares `declared`, in a session of `options`.
  Computed Compute(const Dims& declared, const std::map<std::string, std::string>& asked = {},
                   const std::map<std::string, std::string>& options = {}) const {
    const OtherShape& each = GetParam();
    ParseRequest request{{Write(each.file, WithShape(each.text, declared))}, asked, {}};
    if (!each.blobs.empty()) request.files.push_back(Weights(each.blobs));
    const auto parsed = packages_->ParseModel(request);
    if (!parsed.ok()) {
      ADD_FAILURE() << parsed.status().ToString();
      return {};
    }
    ge::Session session(std::map<std::string, std::string>{});
    std::vector<ge::Tensor> outputs;
    const std::vector<float> x = Numbers(CountOf(each.given), 1);
    const ge::Tensor input(ge::TensorDesc(ge::Shape(each.given), ge::FORMAT_ND, ge::DT_FLOAT),
                           reinterpret_cast<const uint8_t*>(x.data()), x.size() * sizeof(float));
    const bool ran = session.AddGraph(1, parsed->graph, options) == ge::SUCCESS &&
                     session.RunGraph(1, {input}, outputs) == ge::SUCCESS;
    EXPECT_TRUE(ran) << ge::GEGetErrorMsg();
    if (!ran) return {};
    const auto* first = reinterpret_cast<const float*>(outputs[0].GetData());
    return {outputs[0].GetTensorDesc().GetShape().GetDims(), {first, first + outputs[0].GetSize() / sizeof(float)}};
  }

 private:
  std::string Weights(const std::vector<std::vector<int>>& blobs) const {
    caffe::NetParameter net;
    caffe::LayerParameter* layer = net.add_layer();
    layer->set_name("y");
    for (const std::vector<int>& dims : blobs) {
      caffe::BlobProto* blob = layer->add_blobs();
      for (const int extent : dims) blob->mutable_shape()->add_dim(extent);
      const std::vector<float> numbers = Numbers(CountOf(Dims(dims.begin(), dims.end())), 2);
      blob->mutable_data()->Assign(numbers.begin(), numbers.end());
    }
    return Write("net.caffemodel", net.SerializeAsString());
  }

  std::shared_ptr<PackageRegistry> packages_;
  std::string directory_;
};

std::string OptionOf(const Dims& dims) {
  std::string text = "x:";
  for (size_t i = 0; i < dims.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(dims[i]);
  return text;
}

TEST_P(OtherShapes, GiveTheResultsOfAFileWithTheGivenShapes) {
  const OtherShape& each = GetParam();
  const Computed right = Compute(each.given);
  EXPECT_EQ(right.shape, each.gives);
  const auto same = [&right](const Computed& other, const char* how) {
    EXPECT_EQ(other.shape, right.shape) << how;
    EXPECT_THAT(other.numbers, testing::Pointwise(testing::NanSensitiveFloatEq(), right.numbers)) << how;
  };
  same(Compute(each.declared, {{"input_shape", OptionOf(each.given)}}, {{"ge.inputShape", OptionOf(each.given)}}),
       "asked of the parser");
  same(Compute(each.declared, {}, {{"ge.inputShape", OptionOf(each.given)}}), "given to the session");
  same(Compute(each.open), "left open in the file");
  same(Compute(each.declared, {{"input_shape", OptionOf(each.open)}}, {{"ge.inputShape", OptionOf(each.open)}}),
       "left open by the option");
}

INSTANTIATE_TEST_SUITE_P(Of, OtherShapes, testing::ValuesIn(ReadCases()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace opdk
