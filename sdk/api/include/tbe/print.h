// Readable text of tensor expressions, for dumps, logs and tests.
#pragma once

#include <string>
#include <vector>

#include "opdk/neutral_text.h"
#include "tbe/expr.h"

namespace tbe {

// Prints one line per node, inputs before their users, each shared node once:
//
//   %0 = input 0 "x" : float[2, 3]
//   %1 = const 0.5 : float[]
//   %2 = broadcast %1 axes [] : float[2, 3]
//   %3 = mul %0, %2 : float[2, 3]
//   return %3
//
// The body of a compute() stands in its line: `compute { read0(i0, r0) } sum over [4] of %1 : float[2]`.
ge::AscendString PrintText(const std::vector<Tensor>& outputs);
inline std::string Print(const std::vector<Tensor>& outputs) { return opdk::ToText(PrintText(outputs)); }

// Returns the name that Print uses: "add", "less", "sum" …
const char* TextOf(Kind kind);
const char* TextOf(UnaryOp op);
const char* TextOf(BinaryOp op);
const char* TextOf(ReduceOp op);
const char* TextOf(Rounding rounding);
const char* TextOf(PoolMode mode);
template <typename Enumerator>
std::string NameOf(Enumerator value) {
  return TextOf(value);
}

}  // namespace tbe
