// One line about a tensor's values.
#pragma once

#include <string>
#include <vector>

#include "graph/tensor.h"

namespace opdk::cli {

// {name, dtype, shape, min, max, mean, NaN}: a row for FormatTable; "-" where the dtype has no such thing. NaNs don't
// count for the others.
std::vector<std::string> SummaryRow(const std::string& name, const ge::Tensor& tensor);
std::vector<std::string> SummaryHeading();

}  // namespace opdk::cli
