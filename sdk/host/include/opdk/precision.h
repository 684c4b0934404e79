// Options that choose the data types in which a graph computes.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "graph/types.h"
#include "opdk/status.h"

namespace opdk {

// CANN's modes (ge.exec.precision_mode). An operator's types are always a column of its operator information.
enum class PrecisionMode : uint8_t {
  kOrigin,     // must_keep_origin_dtype: the graph's types
  kForceFp16,  // force_fp16: float16 in every operator that computes in float and has float16
  kForceFp32,  // force_fp32, cube_fp16in_fp32out: float in every operator that computes in float16 and has float
  // allow_fp32_to_fp16: products and convolutions in float16, other operators in float if they have it
  kAllowFp32ToFp16,
  kAllowFp32ToBf16,  // allow_fp32_to_fp16's rule with bfloat16
  kMixedFp16,        // allow_mix_precision(_fp16): by the mix lists
  kMixedBf16,        // allow_mix_precision_bf16: by the mix lists
};

// Freedom of mixed precision with an operator: CANN's lists.
enum class PrecisionReduce : uint8_t {
  kBlack,  // computes in float
  kWhite,  // computes in the smaller type
  kGray,   // computes in the type that costs the fewest conversions
};

// Types of an operator's ports, in order. DT_UNDEFINED and missing entries leave the type to the mode.
struct PortTypes {
  std::vector<ge::DataType> inputs;
  std::vector<ge::DataType> outputs;
};

// The mode and its exceptions by operator type and by node.
struct PrecisionOptions {
  PrecisionMode mode = PrecisionMode::kOrigin;
  // Lists by type of operator, which replace those in operator information, and by name of node, which win.
  std::map<std::string, PrecisionReduce> lists, node_lists;
  // Names of nodes and types of operators that keep the graph's types.
  std::set<std::string> kept_nodes, kept_types;
  // Types that a file prescribes, by name of node and by type of operator.
  std::map<std::string, PortTypes> node_types, operator_types;
  // Place "file:line" where a file first names a node or a type of operator, for warnings of names without a match.
  std::map<std::string, std::string> node_places, type_places;

  // Returns whether the graph's types stay as they are.
  bool keeps_all() const { return mode == PrecisionMode::kOrigin && node_types.empty() && operator_types.empty(); }
};

// Reads a mode of ge.exec.precision_mode ("force_fp16") or ge.exec.precision_mode_v2 ("mixed_float16") into `options`.
// Each error of this function and the functions below is E1001 (E1002: the file can't be read), with the place in the
// file.
Status ReadPrecisionMode(std::string_view name, PrecisionOptions& options);
// Reads JSON of mix lists: {"black-list": {"to-add": ["Exp"], "to-remove": ["Add"]}, "white-list": ..., "gray-list":
// ...}.
Status ReadModifyMixlist(const std::string& path, PrecisionOptions& options);
// Reads lines "name::InputDtype:float16,float,OutputDtype:float" and "OpType::Add:InputDtype:...". Types stand in the
// order of the ports; an entry may be empty.
Status ReadCustomizeDtypes(const std::string& path, PrecisionOptions& options);
// Reads lines with names of nodes, and "OpType::Softmax".
Status ReadKeepDtype(const std::string& path, PrecisionOptions& options);
// Reads an INI file with sections [ByOpType] and [ByNodeName]: "Softmax=high_precision" keeps float, high_performance
// doesn't.
Status ReadOpPrecisionMode(const std::string& path, PrecisionOptions& options);

}  // namespace opdk
