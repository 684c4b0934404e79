// Convolutions and products of bytes whose sums become bytes again, against the interpreter: to the bit.
#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tbe/dsl.h"
#include "tests/graph_core/engines/ai_core/kernel_harness.h"

namespace opdk::tests {
namespace {

using tbe::Dims;
using tbe::HostTensor;
using tbe::Tensor;

// Placeholders with their data, in the order in which they are asked for.
class Inputs {
 public:
  Tensor Add(HostTensor data) {
    const Tensor tensor = tbe::Placeholder(static_cast<int>(data_.size()), data.shape, data.dtype);
    data_.push_back(std::move(data));
    return tensor;
  }
  Tensor Bytes(ge::DataType dtype, const Dims& shape, int limit = 128) {
    const bool is_signed = dtype == ge::DT_INT8;
    const double low = is_signed ? -limit : 128 - limit, high = is_signed ? limit : 128 + limit;
    return Add(Random(dtype, shape, low, high, static_cast<unsigned>(data_.size()) + 1));
  }
  Tensor Floats(const Dims& shape, double low, double high) {
    return Add(Random(ge::DT_FLOAT, shape, low, high, static_cast<unsigned>(data_.size()) + 1));
  }
  const std::vector<HostTensor>& data() const { return data_; }

 private:
  std::vector<HostTensor> data_;
};

// Quantizes sums with the numbers in the tensors, where some sums are halves of the scale.
Tensor Quantized(const Tensor& sums, const Tensor& scale, const Tensor& zero, ge::DataType dtype) {
  const Tensor whole = tbe::round(tbe::cast_to(sums, ge::DT_FLOAT) * scale, ge::DT_FLOAT);
  return tbe::cast_to(whole + tbe::cast_to(zero, ge::DT_FLOAT), dtype);
}

void ExpectExact(const Tensor& y, const Inputs& inputs, const char* kernel) {
  ExpectMatchesInterpreter({y}, inputs.data(), 0, 0);
  std::string description;
  ASSERT_TRUE(RunCompiled({y}, inputs.data(), &description).ok());
  EXPECT_NE(description.find(kernel), std::string::npos) << description;
}

struct Types {
  ge::DataType x, w, y;
};

std::vector<Types> AllTypes() {
  std::vector<Types> all;
  for (const auto x : {ge::DT_UINT8, ge::DT_INT8}) {
    for (const auto w : {ge::DT_INT8, ge::DT_UINT8}) {
      for (const auto y : {ge::DT_UINT8, ge::DT_INT8}) all.push_back({x, w, y});
    }
  }
  return all;
}

std::string NameOf(const Types& types) {
  return "dtypes " + std::to_string(types.x) + ", " + std::to_string(types.w) + ", " + std::to_string(types.y);
}

// Reshapes numbers by filter so that they broadcast along the channels, as the operators spell it.
Tensor AlongChannels(const Tensor& numbers, size_t spatial) {
  Dims shape(spatial + 1, 1);
  shape[0] = numbers.rank() == 0 ? 1 : numbers.shape()[0];
  return tbe::reshape(numbers, shape);
}

struct ConvCase {
  Dims x, w;
  tbe::ConvParams params = {};
  bool taken = false, by_filter = false, padded = false, bias = false;
};

Tensor Convolution(const ConvCase& c, const Types& types, int limit, bool constant, Inputs& inputs) {
  const size_t spatial = c.x.size() - 2;
  const int64_t filters = c.w[0];
  Tensor x = inputs.Bytes(types.x, c.x);
  if (!constant) inputs.Bytes(types.w, c.w);  // the harness takes this input for a constant
  const Tensor w = inputs.Bytes(types.w, c.w, limit);
  tbe::ConvParams params = c.params;
  if (c.padded) {
    Dims before = {0, 0}, after = {0, 0};
    before.insert(before.end(), params.pads_begin.begin(), params.pads_begin.end());
    after.insert(after.end(), params.pads_end.begin(), params.pads_end.end());
    x = tbe::pad(x, before, after, inputs.Bytes(types.x, {}));
    params.pads_begin.assign(spatial, 0);
    params.pads_end.assign(spatial, 0);
  }
  const Tensor bias = c.bias ? inputs.Add(Random(ge::DT_INT32, {filters}, -3000, 3000, 7)) : Tensor();
  const Tensor scale = AlongChannels(inputs.Floats(c.by_filter ? Dims{filters} : Dims{}, 0.0005, 0.003), spatial);
  const Tensor zero = inputs.Bytes(types.y, {});
  if (!c.taken) return Quantized(tbe::conv(x, w, bias, params), scale, zero, types.y);
  const Tensor q = tbe::cast_to(inputs.Bytes(types.w, c.by_filter ? Dims{filters} : Dims{}), ge::DT_INT32);
  Dims ones = c.w;
  ones[0] = 1;
  const Tensor all = tbe::concat({w, tbe::broadcast(tbe::Const(int64_t{1}, types.w), ones)}, 0);
  const Tensor added =
      c.bias ? tbe::concat({bias, tbe::broadcast(tbe::Const(int64_t{0}, ge::DT_INT32), {1})}, 0) : Tensor();
  const Tensor y = tbe::conv(x, all, added, params);
  Dims first(y.shape().size(), 0), products = y.shape(), sums = y.shape();
  products[1] = filters;
  sums[1] = 1;
  const Tensor product = tbe::slice(y, first, products);
  first[1] = filters;
  return Quantized(product - tbe::slice(y, first, sums) * AlongChannels(q, spatial), scale, zero, types.y);
}

const std::vector<ConvCase>& ConvCases() {
  static const std::vector<ConvCase> cases = {
      {{1, 64, 10, 19}, {64, 64, 3, 3}, {.pads_begin = {1, 1}, .pads_end = {1, 1}}, true, false, true, false},
      {{2, 3, 20, 19},
       {17, 3, 3, 3},
       {.strides = {2, 2}, .pads_begin = {1, 1}, .pads_end = {0, 1}},
       false,
       true,
       false,
       true},
      {{1, 5, 9, 7},
       {70, 5, 3, 2},
       {.pads_begin = {1, 0}, .pads_end = {2, 1}, .dilations = {1, 2}},
       true,
       true,
       true,
       true},
      {{1, 20, 7, 7}, {33, 20, 1, 1}, {}, true, true, false, false},
      {{1, 300, 3, 5}, {1, 300, 1, 1}, {}, false, false, false, true},
      {{1, 18, 17, 16}, {48, 18, 1, 1}, {.strides = {2, 3}}, true, false, false, true},
      {{2, 8, 12, 12}, {32, 4, 3, 3}, {.pads_begin = {1, 1}, .pads_end = {1, 1}, .groups = 2}, false, true, true, true},
      {{1, 4, 50}, {6, 4, 5}, {.pads_begin = {2}, .pads_end = {2}}, true, true, true, true},
      {{1, 6, 3, 4, 18}, {9, 6, 2, 1, 3}, {.pads_begin = {0, 1, 1}, .pads_end = {1, 0, 1}}, false, false, true, false},
      {{1, 1, 18, 40}, {16, 1, 5, 5}, {.strides = {1, 2}, .dilations = {2, 1}}, true, true, false, false},
      {{1, 2, 1, 1}, {3, 2, 1, 1}, {}, true, true, false, true},
      {{2, 20, 40, 41}, {24, 20, 1, 1}, {}, true, false, false, true},
      {{1, 260, 16, 21}, {65, 260, 1, 2}, {.pads_begin = {0, 1}, .pads_end = {0, 0}}, false, true, true, false}};
  return cases;
}

TEST(QuantizedCubes, ConvolutionsOfAllSigns) {
  for (const Types& types : AllTypes()) {
    for (const ConvCase& c : ConvCases()) {
      SCOPED_TRACE(NameOf(types) + " " + ::testing::PrintToString(c.x) + ::testing::PrintToString(c.w));
      Inputs inputs;
      const Tensor y = Convolution(c, types, 128, true, inputs);
      ExpectExact(y, inputs, "quantized_conv");
    }
  }
}

// Below 65 two products of bytes fit 16 bits, which some processors add before they widen them.
TEST(QuantizedCubes, ConvolutionsWithSmallFiltersAndWithFiltersThatChange) {
  for (const int limit : {64, 65}) {
    for (const bool constant : {true, false}) {
      for (const ConvCase& c : ConvCases()) {
        SCOPED_TRACE(std::to_string(limit) + " " + ::testing::PrintToString(c.x) + ::testing::PrintToString(c.w));
        Inputs inputs;
        const Tensor y = Convolution(c, {ge::DT_INT8, ge::DT_UINT8, ge::DT_UINT8}, limit, constant, inputs);
        ExpectExact(y, inputs, "quantized_conv");
      }
    }
  }
}

TEST(QuantizedCubes, ChannelsByThemselvesAreNotGathered) {
  for (const Dims& w : {Dims{6, 1, 3, 3}, Dims{8, 3, 3, 3}}) {
    const int64_t groups = w[1] == 1 ? 6 : 2;
    Inputs inputs;
    const Tensor y = Convolution({{1, groups * w[1], 9, 9}, w, {.groups = groups}, false, true, false, true},
                                 {ge::DT_UINT8, ge::DT_INT8, ge::DT_UINT8}, 128, true, inputs);
    ExpectMatchesInterpreter({y}, inputs.data(), 0, 0);
  }
}

struct MatmulCase {
  Dims a, b;
  bool trans_b = false, taken = false, by_column = false, bias = false;
};

TEST(QuantizedCubes, ProductsOfAllSigns) {
  const std::vector<MatmulCase> cases = {
      {{70, 64}, {64, 128}, false, true, false, true},    {{1, 19}, {19, 17}, false, false, true, true},
      {{49, 130}, {1, 130}, true, true, true, false},     {{6, 8}, {8, 64}, false, false, false, false},
      {{2, 3, 7, 20}, {20, 48}, false, true, true, true}, {{100, 33}, {33, 30}, false, true, true, true},
      {{50, 8}, {8, 1}, false, false, false, false},      {{5, 1030}, {100, 1030}, true, true, false, false}};
  for (const Types& types : AllTypes()) {
    for (const MatmulCase& c : cases) {
      for (const bool constant : {true, false}) {
        SCOPED_TRACE(NameOf(types) + " " + ::testing::PrintToString(c.a) + ::testing::PrintToString(c.b));
        Inputs inputs;
        const Tensor a = inputs.Bytes(types.x, c.a);
        if (!constant) inputs.Bytes(types.w, c.b);
        const Tensor b = inputs.Bytes(types.w, c.b);
        const Dims columns = {c.trans_b ? c.b[0] : c.b[1]};
        const Tensor bias = c.bias ? inputs.Add(Random(ge::DT_INT32, columns, -3000, 3000, 7)) : Tensor();
        Tensor sums = tbe::matmul(a, b, false, c.trans_b, bias);
        const Tensor scale = inputs.Floats(c.by_column ? columns : Dims{}, 0.0005, 0.003);
        const Tensor zero = inputs.Bytes(types.y, {});
        if (c.taken) {
          const Tensor q = tbe::cast_to(inputs.Bytes(types.w, c.by_column ? columns : Dims{}), ge::DT_INT32);
          sums = sums - tbe::reduce_sum(tbe::cast_to(a, ge::DT_INT32), {-1}, true) * q;
        }
        ExpectExact(Quantized(sums, scale, zero, types.y), inputs, "quantized_matmul");
      }
    }
  }
}

// Sums that another node reads too, and scales of rows, give exact results as well.
TEST(QuantizedCubes, OtherSpellingsOfAQuantizedProductAreAsExact) {
  Inputs inputs;
  const Tensor a = inputs.Bytes(ge::DT_UINT8, {9, 30}), b = inputs.Bytes(ge::DT_INT8, {30, 20});
  const Tensor zero = inputs.Bytes(ge::DT_UINT8, {}), scale = inputs.Floats({}, 0.0005, 0.003);
  const Tensor sums = tbe::matmul(a, b);
  ExpectMatchesInterpreter({Quantized(sums, scale, zero, ge::DT_UINT8), sums}, inputs.data(), 0, 0);
  const Tensor rows = inputs.Floats({9, 1}, 0.0005, 0.003), product = tbe::matmul(a, b);
  ExpectMatchesInterpreter({Quantized(product, rows, zero, ge::DT_UINT8)}, inputs.data(), 0, 0);
  const Tensor square = tbe::matmul(a, tbe::transpose(a, {1, 0}));
  ExpectMatchesInterpreter({Quantized(square, scale, zero, ge::DT_UINT8)}, inputs.data(), 0, 0);
}

// Tests every sum that one product can have, with scales that give halves for odd sums, and with NaN.
TEST(QuantizedCubes, HalvesGoToTheEvenNumberBeforeTheZeroPointIsAdded) {
  constexpr int64_t kNumbers = 256;
  constexpr double kInfinity = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<double> scales = {0.5,       0.25, 0.125, 0.75,  1,          -0.5, 0,
                                      kInfinity, kNan, 1e30,  1e-42, 0.49999997, 1.5,  -kInfinity};
  const auto columns = static_cast<int64_t>(scales.size());
  for (const auto dtype : {ge::DT_UINT8, ge::DT_INT8}) {
    for (const int zero : {-128, -1, 0, 1, 127, 128, 255}) {
      const double sign = zero % 2 == 0 ? 1 : -1;
      if (zero < (dtype == ge::DT_INT8 ? -128 : 0) || zero > (dtype == ge::DT_INT8 ? 127 : 255)) continue;
      SCOPED_TRACE("dtype " + std::to_string(dtype) + " zero point " + std::to_string(zero));
      std::vector<double> rows(kNumbers);
      std::iota(rows.begin(), rows.end(), 0);
      Inputs inputs;
      const Tensor left = inputs.Add(tbe::FromNumbers(ge::DT_UINT8, {kNumbers, 1}, rows));
      const Tensor right =
          inputs.Add(tbe::FromNumbers(ge::DT_INT8, {1, columns}, std::vector<double>(scales.size(), sign)));
      const Tensor factors = inputs.Add(tbe::FromNumbers(ge::DT_FLOAT, {columns}, scales));
      const Tensor moved = inputs.Add(tbe::FromNumbers(dtype, {}, {static_cast<double>(zero)}));
      ExpectExact(Quantized(tbe::matmul(left, right), factors, moved, dtype), inputs, "quantized_matmul");
    }
  }
}

}  // namespace
}  // namespace opdk::tests
