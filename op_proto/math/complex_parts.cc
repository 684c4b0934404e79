#include "op_proto/math/complex_parts.h"

#include "opdk/infer.h"

namespace ge {

static DataType PartType(DataType type) {
  if (type == DT_COMPLEX64) return DT_FLOAT;
  return type == DT_COMPLEX128 ? DT_DOUBLE : type;
}

static graphStatus InferPart(Operator& op, const char* input, const char* output, DataType tout) {
  const DataType type = opdk::InputType(op, input), part = PartType(type);
  if (tout == part) return opdk::InferLike(op, input, output, part);
  return opdk::ReportInferError(op, "Tout is " + opdk::TypeText(tout) + ", but the parts of " + opdk::TypeText(type) +
                                        " are " + opdk::TypeText(part) + ": set it to that");
}

IMPLEMT_INFERFUNC(Complex, ComplexInfer) {
  const auto tout = static_cast<DataType>(op.get_attr_Tout());
  const DataType part = opdk::InputType(op, "real");
  if (PartType(tout) != part || tout == part) {
    return opdk::ReportInferError(op, "Tout is " + opdk::TypeText(tout) + ", but no complex number of " +
                                          opdk::TypeText(part) + " parts: set it to complex64 or complex128");
  }
  return opdk::InferBroadcast(op, {"real", "imag"}, "out", tout);
}
INFER_FUNC_REG(Complex, ComplexInfer);
IMPLEMT_VERIFIER(Complex, ComplexVerify) { return opdk::CheckSameType(op, {"real", "imag"}); }
VERIFY_FUNC_REG(Complex, ComplexVerify);

IMPLEMT_INFERFUNC(Real, RealInfer) {
  return InferPart(op, "input", "output", static_cast<DataType>(op.get_attr_Tout()));
}
INFER_FUNC_REG(Real, RealInfer);

IMPLEMT_INFERFUNC(Imag, ImagInfer) { return InferPart(op, "input", "output", op.get_attr_Tout()); }
INFER_FUNC_REG(Imag, ImagInfer);

IMPLEMT_INFERFUNC(ComplexAbs, ComplexAbsInfer) { return InferPart(op, "x", "y", op.get_attr_Tout()); }
INFER_FUNC_REG(ComplexAbs, ComplexAbsInfer);

IMPLEMT_INFERFUNC(Angle, AngleInfer) { return InferPart(op, "input", "output", op.get_attr_Tout()); }
INFER_FUNC_REG(Angle, AngleInfer);

IMPLEMT_INFERFUNC(AngleV2, AngleV2Infer) {
  return opdk::InferLike(op, "x", "y", opdk::InputType(op, "x") == DT_FLOAT16 ? DT_FLOAT16 : DT_FLOAT);
}
INFER_FUNC_REG(AngleV2, AngleV2Infer);

IMPLEMT_INFERFUNC(Conj, ConjInfer) { return opdk::InferLike(op, "input", "output"); }
INFER_FUNC_REG(Conj, ConjInfer);

}  // namespace ge
