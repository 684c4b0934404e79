// A part of a sum that is left out because its zero point is zero must not change a bit of the sum.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "tests/graph_core/builtin_packages.h"

namespace opdk {
namespace {

constexpr int64_t kOut = 5, kIn = 3, kSize = 7;

std::string Bytes(int64_t count, const char* type, std::mt19937& random, const std::string& dims) {
  std::vector<int> numbers(static_cast<size_t>(count));
  std::uniform_int_distribution<int> byte(type == std::string("int8") ? -128 : 0,
                                          type == std::string("int8") ? 127 : 255);
  std::generate(numbers.begin(), numbers.end(), [&] { return byte(random); });
  return fmt::format("Const {{value: {}[{}]({})}}", type, dims, fmt::join(numbers, ", "));
}

// Returns the text of a network. `known`: the zero points are constants; otherwise they are inputs, and no pass knows
// that they are zero.
std::string Network(bool known, const char* x_type, const char* operation) {
  std::mt19937 random(11);
  std::string text = fmt::format("graph g {{\n  %x = Data {{index: 0}} : {}[2,{},{},{}]\n", x_type, kIn, kSize, kSize);
  const auto zero = [&](const char* name, const char* type, int index) {
    text += known ? fmt::format("  %{} = Const {{value: {}[](0)}}\n", name, type)
                  : fmt::format("  %{} = Data {{index: {}}} : {}[]\n", name, index, type);
  };
  zero("xz", x_type, 1);
  zero("wz", "int8", 2);
  text += fmt::format("  %w = {}\n", Bytes(kOut * kIn * 9, "int8", random, fmt::format("{},{},3,3", kOut, kIn)));
  text += fmt::format("  %p = {}\n", Bytes(kSize * 6, "int8", random, fmt::format("{},6", kSize)));
  text +=
      "  %xs = Const {value: float[](0.02)}\n  %ws = Const {value: float[](0.01)}\n  %ys = Const {value: "
      "float[](0.5)}\n";
  text += fmt::format("  %yz = Const {{value: {}[](3)}}\n", x_type);
  const std::string attrs = R"({strides: [1,1], pads: [1,1,1,1], dilations: [1,1], group: 1, auto_pad: "NOTSET"})";
  if (operation == std::string("QLinearConv")) {
    text +=
        "  %y = QLinearConv(x: %x, x_scale: %xs, x_zero_point: %xz, filter: %w, filter_scale: %ws, filter_zero_point: "
        "%wz, y_scale: %ys, y_zero_point: %yz) " +
        attrs + " : y: _\n";
  } else if (operation == std::string("ConvInteger")) {
    text += "  %y = ConvInteger(x: %x, filter: %w, x_zero_point: %xz, filter_zero_point: %wz) " + attrs + " : y: _\n";
  } else if (operation == std::string("QLinearMatMul")) {
    text +=
        "  %y = QLinearMatMul(a: %x, a_scale: %xs, a_zero_point: %xz, b: %p, b_scale: %ws, b_zero_point: %wz, y_scale: "
        "%ys, y_zero_point: %yz) : y: _\n";
  } else {
    text += "  %y = MatMulInteger(a: %x, b: %p, a_zero_point: %xz, b_zero_point: %wz) : y: _\n";
  }
  return text + "  %o = NetOutput(x: [%y])\n}\n";
}

ge::Tensor Of(ge::DataType type, const std::vector<int64_t>& shape, const std::vector<uint8_t>& bytes) {
  return ge::Tensor(ge::TensorDesc(ge::Shape(shape), ge::FORMAT_ND, type), bytes.data(), bytes.size());
}

std::vector<uint8_t> RunNetwork(bool known, const char* x_type, const char* operation) {
  CompileOptions options;
  options.engine = "ai_core";
  const Executable model = MustCompileText(Network(known, x_type, operation), options);
  const ge::DataType type = x_type == std::string("int8") ? ge::DT_INT8 : ge::DT_UINT8;
  std::vector<uint8_t> x(2 * kIn * kSize * kSize);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<uint8_t>(i * 37);
  std::vector<ge::Tensor> inputs = {Of(type, {2, kIn, kSize, kSize}, x)};
  if (!known) {
    inputs.push_back(Of(type, {}, {0}));
    inputs.push_back(Of(ge::DT_INT8, {}, {0}));
  }
  const auto outputs = model.Run(inputs);
  OPDK_CHECK(outputs.ok(), outputs.status().ToString());
  return {outputs->at(0).GetData(), outputs->at(0).GetData() + outputs->at(0).GetSize()};
}

class ZeroPoint : public ::testing::TestWithParam<const char*> {};

TEST_P(ZeroPoint, OfZeroGivesTheSameBitsAsAConstantAndAsAnInput) {
  for (const char* type : {"uint8", "int8"}) {
    const std::vector<uint8_t> known = RunNetwork(true, type, GetParam());
    EXPECT_EQ(known, RunNetwork(false, type, GetParam())) << type;
    EXPECT_NE(std::count(known.begin(), known.end(), known.front()), static_cast<std::ptrdiff_t>(known.size()));
  }
}

INSTANTIATE_TEST_SUITE_P(Operators, ZeroPoint,
                         ::testing::Values("ConvInteger", "QLinearConv", "MatMulInteger", "QLinearMatMul"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace opdk
