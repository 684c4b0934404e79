// Rows of text in aligned columns.
#pragma once

#include <string>
#include <vector>

namespace opdk::cli {

// The first row is the heading; cells are written as safe lines. Columns are as wide as their widest cell; the last one
// is not padded.
std::string FormatTable(const std::vector<std::vector<std::string>>& given);

}  // namespace opdk::cli
