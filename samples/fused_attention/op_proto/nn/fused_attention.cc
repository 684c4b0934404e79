#include "op_proto/nn/fused_attention.h"

#include <algorithm>
#include <string>
#include <vector>

#include "opdk/infer_error.h"

namespace ge {

static bool Agree(int64_t a, int64_t b) { return a == b || a == UNKNOWN_DIM || b == UNKNOWN_DIM; }

// Returns whether `mask` broadcasts to `scores`; unknown extents may.
static bool Broadcasts(const std::vector<int64_t>& mask, const std::vector<int64_t>& scores) {
  if (mask.size() > scores.size()) return false;
  return std::equal(mask.rbegin(), mask.rend(), scores.rbegin(),
                    [](int64_t m, int64_t s) { return m == 1 || Agree(m, s); });
}

static graphStatus SetOutput(Operator& op, const std::vector<int64_t>& dims, DataType type) {
  TensorDesc y = op.GetOutputDescByName("y");
  y.SetShape(Shape(dims));
  y.SetOriginShape(Shape(dims));
  y.SetDataType(type);
  return op.UpdateOutputDesc("y", y);
}

IMPLEMT_INFERFUNC(FusedAttention, FusedAttentionInferShape) {
  const TensorDesc query = op.GetInputDescByName("query");
  const std::vector<int64_t> q = query.GetShape().GetDims();
  const std::vector<int64_t> k = op.GetInputDescByName("key").GetShape().GetDims();
  const std::vector<int64_t> v = op.GetInputDescByName("value").GetShape().GetDims();
  if (q == UNKNOWN_RANK || k == UNKNOWN_RANK || v == UNKNOWN_RANK)
    return SetOutput(op, UNKNOWN_RANK, query.GetDataType());
  const size_t rank = q.size();
  if (rank < 2 || k.size() != rank || v.size() != rank) {
    return opdk::ReportInferError(op, "query, key and value have ranks " + std::to_string(rank) + ", " +
                                          std::to_string(k.size()) + " and " + std::to_string(v.size()) +
                                          "; they must be the same and at least 2");
  }
  for (size_t i = 0; i + 2 < rank; ++i) {
    if (Agree(q[i], k[i]) && Agree(q[i], v[i])) continue;
    return opdk::ReportInferError(op, "axis " + std::to_string(i) + " of query, key and value differs");
  }
  if (!Agree(q[rank - 1], k[rank - 1])) {
    return opdk::ReportInferError(
        op, "query has " + std::to_string(q[rank - 1]) + " features, key " + std::to_string(k[rank - 1]));
  }
  if (!Agree(k[rank - 2], v[rank - 2])) {
    return opdk::ReportInferError(
        op, "key has " + std::to_string(k[rank - 2]) + " positions, value " + std::to_string(v[rank - 2]));
  }
  std::vector<int64_t> scores = q;
  scores.back() = k[rank - 2];
  TensorDesc mask;
  if (op.TryGetInputDesc("mask", mask) == GRAPH_SUCCESS) {
    const std::vector<int64_t> m = mask.GetShape().GetDims();
    if (m != UNKNOWN_RANK && !Broadcasts(m, scores)) {
      return opdk::ReportInferError(op, "mask doesn't broadcast to [..., " + std::to_string(scores[rank - 2]) + ", " +
                                            std::to_string(scores[rank - 1]) + "]");
    }
  }
  std::vector<int64_t> y = q;
  y.back() = v.back();
  return SetOutput(op, y, query.GetDataType());
}

INFER_FUNC_REG(FusedAttention, FusedAttentionInferShape);

}  // namespace ge
