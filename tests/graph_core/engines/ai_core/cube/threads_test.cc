// Products and convolutions of random shapes on 1, 2, 3 and 7 threads: the same bits.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "opdk/parallel.h"
#include "tbe/dsl.h"
#include "tests/graph_core/engines/ai_core/kernel_harness.h"

namespace opdk::tests {
namespace {

using tbe::Dims;
using tbe::Tensor;

// Random extents: many small ones, some of several hundred.
class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}
  int64_t operator()(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(engine_); }
  int64_t Extent(int64_t high) { return (*this)(0, 2) == 0 ? (*this)(1, 16) : (*this)(1, high); }
  bool Coin() { return (*this)(0, 1) == 1; }

 private:
  std::mt19937 engine_;
};

Tensor Input(int index, const Dims& shape, ge::DataType dtype) { return tbe::Placeholder(index, shape, dtype); }

void ExpectSameBits(const Tensor& y, const std::vector<Dims>& shapes, const std::vector<ge::DataType>& dtypes) {
  std::vector<tbe::HostTensor> inputs;
  std::string text;
  for (size_t i = 0; i < shapes.size(); ++i) {
    inputs.push_back(Random(dtypes[i], shapes[i], dtypes[i] == ge::DT_UINT8 ? 0 : -2, 2, static_cast<unsigned>(i) + 1));
    text += ::testing::PrintToString(shapes[i]);
  }
  std::vector<tbe::HostTensor> results;
  std::string description;
  for (const int threads : {1, 2, 3, 7}) {
    const ThreadScope scope(threads);
    auto result = RunCompiled({y}, inputs, &description);
    ASSERT_TRUE(result.ok()) << result.status().ToString();
    results.push_back(result->at(0));
    EXPECT_EQ(std::memcmp(results[0].bytes.data(), results.back().bytes.data(), results[0].bytes.size()), 0)
        << text << " on " << threads << " threads: " << description;
  }
}

void ExpectSameBits(const Tensor& y, const std::vector<Dims>& shapes) {
  ExpectSameBits(y, shapes, std::vector<ge::DataType>(shapes.size(), ge::DT_FLOAT));
}

Tensor Product(const Dims& a, const Dims& b, bool trans_a, bool trans_b) {
  return tbe::matmul(Input(0, a, ge::DT_FLOAT), Input(1, b, ge::DT_FLOAT), trans_a, trans_b);
}

TEST(CubeThreads, ChangeNoBitOfAProduct) {
  ExpectSameBits(Product({129, 300}, {300, 129}, false, false), {{129, 300}, {300, 129}});
  ExpectSameBits(Product({300, 129}, {300, 129}, true, false), {{300, 129}, {300, 129}});
  Draw draw(1);
  for (int i = 0; i < 80; ++i) {
    const bool trans_a = draw.Coin(), trans_b = draw.Coin();
    const int64_t rows = draw.Extent(600), depth = draw.Extent(500), columns = draw.Extent(900);
    Dims a = {rows, depth}, b = {depth, columns};
    if (trans_a) std::swap(a[0], a[1]);
    if (trans_b) std::swap(b[0], b[1]);
    if (i % 4 == 0) a.insert(a.begin(), draw(1, 3));
    if (i % 8 == 0) b.insert(b.begin(), a[0]);
    ExpectSameBits(Product(a, b, trans_a, trans_b), {a, b});
  }
}

TEST(CubeThreads, ChangeNoBitOfStepsBehindAProduct) {
  Draw draw(2);
  for (int i = 0; i < 12; ++i) {
    const int64_t rows = draw.Extent(400), depth = draw.Extent(300), columns = draw.Extent(500);
    const Dims a = {rows, depth}, b = {depth, columns}, y = {rows, columns};
    Tensor product = Product(a, b, false, false) + Input(2, {columns}, ge::DT_FLOAT);
    const Tensor added = Input(3, y, ge::DT_FLOAT);
    ExpectSameBits(draw.Coin() ? tbe::vrelu(product) + added : tbe::vrelu(product + added), {a, b, {columns}, y});
  }
}

// A convolution of 1 to 3 spatial axes that has at least one result along each.
struct Convolution {
  explicit Convolution(Draw& draw) {
    const int64_t axes = draw(0, 3) == 0 ? draw(1, 3) : 2;
    params.groups = draw(0, 4) == 0 ? draw(2, 4) : 1;
    const auto channels = [&] { return params.groups * (draw.Coin() ? 8 * draw(1, 12) : draw(1, 30)); };
    x = {draw(1, 3), channels()};
    w = {channels(), x[1] / params.groups};
    for (int64_t axis = 0; axis < axes; ++axis) {
      const int64_t taps =
          axes == 3 ? draw(1, 3) : std::vector<int64_t>{1, 1, 3, 3, 5, 7}[static_cast<size_t>(draw(0, 5))];
      const int64_t dilation = draw(0, 4) == 0 ? 2 : 1, pad = draw.Coin() ? taps / 2 : 0;
      params.strides.push_back(draw(1, 2));
      params.dilations.push_back(dilation);
      params.pads_begin.push_back(pad);
      params.pads_end.push_back(pad);
      x.push_back((taps - 1) * dilation + draw(1, axes == 3 ? 8 : 28));
      w.push_back(taps);
    }
  }
  Tensor Result() const { return tbe::conv(Input(0, x, ge::DT_FLOAT), Input(1, w, ge::DT_FLOAT), Tensor(), params); }

  Dims x, w;
  tbe::ConvParams params;
};

TEST(CubeThreads, ChangeNoBitOfAConvolution) {
  Draw draw(3);
  for (int i = 0; i < 70; ++i) {
    const Convolution c(draw);
    const Tensor y = c.Result();
    if (i % 5 != 0) {
      ExpectSameBits(y, {c.x, c.w});
    } else {
      ExpectSameBits(tbe::vrelu(y) + Input(2, y.shape(), ge::DT_FLOAT), {c.x, c.w, y.shape()});
    }
  }
}

TEST(CubeThreads, ChangeNoBitOfATransposedConvolutionOrOfAFiltersGradient) {
  Draw draw(4);
  for (int i = 0; i < 40; ++i) {
    const Convolution c(draw);
    const Dims y = c.Result().shape();
    const Tensor gradient =
        tbe::conv_backprop_filter(Input(0, c.x, ge::DT_FLOAT), Input(1, y, ge::DT_FLOAT), c.w, c.params);
    ExpectSameBits(gradient, {c.x, y});
    Dims w = c.w;
    if (y[1] % c.params.groups == 0) {
      ExpectSameBits(tbe::conv_transpose(Input(0, y, ge::DT_FLOAT), Input(1, w, ge::DT_FLOAT), Tensor(), c.params),
                     {y, w});
    }
  }
}

TEST(CubeThreads, ChangeNoBitOfAnyDtype) {
  const std::vector<std::pair<ge::DataType, ge::DataType>> dtypes = {
      {ge::DT_FLOAT16, ge::DT_FLOAT16}, {ge::DT_BF16, ge::DT_BF16},  {ge::DT_DOUBLE, ge::DT_DOUBLE},
      {ge::DT_UINT8, ge::DT_INT8},      {ge::DT_INT8, ge::DT_INT8},  {ge::DT_INT32, ge::DT_INT32},
      {ge::DT_INT64, ge::DT_INT64},     {ge::DT_INT16, ge::DT_INT16}};
  Draw draw(5);
  for (const auto& [left, right] : dtypes) {
    for (int i = 0; i < 4; ++i) {
      const Dims a = {draw.Extent(150), draw.Extent(100)}, b = {a[1], draw.Extent(150)};
      ExpectSameBits(tbe::matmul(Input(0, a, left), Input(1, b, right)), {a, b}, {left, right});
      const Dims x = {draw(1, 2), draw.Extent(20), 9, 11}, w = {draw.Extent(20), x[1], 3, 3};
      ExpectSameBits(tbe::conv(Input(0, x, left), Input(1, w, right)), {x, w}, {left, right});
    }
  }
}

}  // namespace
}  // namespace opdk::tests
