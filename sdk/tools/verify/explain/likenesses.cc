#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "graph_core/base/element_type.h"
#include "graph_core/base/ports.h"
#include "sdk/tools/verify/compare/error_metrics.h"
#include "sdk/tools/verify/explain/conditions.h"

namespace opdk::verify {
namespace {

bool Near(double a, double b, double size) { return a == b || std::abs(a - b) <= 1e-3 * size; }

// Returns whether each row along the axis contains the sum of all rows before it, in the usual order of rows.
bool GoesOn(const std::vector<double>& actual, const std::vector<double>& expected, size_t extent, size_t inner) {
  if (extent == 0 || actual.size() < 2 * extent || actual.size() < 3) return false;
  const auto place = [&](size_t row, size_t k) { return row / inner * inner * extent + row % inner + k * inner; };
  size_t wrong = 0;
  for (size_t row = 1; row < actual.size() / extent; ++row) {
    const double before = actual[place(row - 1, extent - 1)];
    for (size_t k = 0; k < extent; ++k) {
      const size_t i = place(row, k);
      const double size = std::max({std::abs(before), std::abs(expected[i]), std::abs(actual[i])});
      if (!std::isfinite(size) || !Near(actual[i], before + expected[i], size)) return false;
      wrong += Near(actual[i], expected[i], size) ? 0 : 1;
    }
  }
  return wrong >= 2;
}

std::string GoesOnText(const std::vector<double>& actual, const std::vector<double>& expected,
                       const std::vector<int64_t>& shape) {
  if (GoesOn(actual, expected, 1, 1)) return "each result carries on from the previous one: a sum isn't reset";
  size_t inner = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    const auto extent = static_cast<size_t>(shape[axis]);
    if (extent > 1 && GoesOn(actual, expected, extent, inner)) {
      return "each row carries on from the previous one: a sum isn't reset";
    }
    inner *= extent;
  }
  return "";
}

bool IsOffByOne(const WrongOutput& output, const std::vector<double>& actual, const std::vector<double>& expected) {
  for (size_t i = 0; i < actual.size(); ++i) {
    if (output.wrong[i] && std::abs(actual[i] - expected[i]) != 1) return false;
  }
  return output.expected.value.GetTensorDesc().GetDataType() != ge::DT_BOOL;
}

// Returns the error's side if all wrong elements are off to one side, and by little; else 0.
double OffToOneSide(const WrongOutput& output, const std::vector<double>& actual, const std::vector<double>& expected) {
  double side = 0;
  size_t count = 0;
  for (size_t i = 0; i < actual.size(); ++i) {
    if (!output.wrong[i]) continue;
    const double off = actual[i] - expected[i];
    if (!std::isfinite(off) || off * side < 0) return 0;
    if (std::abs(off) > 0.01 * std::max(1.0, std::abs(expected[i]))) return 0;
    side = off;
    ++count;
  }
  return count < 4 ? 0 : side;
}

}  // namespace

std::vector<std::string> Likenesses(const CaseInstance& instance, const WrongOutput& output) {
  std::vector<std::string> texts;
  if (output.actual.GetSize() != output.expected.value.GetSize()) return texts;
  const ge::TensorDesc desc = output.expected.value.GetTensorDesc();
  const std::vector<double> actual = NumbersOf(output.actual), expected = NumbersOf(output.expected.value);
  const std::string goes_on = GoesOnText(actual, expected, desc.GetShape().GetDims());
  if (!goes_on.empty()) texts.push_back(goes_on);
  for (size_t i = 0; i < instance.inputs.size(); ++i) {
    const ge::Tensor& input = instance.inputs[i].value;
    const bool same = !IsAbsent(instance.op.inputs[i]) && input.GetSize() == output.actual.GetSize() &&
                      std::memcmp(input.GetData(), output.actual.GetData(), input.GetSize()) == 0;
    if (same) {
      texts.push_back(
          fmt::format("it is {} unchanged: nothing was computed, as where operator information declares a view",
                      instance.op.inputs[i].name));
    }
  }
  if (!IsFloat(desc.GetDataType())) {
    const bool rounds = std::any_of(instance.op.inputs.begin(), instance.op.inputs.end(),
                                    [](const Port& input) { return IsFloat(input.desc.GetDataType()); });
    if (rounds && IsOffByOne(output, actual, expected)) {
      texts.emplace_back("wrong elements are off by exactly one: a rounding, as of halves that go to the wrong side");
    }
    return texts;
  }
  const double side = OffToOneSide(output, actual, expected);
  if (side != 0) {
    texts.push_back(fmt::format(
        "wrong elements are always off by a little to one side, too {}: a bias, as of an epsilon that is added against "
        "a division by 0 or the logarithm of 0",
        side > 0 ? "large" : "small"));
  }
  return texts;
}

}  // namespace opdk::verify
