#include "sdk/tools/cli/model/tensor_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "graph_core/base/element_type.h"
#include "graph_core/base/type_names.h"

namespace opdk::cli {

std::vector<std::string> SummaryHeading() { return {"output", "dtype", "shape", "min", "max", "mean", "NaN"}; }

std::vector<std::string> SummaryRow(const std::string& name, const ge::Tensor& tensor) {
  const ge::TensorDesc desc = tensor.GetTensorDesc();
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  double sum = 0;
  size_t nans = 0;
  size_t count = 0;
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

}  // namespace opdk::cli
