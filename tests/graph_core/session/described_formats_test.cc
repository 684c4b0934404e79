// Operators on images compute the same for all formats that their tensors are described with.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using tests::Dims;
using tests::Floats;
using Extents = std::vector<int64_t>;

// Entries of axes in the order of `from`, in the order of `to`.
Extents InOrder(const Extents& entries, const std::string& from, const std::string& to) {
  Extents ordered;
  for (const char axis : to) ordered.push_back(entries.at(from.find(axis)));
  return ordered;
}

// A tensor of small whole numbers, whose sums of products are exact in every order.
struct Image {
  Extents dims;
  std::vector<float> values;

  explicit Image(Extents extents, int step = 5) : dims(std::move(extents)) {
    int64_t count = 1;
    for (const int64_t extent : dims) count *= extent;
    for (int64_t i = 0; i < count; ++i) values.push_back(static_cast<float>(i * step % 11 - 5));
  }
  Image Ordered(const std::string& from, const std::string& to) const {
    Image other(InOrder(dims, from, to));
    for (size_t i = 0; i < values.size(); ++i) {
      Extents place(dims.size());
      auto rest = static_cast<int64_t>(i);
      for (size_t axis = dims.size(); axis-- > 0; rest /= dims[axis]) place[axis] = rest % dims[axis];
      int64_t at = 0;
      const Extents there = InOrder(place, from, to);
      for (size_t axis = 0; axis < dims.size(); ++axis) at = at * other.dims[axis] + there[axis];
      other.values[static_cast<size_t>(at)] = values[i];
    }
    return other;
  }
};

// An operator of images and a filter, with channels first. ORDERED(1,1,2,1): numbers in the order of the images, and
// FILTER(4,2,3,3): in that of the filter.
struct Formatted {
  std::string type, ports, attrs;
  Image x, other;
  bool other_is_filter = true, gives_filter = false;
  std::string output = "y";
};

std::string Reordered(std::string text, const std::string& word, const std::string& from, const std::string& to) {
  for (size_t at = text.find(word + "("); at != std::string::npos; at = text.find(word + "(", at)) {
    const size_t begin = at + word.size() + 1, end = text.find(')', begin);
    Extents numbers;
    for (size_t i = begin; i < end; i = text.find(',', i) < end ? text.find(',', i) + 1 : end) {
      numbers.push_back(std::stoll(text.substr(i)));
    }
    text.replace(at, end + 1 - at, fmt::format("{}", fmt::join(InOrder(numbers, from, to), ",")));
  }
  return text;
}

class DescribedFormats : public ::testing::TestWithParam<Formatted> {
 protected:
  std::string images() const { return GetParam().x.dims.size() == 4 ? "NCHW" : "NCDHW"; }
  std::string last() const { return GetParam().x.dims.size() == 4 ? "NHWC" : "NDHWC"; }
  std::string taps_first() const { return GetParam().x.dims.size() == 4 ? "HWCN" : "DHWCN"; }

  // Returns the result with channels first, for tensors that are described with these formats.
  Image Run(const std::string& x_format, const std::string& filter_format, bool with_attr,
            bool described = true) const {
    const Formatted& op = GetParam();
    const auto tag = [&](const std::string& format) { return described ? "@" + format : ""; };
    const std::string other_format = op.other_is_filter ? filter_format : x_format;
    const Image x = op.x.Ordered(images(), x_format), other = op.other.Ordered(images(), other_format);
    std::string attrs = Reordered(op.attrs, "ORDERED", images(), x_format);
    attrs = Reordered(attrs, "FILTER", images(), filter_format);
    if (with_attr) attrs += fmt::format(", data_format: \"{}\"", x_format);
    const std::string y_format = op.gives_filter ? filter_format : x_format;
    const std::string text = fmt::format(
        "graph g {{\n  %x = Data {{index: 0}} : float[{}]{}\n  %w = Data {{index: 1}} : float[{}]{}\n"
        "  %r = Identity(x: %x)\n  %y = {}({}) {{{}}} : {}: float[]{}\n  %o = NetOutput(x: [%y])\n}}",
        fmt::join(x.dims, ","), tag(x_format), fmt::join(other.dims, ","), tag(other_format), op.type, op.ports, attrs,
        op.output, op.gives_filter ? tag(filter_format) : "");
    auto compiled = CompileText(text);
    EXPECT_TRUE(compiled.ok()) << text << compiled.status().ToString();
    if (!compiled.ok()) return Image({0});
    const auto results =
        compiled->model.Run(std::vector<ge::Tensor>{Floats(x.dims, x.values), Floats(other.dims, other.values)});
    EXPECT_TRUE(results.ok()) << text << results.status().ToString();
    if (!results.ok()) return Image({0});
    Image y(Dims((*results)[0]));
    y.values = tests::TensorValues((*results)[0]);
    return y.Ordered(y_format, images());
  }
};

TEST_P(DescribedFormats, OfAnyKindGiveOneResult) {
  const Image right = Run(images(), images(), true, false);
  for (const std::string& x : {images(), last()}) {
    for (const std::string& filter : {images(), last(), taps_first()}) {
      for (const bool with_attr : {false, true}) {
        const Image y = Run(x, filter, with_attr);
        EXPECT_EQ(y.dims, right.dims) << x << " " << filter << " " << with_attr;
        EXPECT_EQ(y.values, right.values) << x << " " << filter << " " << with_attr;
      }
    }
  }
}

const Formatted kFormatted[] = {
    {"Conv2D", "x: %r, filter: %w", "strides: [ORDERED(1,1,2,1)], pads: [1,0,0,2]", Image({2, 4, 5, 6}),
     Image({4, 4, 4, 4}, 7)},
    {"Conv3D", "x: %r, filter: %w", "strides: [ORDERED(1,1,2,1,1)], pads: [0,1,1,0,0,2]", Image({1, 2, 4, 5, 6}),
     Image({3, 2, 2, 3, 2}, 7)},
    {"DepthwiseConv2D", "x: %r, filter: %w", "strides: [ORDERED(1,1,1,2)], pads: [1,1,1,1]", Image({1, 3, 5, 6}),
     Image({2, 3, 3, 3}, 7)},
    {"Conv2DTransposeD", "x: %r, filter: %w",
     "input_size: [ORDERED(1,2,7,6)], strides: [ORDERED(1,1,2,1)], pads: [0,0,0,0]", Image({1, 4, 3, 4}),
     Image({4, 2, 3, 3}, 7)},
    {"Deconvolution", "x: %r, filter: %w", "strides: [2,1], pads: [0,1,1,0], dilations: [ORDERED(1,1,1,2)]",
     Image({1, 4, 3, 4}), Image({4, 2, 3, 3}, 7)},
    {"Conv3DTransposeD", "x: %r, filter: %w",
     "input_size: [ORDERED(1,2,4,3,4)], strides: [ORDERED(1,1,2,1,1)], pads: [0,0,0,0,0,0]", Image({1, 3, 2, 2, 3}),
     Image({3, 2, 2, 2, 2}, 7)},
    {"Conv2DBackpropInputD", "out_backprop: %r, filter: %w",
     "input_size: [ORDERED(1,2,7,6)], strides: [ORDERED(1,1,2,1)], pads: [0,0,0,0]", Image({1, 4, 3, 4}),
     Image({4, 2, 3, 3}, 7)},
    {"DepthwiseConv2DBackpropInputD", "out_backprop: %r, filter: %w",
     "input_size: [ORDERED(1,2,7,6)], strides: [ORDERED(1,1,2,1)], pads: [0,0,0,0]", Image({1, 4, 3, 4}),
     Image({2, 2, 3, 3}, 7), true, false, "input_grad"},
    {"Conv2DBackpropFilterD", "x: %r, out_backprop: %w",
     "filter_size: [FILTER(4,2,3,3)], strides: [ORDERED(1,1,2,1)], pads: [0,0,0,0]", Image({1, 2, 7, 6}),
     Image({1, 4, 3, 4}, 7), false, true},
    {"DepthwiseConv2DBackpropFilterD", "input: %r, out_backprop: %w",
     "filter_size: [FILTER(2,2,3,3)], strides: [ORDERED(1,1,2,1)], pads: [0,0,0,0]", Image({1, 2, 7, 6}),
     Image({1, 4, 3, 4}, 7), false, true, "filter_grad"},
    {"MaxPoolGrad", "x1: %r, x2: %w, grad: %w",
     "ksize: [ORDERED(1,1,3,2)], strides: [ORDERED(1,1,3,2)], padding: \"VALID\"", Image({1, 2, 6, 4}),
     Image({1, 2, 2, 2}, 7), false},
};

INSTANTIATE_TEST_SUITE_P(Operators, DescribedFormats, ::testing::ValuesIn(kFormatted),
                         [](const auto& each) { return each.param.type; });

// Operators of one image whose order nothing but its format tells.
TEST(DescribedFormat, SaysTheOrderOfOperatorsWithoutAFilter) {
  const Image x({2, 3, 4, 4});
  const auto run = [&](const std::string& format, const std::string& operators) {
    const Image given = x.Ordered("NCHW", format);
    const Executable model = MustCompileText(fmt::format(
        "graph g {{\n  %x = Data {{index: 0}} : float[{}]@{}\n  %c = Const {{value: float[3](1.0, -2.0, 3.0)}}\n"
        "  %one = Const {{value: float[3](1.0, 1.0, 1.0)}}\n  %r = Relu(x: %x)\n{}\n  %o = NetOutput(x: [%y])\n}}",
        fmt::join(given.dims, ","), format, Reordered(operators, "ORDERED", "NCHW", format)));
    const auto results = model.Run(std::vector<ge::Tensor>{Floats(given.dims, given.values)});
    EXPECT_TRUE(results.ok()) << results.status().ToString();
    Image y(Dims((*results)[0]));
    y.values = tests::TensorValues((*results)[0]);
    return y.dims.size() == 4 ? y.Ordered(format, "NCHW") : y;
  };
  for (const char* operators : {
           "%y = MaxPool(x: %r) {ksize: [ORDERED(1,1,2,1)], strides: [ORDERED(1,1,2,1)], padding: \"VALID\"}",
           "%y = MaxPoolV3(x: %r) {ksize: [ORDERED(1,1,2,1)], strides: [ORDERED(1,1,2,1)]}",
           "%y = Pooling(x: %r) {window: [2,1], stride: [2,1]}",
           "%y = BiasAdd(x: %r, bias: %c)",
           "%y = BiasAddGrad(x: %r)",
           "%y = BatchNorm(x: %r, scale: %c, offset: %c, mean: %c, variance: %one) {epsilon: 0.0, is_training: false}",
           "%y = BNInfer(x: %r, scale: %c, offset: %c, mean: %c, variance: %one) {epsilon: 0.0}",
           "%b = BNTrainingReduce(x: %r)\n  %y = Abs(x: %b:sum)",
           ("%b = BNInfer(x: %r, scale: %c, offset: %c, mean: %c, variance: %one) {epsilon: 0.0}\n"
            "  %y = BiasAdd(x: %b, bias: %c)"),
           "%y = SpaceToDepth(x: %r) {block_size: 2}",
       }) {
    const Image first = run("NCHW", operators), last = run("NHWC", operators);
    EXPECT_EQ(first.dims, last.dims) << operators;
    EXPECT_EQ(first.values, last.values) << operators;
  }
}

TEST(DescribedFormat, OfAFilterWhoseExtentsOnlyARunKnowsIsRefused) {
  const auto compiled = CompileText(R"(graph g {
    %x = Data {index: 0} : float[1,7,6,2]@NHWC
    %s = Data {index: 1} : int32[4]
    %g = Data {index: 2} : float[1,5,4,3]@NHWC
    %y = Conv2DBackpropFilter(x: %x, filter_size: %s, out_backprop: %g) {strides: [1,1,1,1], pads: [0,0,0,0]} : float[]@NCHW
    %o = NetOutput(x: [%y])
  })");
  ASSERT_FALSE(compiled.ok());
  EXPECT_NE(compiled.status().ToString().find("filter_size holds the extents of a filter of another format"),
            std::string::npos)
      << compiled.status().ToString();
}

TEST(DescribedResult, AConvolutionGivesItInItsOwnFormat) {
  const Image x({1, 4, 4, 4}), filter({4, 4, 3, 3}, 7);
  const auto run = [&](const std::string& images, const std::string& result) {
    const Image given = x.Ordered("NCHW", images);
    const std::string text = fmt::format(
        "graph g {{\n  %x = Data {{index: 0}} : float[1,4,4,4]@{0}\n  %w = Data {{index: 1}} : float[4,4,3,3]@NCHW\n"
        "  %y = Conv2D(x: %x, filter: %w) {{strides: [1,1,1,1], pads: [1,1,1,1]}} : y: float[]@{1}\n"
        "  %o = NetOutput(x: [%y])\n}}",
        images, result);
    auto compiled = CompileText(text);
    EXPECT_TRUE(compiled.ok()) << text << compiled.status().ToString();
    if (!compiled.ok()) return std::vector<float>();
    const auto results = compiled->model.Run(
        std::vector<ge::Tensor>{Floats(given.dims, given.values), Floats(filter.dims, filter.values)});
    EXPECT_TRUE(results.ok()) << results.status().ToString();
    if (!results.ok()) return std::vector<float>();
    Image y(Dims((*results)[0]));
    y.values = tests::TensorValues((*results)[0]);
    return y.Ordered(result, "NCHW").values;
  };
  const std::vector<float> right = run("NCHW", "NCHW");
  for (const char* images : {"NCHW", "NHWC"}) {
    for (const char* result : {"NCHW", "NHWC"}) EXPECT_EQ(run(images, result), right) << images << " " << result;
  }
}

TEST(DescribedFormat, ThatNothingConvertsIsRefused) {
  for (const auto& [x, filter, result] : {std::tuple{"FRACTAL_Z", "NCHW", "NCHW"},
                                          {"NCHW", "FRACTAL_Z", "NCHW"},
                                          {"NCHW", "NC1HWC0", "NCHW"},
                                          {"NCHW", "NCHW", "FRACTAL_NZ"},
                                          {"NDHWC", "NCHW", "NCHW"},
                                          {"NCHW", "NCHW", "NDHWC"},
                                          {"NCHW", "NCHW", "NCDHW"},
                                          {"HWCN", "NCHW", "NCHW"}}) {
    const Status status =
        CompileText(
            fmt::format("graph g {{\n  %x = Data {{index: 0}} : float[1,4,4,4]@{}\n"
                        "  %w = Data {{index: 1}} : float[4,4,3,3]@{}\n  %y = Conv2D(x: %x, filter: %w) "
                        "{{strides: [1,1,1,1], pads: [1,1,1,1]}} : y: float[]@{}\n  %o = NetOutput(x: [%y])\n}}",
                        x, filter, result))
            .status();
    EXPECT_EQ(status.code(), ErrorCode::kNoEngine) << x << " " << filter << " " << result << status.ToString();
    EXPECT_NE(status.message().find("is described as"), std::string::npos) << status.ToString();
  }
}

TEST(DescribedFormat, OfBlocksIsRefusedForOtherOperatorsOnImagesToo) {
  const auto pooled = [](const std::string& format) {
    return CompileText("graph g {\n  %x = Data {index: 0} : float[1,4,4,4]@" + format +
                       "\n  %y = MaxPool(x: %x) {ksize: [1,1,2,2], strides: [1,1,2,2], padding: \"VALID\", "
                       "data_format: \"NCHW\"} : y: _\n"
                       "  %o = NetOutput(x: [%y])\n}")
        .status();
  };
  EXPECT_EQ(pooled("FRACTAL_Z").code(), ErrorCode::kNoEngine);
  EXPECT_NE(pooled("FRACTAL_Z").message().find("is described as"), std::string::npos) << pooled("FRACTAL_Z").ToString();
  for (const char* usual : {"NCHW", "ND"}) EXPECT_TRUE(pooled(usual).ok()) << pooled(usual).ToString();
}

}  // namespace
}  // namespace opdk
