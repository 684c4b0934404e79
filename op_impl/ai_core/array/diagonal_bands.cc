// Neighbouring diagonals of matrices, taken out and put in.
#include <string>

#include "tbe/dsl.h"

namespace tbe {
namespace {

// Diagonals `lower` to `upper` of matrices, each of `longest` elements with padding.
class Band {
 public:
  Band(const OpParams& op, const Dims& matrices, int64_t longest)
      : lower_(Param(op.InputInts("k").front(), ge::DT_INT64)),
        upper_(Param(op.InputInts("k").back(), ge::DT_INT64)),
        rows_(Param(matrices[matrices.size() - 2], ge::DT_INT64)),
        columns_(Param(matrices.back(), ge::DT_INT64)),
        longest_(Param(longest, ge::DT_INT64)),
        has_axis_(op.InputInts("k").front() < op.InputInts("k").back()) {
    const std::string align = op.HasAttr("align") ? op.String("align") : "LEFT_LEFT";
    left_above_ = align.starts_with("LEFT");
    left_below_ = align.ends_with("LEFT");
  }

  // Returns element `i` of the diagonals: `take` of the matrix element's index, or the padding.
  template <typename Take>
  Expr Taken(const std::vector<Expr>& i, const Take& take, const Expr& padding) const {
    const size_t batch = i.size() - (has_axis_ ? 2 : 1);
    const Expr diagonal = has_axis_ ? at(upper_) - i[batch] : at(upper_);
    const Expr place = i.back() - Shift(diagonal);
    std::vector<Expr> from(i.begin(), i.begin() + static_cast<std::ptrdiff_t>(batch));
    from.push_back(max(min(place + max(-diagonal, 0), at(rows_) - 1), 0));
    from.push_back(max(min(place + max(diagonal, 0), at(columns_) - 1), 0));
    return select(place >= 0 && place < Length(diagonal), take(from), padding);
  }

  // Returns element `i` of the matrices: the diagonals' element if `i` lies on a diagonal, else `other`.
  Expr Put(const std::vector<Expr>& i, const Tensor& diagonals, const Expr& other) const {
    const size_t batch = i.size() - 2;
    const Expr given = i[batch + 1] - i[batch], diagonal = max(min(given, at(upper_)), at(lower_));
    const Expr place = i[batch + 1] - max(diagonal, 0) + Shift(diagonal);
    std::vector<Expr> from(i.begin(), i.begin() + static_cast<std::ptrdiff_t>(batch));
    if (has_axis_) from.push_back(at(upper_) - diagonal);
    from.push_back(max(min(place, at(longest_) - 1), 0));
    return select(given == diagonal, at(diagonals, from), other);
  }

 private:
  Expr Length(const Expr& diagonal) const { return min(at(rows_) + min(diagonal, 0), at(columns_) - max(diagonal, 0)); }
  // Returns the number of elements of padding before the diagonal's first element.
  Expr Shift(const Expr& diagonal) const {
    const Expr right = at(longest_) - Length(diagonal);
    if (left_above_ && left_below_) return Expr(0);
    if (!left_above_ && !left_below_) return right;
    return select(left_above_ ? diagonal >= 0 : diagonal <= 0, 0, right);
  }

  Tensor lower_, upper_, rows_, columns_, longest_;
  bool has_axis_, left_above_ = true, left_below_ = true;
};

Tensor DiagonalsOf(const OpParams& op, const char* matrices, const char* output) {
  const Tensor x = op.Input(matrices), padding = reshape(op.Input("padding_value"), {});
  const Dims& shape = op.OutputShape(output);
  const Band band(op, x.shape(), shape.back());
  return compute(shape, [&](const std::vector<Expr>& i) {
    return band.Taken(
        i, [&](const std::vector<Expr>& from) { return at(x, from); }, at(padding));
  });
}

Tensor MatricesOf(const OpParams& op, const char* diagonals, const char* output) {
  const Tensor x = op.Input(diagonals), padding = reshape(op.Input("padding_value"), {});
  const Dims& shape = op.OutputShape(output);
  if (x.shape().back() == 0) return broadcast(padding, shape);
  const Band band(op, shape, x.shape().back());
  return compute(shape, [&](const std::vector<Expr>& i) { return band.Put(i, x, at(padding)); });
}

std::vector<Tensor> MatrixDiagPartV2Compute(const OpParams& op) { return {DiagonalsOf(op, "input", "diagonal")}; }
std::vector<Tensor> MatrixDiagPartV3Compute(const OpParams& op) { return {DiagonalsOf(op, "x", "y")}; }
std::vector<Tensor> MatrixDiagV2Compute(const OpParams& op) { return {MatricesOf(op, "diagonal", "output")}; }
std::vector<Tensor> MatrixDiagV3Compute(const OpParams& op) { return {MatricesOf(op, "x", "y")}; }

std::vector<Tensor> MatrixSetDiagV2Compute(const OpParams& op) {
  const Tensor input = op.Input("input"), diagonal = op.Input("diagonal");
  if (diagonal.shape().back() == 0) return {input};
  const Band band(op, input.shape(), diagonal.shape().back());
  return {compute(input.shape(), [&](const std::vector<Expr>& i) { return band.Put(i, diagonal, at(input, i)); })};
}

REGISTER_OP_COMPUTE(MatrixDiagPartV2, MatrixDiagPartV2Compute);
REGISTER_OP_COMPUTE(MatrixDiagPartV3, MatrixDiagPartV3Compute);
REGISTER_OP_COMPUTE(MatrixDiagV2, MatrixDiagV2Compute);
REGISTER_OP_COMPUTE(MatrixDiagV3, MatrixDiagV3Compute);
REGISTER_OP_COMPUTE(MatrixSetDiagV2, MatrixSetDiagV2Compute);
REGISTER_OP_COMPUTE(MatrixSetDiagV3, MatrixSetDiagV2Compute);

}  // namespace
}  // namespace tbe
