#include "sdk/tools/verify/checks/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
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

// Returns whether rounding the expected elements to F gives the actual ones, wherever they differ.
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
      // Integers that went through double may look as if they went through float, but not the other way round.
      if (sizeof(T) == 8 && RoundedThrough<double, T>(actual, expected)) {
        text = "The integers look as if they went through double, which holds 53 bits: compute in the integer type.";
      } else if (RoundedThrough<float, T>(actual, expected)) {
        text = "The integers look as if they went through float, which holds 24 bits: compute in the integer type.";
      }
    }
  });
  return text;
}

// A property that all wrong elements share: actual and expected value, of the result's type.
template <typename T>
struct Likeness {
  bool (*holds)(T got, T wanted);
  const char* text;
};

template <typename T>
constexpr Likeness<T> kIntegerLikenesses[] = {
    {[](T got, T wanted) {
       return sizeof(T) == 8 && (got == static_cast<T>(static_cast<int32_t>(wanted)) ||
                                 got == static_cast<T>(static_cast<uint32_t>(wanted)));
     },
     "The integers look cut to 32 bits: compute in the integer type."},
    {[](T got, T wanted) {
       using Range = std::numeric_limits<T>;
       return wanted != got && (got == Range::max() || got == Range::lowest());
     },
     "The integers stop at the ends of their type where they should wrap around: it saturates."},
    {[](T got, T wanted) {
       using Range = std::numeric_limits<T>;
       return wanted != got && (wanted == Range::max() || wanted == Range::lowest());
     },
     "The integers go on where they should stop at the ends of their type: it wraps around and doesn't saturate."},
};

template <typename T>
constexpr Likeness<T> kRealLikenesses[] = {
    {[](T got, T wanted) {
       return wanted == T(0) && got == T(0) &&
              std::signbit(static_cast<double>(got)) != std::signbit(static_cast<double>(wanted));
     },
     "The zeros have the wrong sign."},
    {[](T got, T wanted) {
       const auto least = static_cast<double>(std::numeric_limits<T>::min());
       return got == T(0) && wanted != T(0) && std::abs(static_cast<double>(wanted)) < least;
     },
     "Denormal numbers come out as zero: they are flushed."},
};

// Returns whether an element has a larger error than rounding explains.
template <typename T>
bool IsWrong(T got, T wanted) {
  if constexpr (std::is_integral_v<T>) return got != wanted;
  const auto a = static_cast<double>(got);
  const auto b = static_cast<double>(wanted);
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) != std::isnan(b);
  if (a == b) return std::signbit(a) != std::signbit(b);
  return !(std::abs(a - b) <= 0.01 * std::abs(b));
}

std::string DiagnoseLikeness(const ge::Tensor& actual, const ge::Tensor& expected) {
  std::string text;
  VisitElementType(expected.GetTensorDesc().GetDataType(), [&]<typename T>(T) {
    const auto all = [&](bool (*holds)(T, T)) {
      bool any = false;
      for (size_t i = 0; i < expected.GetSize() / sizeof(T); ++i) {
        const T got = ElementAt<T>(actual, i);
        const T wanted = ElementAt<T>(expected, i);
        if (!IsWrong(got, wanted)) continue;
        if (!holds(got, wanted)) return false;
        any = true;
      }
      return any;
    };
    if constexpr (std::is_same_v<T, bool>) {
      return;
    } else if constexpr (std::is_integral_v<T>) {
      for (const Likeness<T>& likeness : kIntegerLikenesses<T>) {
        if (text.empty() && all(likeness.holds)) text = likeness.text;
      }
    } else {
      for (const Likeness<T>& likeness : kRealLikenesses<T>) {
        if (text.empty() && all(likeness.holds)) text = likeness.text;
      }
    }
  });
  return text;
}

// Returns whether `number` is exactly between the even number `wanted` and the number `got` further from zero.
bool IsHalfRoundedAway(double number, double got, double wanted) {
  return std::fmod(wanted, 2) == 0 && got == wanted + (std::signbit(number) ? -1 : 1) && number == (got + wanted) / 2;
}

// Looks for an input whose halves are the wrong elements.
std::string DiagnoseHalves(const CheckContext& context, const ge::Tensor& actual, const ge::Tensor& expected) {
  const auto are_halves_of = [&]<typename T>(T, const ge::Tensor& input) {
    bool any = false;
    for (size_t i = 0; i < expected.GetSize() / sizeof(T); ++i) {
      const T got = ElementAt<T>(actual, i);
      const T wanted = ElementAt<T>(expected, i);
      if (!IsWrong(got, wanted)) continue;
      if (!IsHalfRoundedAway(static_cast<double>(ElementAt<T>(input, i)), static_cast<double>(got),
                             static_cast<double>(wanted))) {
        return false;
      }
      any = true;
    }
    return any;
  };
  std::string text;
  const ge::DataType type = expected.GetTensorDesc().GetDataType();
  for (const ge::Tensor& input : context.inputs) {
    if (input.GetTensorDesc().GetDataType() != type || input.GetSize() != expected.GetSize()) continue;
    VisitElementType(type, [&]<typename T>(T element) {
      if constexpr (!std::is_integral_v<T>) {
        if (!are_halves_of(element, input)) return;
        text = "Halves look rounded away from zero, where they should go to the even neighbour.";
      }
    });
  }
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

// Returns whether two attributes have equal values; true for kinds that Another() doesn't change.
bool SameValue(const Attr& a, const Attr& b) {
  if (const auto* number = std::get_if<int64_t>(&a)) return *number == std::get<int64_t>(b);
  if (const auto* number = std::get_if<float>(&a)) return *number == std::get<float>(b);
  if (const auto* flag = std::get_if<bool>(&a)) return *flag == std::get<bool>(b);
  return true;
}

// Returns another value of the same kind, or none.
Attr Another(const Attr& value) {
  if (const auto* number = std::get_if<int64_t>(&value)) return *number + 1;
  if (const auto* number = std::get_if<float>(&value)) return *number * 2 + 1;
  if (const auto* flag = std::get_if<bool>(&value)) return !*flag;
  return {};
}

// Returns whether the other engine's result with this value differs from `before`: then the attribute matters for these
// inputs.
bool Matters(const CheckContext& context, const std::string& name, const Attr& value, const Golden& before) {
  CaseInstance changed = context.instance;
  changed.op.attrs[name] = value;
  const auto after = OtherEngineGolden(changed, context.engine, context.harness);
  if (!after.ok() || before.outputs.size() != after->outputs.size()) return false;
  for (size_t i = 0; i < before.outputs.size(); ++i) {
    if (!SameBits(before.outputs[i].tensor.value, after->outputs[i].tensor.value)) return true;
  }
  return false;
}

bool IsSetByCase(const CheckContext& context, const std::string& name) {
  const auto& given = context.op_case.attrs;
  return std::any_of(given.begin(), given.end(), [&](const WrittenAttr& attr) { return attr.name.text == name; });
}

// Returns whether no other value of the attribute changes the kernel's result, though it should. If the other engine
// takes the operator, the value must change its result.
bool IsIgnored(const CheckContext& context, const IrAttr& declared, const Attr& value) {
  std::optional<Result<Golden>> before;
  bool ignored = false;
  for (const Attr& other : {declared.default_value, Another(value)}) {
    if (other.index() != value.index() || SameValue(other, value)) continue;
    OpDesc op = context.instance.op;
    op.attrs[declared.name] = other;
    const auto runner = MakeDerived(op, context.inputs, context.engine, context.harness);
    if (!runner.ok()) continue;
    const KernelRun run = (*runner)->Run();
    if (!run.status.ok()) continue;
    if (!DescribeDifference(context.base.outputs, run.outputs, context.instance.op).empty()) return false;
    if (ignored) continue;
    if (!before) before = OtherEngineGolden(context.instance, context.engine, context.harness);
    const bool has_other = before->ok() && !(*before)->source.empty();
    ignored = !has_other || Matters(context, declared.name, other, **before);
  }
  return ignored;
}

std::string DiagnoseAttrs(const CheckContext& context) {
  for (const IrAttr& declared : context.instance.op.ir_attrs) {
    const auto value = context.instance.op.attrs.find(declared.name);
    if (value == context.instance.op.attrs.end() || !IsSetByCase(context, declared.name)) continue;
    if (IsIgnored(context, declared, value->second)) {
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
  if (text.empty()) add(DiagnoseLikeness(actual, expected));
  if (text.empty()) add(DiagnoseHalves(context, actual, expected));
  add(DiagnoseNan(actual, expected));
  if (context.kernel.has_kernel()) add(DiagnoseAttrs(context));
  return text;
}

}  // namespace opdk::verify
