#include <algorithm>
#include <string>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/converted.h"
#include "op_impl/ai_cpu/matmul/product.h"

namespace aicpu {
namespace {

// The letters of one operand. StepOf returns the number of elements from one value of a letter to its next. A letter
// that stands twice has the sum of both steps; a letter of extent 1 has step 0.
struct EinsumOperand {
  std::string letters;
  std::vector<int64_t> dims;
  int64_t StepOf(char letter) const {
    int64_t step = 0, stride = 1;
    for (size_t i = letters.size(); i-- > 0;) {
      if (letters[i] == letter && dims[i] != 1) step += stride;
      stride *= dims[i];
    }
    return step;
  }
  int64_t ExtentOf(char letter) const {
    const size_t at = letters.find(letter);
    return at == std::string::npos ? 1 : dims[at];
  }
};

struct EinsumTerms {
  std::vector<std::string> operands;
  std::string result;
};

// Reads an equation, which inference has checked. The axes of "..." are called by the signs from '!' on, the last axis
// first.
class EinsumText {
 public:
  static EinsumTerms Read(const std::string& text, const std::vector<int64_t>& ranks) {
    const size_t arrow = text.find("->");
    EinsumTerms terms;
    std::string all, dots;
    for (size_t begin = 0, i = 0; begin != std::string::npos; ++i) {
      const size_t comma = text.find(',', begin);
      const size_t end = std::min(comma, arrow);
      const std::string written = text.substr(begin, end == std::string::npos ? end : end - begin);
      const std::string term = Plain(written);
      const auto open = static_cast<size_t>(ranks[i]) - term.size();
      terms.operands.push_back(Opened(written, open));
      if (open > dots.size()) dots = Signs(open);
      all += term;
      begin = comma == std::string::npos || comma > arrow ? std::string::npos : comma + 1;
    }
    if (arrow != std::string::npos) {
      terms.result = Opened(text.substr(arrow + 2), dots.size());
      return terms;
    }
    for (const char c : all) {
      if (std::count(all.begin(), all.end(), c) == 1) terms.result += c;
    }
    std::sort(terms.result.begin(), terms.result.end());
    terms.result.insert(0, dots);
    return terms;
  }

 private:
  static std::string Signs(size_t count) {
    std::string signs;
    for (size_t i = count; i-- > 0;) signs += static_cast<char>('!' + i);
    return signs;
  }
  static std::string Plain(std::string term) {
    std::erase_if(term, [](char c) { return c == ' ' || c == '.'; });
    return term;
  }
  static std::string Opened(std::string term, size_t count) {
    if (const size_t dots = term.find("..."); dots != std::string::npos) term.replace(dots, 3, Signs(count));
    std::erase(term, ' ');
    return term;
  }
};

// Returns the elements of `operand` in the order of `letters`, each of which has its extent. Elements repeat along
// letters that the operand lacks.
template <typename C>
std::vector<C> EinsumOrdered(const C* data, const EinsumOperand& operand, const std::string& letters,
                             const std::vector<int64_t>& extents) {
  std::vector<int64_t> steps;
  for (const char letter : letters) steps.push_back(operand.StepOf(letter));
  std::vector<C> ordered(static_cast<size_t>(opdk::Product(extents)));
  std::vector<int64_t> index(letters.size(), 0);
  int64_t from = 0;
  for (C& value : ordered) {
    value = data[from];
    for (size_t axis = letters.size(); axis-- > 0;) {
      from += steps[axis];
      if (++index[axis] < extents[axis]) break;
      from -= steps[axis] * extents[axis];
      index[axis] = 0;
    }
  }
  return ordered;
}

// Letters of some kind, with their extents.
struct EinsumAxes {
  std::string letters;
  std::vector<int64_t> extents;
  void Add(char letter, int64_t extent) {
    letters += letter;
    extents.push_back(extent);
  }
  void Add(const EinsumAxes& others) {
    letters += others.letters;
    extents.insert(extents.end(), others.extents.begin(), others.extents.end());
  }
  int64_t size() const { return opdk::Product(extents); }
};

class EinsumCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    // Integers are multiplied as unsigned ones, which wrap around.
    switch (ctx.Output(0)->GetDataType()) {
      case DT_DOUBLE:
        return Run<double>(ctx);
      case DT_INT32:
      case DT_UINT32:
        return Run<uint32_t>(ctx);
      case DT_INT64:
      case DT_UINT64:
        return Run<uint64_t>(ctx);
      default:
        return Run<float>(ctx);
    }
  }

 private:
  template <typename C>
  static uint32_t Run(const CpuKernelContext& ctx) {
    const auto count = static_cast<uint32_t>(ctx.GetInputsSize());
    std::vector<int64_t> ranks;
    for (uint32_t i = 0; i < count; ++i) ranks.push_back(static_cast<int64_t>(opdk::DimsOf(ctx.Input(i)).size()));
    const EinsumTerms terms = EinsumText::Read(opdk::StringAttr(ctx, "equation", ""), ranks);
    std::vector<C> product = {C(1)};
    EinsumOperand left;
    for (uint32_t i = 0; i < count; ++i) {
      std::string later = terms.result;
      for (size_t k = i + 1; k < count; ++k) later += terms.operands[k];
      const EinsumOperand right{terms.operands[i], opdk::DimsOf(ctx.Input(i))};
      product = Multiply(ctx, product, left, ValuesOf<C>(ctx.Input(i)), right, later);
    }
    EinsumAxes result;
    for (const char letter : terms.result) result.Add(letter, left.ExtentOf(letter));
    const std::vector<C> y = EinsumOrdered<C>(product.data(), left, result.letters, result.extents);
    opdk::WriteConverted(ctx.Output(0)->GetDataType(), y.data(), ctx.Output(0)->NumElements(), ctx.Output(0)->GetData(),
                         0);
    return opdk::kKernelOk;
  }

  template <typename C>
  static std::vector<C> ValuesOf(const Tensor* tensor) {
    std::vector<C> values(static_cast<size_t>(tensor->NumElements()));
    opdk::ReadConverted(tensor->GetDataType(), tensor->GetData(), 0, tensor->NumElements(), values.data());
    return values;
  }

  // Returns the product, and describes it in `left`. Letters that are not in `later` are summed over.
  template <typename C>
  static std::vector<C> Multiply(const CpuKernelContext& ctx, const std::vector<C>& a, EinsumOperand& left,
                                 const std::vector<C>& b, const EinsumOperand& right, const std::string& later) {
    EinsumAxes batch, rows, summed, columns;
    std::string seen;
    for (const char letter : left.letters + right.letters) {
      if (seen.find(letter) != std::string::npos) continue;
      seen += letter;
      const int64_t in_left = left.ExtentOf(letter), in_right = right.ExtentOf(letter);
      const int64_t extent = in_left == 1 ? in_right : in_left;
      const bool both =
          left.letters.find(letter) != std::string::npos && right.letters.find(letter) != std::string::npos;
      if (later.find(letter) == std::string::npos) {
        summed.Add(letter, extent);
      } else {
        (both ? batch : left.letters.find(letter) != std::string::npos ? rows : columns).Add(letter, extent);
      }
    }
    EinsumAxes first = batch, second = batch, result = batch;
    first.Add(rows);
    first.Add(summed);
    second.Add(summed);
    second.Add(columns);
    result.Add(rows);
    result.Add(columns);
    std::vector<C> product(static_cast<size_t>(result.size()), C(0));
    if (!product.empty() && summed.size() > 0) {
      const std::vector<C> x = EinsumOrdered<C>(a.data(), left, first.letters, first.extents);
      const std::vector<C> w = EinsumOrdered<C>(b.data(), right, second.letters, second.extents);
      const int64_t count = batch.size(), m = rows.size(), k = summed.size(), n = columns.size();
      (void)opdk::MultiplyStacks<C>(ctx, {x.data(), {count, m, k}}, {w.data(), {count, k, n}}, {count, m, n}, product);
    }
    left = {result.letters, result.extents};
    return product;
  }
};
OPDK_CPU_KERNEL(Einsum, EinsumCpuKernel);

}  // namespace

}  // namespace aicpu
