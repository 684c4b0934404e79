// Which data types a graph computes in.
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
  kOrigin,           // must_keep_origin_dtype: those of the graph
  kForceFp16,        // force_fp16: float16 wherever an operator that computes in float has it
  kForceFp32,        // force_fp32, cube_fp16in_fp32out: float wherever an operator that computes in float16 has it
  kAllowFp32ToFp16,  // allow_fp32_to_fp16: products and convolutions in float16, others in float where they have it
  kAllowFp32ToBf16,  // the same with bfloat16
  kMixedFp16,        // allow_mix_precision(_fp16): by the mix lists
  kMixedBf16,        // allow_mix_precision_bf16: by the mix lists
};

// What mixed precision may do with an operator, CANN's lists.
enum class PrecisionReduce : uint8_t {
  kBlack,  // computes in float
  kWhite,  // computes in the smaller type
  kGray,   // computes in what costs fewest conversions
};

// Of an operator's ports in order; DT_UNDEFINED: left to the mode. What isn't named is left, too.
struct PortTypes {
  std::vector<ge::DataType> inputs;
  std::vector<ge::DataType> outputs;
};

struct PrecisionOptions {
  PrecisionMode mode = PrecisionMode::kOrigin;
  // By type of operator, instead of what operator information says; by name of node, which wins.
  std::map<std::string, PrecisionReduce> lists, node_lists;
  // They keep the graph's types: names of nodes, types of operators.
  std::set<std::string> kept_nodes, kept_types;
  // Types that a file prescribes, by name of node and by type of operator.
  std::map<std::string, PortTypes> node_types, operator_types;
  // Where a file names a node or a type of operator first, "file:line": for warnings of names that nothing has.
  std::map<std::string, std::string> node_places, type_places;

  // Whether the graph's types stay as they are.
  bool keeps_all() const { return mode == PrecisionMode::kOrigin && node_types.empty() && operator_types.empty(); }
};

// Adds what CANN's names and files say to `options`. Each error is E1001 (E1002: the file can't be read), with the
// place in the file.
// A mode of ge.exec.precision_mode ("force_fp16") or ge.exec.precision_mode_v2 ("mixed_float16").
Status ReadPrecisionMode(std::string_view name, PrecisionOptions& options);
// JSON of mix lists: {"black-list": {"to-add": ["Exp"], "to-remove": ["Add"]}, "white-list": ..., "gray-list": ...}.
Status ReadModifyMixlist(const std::string& path, PrecisionOptions& options);
// Lines "name::InputDtype:float16,float,OutputDtype:float" and "OpType::Add:InputDtype:...": of ports in order, which
// may be left empty.
Status ReadCustomizeDtypes(const std::string& path, PrecisionOptions& options);
// Lines with names of nodes, and "OpType::Softmax".
Status ReadKeepDtype(const std::string& path, PrecisionOptions& options);
// INI with sections [ByOpType] and [ByNodeName]: "Softmax=high_precision" keeps float, high_performance doesn't.
Status ReadOpPrecisionMode(const std::string& path, PrecisionOptions& options);

}  // namespace opdk
