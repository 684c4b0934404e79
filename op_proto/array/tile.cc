#include "op_proto/array/tile.h"

#include <string>
#include <vector>

#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {

using opdk::ConstInts;
using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::ListText;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

IMPLEMT_COMMON_INFERFUNC(TileInfer) {
  const TensorDesc x = op.GetInputDescByName("x");
  Dims y = x.GetShape().GetDims();
  if (IsUnknownRank(y)) return SetOutput(op, "y", opdk::kUnknownRank, x.GetDataType());
  const auto const_repeats = ConstInts(op, "multiples");
  if (!const_repeats) return SetOutput(op, "y", Dims(y.size(), UNKNOWN_DIM), x.GetDataType());
  const Dims& multiples = *const_repeats;
  if (multiples.size() != y.size()) {
    return ReportInferError(
        op, "multiples " + ListText(multiples) + " has not one entry for each axis of x " + ShapeText(y));
  }
  for (size_t i = 0; i < y.size(); ++i) {
    if (multiples[i] < 0) {
      return ReportInferError(op, "multiples " + ListText(multiples) + " has an entry below 0");
    }
    if (y[i] >= 0 && __builtin_mul_overflow(y[i], multiples[i], &y[i])) {
      return ReportInferError(op, "multiples " + ListText(multiples) + " give axis " + std::to_string(i) +
                                      " more elements than can be counted");
    }
  }
  return SetOutput(op, "y", y, x.GetDataType());
}
COMMON_INFER_FUNC_REG(Tile, TileInfer);
COMMON_INFER_FUNC_REG(TileD, TileInfer);

}  // namespace ge
