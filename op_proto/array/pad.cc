#include "op_proto/array/pad.h"

#include <algorithm>
#include <string>
#include <vector>

#include "op_proto/array/paddings.h"
#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {

using opdk::Dims;
using opdk::ListText;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

namespace {

// Returns why these aren't two paddings for each axis of x; "": they are.
std::string WhyNoPaddings(const std::vector<int64_t>& given, const Dims& x) {
  if (given.size() != 2 * x.size()) {
    return "paddings " + ListText(given) + " has not two entries for each axis of x " + ShapeText(x);
  }
  return opdk::ArePaddings(given) ? "" : "paddings " + ListText(given) + " are wider than a tensor can be";
}

// Returns why axis `i` of x can't be padded by `begin` and `end` in this mode; "": it can.
std::string WhyNot(const std::string& mode, size_t i, const Dims& x, int64_t begin, int64_t end) {
  const int64_t widest = std::max(begin, end), extent = x[i];
  const int64_t reach = mode == "reflect" ? extent - 1 : extent;
  const std::string axis = std::to_string(i);
  if ((mode == "reflect" || mode == "symmetric") && widest > 0 && widest > reach) {
    return "mode " + mode + " can't pad axis " + axis + " of x " + ShapeText(x) + " by " + std::to_string(widest);
  }
  // Wrapping repeats what cropping leaves.
  const int64_t kept = mode == "wrap" ? extent + std::min<int64_t>(begin, 0) + std::min<int64_t>(end, 0) : extent;
  if ((mode == "edge" || mode == "wrap") && kept <= 0 && extent + begin + end > 0) {
    return "mode " + mode + " can't pad the empty axis " + axis;
  }
  return "";
}

graphStatus InferPadded(Operator& op, const std::string& mode, bool contiguous) {
  const DataType type = opdk::InputType(op, "x");
  const Dims x = opdk::InputDims(op, "x");
  if (opdk::IsUnknownRank(x)) return SetOutput(op, "y", opdk::kUnknownRank, type);
  const auto given = opdk::ConstInts(op, "paddings");
  if (!given) return SetOutput(op, "y", Dims(x.size(), UNKNOWN_DIM), type);
  if (const std::string reason = WhyNoPaddings(*given, x); !reason.empty()) return ReportInferError(op, reason);
  const opdk::Paddings paddings = opdk::PaddingsOf(*given, contiguous);
  Dims y = x;
  for (size_t i = 0; i < y.size(); ++i) {
    if (y[i] < 0) continue;
    const int64_t begin = paddings.begins[i], end = paddings.ends[i];
    const std::string why_not = WhyNot(mode, i, x, begin, end);
    if (!why_not.empty()) return ReportInferError(op, why_not);
    y[i] += begin + end;
    if (y[i] < 0) {
      return ReportInferError(op,
                              "paddings " + ListText(*given) + " crop more than axis " + std::to_string(i) + " holds");
    }
  }
  return SetOutput(op, "y", y, type);
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(PadInfer) { return InferPadded(op, "constant", true); }
COMMON_INFER_FUNC_REG(Pad, PadInfer);
COMMON_INFER_FUNC_REG(PadD, PadInfer);
COMMON_INFER_FUNC_REG(PadV2, PadInfer);
COMMON_INFER_FUNC_REG(PadV2D, PadInfer);

IMPLEMT_COMMON_INFERFUNC(PadV3Infer) {
  const std::string mode = opdk::StringAttr(op, "mode");
  if (mode != "constant" && mode != "reflect" && mode != "symmetric" && mode != "edge" && mode != "wrap") {
    return ReportInferError(op, "mode '" + mode + "' is none of constant, reflect, symmetric, edge, wrap");
  }
  bool contiguous = true;
  (void)op.GetAttr("paddings_contiguous", contiguous);
  return InferPadded(op, mode, contiguous);
}
COMMON_INFER_FUNC_REG(PadV3, PadV3Infer);
COMMON_INFER_FUNC_REG(PadV3D, PadV3Infer);

IMPLEMT_COMMON_INFERFUNC(MirrorPadInfer) {
  const std::string mode = opdk::StringAttr(op, "mode");
  if (mode == "REFLECT") return InferPadded(op, "reflect", true);
  if (mode == "SYMMETRIC") return InferPadded(op, "symmetric", true);
  return ReportInferError(op, "mode '" + mode + "' is neither REFLECT nor SYMMETRIC");
}
COMMON_INFER_FUNC_REG(MirrorPad, MirrorPadInfer);

IMPLEMT_COMMON_INFERFUNC(MirrorPadGradInfer) {
  const std::string mode = opdk::StringAttr(op, "mode");
  if (mode != "REFLECT" && mode != "SYMMETRIC") {
    return ReportInferError(op, "mode '" + mode + "' is neither REFLECT nor SYMMETRIC");
  }
  const Dims x = opdk::InputDims(op, "x");
  const auto given = opdk::ConstInts(op, "paddings");
  if (opdk::IsUnknownRank(x)) return SetOutput(op, "y", x, opdk::InputType(op, "x"));
  if (!given) return SetOutput(op, "y", Dims(x.size(), UNKNOWN_DIM), opdk::InputType(op, "x"));
  if (const std::string reason = WhyNoPaddings(*given, x); !reason.empty()) return ReportInferError(op, reason);
  Dims y = x;
  for (size_t i = 0; i < y.size(); ++i) {
    const int64_t begin = (*given)[2 * i], end = (*given)[2 * i + 1];
    if (y[i] >= 0) y[i] -= begin + end;
    const int64_t reach = mode == "REFLECT" ? y[i] - 1 : y[i];
    const int64_t widest = std::max(begin, end);
    if (begin < 0 || end < 0 || (x[i] >= 0 && (y[i] < 0 || (widest > 0 && widest > reach)))) {
      return ReportInferError(
          op, "mode " + mode + " padded no tensor to x " + ShapeText(x) + " by paddings " + ListText(*given));
    }
  }
  return SetOutput(op, "y", y, opdk::InputType(op, "x"));
}
COMMON_INFER_FUNC_REG(MirrorPadGrad, MirrorPadGradInfer);

}  // namespace ge
