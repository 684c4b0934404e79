#include "op_proto/norm/root_mean_squares.h"

#include <algorithm>

namespace ge {

std::optional<opdk::Dims> RootMeanSquares(const Operator& op, const opdk::Dims& x) {
  const opdk::Dims gamma = opdk::InputDims(op, "gamma");
  if (!opdk::IsUnknownRank(gamma) && gamma.empty()) {
    opdk::ReportInferError(op, "gamma has no axes");
    return std::nullopt;
  }
  if (opdk::IsUnknownRank(x)) return opdk::kUnknownRank;
  if (opdk::IsUnknownRank(gamma)) return opdk::Dims(x.size(), UNKNOWN_DIM);
  const auto count = static_cast<std::ptrdiff_t>(gamma.size());
  if (gamma.size() > x.size() || !opdk::MergeDims(opdk::Dims(x.end() - count, x.end()), gamma)) {
    opdk::ReportInferError(
        op, "gamma " + opdk::ShapeText(gamma) + " does not have the last extents of x " + opdk::ShapeText(x));
    return std::nullopt;
  }
  opdk::Dims rstd = x;
  std::fill(rstd.end() - count, rstd.end(), 1);
  return rstd;
}

}  // namespace ge
