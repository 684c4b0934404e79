#include "op_proto/broken/operators.h"

#include <algorithm>
#include <csignal>

namespace ge {
#define SAME_SHAPE(Name) COMMON_INFER_FUNC_REG(Name, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"))

SAME_SHAPE(CorrectTwin);
SAME_SHAPE(WrongTail);
SAME_SHAPE(UnwrittenElement);
SAME_SHAPE(Accumulates);
SAME_SHAPE(ReadsOutOfBounds);
SAME_SHAPE(WritesOutOfBounds);
SAME_SHAPE(WritesBeforeStart);
SAME_SHAPE(WritesIntoInput);
SAME_SHAPE(StoresAligned);
SAME_SHAPE(LeavesFromEveryBlock);
SAME_SHAPE(SharesScratch);
SAME_SHAPE(LocksScratch);
SAME_SHAPE(DependsOnAlignment);
SAME_SHAPE(CountsCalls);
SAME_SHAPE(Crashes);
SAME_SHAPE(Hangs);
SAME_SHAPE(Leaks);
SAME_SHAPE(LeaksFiles);
SAME_SHAPE(LeaksThreads);
SAME_SHAPE(ChangesRounding);
SAME_SHAPE(FlushesDenormals);
SAME_SHAPE(ChangesLocale);
SAME_SHAPE(ReversesInPlace);
SAME_SHAPE(JoinsBackwards);
SAME_SHAPE(WrongShapeInference);
SAME_SHAPE(SwallowsNan);
SAME_SHAPE(LosesDenormals);
SAME_SHAPE(RoundsHalvesAway);
SAME_SHAPE(LosesZeroSign);
SAME_SHAPE(CutsTo32Bits);
SAME_SHAPE(Saturates);
SAME_SHAPE(IgnoresAttribute);
SAME_SHAPE(KeepsFirstAttribute);
SAME_SHAPE(MixesUpPieces);
SAME_SHAPE(AddsToFreshMemory);
SAME_SHAPE(SwapsColumns);
SAME_SHAPE(TruncatesThroughFloat);

IMPLEMT_COMMON_INFERFUNC(WritesPastRequestInferShape) {
  TensorDesc y = op.GetInputDesc("x");
  y.SetShape(Shape({UNKNOWN_DIM}));
  return op.UpdateOutputDesc("y", y);
}
COMMON_INFER_FUNC_REG(WritesPastRequest, WritesPastRequestInferShape);

IMPLEMT_COMMON_INFERFUNC(UnorderedSumInferShape) {
  TensorDesc y = op.GetInputDesc("x");
  y.SetShape(Shape());
  return op.UpdateOutputDesc("y", y);
}
COMMON_INFER_FUNC_REG(UnorderedSum, UnorderedSumInferShape);

IMPLEMT_COMMON_INFERFUNC(WrongDtypeInferenceInferShape) {
  TensorDesc y = op.GetInputDesc("x");
  y.SetDataType(DT_INT32);
  return op.UpdateOutputDesc("y", y);
}
COMMON_INFER_FUNC_REG(WrongDtypeInference, WrongDtypeInferenceInferShape);

IMPLEMT_COMMON_INFERFUNC(RefusesNothingInferShape) {
  TensorDesc y = op.GetInputDesc("x");
  const std::vector<int64_t> dims = y.GetShape().GetDims();
  if (dims == std::vector<int64_t>{-2}) return op.UpdateOutputDesc("y", y);
  y.SetShape(Shape({dims.empty() ? 1 : dims.back()}));
  return op.UpdateOutputDesc("y", y);
}
COMMON_INFER_FUNC_REG(RefusesNothing, RefusesNothingInferShape);

IMPLEMT_COMMON_INFERFUNC(CrashesOnStringsInferShape) {
  if (op.GetInputDesc("x").GetDataType() == DT_STRING) std::raise(SIGSEGV);
  return op.UpdateOutputDesc("y", op.GetInputDesc("x"));
}
COMMON_INFER_FUNC_REG(CrashesOnStrings, CrashesOnStringsInferShape);

// Refuses scalars and nothing else.
IMPLEMT_COMMON_INFERFUNC(NeedsPairsInferShape) {
  if (op.GetInputDesc("x").GetShape().GetDims().empty()) return GRAPH_FAILED;
  return op.UpdateOutputDesc("y", op.GetInputDesc("x"));
}
COMMON_INFER_FUNC_REG(NeedsPairs, NeedsPairsInferShape);

IMPLEMT_COMMON_INFERFUNC(DividesByAttributeInferShape) {
  TensorDesc y = op.GetInputDesc("x");
  int64_t groups = 1;
  op.GetAttr("groups", groups);
  std::vector<int64_t> dims = y.GetShape().GetDims();
  if (!dims.empty() && dims[0] >= 0) dims[0] = dims[0] / groups * groups;
  y.SetShape(Shape(dims));
  return op.UpdateOutputDesc("y", y);
}
COMMON_INFER_FUNC_REG(DividesByAttribute, DividesByAttributeInferShape);

// Takes -1 for an extent that is too small.
IMPLEMT_COMMON_INFERFUNC(BreaksOnUnknownInferShape) {
  TensorDesc y = op.GetInputDesc("x");
  std::vector<int64_t> dims = y.GetShape().GetDims();
  if (dims == std::vector<int64_t>{-2}) return op.UpdateOutputDesc("y", y);
  for (int64_t& dim : dims) dim = std::max<int64_t>(dim, 0);
  y.SetShape(Shape(dims));
  return op.UpdateOutputDesc("y", y);
}
COMMON_INFER_FUNC_REG(BreaksOnUnknown, BreaksOnUnknownInferShape);

// The unknown rank is one extent of -2 to it.
IMPLEMT_COMMON_INFERFUNC(ForgetsUnknownRankInferShape) {
  TensorDesc y = op.GetInputDesc("x");
  if (y.GetShape().GetDim(0) == -2) y.SetShape(Shape({-1}));
  return op.UpdateOutputDesc("y", y);
}
COMMON_INFER_FUNC_REG(ForgetsUnknownRank, ForgetsUnknownRankInferShape);

IMPLEMT_COMMON_INFERFUNC(StoresMasksInferShape) {
  TensorDesc y = op.GetInputDesc("x");
  y.SetDataType(DT_BOOL);
  return op.UpdateOutputDesc("y", y);
}
COMMON_INFER_FUNC_REG(StoresMasks, StoresMasksInferShape);

IMPLEMT_COMMON_INFERFUNC(EnginesDisagreeInferShape) {
  op.UpdateOutputDesc("z", op.GetInputDesc("x"));
  return op.UpdateOutputDesc("y", op.GetInputDesc("x"));
}
COMMON_INFER_FUNC_REG(EnginesDisagree, EnginesDisagreeInferShape);
}  // namespace ge
