// Registrations of C++ sources of an operator project, read from their text without a compiler.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sdk/tools/author/macro_scan.h"

namespace opdk::author {

struct SourcePort {
  std::string name;
  enum class Kind { kRequired, kOptional, kDynamic } kind = Kind::kRequired;
  std::string types;  // "TensorType({DT_FLOAT})"
};

struct SourceAttr {
  std::string name;
  std::string type;  // "ListInt"
  std::string default_value;
  bool required = false;
};

// A prototype: REG_OP … OP_END_FACTORY_REG.
struct SourcePrototype {
  std::string type;
  int line = 0;
  std::vector<SourcePort> inputs;
  std::vector<SourcePort> outputs;
  std::vector<SourceAttr> attrs;
};

struct SourceMapping {
  std::string om_type;
  std::string framework;             // "ONNX"; "" when the text doesn't say
  std::vector<std::string> origins;  // the string literals of OriginOpType
  int line = 0;
};

struct SourceName {
  std::string name;
  int line = 0;
};

struct SourceScan {
  std::vector<SourcePrototype> prototypes;
  std::vector<SourceName> cpu_kernels;   // operator types
  std::vector<SourceName> op_computes;   // REGISTER_OP_COMPUTE
  std::vector<SourceName> infer_shapes;  // INFER_FUNC_REG, COMMON_INFER_FUNC_REG
  std::vector<SourceMapping> mappings;
  std::vector<MacroUse> others;  // registrations without a meaning here: tiling, new-style definitions …
  // The type of a kernel is held in a variable that this text doesn't define.
  bool unknown_kernel = false;
};

SourceScan ScanSource(std::string_view text);

}  // namespace opdk::author
