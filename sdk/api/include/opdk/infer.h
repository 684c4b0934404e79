// Building blocks of verify and infer functions: reading ports and attributes, setting outputs, and inferences that
// whole families share. Each handles unknown extents (-1) and ranks (-2) and sets shape and dtype. On an error it
// reports the reason (opdk/infer_error.h) and returns GRAPH_FAILED:
//
//   IMPLEMT_COMMON_INFERFUNC(RowSumsInfer) { return opdk::InferReduced(op, "x", {-1}, false, "sums"); }
//   COMMON_INFER_FUNC_REG(RowSums, RowSumsInfer);
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "graph/operator_reg.h"
#include "graph/utils/type_utils.h"
#include "opdk/infer_error.h"
#include "opdk/shape_rules.h"

namespace opdk {

// --- Reading ---------------------------------------------------------------------------------------------------------

// Returns an input's shape. If the input is an attribute in the operator's D form, the shape is that of the attribute's
// list.
Dims InputDims(const ge::Operator& op, const char* input);
// Returns an input's dtype.
ge::DataType InputType(const ge::Operator& op, const char* input);
// Returns whether an optional input is connected.
bool HasInput(const ge::Operator& op, const char* input);
// Returns the values of an int32 or int64 input of any rank, row-major; nullopt when they aren't known (not a
// constant). In an operator's D form the values come from the attribute (Int, ListInt, ListListInt), so that both forms
// share a rule.
std::optional<std::vector<int64_t>> ConstInts(const ge::Operator& op, const char* input);
// Returns the input's only value; nullopt when it is unknown or when there isn't exactly one.
std::optional<int64_t> ConstInt(const ge::Operator& op, const char* input);

// Returns the shape that an input lists, as precisely as it is known. An unknown extent is taken from a value range of
// one number, else it is -1. If the list's length isn't known, the rank is unknown.
std::vector<int64_t> ListedShape(const ge::Operator& op, const char* input);

// Returns the shape that two inputs share, as precisely as it is known; reports an error when their shapes differ.
std::optional<std::vector<int64_t>> SharedShape(const ge::Operator& op, const char* first, const char* second);

// Returns an attribute of the prototype, which always has a value: at least the declared default. FloatAttr, BoolAttr,
// StringAttr and ListIntAttr return attributes of other types.
int64_t IntAttr(const ge::Operator& op, const char* name);
float FloatAttr(const ge::Operator& op, const char* name);
inline bool BoolAttr(const ge::Operator& op, const char* name) {
  bool value = false;
  (void)op.GetAttr(std::string(name), value);
  return value;
}
inline std::string StringAttr(const ge::Operator& op, const char* name) {
  std::string value;
  (void)op.GetAttr(std::string(name), value);
  return value;
}
std::vector<int64_t> ListIntAttr(const ge::Operator& op, const char* name);

// Returns the name of a dtype, such as "DT_FLOAT16".
inline std::string TypeText(ge::DataType type) { return ge::TypeUtils::DataTypeToSerialString(type); }
// Returns whether a dtype is one of the floating-point types.
bool IsFloating(ge::DataType type);

// --- Writing ---------------------------------------------------------------------------------------------------------

// Sets shape and dtype of an output.
ge::graphStatus SetOutput(ge::Operator& op, const char* output, const Dims& dims, ge::DataType type);
// Sets an integer output whose values follow from shapes and attributes alone. The values travel in the output's
// description, so that constant folding needs no run. nullopt: not known.
ge::graphStatus SetKnownInts(ge::Operator& op, const char* output, const Dims& dims,
                             const std::optional<std::vector<int64_t>>& values, ge::DataType type = ge::DT_INT64);
// Sets shape and dtype of entry `index` of a dynamic output.
ge::graphStatus SetDynamicOutput(ge::Operator& op, const char* output, uint32_t index, const Dims& dims,
                                 ge::DataType type);

// --- Checks for verify functions -------------------------------------------------------------------------------------

// Checks that all of these inputs have one dtype. Absent optional inputs are left out.
ge::graphStatus CheckSameType(const ge::Operator& op, std::initializer_list<const char*> inputs);
// Checks that a dynamic input has at least one entry and that all its entries have one dtype.
ge::graphStatus CheckSameDynamicType(const ge::Operator& op, const char* input);
// Checks that the Int attribute is 0 or 1.
ge::graphStatus CheckFlag(const ge::Operator& op, const char* attr);

// Checks the offsets of CANN's products and convolutions of int8. Input offset_w is reserved and must be absent.
// Attribute offset_x is from `lowest` to `highest` when input `x` is int8, else 0.
ge::graphStatus CheckOffsets(const ge::Operator& op, const char* x, int64_t lowest = -128, int64_t highest = 127);

// --- Inference of families -------------------------------------------------------------------------------------------

// Gives `output` the shape and dtype of `input`.
ge::graphStatus InferLike(ge::Operator& op, const char* input, const char* output);
// Gives `output` the shape of `input`, and the dtype `type`.
ge::graphStatus InferLike(ge::Operator& op, const char* input, const char* output, ge::DataType type);
// Gives `output` the shape that all inputs broadcast to.
ge::graphStatus InferBroadcast(ge::Operator& op, std::initializer_list<const char*> inputs, const char* output,
                               ge::DataType type);
// Reduces `axes` of `input`: the axes are dropped, or stay as 1 (keepdims). A negative axis counts from the end. No
// axes: all axes are reduced.
ge::graphStatus InferReduced(ge::Operator& op, const char* input, const std::vector<int64_t>& axes, bool keepdims,
                             const char* output);
// Gives `output` the shape and dtype of `first`, for operators that work along some axes and keep the shape. `second`
// (nullptr: there is none) must have the shape of `first`. Attribute `axes` (ListInt) names axes, each at most once.
ge::graphStatus InferAlongAxes(ge::Operator& op, const char* first, const char* second, const char* axes,
                               const char* output);
// Joins the entries of a dynamic input along `axis`; a negative axis counts from the end.
ge::graphStatus InferConcat(ge::Operator& op, const char* input, int64_t axis, const char* output);
// Gives `output` the shape and dtype of `input` with another extent (-1: unknown) on the last axis.
ge::graphStatus InferLastAxis(ge::Operator& op, const char* input, int64_t extent, const char* output);
// Returns `axis` as a number from 0; reports an error when it is out of range for the rank of `dims`.
std::optional<int64_t> CheckedAxis(const ge::Operator& op, const char* name, int64_t axis, const Dims& dims);

}  // namespace opdk
