#include "op_proto/array/pad.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "op_proto/array/paddings.h"
#include "opdk/infer.h"
#include "opdk/list_text.h"
#include "opdk/one_number.h"

namespace ge {

using opdk::Dims;
using opdk::ListText;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

namespace {

// Returns why a tensor of this shape can't be paddings; "": it can.
std::string WhyNoTable(const Dims& paddings, bool contiguous) {
  if (paddings.size() == 1 || opdk::MergeDims(paddings, contiguous ? Dims{UNKNOWN_DIM, 2} : Dims{1, UNKNOWN_DIM})) {
    return "";
  }
  return "paddings has shape " + ShapeText(paddings) + ", neither a list nor " +
         (contiguous ? "two columns" : "one row");
}

// Returns why these aren't two paddings for each axis of x; "": they are, as far as x's rank is known. `crops`:
// negative paddings crop.
std::string WhyNoPaddings(const std::vector<int64_t>& given, const Dims& x, bool crops) {
  if (!opdk::IsUnknownRank(x) && given.size() != 2 * x.size()) {
    return "paddings " + ListText(given) + " has not two entries for each axis of x " + ShapeText(x);
  }
  if (!opdk::ArePaddings(given)) return "paddings " + ListText(given) + " are wider than a tensor can be";
  const bool is_negative = std::any_of(given.begin(), given.end(), [](int64_t each) { return each < 0; });
  return crops || !is_negative ? "" : "paddings " + ListText(given) + " must not be negative; PadV3's may be";
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

// Returns input paddings; nothing when they aren't known. Gives `reason` why they don't pad x.
std::optional<std::vector<int64_t>> GivenPaddings(const Operator& op, const Dims& x, bool contiguous, bool crops,
                                                  std::string& reason) {
  reason = WhyNoTable(opdk::InputDims(op, "paddings"), contiguous);
  auto given = opdk::ConstInts(op, "paddings");
  if (given && reason.empty()) reason = WhyNoPaddings(*given, x, crops);
  return given;
}

graphStatus InferPadded(Operator& op, const std::string& mode, bool contiguous, bool crops) {
  const DataType type = opdk::InputType(op, "x");
  const Dims x = opdk::InputDims(op, "x");
  std::string reason;
  const auto given = GivenPaddings(op, x, contiguous, crops, reason);
  if (!reason.empty()) return ReportInferError(op, reason);
  if (opdk::IsUnknownRank(x)) return SetOutput(op, "y", opdk::kUnknownRank, type);
  if (!given) return SetOutput(op, "y", Dims(x.size(), UNKNOWN_DIM), type);
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

IMPLEMT_COMMON_INFERFUNC(PadInfer) { return InferPadded(op, "constant", true, false); }
COMMON_INFER_FUNC_REG(Pad, PadInfer);
COMMON_INFER_FUNC_REG(PadD, PadInfer);

IMPLEMT_COMMON_INFERFUNC(PadV2Infer) {
  if (opdk::CheckOneNumber(op, {"constant_values"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return InferPadded(op, "constant", true, false);
}
COMMON_INFER_FUNC_REG(PadV2, PadV2Infer);
COMMON_INFER_FUNC_REG(PadV2D, PadV2Infer);

IMPLEMT_COMMON_INFERFUNC(PadV3Infer) {
  if (opdk::CheckOneNumber(op, {"constant_values"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const std::string mode = opdk::StringAttr(op, "mode");
  if (mode != "constant" && mode != "reflect" && mode != "symmetric" && mode != "edge" && mode != "wrap") {
    return ReportInferError(op, "mode '" + mode + "' is none of constant, reflect, symmetric, edge, wrap");
  }
  bool contiguous = true;
  (void)op.GetAttr("paddings_contiguous", contiguous);
  return InferPadded(op, mode, contiguous, true);
}
COMMON_INFER_FUNC_REG(PadV3, PadV3Infer);
COMMON_INFER_FUNC_REG(PadV3D, PadV3Infer);

IMPLEMT_COMMON_INFERFUNC(MirrorPadInfer) {
  const std::string mode = opdk::StringAttr(op, "mode");
  if (mode == "REFLECT") return InferPadded(op, "reflect", true, false);
  if (mode == "SYMMETRIC") return InferPadded(op, "symmetric", true, false);
  return ReportInferError(op, "mode '" + mode + "' is neither REFLECT nor SYMMETRIC");
}
COMMON_INFER_FUNC_REG(MirrorPad, MirrorPadInfer);

IMPLEMT_COMMON_INFERFUNC(MirrorPadGradInfer) {
  const std::string mode = opdk::StringAttr(op, "mode");
  if (mode != "REFLECT" && mode != "SYMMETRIC") {
    return ReportInferError(op, "mode '" + mode + "' is neither REFLECT nor SYMMETRIC");
  }
  const Dims x = opdk::InputDims(op, "x");
  std::string reason;
  const auto given = GivenPaddings(op, x, true, false, reason);
  if (!reason.empty()) return ReportInferError(op, reason);
  if (opdk::IsUnknownRank(x)) return SetOutput(op, "y", x, opdk::InputType(op, "x"));
  if (!given) return SetOutput(op, "y", Dims(x.size(), UNKNOWN_DIM), opdk::InputType(op, "x"));
  Dims y = x;
  for (size_t i = 0; i < y.size(); ++i) {
    const int64_t begin = (*given)[2 * i], end = (*given)[2 * i + 1];
    if (y[i] >= 0) y[i] -= begin + end;
    const int64_t reach = mode == "REFLECT" ? y[i] - 1 : y[i];
    const int64_t widest = std::max(begin, end);
    if (x[i] >= 0 && (y[i] < 0 || (widest > 0 && widest > reach))) {
      return ReportInferError(
          op, "mode " + mode + " padded no tensor to x " + ShapeText(x) + " by paddings " + ListText(*given));
    }
  }
  return SetOutput(op, "y", y, opdk::InputType(op, "x"));
}
COMMON_INFER_FUNC_REG(MirrorPadGrad, MirrorPadGradInfer);

}  // namespace ge
