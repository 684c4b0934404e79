// ge::OperatorFactory: operators by the name of their type, from the packages of this process.
#pragma once

#include <string>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/operator.h"
#include "opdk/neutral_text.h"
#include "opdk/visibility.h"

namespace ge {

// Makes operators from the prototypes of the process's packages.
class OPDK_API OperatorFactory {
 public:
  // Makes an operator of a type; an empty operator when no loaded package has the type.
  static Operator CreateOperator(const std::string& operator_name, const std::string& operator_type) {
    return CreateOperator(operator_name.c_str(), operator_type.c_str());
  }
  static Operator CreateOperator(const char* operator_name, const char* operator_type);
  // Reads the names of all types, sorted. GRAPH_FAILED when no packages are loaded.
  static graphStatus GetOpsTypeList(std::vector<std::string>& all_ops) {
    std::vector<ge::AscendString> texts;
    const graphStatus status = GetOpsTypeList(texts);
    if (status == GRAPH_SUCCESS) all_ops = opdk::ToTexts(texts);
    return status;
  }
  static graphStatus GetOpsTypeList(std::vector<AscendString>& all_ops);
  static bool IsExistOp(const std::string& operator_type) { return IsExistOp(operator_type.c_str()); }
  static bool IsExistOp(const char* operator_type);
};

}  // namespace ge
