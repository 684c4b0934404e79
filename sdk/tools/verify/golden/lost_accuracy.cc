#include "sdk/tools/verify/golden/lost_accuracy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "graph_core/base/element_type.h"
#include "sdk/tools/verify/compare/error_metrics.h"
#include "tbe/interpreter.h"
#include "tbe/walk.h"

namespace opdk::verify {
namespace {

constexpr double kShareOfLargest = 0.01;
constexpr double kShareOfLargest16 = 0.05;
constexpr double kTimesConditioned = 1000;
constexpr int kDraws = 4;

bool Is16Bit(ge::DataType dtype) { return dtype == ge::DT_FLOAT16 || dtype == ge::DT_BF16; }

// The element with the largest error; none if that isn't large.
struct Worst {
  size_t index = 0;
  double error = 0;
};
Worst FindWorst(const std::vector<double>& actual, const std::vector<double>& expected,
                const std::vector<double>& bounds, double share) {
  Worst worst;
  double largest = 0;
  for (size_t i = 0; i < actual.size(); ++i) {
    if (!std::isfinite(expected[i]) || !std::isfinite(actual[i]) || !std::isfinite(bounds[i])) continue;
    largest = std::max(largest, std::fabs(expected[i]));
    const double error = std::fabs(actual[i] - expected[i]);
    if (error > worst.error) worst = {i, error};
  }
  return worst.error > share * largest ? worst : Worst();
}

double LeastNormal(ge::DataType dtype) {
  double least = 0;
  VisitElementType(dtype, [&]<typename T>(T) { least = static_cast<double>(std::numeric_limits<T>::min()); });
  return least;
}

// Moves each element one unit in its last place up or down, or not at all. A 16-bit element can't move by less, though
// a kernel computes in float: `scale` is the ratio of float's unit to the element's.
tbe::HostTensor Moved(const tbe::HostTensor& input, std::mt19937_64& generator, double& scale) {
  // An absent optional input has no bytes.
  if (!IsFloat(input.dtype) || input.bytes.empty()) return input;
  const double unit = input.dtype == ge::DT_DOUBLE    ? 0x1p-52
                      : input.dtype == ge::DT_FLOAT   ? 0x1p-23
                      : input.dtype == ge::DT_FLOAT16 ? 0x1p-10
                                                      : 0x1p-7;
  if (Is16Bit(input.dtype)) scale = std::min(scale, 0x1p-23 / unit);
  std::vector<double> numbers = tbe::ToNumbers(input);
  for (double& number : numbers) number *= 1 + unit * (static_cast<double>(generator() % 3) - 1);
  return tbe::FromNumbers(input.dtype, input.shape, numbers);
}

// Returns whether the expression has no steps. A rounding that decides between two steps is no loss.
bool IsContinuous(const std::vector<tbe::Tensor>& outputs) {
  const auto nodes = tbe::PostOrder(outputs);
  return std::all_of(nodes.begin(), nodes.end(), [](const tbe::Tensor& node) {
    if (node->kind == tbe::Kind::kInput || node->kind == tbe::Kind::kConst || node->kind == tbe::Kind::kParam) {
      return true;
    }
    if (!IsFloat(node->dtype) || node->kind == tbe::Kind::kSelect || node->kind == tbe::Kind::kCompute) return false;
    if (node->kind == tbe::Kind::kBinary) {
      return node->binary != tbe::BinaryOp::kMod && node->binary != tbe::BinaryOp::kFmod;
    }
    return node->kind != tbe::Kind::kUnary ||
           (node->unary != tbe::UnaryOp::kFloor && node->unary != tbe::UnaryOp::kCeil &&
            node->unary != tbe::UnaryOp::kRound && node->unary != tbe::UnaryOp::kTrunc &&
            node->unary != tbe::UnaryOp::kSign);
  });
}

}  // namespace

Result<std::string> LostAccuracy(const CaseInstance& instance, size_t output, const ge::Tensor& actual,
                                 const CaseTensor& expected, const TestHarness& harness) {
  const ge::DataType dtype = expected.value.GetTensorDesc().GetDataType();
  if (!IsFloat(dtype) || expected.bounds.empty()) return std::string();
  const std::vector<double> values = NumbersOf(actual), exact = NumbersOf(expected.value);
  const Worst worst = FindWorst(values, exact, expected.bounds, Is16Bit(dtype) ? kShareOfLargest16 : kShareOfLargest);
  // Accuracy below the normal numbers, on the way to the output too, is lost by the dtype.
  if (worst.error <= LeastNormal(dtype)) return std::string();
  OPDK_TRY(const BoundExpression bound, BindExpression(instance, harness));
  if (bound.outputs.empty() || !IsContinuous({bound.outputs[output]})) return std::string();
  std::mt19937_64 generator(7);
  double conditioned = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    double scale = 1;
    std::vector<tbe::HostTensor> inputs;
    for (const tbe::HostTensor& input : bound.inputs) inputs.push_back(Moved(input, generator, scale));
    OPDK_TRY(const auto moved, tbe::Evaluate(bound.outputs, inputs, {.higher_precision = true}));
    const std::vector<double> numbers = tbe::ToNumbers(moved[output]);
    for (size_t i = 0; i < exact.size(); ++i) {
      if (!std::isfinite(exact[i])) continue;
      const double far = std::fabs(numbers[i] - exact[i]) * scale;
      conditioned = std::max(conditioned, std::isfinite(far) ? far : std::numeric_limits<double>::infinity());
    }
  }
  if (worst.error <= kTimesConditioned * conditioned) return std::string();
  return fmt::format(
      "accuracy is lost: element {} is {:g}, expected {:g}. The formula's own rounding allows it, but inputs that are "
      "off "
      "by their last place change no element by more than {:.2g}: numbers that nearly cancel are subtracted",
      worst.index, values[worst.index], exact[worst.index], conditioned);
}

}  // namespace opdk::verify
