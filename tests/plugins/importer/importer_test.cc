// A second framework is a reader and its mappings: tests/plugins/importer/package.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "ge/ge_api.h"
#include "graph_core/ir/from_operators.h"
#include "graph_core/package/package_registry.h"
#include "parser/caffe_parser.h"
#include "parser/onnx_parser.h"
#include "parser/tensorflow_parser.h"

namespace opdk {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kModel =
    "toy 1\n"
    "input x 2 3\n"
    "Scale y h factor=3\n"  // before what gives its input
    "Dense h x w\n"
    "output y\n";

class ToyFramework : public testing::Test {
 protected:
  void SetUp() override {
    std::string path = testing::TempDir() + "opdk_toy_XXXXXX";
    directory_ = mkdtemp(path.data());
    PackageOptions options;
    options.use_environment = false;
    options.plugin_dirs = {OPDK_TEST_TOY};
    auto loaded = PackageRegistry::Load(options);
    ASSERT_TRUE(loaded.ok()) << loaded.status().ToString();
    packages_ = *loaded;
    PackageRegistry::SetCurrent(packages_);
    weights_ = Write("weights", "w 3 2 1 2 3 4 5 6\n");
  }
  void TearDown() override {
    PackageRegistry::SetCurrent(nullptr);
    std::filesystem::remove_all(directory_);
  }

  std::string Write(const std::string& name, const std::string& text) const {
    const std::string path = directory_ + "/" + name;
    std::ofstream(path) << text;
    return path;
  }
  Result<ParseResult> Read(const std::string& model, ParseRequest request = {}) const {
    request.files = {Write("model", model), weights_};
    return packages_->ParseModel(request);
  }
  // Returns one line per node: "name = Type(producer, …)"; the error's text if reading fails.
  std::string Parsed(const std::string& model, ParseRequest request = {}) const {
    const auto parsed = Read(model, std::move(request));
    if (!parsed.ok()) return parsed.status().ToString();
    const auto graph = FromOperators(parsed->graph);
    if (!graph.ok()) return graph.status().ToString();
    const auto order = graph->TopologicalOrder();
    if (!order.ok()) return order.status().ToString();
    std::string text;
    for (const Node* node : *order) {
      std::vector<std::string> inputs;
      for (const Endpoint& from : node->inputs()) inputs.push_back(from.node == nullptr ? "_" : from.node->name());
      text += fmt::format("{} = {}({})\n", node->name(), node->type(), fmt::join(inputs, ", "));
    }
    return text;
  }

  std::string directory_;
  std::string weights_;
  std::shared_ptr<PackageRegistry> packages_;
};

TEST_F(ToyFramework, ModelBecomesAGraph) {
  EXPECT_THAT(Parsed(kModel),
              AllOf(HasSubstr("x = Data(_)\n"), HasSubstr("w = Const()\n"), HasSubstr("Dense_h = MatMul(x, w, _)\n"),
                    HasSubstr("y/factor = Const()\n"), HasSubstr("Scale_y = Mul(Dense_h, y/factor)\n")));
  const auto parsed = Read(kModel);
  ASSERT_TRUE(parsed.ok());
  EXPECT_TRUE(parsed->warnings.empty());
  const auto graph = FromOperators(parsed->graph);
  ASSERT_TRUE(graph.ok());
  EXPECT_EQ(*graph->net_output()->op().GetAttr<std::vector<std::string>>("output_names"),
            std::vector<std::string>{"y"});
}

TEST_F(ToyFramework, NodesOfTheTargetVersionStayAsTheyAre) {
  EXPECT_THAT(Parsed("toy 2\ninput x 2 3\ninput s\nScale y x s\noutput y\n"), HasSubstr("Scale_y = Mul(x, s)\n"));
}

TEST_F(ToyFramework, OptionsAndWarningsPassThrough) {
  const auto parsed = Read(std::string(kModel) + "train\n", {{}, {{"batch", "7"}}, {}});
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  EXPECT_THAT(parsed->warnings, testing::ElementsAre(HasSubstr("'train' is ignored")));
  const auto graph = FromOperators(parsed->graph);
  EXPECT_EQ(graph->inputs()[0]->op().outputs[0].desc.GetShape().GetDims(), (std::vector<int64_t>{7, 3}));
}

TEST_F(ToyFramework, RequestsThatDoNotFitAreRefused) {
  EXPECT_THAT(Parsed(kModel, {{}, {{"bach", "7"}}, {}}),
              AllOf(HasSubstr("E1001"), HasSubstr("unknown parser option 'bach'; did you mean 'batch'?"),
                    HasSubstr("the parser of Caffe takes batch")));
  const std::string model = Write("model", kModel);
  const auto three = packages_->ParseModel({{model, weights_, weights_}, {}, {}});
  EXPECT_THAT(three.status().ToString(), AllOf(HasSubstr("E1001"), HasSubstr("3 files are given"), HasSubstr("has 2")));
  EXPECT_EQ(packages_->ParseModel({}).status().code(), ErrorCode::kUsage);
}

TEST_F(ToyFramework, TheFrameworkThatIsAskedForReads) {
  EXPECT_THAT(Parsed(kModel, {{}, {}, domi::CAFFE}), HasSubstr("Scale_y = Mul("));
  EXPECT_THAT(Parsed("input x 2 3\ninput s\noutput x\n", {{}, {}, domi::CAFFE}), HasSubstr("x = Data(_)"));
  EXPECT_THAT(Parsed(kModel, {{}, {}, domi::ANDROID_NN}),
              AllOf(HasSubstr("E2001"), HasSubstr("no loaded framework plugin reads")));
  const auto onnx = packages_->ParseModel({{Write("model", kModel)}, {}, domi::ONNX});
  EXPECT_THAT(onnx.status().ToString(), AllOf(HasSubstr("E2001"), HasSubstr("not an ONNX model")));
}

// The process initialised with the toy's package, which reads "Caffe" alone, and the built-in one.
class ParserFunctions : public ToyFramework {
 protected:
  void SetUp() override {
    ToyFramework::SetUp();
    PackageRegistry::SetCurrent(nullptr);
    ASSERT_EQ(ge::GEInitialize(std::map<std::string, std::string>{{"opdk.plugin_dirs", OPDK_TEST_TOY}}), ge::SUCCESS)
        << ge::GEGetErrorMsg();
  }
  void TearDown() override {
    EXPECT_EQ(ge::GEFinalize(), ge::SUCCESS);
    ToyFramework::TearDown();
  }
  void ExpectRefused(ge::graphStatus status, const char* code, const char* why) const {
    EXPECT_NE(status, ge::GRAPH_SUCCESS);
    EXPECT_THAT(ge::GEGetErrorMsg(), AllOf(HasSubstr(code), HasSubstr(why)));
  }

  const std::map<ge::AscendString, ge::AscendString> batch_ = {{ge::AscendString("batch"), ge::AscendString("7")}};
  ge::Graph graph_;
};

TEST_F(ParserFunctions, OnnxIsReadAsOnnxAlone) {
  const std::string model = Write("model", "toy 2\ninput x 2 3\noutput x\n");
  ExpectRefused(ge::aclgrphParseONNX(model.c_str(), {}, graph_), "E2001", "not an ONNX model");
  ExpectRefused(ge::aclgrphParseONNX(model.c_str(), batch_, graph_), "E1001", "unknown parser option 'batch'");
  ExpectRefused(ge::aclgrphParseONNX(model.c_str(), batch_, graph_), "E1001",
                "the parser of ONNX takes fallback, in_out_pair, in_out_pair_flag");
  ExpectRefused(ge::aclgrphParseONNX(nullptr, {}, graph_), "E1001", "no model file is given");
}

TEST_F(ParserFunctions, OnnxFromMemoryIsTheGraphOfTheFile) {
  constexpr const char* kModelFile = "/usr/share/libonnx-testdata/data/node/test_add/model.onnx";
  std::ifstream file(kModelFile, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(file), {});
  ge::Graph of_file;
  ASSERT_EQ(ge::aclgrphParseONNX(kModelFile, {}, of_file), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  ASSERT_EQ(ge::aclgrphParseONNXFromMem(bytes.data(), bytes.size(), {}, graph_), ge::GRAPH_SUCCESS)
      << ge::GEGetErrorMsg();
  bytes.clear();
  std::vector<uint8_t> first, second;
  ASSERT_EQ(of_file.SaveToMem(first), ge::GRAPH_SUCCESS);
  ASSERT_EQ(graph_.SaveToMem(second), ge::GRAPH_SUCCESS);
  EXPECT_EQ(first, second);
}

TEST_F(ParserFunctions, BytesThatAreNoOnnxModelAreRefused) {
  ExpectRefused(ge::aclgrphParseONNXFromMem(nullptr, 4, {}, graph_), "E1001", "the model has no bytes");
  ExpectRefused(ge::aclgrphParseONNXFromMem("toy", 0, {}, graph_), "E1001", "the model has no bytes");
  ExpectRefused(ge::aclgrphParseONNXFromMem("toy", 3, {}, graph_), "E2001", "not an ONNX model");
  ExpectRefused(ge::aclgrphParseONNXFromMem("toy", 3, batch_, graph_), "E1001", "unknown parser option 'batch'");
}

TEST_F(ParserFunctions, CaffeIsANetworkAndItsWeights) {
  const std::string model = Write("model", kModel);
  ASSERT_EQ(ge::aclgrphParseCaffe(model.c_str(), weights_.c_str(), batch_, graph_), ge::GRAPH_SUCCESS)
      << ge::GEGetErrorMsg();
  const auto read = FromOperators(graph_);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->inputs()[0]->op().outputs[0].desc.GetShape().GetDims(), (std::vector<int64_t>{7, 3}));
  EXPECT_NE(read->Find("w"), nullptr);
  EXPECT_EQ(ge::aclgrphParseCaffe(model.c_str(), weights_.c_str(), graph_), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
}

TEST_F(ParserFunctions, CaffeWithoutAFileIsRefused) {
  const std::string model = Write("model", kModel);
  ExpectRefused(ge::aclgrphParseCaffe(nullptr, weights_.c_str(), graph_), "E1001", "no model file is given");
  ExpectRefused(ge::aclgrphParseCaffe(model.c_str(), nullptr, graph_), "E1001", "no file of weights is given");
  ExpectRefused(ge::aclgrphParseCaffe(model.c_str(), "", graph_), "E1001", "no file of weights is given");
  ExpectRefused(ge::aclgrphParseCaffe("/none", weights_.c_str(), graph_), "E1002", "/none");
}

TEST_F(ParserFunctions, AFrameworkWithoutAParserIsNamed) {
  const std::string model = Write("model", kModel);
  ExpectRefused(ge::aclgrphParseTensorFlow(nullptr, graph_), "E1001", "no model file is given");
  ExpectRefused(ge::aclgrphParseTensorFlow("/none", batch_, graph_), "E1002", "/none");
  ExpectRefused(ge::aclgrphParseTensorFlow(model.c_str(), graph_), "E2001", "TensorFlow");
}

TEST(ParserFunctionsBeforeInitialize, AreRefused) {
  ge::Graph graph;
  EXPECT_NE(ge::aclgrphParseTensorFlow("model.pb", graph), ge::GRAPH_SUCCESS);
  EXPECT_THAT(ge::GEGetErrorMsg(), HasSubstr("GEInitialize"));
  EXPECT_NE(ge::aclgrphParseCaffe("net.prototxt", "net.caffemodel", graph), ge::GRAPH_SUCCESS);
  EXPECT_NE(ge::aclgrphParseONNXFromMem("toy", 3, {}, graph), ge::GRAPH_SUCCESS);
  EXPECT_THAT(ge::GEGetErrorMsg(), HasSubstr("GEInitialize"));
}

TEST_F(ToyFramework, MistakesOfAModelAreReportedByName) {
  EXPECT_THAT(Parsed("toy 1\ninput x 2 3\nDens h x w\noutput h\n"),
              AllOf(HasSubstr("E2002"), HasSubstr("node 'h' (Dens)"), HasSubstr("maps the operator Dens;"),
                    HasSubstr("did you mean Dense?")));
  EXPECT_THAT(Parsed("toy 1\ninput x 2 3\nDense h x w bias=1\noutput h\n"),
              AllOf(HasSubstr("E2009"), HasSubstr("'bias'"), HasSubstr("to which Dense maps it")));
  EXPECT_THAT(Parsed("toy 1\ninput x 2 3\nDense a b w\nDense b a w\noutput a\n"),
              AllOf(HasSubstr("E2004"), HasSubstr("'a' (Dense) -> node 'b' (Dense)")));
  EXPECT_THAT(Parsed("toy 1\ninput x 2 3\nDense h x v\noutput h\n"), AllOf(HasSubstr("E2001"), HasSubstr("'v'")));
  EXPECT_THAT(Parsed("toy 1\ninput x 2 3\ninput x 2 3\noutput x\n"), HasSubstr("two graph inputs are named 'x'"));
}

TEST_F(ToyFramework, AnUnmappedOperatorIsACustomPrototypeOfItsName) {
  EXPECT_THAT(Parsed("toy 1\ninput x 2 3\ninput z 2 3\nBlend h x z weight=3\noutput h\n"),
              HasSubstr("Blend_h = Blend(x, z)\n"));
  EXPECT_THAT(Parsed("toy 1\ninput x 2 3\nBlend h x\noutput h\n"), HasSubstr("Blend_h = Blend(x, _)\n"));
  EXPECT_THAT(Parsed("toy 1\ninput x 2 3\nBlend h x weigth=3\noutput h\n"),
              AllOf(HasSubstr("E2009"), HasSubstr("did you mean 'weight'?")));
  EXPECT_THAT(Parsed("toy 1\ninput x 2 3\nBlend h x x x\noutput h\n"), HasSubstr("E2001"));
  EXPECT_THAT(Parsed("toy 1\ninput x 2 3\nSoftmaxV2 h x\noutput h\n"), HasSubstr("E2002"))
      << "a built-in operator means what its own framework says";
}

TEST_F(ToyFramework, FieldsOfACaffeLayerHaveThePrototypesTypes) {
  const auto parsed = [this](const std::string& fields) {
    const std::string text =
        "input: 'x' input_shape { dim: 2 }\nlayer { name: 'y' type: 'Tuned' bottom: 'x' top: 'y' tuned_param { " +
        fields + " } }\n";
    return packages_->ParseModel({{Write("net.prototxt", text)}, {}, {}});
  };
  const auto net = parsed("fast: 1 scale: 2 factors: 3 axes: 4");
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  const auto graph = FromOperators(net->graph);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  const auto nodes = *graph->TopologicalOrder();
  const auto tuned = std::find_if(nodes.begin(), nodes.end(), [](const Node* node) { return node->type() == "Tuned"; });
  ASSERT_NE(tuned, nodes.end());
  const AttrMap& attrs = (*tuned)->op().attrs;
  EXPECT_EQ(std::get<bool>(attrs.find("fast")->second), true);
  EXPECT_EQ(std::get<float>(attrs.find("scale")->second), 2.0F);
  EXPECT_EQ(std::get<std::vector<float>>(attrs.find("factors")->second), std::vector<float>{3});
  EXPECT_EQ(std::get<std::vector<int64_t>>(attrs.find("axes")->second), std::vector<int64_t>{4});
  EXPECT_THAT(parsed("fats: 1").status().ToString(), AllOf(HasSubstr("E2009"), HasSubstr("did you mean 'fast'?")));
}

TEST_F(ToyFramework, InputsSayForWhichShapeTheModelWasReadWhereAMappingUsedIt) {
  const auto read_for = [this](const std::string& model, const std::string& shapes) {
    ParseRequest request;
    if (!shapes.empty()) request.options["input_shape"] = shapes;
    const auto parsed = Read(model, request);
    EXPECT_TRUE(parsed.ok()) << parsed.status().ToString();
    if (!parsed.ok()) return std::vector<int64_t>();
    const auto graph = FromOperators(parsed->graph);
    EXPECT_TRUE(graph.ok()) << graph.status().ToString();
    const auto* shape = graph->inputs().at(0)->op().GetAttr<std::vector<int64_t>>("read_for_shape");
    return shape == nullptr ? std::vector<int64_t>() : *shape;
  };
  const std::string bound = "toy 1\ninput x 2 3\nTimesRows h x\noutput h\n";
  EXPECT_EQ(read_for(bound, ""), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(read_for(bound, "x:5,-1"), (std::vector<int64_t>{5, -1}));
  EXPECT_EQ(read_for(kModel, ""), std::vector<int64_t>());
}

// The rank that the upgrade of the last node asks for goes through all of them.
TEST_F(ToyFramework, InferenceOnDemandTakesLongChains) {
  constexpr int kNodes = 50'000;
  std::string model = "toy 2\ninput x 2 3\ninput s\n";
  for (int i = 0; i < kNodes; ++i)
    model += fmt::format("Scale v{} {} s\n", i + 1, i == 0 ? "x" : fmt::format("v{}", i));
  model += fmt::format("toy 1\nScale y v{} factor=2\noutput y\n", kNodes);
  const auto parsed = Read(model);
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
}

TEST_F(ToyFramework, UpgradeSeesTheInferredShapes) {
  EXPECT_THAT(Parsed("toy 1\ninput x 4 2 3\nDense h x w\nScale y h factor=2\noutput y\n"),
              AllOf(HasSubstr("E2001"), HasSubstr("node 'y' (Scale) of version 1: its input must be a matrix")));
}

}  // namespace
}  // namespace opdk
