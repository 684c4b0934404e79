#include "tbe/compute.h"

#include <fmt/format.h>

#include <algorithm>

#include "sdk/api/src/tbe/build.h"
#include "sdk/api/src/tbe/computed.h"
#include "tbe/print.h"

namespace tbe {
namespace {

// The tensors that the body under construction reads. Bodies nest when a lambda builds another compute().
thread_local std::vector<std::vector<Tensor>*> open_bodies;

class OpenBody {
 public:
  explicit OpenBody(std::vector<Tensor>* inputs) { open_bodies.push_back(inputs); }
  ~OpenBody() { open_bodies.pop_back(); }
  OpenBody(const OpenBody&) = delete;
  OpenBody& operator=(const OpenBody&) = delete;
};

// Returns the number of `x` among the node's inputs; adds it when it is new.
int InputOf(std::string_view call, const Tensor& x) {
  RequirePresent(call, x);
  if (open_bodies.empty()) Fail(call, "works only inside the function given to compute()");
  std::vector<Tensor>& inputs = *open_bodies.back();
  auto found = std::find_if(inputs.begin(), inputs.end(), [&x](const Tensor& in) { return in.get() == x.get(); });
  if (found == inputs.end()) found = inputs.insert(found, x);
  return static_cast<int>(found - inputs.begin());
}

ExprNode Scalar(ExprKind kind, DataType dtype) {
  ExprNode node;
  node.kind = kind;
  node.dtype = dtype;
  return node;
}

Expr Wrap(ExprNode node) { return Expr(std::make_shared<const ExprNode>(std::move(node))); }

bool IsLiteral(const Expr& e) { return e.node()->kind == ExprKind::kLiteral; }

// Converts a literal to another dtype, under the rules of Const().
Expr As(const Expr& literal, DataType dtype) {
  if (literal.dtype() == dtype) return literal;
  ExprNode node = Scalar(ExprKind::kLiteral, dtype);
  node.value = Const(literal.node()->value, dtype)->value;
  return Wrap(std::move(node));
}

// Gives literals the dtype of the expression beside them and requires that both agree.
void Agree(std::string_view call, Expr& a, Expr& b) {
  if (IsLiteral(a) && !IsLiteral(b)) a = As(a, b.dtype());
  if (IsLiteral(b) && !IsLiteral(a)) b = As(b, a.dtype());
  if (IsLiteral(a) && IsLiteral(b) && a.dtype() != b.dtype()) {
    const DataType wide = IsFloat(a.dtype()) ? a.dtype() : b.dtype();
    a = As(a, wide);
    b = As(b, wide);
  }
  if (a.dtype() != b.dtype()) {
    Fail(call,
         fmt::format("the dtypes {} and {} differ (tbe::cast converts)", DtypeName(a.dtype()), DtypeName(b.dtype())));
  }
}

bool IsComparison(BinaryOp op) {
  switch (op) {
    case BinaryOp::kLess:
    case BinaryOp::kLessEqual:
    case BinaryOp::kGreater:
    case BinaryOp::kGreaterEqual:
    case BinaryOp::kEqual:
    case BinaryOp::kNotEqual:
      return true;
    default:
      return false;
  }
}

bool Takes(BinaryOp op, DataType dtype) {
  switch (op) {
    case BinaryOp::kAnd:
    case BinaryOp::kOr:
    case BinaryOp::kXor:
      return !IsFloat(dtype);
    case BinaryOp::kShiftLeft:
    case BinaryOp::kShiftRight:
      return IsInteger(dtype);
    case BinaryOp::kAtan2:
      return IsFloat(dtype);
    case BinaryOp::kEqual:
    case BinaryOp::kNotEqual:
      return true;
    default:
      return dtype != ge::DT_BOOL;
  }
}

bool Takes(UnaryOp op, DataType dtype) {
  switch (op) {
    case UnaryOp::kNot:
      return !IsFloat(dtype);
    case UnaryOp::kNeg:
    case UnaryOp::kAbs:
    case UnaryOp::kSign:
      return dtype != ge::DT_BOOL;
    default:
      return IsFloat(dtype);
  }
}

std::vector<Expr> Variables(ExprKind kind, size_t count) {
  std::vector<Expr> result;
  for (size_t i = 0; i < count; ++i) {
    ExprNode node = Scalar(kind, ge::DT_INT64);
    node.index = static_cast<int>(i);
    result.push_back(Wrap(std::move(node)));
  }
  return result;
}

}  // namespace

ExprPtr Expr::Literal(Number value) {
  ExprNode node = Scalar(ExprKind::kLiteral, std::holds_alternative<double>(value) ? ge::DT_FLOAT : ge::DT_INT64);
  node.value = value;
  return std::make_shared<const ExprNode>(std::move(node));
}

Expr at(const Tensor& x, const std::vector<Expr>& indices) {
  ExprNode node = Scalar(ExprKind::kRead, ge::DT_FLOAT);
  node.index = InputOf("at", x);
  node.dtype = x.dtype();
  if (indices.size() != x.shape().size()) {
    Fail("at", fmt::format("{} indices don't fit {}", indices.size(), Describe(x)));
  }
  for (const Expr& index : indices) {
    if (index.dtype() != ge::DT_INT64) {
      Fail("at",
           fmt::format("an index of {} is {}, not int64 (tbe::cast converts)", Describe(x), DtypeName(index.dtype())));
    }
    node.operands.push_back(index.node());
  }
  return Wrap(std::move(node));
}

Expr extent(const Tensor& x, int64_t axis) {
  ExprNode node = Scalar(ExprKind::kExtent, ge::DT_INT64);
  node.index = InputOf("extent", x);
  node.axis = static_cast<int>(NormalizeAxis("extent", axis, x.rank()));
  return Wrap(std::move(node));
}

Expr apply(UnaryOp op, const Expr& a) {
  if (!Takes(op, a.dtype())) Fail("apply", fmt::format("{} doesn't take {}", NameOf(op), DtypeName(a.dtype())));
  const bool question = op == UnaryOp::kIsNan || op == UnaryOp::kIsInf;
  ExprNode node = Scalar(ExprKind::kUnary, question ? ge::DT_BOOL : a.dtype());
  node.unary = op;
  node.operands = {a.node()};
  return Wrap(std::move(node));
}

Expr apply(BinaryOp op, const Expr& a, const Expr& b) {
  Expr left = a, right = b;
  Agree("apply", left, right);
  if (!Takes(op, left.dtype())) Fail("apply", fmt::format("{} doesn't take {}", NameOf(op), DtypeName(left.dtype())));
  ExprNode node = Scalar(ExprKind::kBinary, IsComparison(op) ? ge::DT_BOOL : left.dtype());
  node.binary = op;
  node.operands = {left.node(), right.node()};
  return Wrap(std::move(node));
}

Expr select(const Expr& condition, const Expr& a, const Expr& b) {
  if (condition.dtype() != ge::DT_BOOL) Fail("select", "the condition is " + DtypeName(condition.dtype()));
  Expr left = a, right = b;
  Agree("select", left, right);
  ExprNode node = Scalar(ExprKind::kSelect, left.dtype());
  node.operands = {condition.node(), left.node(), right.node()};
  return Wrap(std::move(node));
}

Expr cast(const Expr& a, DataType dtype) {
  if (a.dtype() == dtype && !IsLiteral(a)) return a;
  if (!IsKnown(dtype)) Fail("cast", "expressions can't hold " + DtypeName(dtype));
  ExprNode node = Scalar(ExprKind::kCast, dtype);
  node.operands = {a.node()};
  return Wrap(std::move(node));
}

namespace {

Expr RoundTo(std::string_view call, UnaryOp op, const Expr& a, DataType dtype) {
  if (!IsInteger(dtype) && !(IsFloat(dtype) && dtype == a.dtype())) {
    Fail(call,
         fmt::format("rounds {} to an integer dtype or to its own, not to {}", DtypeName(a.dtype()), DtypeName(dtype)));
  }
  return cast(IsFloat(a.dtype()) ? apply(op, a) : a, dtype);
}

}  // namespace

Expr floor(const Expr& a, DataType dtype) { return RoundTo("floor", UnaryOp::kFloor, a, dtype); }
Expr ceil(const Expr& a, DataType dtype) { return RoundTo("ceil", UnaryOp::kCeil, a, dtype); }
Expr round(const Expr& a, DataType dtype) { return RoundTo("round", UnaryOp::kRound, a, dtype); }
Expr trunc(const Expr& a, DataType dtype) { return RoundTo("trunc", UnaryOp::kTrunc, a, dtype); }

Tensor compute(const Dims& shape, const std::function<Expr(const std::vector<Expr>& i)>& body) {
  return ComputeAs("compute", shape, body);
}

Tensor ComputeAs(std::string_view call, const Dims& shape,
                 const std::function<Expr(const std::vector<Expr>& i)>& body) {
  TensorNode node = Node(Kind::kCompute, ge::DT_FLOAT, shape, {});
  {
    OpenBody open(&node.inputs);
    node.body = body(Variables(ExprKind::kIndex, shape.size())).node();
  }
  node.dtype = node.body->dtype;
  node.name = std::string(call).c_str();
  return Make(call, std::move(node));
}

Tensor compute(const Dims& shape, ReduceOp op, const Dims& reduce_shape,
               const std::function<Expr(const std::vector<Expr>& i, const std::vector<Expr>& r)>& body) {
  if (reduce_shape.empty()) Fail("compute", "a reduction needs at least one extent to reduce over");
  NumElements("compute", reduce_shape);
  TensorNode node = Node(Kind::kCompute, ge::DT_FLOAT, shape, {});
  {
    OpenBody open(&node.inputs);
    node.body =
        body(Variables(ExprKind::kIndex, shape.size()), Variables(ExprKind::kReduceIndex, reduce_shape.size())).node();
  }
  node.dtype = node.body->dtype;
  const bool logic = op == ReduceOp::kAny || op == ReduceOp::kAll;
  if (logic != (node.dtype == ge::DT_BOOL)) {
    Fail("compute", fmt::format("the reduction {} doesn't take {}", NameOf(op), DtypeName(node.dtype)));
  }
  node.name = "compute";
  node.reduce = op;
  node.reduce_shape = reduce_shape;
  return Make("compute", std::move(node));
}

}  // namespace tbe
