// An AI Core kernel: a function from an operator's symbolic inputs and attributes to the expressions of its outputs.
//
//   std::vector<tbe::Tensor> GeluCompute(const tbe::OpParams& op) {
//     tbe::Tensor x = op.Input("x");
//     return {x * 0.5 * (1.0 + tbe::verf(x * 0.70710678118654752))};
//   }
//   REGISTER_OP_COMPUTE(Gelu, GeluCompute);
//
// Before the call the prototype has inferred the outputs and the operator information has admitted the dtypes; the
// kernel checks neither again. A kernel must be a pure function of its argument. It returns one tensor per output, in
// order; an output may be an input itself. Results without a reader needn't be computed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/operator.h"
#include "opdk/neutral_text.h"
#include "opdk/registrations.h"
#include "opdk/source_place.h"
#include "tbe/expr.h"

namespace opdk {
struct OpDesc;
using ConstInputFn = std::function<bool(int input, ge::Tensor& value)>;
}  // namespace opdk

namespace tbe {

// Inputs, outputs and attributes of one instance, for a kernel's compute function. Valid during the call.
class OpParams {
 public:
  // Refers to an operator and its inputs, one per op.inputs (an empty handle for an absent optional input). Both must
  // outlive this object.
  OpParams(const opdk::OpDesc& op, const std::vector<Tensor>& inputs, const opdk::ConstInputFn& const_input);

  // Gives the inputs and outputs by the prototype's names. A name that the prototype doesn't have, or an attribute of
  // another type, throws ExpressionError (a broken kernel) with the place `at` of the call.
  Tensor Input(const char* port, opdk::SourcePlace at = OPDK_HERE) const;   // required, or optional and present
  bool HasInput(const char* port, opdk::SourcePlace at = OPDK_HERE) const;  // optional: is it connected?
  std::vector<Tensor> DynamicInput(const char* port, opdk::SourcePlace at = OPDK_HERE) const;  // x0 … x{n-1}
  int64_t OutputCount(const char* port, opdk::SourcePlace at = OPDK_HERE) const;  // entries of a dynamic output
  // Returns the concrete shape or dtype of an output, from shape inference. Ports: "y", or "y0" of a dynamic output.
  const std::vector<int64_t>& OutputShape(const char* port, opdk::SourcePlace at = OPDK_HERE) const;
  DataType OutputDtype(const char* port, opdk::SourcePlace at = OPDK_HERE) const;
  // Returns the values of an integer input that is listed under `value_depend`. In the operator's D form returns the
  // values of the attribute (Int, ListInt, ListListInt) that stands for the input.
  std::vector<int64_t> InputInts(const char* port, opdk::SourcePlace at = OPDK_HERE) const;
  // Returns the values of an input of float, float16, bfloat16 or double, under InputInts' conditions.
  std::vector<double> InputFloats(const char* port, opdk::SourcePlace at = OPDK_HERE) const;
  // Returns whether the input is a constant of zeros only, so that its part of a sum needs no computing. False where
  // the values aren't known; the kernel must then compute the same result from them.
  bool IsZero(const char* port, opdk::SourcePlace at = OPDK_HERE) const;

  // Returns the value of an attribute, or the prototype's default.
  int64_t Int(const char* attr, opdk::SourcePlace at = OPDK_HERE) const;
  float Float(const char* attr, opdk::SourcePlace at = OPDK_HERE) const;
  bool Bool(const char* attr, opdk::SourcePlace at = OPDK_HERE) const;
  std::string String(const char* attr, opdk::SourcePlace at = OPDK_HERE) const { return opdk::ToText(Text(attr, at)); }
  ge::AscendString Text(const char* attr, opdk::SourcePlace at = OPDK_HERE) const;
  std::vector<int64_t> ListInt(const char* attr, opdk::SourcePlace at = OPDK_HERE) const;
  std::vector<float> ListFloat(const char* attr, opdk::SourcePlace at = OPDK_HERE) const;
  // Returns whether the attribute has a value; false also when the prototype declares no such attribute. For kernels
  // that serve several operators.
  bool HasAttr(const char* attr) const;

 private:
  const opdk::OpDesc& op_;
  const std::vector<Tensor>& inputs_;
  const opdk::ConstInputFn& const_input_;
  std::vector<std::vector<int64_t>> output_shapes_;
};

// A kernel as the AI Core engine gets it: opdk::EngineKernelEntry::payload. `compute` builds the output expressions
// from symbolic inputs and attributes.
struct OpComputeKernel {
  uint32_t size;  // of this structure
  std::vector<Tensor> (*compute)(const OpParams& op);
};

// Puts a kernel on this package's list.
struct OPDK_HIDDEN OpComputeRegister {
  OpComputeRegister(const char* type, std::vector<Tensor> (*compute)(const OpParams&), const char* file, int line) {
    const OpComputeKernel kernel = {sizeof(OpComputeKernel), compute};
    opdk::RegistrationList::Local().AppendFirst(
        opdk::EngineKernelEntry("ai_core", type, {file, line}, std::make_shared<const OpComputeKernel>(kernel)));
  }
};

// Registers an optional check that returns why the AI Core kernel can't take this instance ("": the kernel can). The
// operator information already checks dtypes, formats and limits.
struct OPDK_HIDDEN CheckSupportRegister {
  CheckSupportRegister(const char* type, opdk::CheckSupportEntry::Check check) {
    opdk::RegistrationList::Local().AppendFirst(opdk::CheckSupportEntry("ai_core", type, check));
  }
};

}  // namespace tbe

#define REGISTER_OP_COMPUTE(Op, fn) static const ::tbe::OpComputeRegister g_op_compute_##Op(#Op, fn, __FILE__, __LINE__)
// Type of fn: std::string (const ge::Operator&).
#define REGISTER_CHECK_SUPPORT(Op, fn)                           \
  static const ::tbe::CheckSupportRegister g_check_support_##Op( \
      #Op, [](const ::ge::Operator& op) -> ::ge::AscendString { return ::opdk::Neutral(fn(op)); })
