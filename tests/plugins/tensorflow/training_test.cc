// Training graphs of TensorFlow, read from files and run in a session, against what TensorFlow's own steps lose (the
// files of training/, which make.py writes).
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "ge/ge_api.h"
#include "parser/tensorflow_parser.h"

namespace ge {
namespace {

constexpr int kBatch = 32, kPixels = 64;
const std::string kFolder = std::string(OPDK_SOURCE_DIR) + "/tests/plugins/tensorflow/training/";

// Lines of "digit, pixels".
std::vector<std::vector<float>> ReadDigits() {
  std::ifstream file(std::string(OPDK_SOURCE_DIR) + "/samples/digits/model/test_digits.csv");
  std::vector<std::vector<float>> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(std::stof(cell));
  }
  return rows;
}

std::vector<float> ReadLosses(const std::string& name) {
  std::ifstream file(kFolder + name + ".losses");
  std::vector<float> losses;
  for (float loss; file >> loss;) losses.push_back(loss);
  return losses;
}

Graph Parse(const std::string& name, const char* outputs) {
  Graph graph;
  const std::map<AscendString, AscendString> options = {{AscendString("out_nodes"), AscendString(outputs)}};
  EXPECT_EQ(aclgrphParseTensorFlow((kFolder + name + ".pbtxt").c_str(), options, graph), GRAPH_SUCCESS)
      << GEGetErrorMsg();
  return graph;
}

struct Trained {
  const char* file;
  float tolerance;
};
void PrintTo(const Trained& trained, std::ostream* out) { *out << trained.file; }

class TensorFlowTraining : public ::testing::TestWithParam<Trained> {
 protected:
  void SetUp() override {
    const std::map<std::string, std::string> options = {{"opdk.plugin_dirs", OPDK_BINARY_DIR "/lib/opdk/builtin"},
                                                        {"opdk.use_environment", "0"},
                                                        {"opdk.use_builtin", "0"}};
    ASSERT_EQ(GEInitialize(options), SUCCESS) << GEGetErrorMsg();
  }
  void TearDown() override { EXPECT_EQ(GEFinalize(), SUCCESS) << GEGetErrorMsg(); }
};

TEST_P(TensorFlowTraining, FollowsTensorFlowsLoss) {
  const std::vector<std::vector<float>> digits = ReadDigits();
  const std::vector<float> losses = ReadLosses(GetParam().file);
  ASSERT_EQ(losses.size(), 50U);
  Session session(std::map<std::string, std::string>{});
  ASSERT_EQ(session.AddGraph(1, Parse(GetParam().file, "init")), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(session.AddGraph(2, Parse(GetParam().file, "train_op;loss")), SUCCESS) << GEGetErrorMsg();
  std::vector<Tensor> outputs;
  ASSERT_EQ(session.RunGraph(1, {}, outputs), SUCCESS) << GEGetErrorMsg();
  std::vector<float> x(kBatch * kPixels);
  std::vector<int32_t> y(kBatch);
  for (size_t step = 0; step < losses.size(); ++step) {
    for (size_t i = 0; i < kBatch; ++i) {
      const std::vector<float>& row = digits[(step * kBatch + i) % digits.size()];
      y[i] = static_cast<int32_t>(row[0]);
      std::copy(row.begin() + 1, row.end(), x.begin() + static_cast<std::ptrdiff_t>(i * kPixels));
    }
    const Tensor images(TensorDesc(Shape({kBatch, kPixels}), FORMAT_ND, DT_FLOAT),
                        reinterpret_cast<const uint8_t*>(x.data()), x.size() * sizeof(float));
    const Tensor labels(TensorDesc(Shape({kBatch}), FORMAT_ND, DT_INT32), reinterpret_cast<const uint8_t*>(y.data()),
                        y.size() * sizeof(int32_t));
    ASSERT_EQ(session.RunGraph(2, {images, labels}, outputs), SUCCESS) << GEGetErrorMsg();
    const float loss = *reinterpret_cast<const float*>(outputs.back().GetData());
    ASSERT_NEAR(loss, losses[step], GetParam().tolerance * std::max(1.0F, losses[step])) << "step " << step;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, TensorFlowTraining,
                         ::testing::Values(Trained{"gradient_descent", 2e-3F}, Trained{"momentum", 2e-3F},
                                           Trained{"adam", 2e-3F}));

}  // namespace
}  // namespace ge
