#include "sdk/tools/cli/run_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "graph_core/base/element_type.h"
#include "graph_core/base/type_names.h"

namespace opdk::cli {
namespace {

std::string FormatTime(double milliseconds) {
  return milliseconds < 0.1 ? fmt::format("{:.2f} us", milliseconds * 1000) : fmt::format("{:.3f} ms", milliseconds);
}

constexpr int64_t kMostShown = 32;

template <typename T>
std::string ElementText(T element) {
  if constexpr (std::is_same_v<T, bool>) return element ? "true" : "false";
  if constexpr (std::is_integral_v<T>) return fmt::format("{}", +element);
  return fmt::format("{:.6g}", static_cast<double>(element));
}

// Returns the elements from `at` on, nested from this axis on. Moves `at` behind them.
std::string Nested(const std::vector<std::string>& elements, const std::vector<int64_t>& shape, size_t axis,
                   size_t& at) {
  if (axis == shape.size()) return elements[at++];
  std::string text = "[";
  for (int64_t i = 0; i < shape[axis]; ++i) text += (i > 0 ? ", " : "") + Nested(elements, shape, axis + 1, at);
  return text + "]";
}

}  // namespace

std::string ValuesText(const ge::Tensor& tensor) {
  const std::vector<int64_t> shape = tensor.GetTensorDesc().GetShape().GetDims();
  if (ElementCount(shape) > kMostShown) return "";
  std::vector<std::string> elements;
  VisitElementType(PartOf(tensor.GetDataType()), [&]<typename T>(T) {
    for (size_t i = 0; i < tensor.GetSize() / sizeof(T); ++i) {
      T element;
      std::memcpy(&element, tensor.GetData() + i * sizeof(T), sizeof(T));
      const std::string text = ElementText(element);
      if (IsComplex(tensor.GetDataType()) && i % 2 == 1) {
        elements.back() += (text.starts_with('-') ? "" : "+") + text + "j";
      } else {
        elements.push_back(text);
      }
    }
  });
  if (elements.size() != static_cast<size_t>(ElementCount(shape)) || elements.empty()) return "";
  size_t at = 0;
  return Nested(elements, shape, 0, at);
}

std::vector<std::string> SummaryHeading() { return {"output", "dtype", "shape", "min", "max", "mean", "NaN"}; }

std::vector<std::string> SummaryRow(const std::string& name, const ge::Tensor& tensor) {
  const ge::TensorDesc desc = tensor.GetTensorDesc();
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  double sum = 0;
  size_t nans = 0;
  size_t count = 0;
  // Complex numbers have no order, so no least or largest one.
  const bool numeric = VisitElementType(desc.GetDataType(), [&](auto zero) {
    using T = decltype(zero);
    count = tensor.GetSize() / sizeof(T);
    for (size_t i = 0; i < count; ++i) {
      T element;
      std::memcpy(&element, tensor.GetData() + i * sizeof(T), sizeof(T));
      const auto value = static_cast<double>(element);
      if (std::isnan(value)) {
        ++nans;
        continue;
      }
      low = std::min(low, value);
      high = std::max(high, value);
      sum += value;
    }
  });
  std::vector<std::string> row = {name, DtypeName(desc.GetDataType()),
                                  fmt::format("[{}]", DimsText(desc.GetShape().GetDims()))};
  if (!numeric || count == nans) {
    row.insert(row.end(), {"-", "-", "-"});
  } else {
    const double mean = sum / static_cast<double>(count - nans);
    for (const double value : {low, high, mean}) row.push_back(fmt::format("{:.6g}", value));
  }
  row.push_back(numeric ? std::to_string(nans) : "-");
  return row;
}

std::string FormatTimes(std::vector<double> milliseconds) {
  std::sort(milliseconds.begin(), milliseconds.end());
  if (milliseconds.size() == 1) return FormatTime(milliseconds[0]);
  const size_t middle = milliseconds.size() / 2;
  const double median =
      milliseconds.size() % 2 == 1 ? milliseconds[middle] : (milliseconds[middle - 1] + milliseconds[middle]) / 2;
  return fmt::format("min {}, median {} of {} runs", FormatTime(milliseconds.front()), FormatTime(median),
                     milliseconds.size());
}

}  // namespace opdk::cli
