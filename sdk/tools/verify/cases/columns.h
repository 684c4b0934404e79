// The signatures that an operator's engines take.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "graph_core/package/op_info.h"
#include "sdk/tools/verify/cases/operator_use.h"

namespace opdk::verify {

// A column of an engine's operator information: the dtype and format of each port.
struct Column {
  std::map<std::string, ge::DataType> dtypes;
  std::map<std::string, ge::Format> formats;
  bool operator<(const Column& other) const {
    return std::tie(dtypes, formats) < std::tie(other.dtypes, other.formats);
  }
  // Returns "x: float NC1HWC0, y: float".
  std::string Describe() const;
};

// Returns the columns of all engines, each once, in the order of the operator information.
std::vector<Column> ColumnsOf(const OpInfo& info);

// Gives the use's inputs the column's dtypes, and its formats if they have none of their own.
void Apply(const Column& column, OperatorUse& use);

}  // namespace opdk::verify
