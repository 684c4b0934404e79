// The lines of `opdk run` about tensors and times.
#pragma once

#include <string>
#include <vector>

#include "graph/tensor.h"

namespace opdk::cli {

// Returns {name, dtype, shape, min, max, mean, NaN}, a row for FormatTable. "-": the dtype has no such value. NaNs
// count only in the last cell.
std::vector<std::string> SummaryRow(const std::string& name, const ge::Tensor& tensor);
std::vector<std::string> SummaryHeading();

// Returns the values: "[[1, 2.5], [nan, 4]]"; "" for more than a few elements and for dtypes without numbers.
std::string ValuesText(const ge::Tensor& tensor);

// Formats times: "0.022 ms", "min 0.020 ms, median 0.022 ms of 9 runs"; below 0.1 ms in microseconds. `milliseconds`
// isn't empty.
std::string FormatTimes(std::vector<double> milliseconds);

}  // namespace opdk::cli
