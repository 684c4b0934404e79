// Names of the enumerators of tbe/expr.h in text.
#include "tbe/print.h"

namespace tbe {

const char* TextOf(Kind kind) {
  static constexpr const char* kNames[] = {"input",
                                           "const",
                                           "param",
                                           "unary",
                                           "binary",
                                           "select",
                                           "cast",
                                           "broadcast",
                                           "reduce",
                                           "transpose",
                                           "reshape",
                                           "slice",
                                           "concat",
                                           "pad",
                                           "gather",
                                           "scatter",
                                           "scan",
                                           "compute",
                                           "matmul",
                                           "conv",
                                           "conv_transpose",
                                           "pool",
                                           "conv_backprop_filter"};
  static_assert(std::size(kNames) == static_cast<size_t>(Kind::kConvBackpropFilter) + 1);
  return kNames[static_cast<size_t>(kind)];
}

const char* TextOf(UnaryOp op) {
  static constexpr const char* kNames[] = {
      "neg",  "abs",   "exp",   "log",  "sqrt", "rsqrt",  "reciprocal", "erf",   "tanh",  "sigmoid", "sin",
      "cos",  "tan",   "asin",  "acos", "atan", "sinh",   "cosh",       "asinh", "acosh", "atanh",   "floor",
      "ceil", "round", "trunc", "sign", "not",  "is_nan", "is_inf",     "expm1", "log1p", "erfc"};
  static_assert(std::size(kNames) == static_cast<size_t>(kLastUnaryOp) + 1);
  return kNames[static_cast<size_t>(op)];
}

const char* TextOf(BinaryOp op) {
  static constexpr const char* kNames[] = {"add",   "sub",        "mul",        "div",           "mod",   "fmod",
                                           "pow",   "max",        "min",        "and",           "or",    "xor",
                                           "less",  "less_equal", "greater",    "greater_equal", "equal", "not_equal",
                                           "atan2", "shift_left", "shift_right"};
  static_assert(std::size(kNames) == static_cast<size_t>(kLastBinaryOp) + 1);
  return kNames[static_cast<size_t>(op)];
}

const char* TextOf(ReduceOp op) {
  static constexpr const char* kNames[] = {"sum", "prod", "max", "min", "any", "all"};
  static_assert(std::size(kNames) == static_cast<size_t>(ReduceOp::kAll) + 1);
  return kNames[static_cast<size_t>(op)];
}

const char* TextOf(Rounding rounding) {
  static constexpr const char* kNames[] = {"trunc", "floor", "ceil", "nearest_even", "half_up"};
  static_assert(std::size(kNames) == static_cast<size_t>(Rounding::kHalfUp) + 1);
  return kNames[static_cast<size_t>(rounding)];
}

const char* TextOf(PoolMode mode) {
  static constexpr const char* kNames[] = {"max", "average", "average_include_pad"};
  static_assert(std::size(kNames) == static_cast<size_t>(PoolMode::kAverageIncludePad) + 1);
  return kNames[static_cast<size_t>(mode)];
}

}  // namespace tbe
