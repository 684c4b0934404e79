// y = 0.5 * x * (1 + erf(x * 0.70710678)) behind a product x, in whatever order it is spelled:
//
//   region        x, then what reads the region and numbers only: x * 0.707…, erf, 1 + …, 0.5 * x, their product
//   its end       the first node at which nothing else of the region is read outside: the last product
//   ingredients   erf, but no exp, tanh or select: if it is an activation, it is GELU by erf
//   samples       y(0.0625) = 0.0328, y(-0.0625) = -0.0297 … all agree with GELU: kGeluErf
#include "graph_core/engines/ai_core/plan/activation.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <span>

namespace opdk {
namespace {

using tbe::BinaryOp;
using tbe::Kind;
using tbe::Tensor;
using tbe::TensorNode;
using tbe::UnaryOp;

// The longest spelling, GELU by tanh with a cube written as two products, has ten operations.
constexpr size_t kLongestActivation = 16;

// The operations of an expression. If only analytic functions occur, two expressions that agree at many points are
// equal.
struct Ingredients {
  bool erf = false, tanh = false, exponential = false;
  bool pieces = false;  // selects, maxima, minima, absolute values
};

bool IsNumber(const Tensor& tensor) {
  Tensor scalar = tensor;
  while (scalar->kind == Kind::kBroadcast) scalar = scalar->inputs[0];
  return scalar->kind == Kind::kConst || scalar->kind == Kind::kParam;
}

double NumberOf(const Tensor& tensor) {
  Tensor scalar = tensor;
  while (scalar->kind == Kind::kBroadcast) scalar = scalar->inputs[0];
  return std::visit([](auto number) { return static_cast<double>(number); }, scalar->value);
}

// An expression of one variable, computed in double.
class Function {
 public:
  // Takes a `region`: the variable, then the operations on it, each after its inputs. All other inputs are numbers. The
  // last operation gives the result.
  explicit Function(std::span<const Tensor> region) : region_(region) {
    for (const Tensor& node : region) {
      for (const Tensor& input : node->inputs) {
        if (IsNumber(input)) values_[input.get()] = NumberOf(input);
      }
    }
  }

  const Ingredients& ingredients() const { return ingredients_; }
  // Returns the value at `x`; NaN if an operation occurs that no activation has.
  double operator()(double x) {
    values_[region_[0].get()] = x;
    for (const Tensor& node : region_.subspan(1)) values_[node.get()] = Evaluate(*node);
    return values_.at(region_.back().get());
  }

 private:
  double Evaluate(const TensorNode& node);
  double Unary(UnaryOp op, double a);
  double Binary(BinaryOp op, double a, double b);

  std::span<const Tensor> region_;
  Ingredients ingredients_;
  std::map<const TensorNode*, double> values_;
};

double Function::Evaluate(const TensorNode& node) {
  const auto input = [&](size_t i) { return values_.at(node.inputs[i].get()); };
  switch (node.kind) {
    case Kind::kUnary:
      return Unary(node.unary, input(0));
    case Kind::kBinary:
      return Binary(node.binary, input(0), input(1));
    case Kind::kSelect:
      ingredients_.pieces = true;
      return input(0) != 0 ? input(1) : input(2);
    case Kind::kBroadcast:
      return input(0);
    default:
      return NAN;
  }
}

double Function::Unary(UnaryOp op, double a) {
  switch (op) {
    case UnaryOp::kNeg:
      return -a;
    case UnaryOp::kReciprocal:
      return 1 / a;
    case UnaryOp::kAbs:
      ingredients_.pieces = true;
      return std::fabs(a);
    case UnaryOp::kErf:
      ingredients_.erf = true;
      return std::erf(a);
    case UnaryOp::kTanh:
      ingredients_.tanh = true;
      return std::tanh(a);
    case UnaryOp::kExp:
      ingredients_.exponential = true;
      return std::exp(a);
    case UnaryOp::kSigmoid:
      ingredients_.exponential = true;
      return 1 / (1 + std::exp(-a));
    default:
      return NAN;
  }
}

double Function::Binary(BinaryOp op, double a, double b) {
  const bool pieces = op != BinaryOp::kAdd && op != BinaryOp::kSub && op != BinaryOp::kMul && op != BinaryOp::kDiv &&
                      op != BinaryOp::kPow;
  ingredients_.pieces = ingredients_.pieces || pieces;
  switch (op) {
    case BinaryOp::kAdd:
      return a + b;
    case BinaryOp::kSub:
      return a - b;
    case BinaryOp::kMul:
      return a * b;
    case BinaryOp::kDiv:
      return a / b;
    case BinaryOp::kPow:
      return std::pow(a, b);
    case BinaryOp::kMax:
      return std::max(a, b);
    case BinaryOp::kMin:
      return std::min(a, b);
    case BinaryOp::kLess:
      return a < b ? 1 : 0;
    case BinaryOp::kLessEqual:
      return a <= b ? 1 : 0;
    case BinaryOp::kGreater:
      return a > b ? 1 : 0;
    case BinaryOp::kGreaterEqual:
      return a >= b ? 1 : 0;
    default:
      return NAN;
  }
}

// Returns points of both signs: where activations bend, and far beyond.
const std::vector<double>& SamplePoints() {
  static const std::vector<double> points = [] {
    std::vector<double> values;
    for (double x = 0.0625; x < 12; x += 0.3125) values.insert(values.end(), {x, -x});
    for (double x = 20; x < 1e30; x *= 50) values.insert(values.end(), {x, -x, 1 / x, -1 / x});
    return values;
  }();
  return points;
}

bool Computes(Function& function, const std::function<double(double)>& wanted) {
  // A constant spelled with float precision is off by 1e-7.
  return std::all_of(SamplePoints().begin(), SamplePoints().end(), [&](double x) {
    const double want = wanted(x);
    return std::fabs(function(x) - want) <= 1e-6 * (std::fabs(want) + 0.01);
  });
}

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// Activations of analytic functions.
std::optional<Epilogue> RecogniseSmooth(Function& function) {
  const Ingredients& has = function.ingredients();
  auto made = [](Epilogue::Kind kind, double alpha = 0) {
    Epilogue epilogue;
    epilogue.kind = kind;
    epilogue.alpha = static_cast<float>(alpha);
    return epilogue;
  };
  if (has.erf && !has.tanh && !has.exponential &&
      Computes(function, [](double x) { return 0.5 * x * (1 + std::erf(x * M_SQRT1_2)); })) {
    return made(Epilogue::Kind::kGeluErf);
  }
  const double inner = M_2_SQRTPI * M_SQRT1_2;
  if (has.tanh && !has.erf && !has.exponential &&
      Computes(function, [inner](double x) { return 0.5 * x * (1 + std::tanh(inner * (x + 0.044715 * x * x * x))); })) {
    return made(Epilogue::Kind::kGeluTanh);
  }
  if (has.exponential && !has.erf && !has.tanh) {
    const double at_one = function(1);  // sigmoid(alpha)
    const double alpha = std::log(at_one / (1 - at_one));
    if (alpha > 0 && Computes(function, [alpha](double x) { return x * Sigmoid(alpha * x); })) {
      return made(Epilogue::Kind::kSwish, alpha);
    }
  }
  if (!has.erf && !has.tanh && !has.exponential && Computes(function, [](double x) { return x * x; })) {
    return made(Epilogue::Kind::kSquare);
  }
  return std::nullopt;
}

std::optional<Epilogue> Recognise(std::span<const Tensor> region) {
  Function function(region);
  if (std::isnan(function(1)) || std::isnan(function(-1))) return std::nullopt;
  const Ingredients has = function.ingredients();
  if (!has.pieces) return RecogniseSmooth(function);
  if (has.erf || has.tanh || has.exponential) return std::nullopt;
  Epilogue epilogue;
  if (Computes(function, [](double v) { return v * std::clamp(v / 6 + 0.5, 0.0, 1.0); })) {
    epilogue.kind = Epilogue::Kind::kHardSwish;
    return epilogue;
  }
  // A slope of 0 means max(x, 0), which is spelled in another way.
  const double slope = -function(-1);
  if (slope != 0 && Computes(function, [slope](double v) { return v > 0 ? v : slope * v; })) {
    epilogue.kind = slope == -1 ? Epilogue::Kind::kAbs : Epilogue::Kind::kRelu;
    if (slope != -1) epilogue.alpha = static_cast<float>(slope);
    return epilogue;
  }
  return std::nullopt;
}

}  // namespace

std::optional<ActivationMatch> FindActivation(const Tensor& x, const ExpressionUsers& users) {
  std::vector<Tensor> region = {x};
  auto inside = [&](const Tensor& tensor) {
    return std::any_of(region.begin(), region.end(), [&](const Tensor& t) { return t.get() == tensor.get(); });
  };
  // A node joins when all its inputs have joined. When only the newest node is read from outside, it is the result.
  auto next = [&]() -> Tensor {
    for (const Tensor& member : region) {
      for (const Tensor& user : users.Of(member)) {
        const bool closed = std::all_of(user->inputs.begin(), user->inputs.end(),
                                        [&](const Tensor& input) { return inside(input) || IsNumber(input); });
        if (closed && !inside(user) && user->shape == x->shape) return user;
      }
    }
    return Tensor();
  };
  while (region.size() <= kLongestActivation) {
    Tensor joined = next();
    if (!joined) return std::nullopt;
    region.push_back(joined);
    const bool is_exit = std::all_of(region.begin(), region.end() - 1, [&](const Tensor& member) {
      const std::vector<Tensor>& readers = users.Of(member);
      return !users.IsOutput(member) && std::all_of(readers.begin(), readers.end(), inside);
    });
    if (!is_exit || joined.dtype() != x.dtype()) continue;
    if (auto epilogue = Recognise(region)) return ActivationMatch{*epilogue, joined};
  }
  return std::nullopt;
}

}  // namespace opdk
