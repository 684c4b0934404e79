// Rows of text in aligned columns.
#pragma once

#include <string>
#include <vector>

namespace opdk::cli {

// Formats rows; the first is the heading. Cells are written as safe lines. Columns are as wide as their widest cell;
// the last column is not padded.
std::string FormatTable(const std::vector<std::vector<std::string>>& given);

}  // namespace opdk::cli
