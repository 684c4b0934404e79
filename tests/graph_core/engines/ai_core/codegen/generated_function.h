// One function of the code generator's mathematics, compiled for a chosen instruction set: output[i] = f(inputs[i]).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graph_core/engines/ai_core/canonical/kernel_ir.h"
#include "opdk/status.h"

namespace opdk::tests {

struct FunctionSpec {
  std::string name;  // as in the table of accuracy.md
  ge::DataType dtype = ge::DT_FLOAT;
  std::optional<tbe::UnaryOp> unary;
  tbe::BinaryOp binary = tbe::BinaryOp::kPow;
  std::optional<double> exponent;  // of a power whose exponent is part of the kernel
};

class GeneratedFunction {
 public:
  // Runs on the calling thread.
  template <typename T>
  void operator()(const T* x, const T* y, T* result, int32_t count) const {
    Call(x, y, result, count);
  }

 private:
  friend Result<std::vector<GeneratedFunction>> Generate(const std::vector<FunctionSpec>& specs, const std::string& isa,
                                                         const std::string& directory);
  void Call(const void* x, const void* y, void* result, int32_t count) const;

  bool two_inputs_ = false;
  int (*entry_)(void**) = nullptr;
};

// Generates the functions, in the order of `specs`. `isa`: "avx512", "avx2" or "baseline". Writes objects and libraries
// to `directory`.
Result<std::vector<GeneratedFunction>> Generate(const std::vector<FunctionSpec>& specs, const std::string& isa,
                                                const std::string& directory);

}  // namespace opdk::tests
