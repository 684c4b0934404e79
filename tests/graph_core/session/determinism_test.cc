// CompileOptions::deterministic: the same bits from any number of threads, and from empty caches.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "graph_core/base/type_names.h"
#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

// Convolutions that Winograd's algorithm is measured for, sums that are divided among threads, a product of few rows.
constexpr std::string_view kNetwork = R"(graph net {
  %x = Data {index: 0} : float[1,64,28,28]@NCHW
  %w1 = Const {value: float[64,64,3,3](0.0125 ...)}
  %c1 = Conv2D(x: %x, filter: %w1) {strides: [1,1,1,1], pads: [1,1,1,1], data_format: "NCHW"} : y: _
  %r1 = Relu(x: %c1) : y: _
  %c2 = Conv2D(x: %r1, filter: %w1) {strides: [1,1,1,1], pads: [1,1,1,1], data_format: "NCHW"} : y: _
  %t = Tanh(x: %c2) : y: _
  %s = SoftmaxV2(x: %t) {axes: [-1]} : y: _
  %flat = Const {value: int64[2](2, 25088)}
  %f = Reshape(x: %s, shape: %flat) : y: _
  %w2 = Const {value: float[25088,32](0.03125 ...)}
  %m = MatMul(x1: %f, x2: %w2) : y: _
  %all = ReduceSumD(x: %t) {axes: [0,1,2,3], keep_dims: false} : y: _
  %rows = ReduceSumD(x: %t) {axes: [0,2,3], keep_dims: false} : y: _
  %o = NetOutput(x: [%c2, %s, %m, %all, %rows])
}
)";

class Determinism : public ::testing::Test {
 protected:
  Determinism() : root_(::testing::TempDir() + "opdk_determinism_" + std::to_string(::getpid())) {
    std::filesystem::remove_all(root_);
  }
  ~Determinism() override { std::filesystem::remove_all(root_); }

  Executable Compiled(int threads, const std::string& cache, CompileReport* report = nullptr) {
    CompileOptions options;
    options.threads = threads;
    options.deterministic = true;
    options.kernel_cache_directory = (root_ / cache).string();
    auto session = Session::Create(BuiltinPackages(), options);
    OPDK_CHECK(session.ok(), session.status().ToString());
    auto graph = Parse(kNetwork);
    OPDK_CHECK(graph.ok(), graph.status().ToString());
    auto compiled = (*session)->Compile(*std::move(graph));
    OPDK_CHECK(compiled.ok(), compiled.status().ToString());
    if (report != nullptr) *report = compiled->report;
    return std::move(compiled->model);
  }

  static std::vector<ge::Tensor> Run(const Executable& model) {
    std::vector<float> values(64 * 28 * 28);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>((i * 7919) % 1000) / 500 - 1;
    auto outputs = model.Run(std::vector<ge::Tensor>{tests::Floats({1, 64, 28, 28}, values)});
    OPDK_CHECK(outputs.ok(), outputs.status().ToString());
    return *std::move(outputs);
  }

  const std::filesystem::path root_;
};

struct Product {
  const char* name;
  const char* graph;
  std::vector<int64_t> a, b;
};

class AiCpuProducts : public ::testing::TestWithParam<Product> {
 protected:
  static ge::Tensor Values(const std::vector<int64_t>& shape) {
    std::vector<float> values(static_cast<size_t>(ElementCount(shape)));
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>((i * 7919) % 1000) / 500 - 1;
    return tests::Floats(shape, values);
  }
};

TEST_P(AiCpuProducts, ThreadsChangeNoBit) {
  const std::vector<ge::Tensor> inputs = {Values(GetParam().a), Values(GetParam().b)};
  std::vector<ge::Tensor> products;
  for (const int threads : {1, 2, 3, 7}) {
    CompileOptions options;
    options.threads = threads;
    options.engine = "ai_cpu";
    auto session = Session::Create(BuiltinPackages(), options);
    ASSERT_TRUE(session.ok()) << session.status().ToString();
    auto graph = Parse(GetParam().graph);
    ASSERT_TRUE(graph.ok()) << graph.status().ToString();
    auto compiled = (*session)->Compile(*std::move(graph));
    ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
    auto outputs = compiled->model.Run(inputs);
    ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
    products.push_back(outputs->at(0));
    EXPECT_EQ(std::memcmp(products[0].GetData(), products.back().GetData(), products[0].GetSize()), 0) << threads;
  }
}

INSTANTIATE_TEST_SUITE_P(All, AiCpuProducts,
                         ::testing::Values(
                             // One piece of work, which Eigen's own threads must not divide.
                             Product{"FewRows",
                                     R"(graph net {
                               %a = Data {index: 0} : float[29,900]
                               %b = Data {index: 1} : float[900,900]
                               %m = MatMul(x1: %a, x2: %b) : y: _
                               %o = NetOutput(x: [%m])
                             })",
                                     {29, 900},
                                     {900, 900}},
                             // 257 rows, which no number of threads but 1 divides evenly.
                             Product{"Einsum",
                                     R"(graph net {
                               %a = Data {index: 0} : float[1,257,2,13]
                               %b = Data {index: 1} : float[1,255,2,13]
                               %m = Einsum(x: [%a, %b]) {equation: "bqhd,bkhd->bhqk", N: 2} : y: _
                               %o = NetOutput(x: [%m])
                             })",
                                     {1, 257, 2, 13},
                                     {1, 255, 2, 13}}),
                         [](const auto& product) { return product.param.name; });

TEST_F(Determinism, ThreadsAndCachesChangeNoBit) {
  const std::vector<ge::Tensor> first = Run(Compiled(1, "a"));
  for (const auto& [threads, cache] : {std::pair{2, "a"}, {2, "b"}, {1, "b"}, {5, "c"}}) {
    const std::vector<ge::Tensor> again = Run(Compiled(threads, cache));
    ASSERT_EQ(again.size(), first.size());
    for (size_t i = 0; i < first.size(); ++i) {
      ASSERT_EQ(again[i].GetSize(), first[i].GetSize());
      EXPECT_EQ(std::memcmp(again[i].GetData(), first[i].GetData(), first[i].GetSize()), 0)
          << "output " << i << ", " << threads << " threads, cache " << cache;
    }
  }
}

TEST_F(Determinism, NoAlgorithmIsMeasured) {
  CompileReport report;
  (void)Compiled(1, "a", &report);
  for (const NodeExplanation& row : report.nodes) {
    EXPECT_EQ(row.description.find("inograd"), std::string::npos) << row.node << ": " << row.description;
  }
  for (const auto& file : std::filesystem::recursive_directory_iterator(root_)) {
    EXPECT_NE(file.path().filename().string().rfind("onednn_", 0), 0U) << file.path();
  }
}

}  // namespace
}  // namespace opdk
