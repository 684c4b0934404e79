// Einsum: two operands at a time become a matrix product over the axes that only they have.
#include <algorithm>
#include <string>

#include "tbe/dsl.h"

namespace tbe {
namespace {

// A tensor whose axis i is called labels[i]; axes of the ellipsis have the digits '0' (the last one) and on.
struct Labelled {
  Tensor x;
  std::string labels;
};

bool Has(const std::string& labels, char label) { return labels.find(label) != std::string::npos; }
int64_t ExtentOf(const Labelled& a, char label) { return a.x.shape()[a.labels.find(label)]; }

std::string Digits(size_t count) {
  std::string digits;
  for (size_t i = count; i-- > 0;) digits += static_cast<char>('0' + i);
  return digits;
}

// Labels that do (or don't) occur in `others`, in their order.
std::string Common(const std::string& labels, const std::string& others, bool wanted = true) {
  std::string result;
  std::copy_if(labels.begin(), labels.end(), std::back_inserter(result),
               [&](char label) { return Has(others, label) == wanted; });
  return result;
}

// Returns a tensor with one axis for each label. A label that stands twice means the diagonal.
Labelled Diagonal(const Labelled& a) {
  std::string labels;
  Dims shape;
  for (size_t i = 0; i < a.labels.size(); ++i) {
    if (Has(labels, a.labels[i])) continue;
    labels += a.labels[i];
    shape.push_back(a.x.shape()[i]);
  }
  if (labels.size() == a.labels.size()) return a;
  const Tensor y = compute(shape, [&](const std::vector<Expr>& i) {
    std::vector<Expr> read;
    for (const char label : a.labels) read.push_back(i[labels.find(label)]);
    return at(a.x, read);
  });
  return {y, labels};
}

Labelled SumAllBut(const Labelled& a, const std::string& kept) {
  Dims axes;
  for (size_t i = 0; i < a.labels.size(); ++i) {
    if (!Has(kept, a.labels[i])) axes.push_back(static_cast<int64_t>(i));
  }
  if (axes.empty()) return a;
  return {reduce_sum(a.x, axes, false), Common(a.labels, kept)};
}

// Drops the axes of extent 1 along which the other operand has more elements. These axes broadcast.
Labelled WithoutRepeated(const Labelled& a, const Labelled& other) {
  Labelled result = a;
  Dims shape;
  result.labels.clear();
  for (size_t i = 0; i < a.labels.size(); ++i) {
    if (a.x.shape()[i] == 1 && Has(other.labels, a.labels[i]) && ExtentOf(other, a.labels[i]) != 1) continue;
    result.labels += a.labels[i];
    shape.push_back(a.x.shape()[i]);
  }
  if (shape.size() != a.labels.size()) result.x = reshape(a.x, shape);
  return result;
}

Tensor InOrder(const Labelled& a, const std::string& order) {
  if (a.labels == order) return a.x;
  Dims axes;
  for (const char label : order) axes.push_back(static_cast<int64_t>(a.labels.find(label)));
  return transpose(a.x, axes);
}

// Returns the axes of `order`, with extent 1 where `a` has no such axis.
Tensor Spread(const Labelled& a, const std::string& order) {
  Dims shape;
  for (const char label : order) shape.push_back(Has(a.labels, label) ? ExtentOf(a, label) : 1);
  return reshape(InOrder(a, Common(order, a.labels)), shape);
}

int64_t ExtentsOf(const Labelled& a, const std::string& labels) {
  int64_t product = 1;
  for (const char label : labels) product *= ExtentOf(a, label);
  return product;
}

Labelled Product(const Labelled& first, const Labelled& second, const std::string& kept) {
  Labelled a = WithoutRepeated(first, second), b = WithoutRepeated(second, first);
  a = SumAllBut(a, kept + b.labels);
  b = SumAllBut(b, kept + a.labels);
  const std::string shared = Common(a.labels, b.labels), batch = Common(shared, kept),
                    summed = Common(shared, kept, false), rows = Common(a.labels, shared, false),
                    columns = Common(b.labels, shared, false);
  const std::string labels = batch + rows + columns;
  if (summed.empty()) return {Spread(a, labels) * Spread(b, labels), labels};
  Dims left, right, shape;
  for (const char label : batch) left.push_back(ExtentOf(a, label));
  right = shape = left;
  left.insert(left.end(), {ExtentsOf(a, rows), ExtentsOf(a, summed)});
  right.insert(right.end(), {ExtentsOf(b, summed), ExtentsOf(b, columns)});
  for (const char label : rows) shape.push_back(ExtentOf(a, label));
  for (const char label : columns) shape.push_back(ExtentOf(b, label));
  const Tensor product =
      matmul(reshape(InOrder(a, batch + rows + summed), left), reshape(InOrder(b, batch + summed + columns), right));
  return {reshape(product, shape), labels};
}

struct Terms {
  std::vector<std::string> operands;
  std::string result;
};

// Reads an equation, which has been verified. '.' stands for an ellipsis until its number of axes is known.
Terms ReadEquation(std::string text, const std::vector<Tensor>& x) {
  std::erase(text, ' ');
  for (size_t at = text.find("..."); at != std::string::npos; at = text.find("...")) text.replace(at, 3, ".");
  const size_t arrow = text.find("->");
  Terms terms{{""}, arrow == std::string::npos ? "" : text.substr(arrow + 2)};
  for (const char c : text.substr(0, arrow)) {
    if (c == ',') terms.operands.emplace_back();
    if (c != ',') terms.operands.back() += c;
  }
  if (arrow == std::string::npos) {
    const std::string all = text;
    for (const char c : all) {
      if (c != ',' && c != '.' && std::count(all.begin(), all.end(), c) == 1) terms.result += c;
    }
    std::sort(terms.result.begin(), terms.result.end());
    if (Has(all, '.')) terms.result.insert(0, ".");
  }
  size_t most = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    std::string& term = terms.operands[i];
    if (const size_t open = term.find('.'); open != std::string::npos) {
      const size_t count = x[i].shape().size() + 1 - term.size();
      term.replace(open, 1, Digits(count));
      most = std::max(most, count);
    }
  }
  if (const size_t open = terms.result.find('.'); open != std::string::npos)
    terms.result.replace(open, 1, Digits(most));
  return terms;
}

std::vector<Tensor> EinsumCompute(const OpParams& op) {
  std::vector<Tensor> x = op.DynamicInput("x");
  const Terms terms = ReadEquation(op.String("equation"), x);
  const ge::DataType dtype = op.OutputDtype("y");
  // 16-bit floats must be rounded once only, because more roundings would show.
  const bool widened = x.size() > 2 && (dtype == ge::DT_FLOAT16 || dtype == ge::DT_BF16);
  Labelled product;
  for (size_t i = 0; i < x.size(); ++i) {
    std::string kept = terms.result;
    for (size_t later = i + 1; later < x.size(); ++later) kept += terms.operands[later];
    const Labelled next = Diagonal({widened ? cast_to(x[i], ge::DT_FLOAT) : x[i], terms.operands[i]});
    product = i == 0 ? next : Product(product, next, kept);
  }
  product = SumAllBut(product, terms.result);
  const Tensor y = InOrder(product, terms.result);
  return {widened ? cast_to(y, dtype) : y};
}

REGISTER_OP_COMPUTE(Einsum, EinsumCompute);

}  // namespace
}  // namespace tbe
