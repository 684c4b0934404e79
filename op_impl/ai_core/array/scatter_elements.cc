// ScatterElements: elements of data combined with updates.
#include "tbe/dsl.h"

namespace tbe {
namespace {

Tensor Combine(const OpParams& op, const Tensor& rows, const Tensor& ids, const Tensor& updates) {
  const std::string reduction = op.String("reduction");
  if (reduction == "none") return inplace_update(rows, ids, updates);
  if (reduction == "add") return inplace_add(rows, ids, updates);
  return inplace_reduce(rows, ids, updates,
                        reduction == "mul"   ? ReduceOp::kProd
                        : reduction == "max" ? ReduceOp::kMax
                                             : ReduceOp::kMin);
}

// The row that an index of several axes names; -1, which names none, when one of them is outside.
class RowNumber {
 public:
  explicit RowNumber(const Tensor& x) : x_(x) {}
  // Appends an axis of x at an index that lies inside.
  void Append(int64_t axis, const Expr& index) { row_ = row_ * at(Extent(x_, axis)) + index; }
  void AppendChecked(int64_t axis, const Expr& given) {
    const Expr extent = at(Extent(x_, axis));
    const Expr index = select(given < 0, given + extent, given);
    inside_ = inside_ && index >= 0 && index < extent;
    Append(axis, index);
  }
  Expr Get() const { return select(inside_, row_, -1); }

 private:
  Tensor x_;
  Expr row_ = cast(Expr(0), ge::DT_INT64);
  Expr inside_ = Expr(0) == 0;
};

std::vector<Tensor> ScatterElementsCompute(const OpParams& op) {
  const Tensor x = op.Input("data"), indices = op.Input("indices");
  const int64_t axis = op.Int("axis") < 0 ? op.Int("axis") + x.rank() : op.Int("axis");
  const Tensor ids = compute(indices.shape(), [&](const std::vector<Expr>& i) {
    RowNumber row(x);
    for (int64_t k = 0; k < x.rank(); ++k) {
      if (k == axis) {
        row.AppendChecked(k, cast(at(indices, i), ge::DT_INT64));
      } else {
        row.Append(k, i[static_cast<size_t>(k)]);
      }
    }
    return row.Get();
  });
  int64_t elements = 1;
  for (int64_t extent : x.shape()) elements *= extent;
  return {reshape(Combine(op, reshape(x, {elements}), ids, op.Input("updates")), x.shape())};
}

REGISTER_OP_COMPUTE(ScatterElements, ScatterElementsCompute);

}  // namespace
}  // namespace tbe
