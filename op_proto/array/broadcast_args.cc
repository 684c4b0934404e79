#include "op_proto/array/broadcast_args.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {
namespace {

// Returns the length of input `name`, a shape; -1 where it isn't known. Reports an input that is no list.
std::optional<int64_t> RankIn(const Operator& op, const char* name) {
  const auto dims = opdk::MergeDims(opdk::InputDims(op, name), {UNKNOWN_DIM});
  if (dims) return dims->front();
  (void)opdk::ReportInferError(
      op, std::string(name) + " " + opdk::ShapeText(opdk::InputDims(op, name)) + " is not a list of extents");
  return std::nullopt;
}

// The broadcast of x1 and x2.
struct Broadcast {
  int64_t rank = UNKNOWN_DIM;
  std::optional<opdk::Dims> shape;  // where both are known
};

// Reads x1 and x2; reports shapes that can't be broadcast.
std::optional<Broadcast> ReadBroadcast(const Operator& op) {
  const auto rank1 = RankIn(op, "x1"), rank2 = RankIn(op, "x2");
  if (!rank1 || !rank2) return std::nullopt;
  Broadcast result;
  if (*rank1 >= 0 && *rank2 >= 0) result.rank = std::max(*rank1, *rank2);
  const auto x1 = opdk::ConstInts(op, "x1"), x2 = opdk::ConstInts(op, "x2");
  if (!x1 || !x2) return result;
  result.shape = opdk::BroadcastDims(*x1, *x2);
  if (result.shape) return result;
  (void)opdk::ReportInferError(op,
                               "x1 " + opdk::ListText(*x1) + " and x2 " + opdk::ListText(*x2) + " can't be broadcast");
  return std::nullopt;
}

// Sets an output whose values decide its length, which is at most `most` (-1: unknown).
graphStatus SetAxes(Operator& op, const char* output, int64_t most) {
  TensorDesc desc = op.GetOutputDesc(output);
  const Shape shape(opdk::Dims{UNKNOWN_DIM});
  desc.SetShape(shape);
  desc.SetOriginShape(shape);
  (void)desc.SetShapeRange(std::vector<std::pair<int64_t, int64_t>>{{0, most}});
  desc.SetDataType(opdk::InputType(op, "x1"));
  return op.UpdateOutputDesc(output, desc);
}

}  // namespace

IMPLEMT_INFERFUNC(BroadcastArgs, BroadcastArgsInfer) {
  const auto broadcast = ReadBroadcast(op);
  if (!broadcast) return GRAPH_FAILED;
  return opdk::SetKnownInts(op, "y", {broadcast->rank}, broadcast->shape, opdk::InputType(op, "x1"));
}

IMPLEMT_INFERFUNC(BroadcastGradientArgs, BroadcastGradientArgsInfer) {
  const auto broadcast = ReadBroadcast(op);
  if (!broadcast || SetAxes(op, "y1", broadcast->rank) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return SetAxes(op, "y2", broadcast->rank);
}

IMPLEMT_COMMON_INFERFUNC(ShapesVerify) { return opdk::CheckSameType(op, {"x1", "x2"}); }

INFER_FUNC_REG(BroadcastArgs, BroadcastArgsInfer);
INFER_FUNC_REG(BroadcastGradientArgs, BroadcastGradientArgsInfer);
VERIFY_FUNC_REG(BroadcastArgs, ShapesVerify);
VERIFY_FUNC_REG(BroadcastGradientArgs, ShapesVerify);

}  // namespace ge
