#include "sdk/tools/verify/checks/diagnosis.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>

#include "graph_core/base/element_type.h"
#include "sdk/tools/verify/checks/derived.h"

namespace opdk::verify {
namespace {

template <typename T>
T ElementAt(const ge::Tensor& tensor, size_t i) {
  T element;
  std::memcpy(&element, tensor.GetData() + i * sizeof(T), sizeof(T));
  return element;
}

bool SameBits(const ge::Tensor& a, const ge::Tensor& b) {
  return a.GetSize() == b.GetSize() && std::memcmp(a.GetData(), b.GetData(), a.GetSize()) == 0;
}

// Whether rounding what is expected to F gives what came, wherever they differ.
template <typename F, typename T>
bool RoundedThrough(const ge::Tensor& actual, const ge::Tensor& expected) {
  for (size_t i = 0; i < expected.GetSize() / sizeof(T); ++i) {
    const T wanted = ElementAt<T>(expected, i);
    const T got = ElementAt<T>(actual, i);
    // A sum of rounded numbers is rounded again: it may be one step of F away.
    const long double step = std::abs(static_cast<long double>(std::nextafter(static_cast<F>(wanted), F(INFINITY))) -
                                      static_cast<long double>(static_cast<F>(wanted)));
    const bool representable = static_cast<long double>(static_cast<F>(got)) == static_cast<long double>(got);
    const long double off = std::abs(static_cast<long double>(got) - static_cast<long double>(wanted));
    if (got != wanted && !(representable && off <= step)) return false;
  }
  return true;
}

std::string DiagnoseRounding(const ge::Tensor& actual, const ge::Tensor& expected) {
  std::string text;
  VisitElementType(expected.GetTensorDesc().GetDataType(), [&]<typename T>(T) {
    if constexpr (std::is_integral_v<T> && sizeof(T) >= 4) {
      if (RoundedThrough<float, T>(actual, expected)) {
        text = "The integers look as if they went through float, which holds 24 bits: compute in the integer type.";
      } else if (sizeof(T) == 8 && RoundedThrough<double, T>(actual, expected)) {
        text = "The integers look as if they went through double, which holds 53 bits: compute in the integer type.";
      }
    }
  });
  return text;
}

std::string DiagnoseNan(const ge::Tensor& actual, const ge::Tensor& expected) {
  size_t swallowed = 0;
  size_t others = 0;
  VisitElementType(expected.GetTensorDesc().GetDataType(), [&]<typename T>(T) {
    if constexpr (!std::is_integral_v<T>) {
      for (size_t i = 0; i < expected.GetSize() / sizeof(T); ++i) {
        const auto wanted = static_cast<double>(ElementAt<T>(expected, i));
        const auto got = static_cast<double>(ElementAt<T>(actual, i));
        if (std::isnan(wanted) && !std::isnan(got)) ++swallowed;
        if (!std::isnan(wanted) && std::isnan(got)) ++others;
      }
    }
  });
  if (swallowed == 0 || others > 0) return "";
  return "NaN is swallowed: where the result must be NaN a number comes out. Comparisons with NaN are false, and max "
         "and "
         "min return the other operand.";
}

// Another value of the same kind, or none.
Attr Another(const Attr& value) {
  if (const auto* number = std::get_if<int64_t>(&value)) return *number + 1;
  if (const auto* number = std::get_if<float>(&value)) return *number * 2 + 1;
  if (const auto* flag = std::get_if<bool>(&value)) return !*flag;
  return {};
}

// An attribute that the case sets, and that changes nothing when it is changed, is not used.
std::string DiagnoseAttrs(const CheckContext& context) {
  for (const IrAttr& declared : context.instance.op.ir_attrs) {
    const auto& given = context.op_case.attrs;
    const bool set = std::any_of(given.begin(), given.end(),
                                 [&](const WrittenAttr& attr) { return attr.name.text == declared.name; });
    if (!set) continue;
    const auto value = context.instance.op.attrs.find(declared.name);
    if (value == context.instance.op.attrs.end()) continue;
    const Attr tried[] = {declared.default_value, Another(value->second)};
    int unchanged = 0;
    int made = 0;
    for (const Attr& other : tried) {
      if (std::holds_alternative<std::monostate>(other) || other.index() != value->second.index()) continue;
      OpDesc op = context.instance.op;
      op.attrs[declared.name] = other;
      const auto runner = MakeDerived(op, context.inputs, context.engine, context.bench);
      if (!runner.ok()) continue;
      const KernelRun run = (*runner)->Run();
      if (!run.status.ok()) continue;
      ++made;
      if (DescribeDifference(context.base.outputs, run.outputs, context.instance.op).empty()) ++unchanged;
    }
    if (made > 0 && unchanged == made) {
      return fmt::format("Attribute {} is ignored: other values of it change nothing.", declared.name);
    }
  }
  return "";
}

}  // namespace

std::string Diagnose(const CheckContext& context, const ge::Tensor& actual, const ge::Tensor& expected) {
  if (actual.GetSize() != expected.GetSize() || SameBits(actual, expected) ||
      actual.GetTensorDesc().GetDataType() != expected.GetTensorDesc().GetDataType()) {
    return "";
  }
  std::string text;
  const auto add = [&](const std::string& sentence) {
    if (!sentence.empty()) text += (text.empty() ? "" : "\n") + sentence;
  };
  add(DiagnoseRounding(actual, expected));
  add(DiagnoseNan(actual, expected));
  if (context.kernel.has_kernel()) add(DiagnoseAttrs(context));
  return text;
}

}  // namespace opdk::verify
