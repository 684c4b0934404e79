// What verify and infer functions are made of: reading ports and attributes, setting outputs, and the inferences that
// whole families share. Each knows unknown extents (-1) and ranks (-2), sets shape and dtype, and where it refuses
// reports why (opdk/infer_error.h) and gives GRAPH_FAILED:
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

// An attribute that is an input in the operator's general form has the shape of its list.
Dims InputDims(const ge::Operator& op, const char* input);
ge::DataType InputType(const ge::Operator& op, const char* input);
// Whether an optional input is connected.
bool HasInput(const ge::Operator& op, const char* input);
// Values of an int32 or int64 input of any rank, row-major; nullopt when they aren't known (not a constant). What is an
// attribute (Int, ListInt, ListListInt) in an operator's D form is found too, so that both forms share a rule.
std::optional<std::vector<int64_t>> ConstInts(const ge::Operator& op, const char* input);
// Its only value; nullopt when unknown or when there isn't exactly one.
std::optional<int64_t> ConstInt(const ge::Operator& op, const char* input);

// The shape that such a list says, as precisely as it is known: where not all values are, an extent whose value range
// holds one number, -1 for the others; an unknown rank where the list's length isn't known.
std::vector<int64_t> ListedShape(const ge::Operator& op, const char* input);

// The shape of two inputs that have the same one, as precisely as it is known; reports a second that has another.
std::optional<std::vector<int64_t>> SharedShape(const ge::Operator& op, const char* first, const char* second);

// Attributes of the prototype: always set, to the declared default at least.
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

// "DT_FLOAT16".
inline std::string TypeText(ge::DataType type) { return ge::TypeUtils::DataTypeToSerialString(type); }
bool IsFloating(ge::DataType type);

// --- Writing ---------------------------------------------------------------------------------------------------------

ge::graphStatus SetOutput(ge::Operator& op, const char* output, const Dims& dims, ge::DataType type);
// An int64 output whose values follow from shapes and attributes alone: they travel in its description, so that
// constant folding needs no run. nullopt: not known.
ge::graphStatus SetKnownInts(ge::Operator& op, const char* output, const Dims& dims,
                             const std::optional<std::vector<int64_t>>& values, ge::DataType type = ge::DT_INT64);
ge::graphStatus SetDynamicOutput(ge::Operator& op, const char* output, uint32_t index, const Dims& dims,
                                 ge::DataType type);

// --- Checks for verify functions -------------------------------------------------------------------------------------

// All of these inputs (absent optional ones left out) have one dtype.
ge::graphStatus CheckSameType(const ge::Operator& op, std::initializer_list<const char*> inputs);
// All entries of a dynamic input have one dtype and there is at least one.
ge::graphStatus CheckSameDynamicType(const ge::Operator& op, const char* input);
// The Int attribute is 0 or 1.
ge::graphStatus CheckFlag(const ge::Operator& op, const char* attr);

// What CANN's products and convolutions of int8 have: input offset_w is reserved and must be absent, attribute offset_x
// is from `lowest` to `highest` where input `x` is int8, else 0.
ge::graphStatus CheckOffsets(const ge::Operator& op, const char* x, int64_t lowest = -128, int64_t highest = 127);

// --- Inference of families -------------------------------------------------------------------------------------------

// `output` is shaped and typed like `input`.
ge::graphStatus InferLike(ge::Operator& op, const char* input, const char* output);
// `output` is shaped like `input`, with another dtype.
ge::graphStatus InferLike(ge::Operator& op, const char* input, const char* output, ge::DataType type);
// `output` has the shape that all inputs broadcast to.
ge::graphStatus InferBroadcast(ge::Operator& op, std::initializer_list<const char*> inputs, const char* output,
                               ge::DataType type);
// `output` is `input` with `axes` reduced, dropped or (keepdims) left as 1; a negative axis counts from the end. No
// axes: all of them.
ge::graphStatus InferReduced(ge::Operator& op, const char* input, const std::vector<int64_t>& axes, bool keepdims,
                             const char* output);
// `output` is like `first`, of whose shape `second` (nullptr: there is none) must be; attribute `axes` (ListInt) names
// axes of it, each once at most. Operators that work along some axes and keep the shape.
ge::graphStatus InferAlongAxes(ge::Operator& op, const char* first, const char* second, const char* axes,
                               const char* output);
// `output` is the entries of a dynamic input joined along `axis`, which counts from the end when it is negative.
ge::graphStatus InferConcat(ge::Operator& op, const char* input, int64_t axis, const char* output);
// `output` is `input` with another extent (-1: unknown) on its last axis.
ge::graphStatus InferLastAxis(ge::Operator& op, const char* input, int64_t extent, const char* output);
// `axis` normalised against the rank of `dims`; reports when it is out of range.
std::optional<int64_t> CheckedAxis(const ge::Operator& op, const char* name, int64_t axis, const Dims& dims);

}  // namespace opdk
