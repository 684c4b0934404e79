#include "sdk/tools/verify/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "graph_core/base/type_names.h"

namespace opdk::verify {
namespace {

constexpr double kMixedShare = 0.99;  // share of elements that must be within CANN's mixed tolerance

// Returns whether the element is bad by itself. Mean errors and benchmarks are judged over the whole tensor. `bound`:
// the element's, of kDerived; an element with an infinite bound may have any value.
bool IsBad(const Difference& d, const Standard& standard, double bound) {
  if (d.equal) return false;
  if (standard.kind == StandardKind::kDerived && std::isinf(bound)) return false;
  if (!d.same_class()) return true;
  switch (standard.kind) {
    case StandardKind::kBinary:
      return true;
    case StandardKind::kUlp:
      return d.ulp > standard.ulp;
    case StandardKind::kAllclose:
    case StandardKind::kMixed:
      return d.abs > standard.atol + standard.rtol * d.magnitude;
    case StandardKind::kMereMare:
      return d.abs / (d.magnitude + kMereGuard) >= 10 * standard.rtol;
    case StandardKind::kQuant:
      return d.abs > standard.atol;
    case StandardKind::kDoubleBenchmark:
      return false;
    case StandardKind::kDerived:
      return d.abs > kDerivedFactor * bound;
  }
  return true;
}

// Returns the rank among bad elements, larger is worse: another class, then the error that the standard measures.
double Badness(const Difference& d, const Standard& standard, double bound) {
  if (!d.same_class()) return std::numeric_limits<double>::infinity();
  if (standard.kind == StandardKind::kDerived) return d.abs / (bound + std::numeric_limits<double>::min());
  if (standard.kind == StandardKind::kUlp) return static_cast<double>(d.ulp);
  if (standard.kind == StandardKind::kMereMare) return d.abs / (d.magnitude + kMereGuard);
  return d.abs / (standard.atol + standard.rtol * d.magnitude + std::numeric_limits<double>::min());
}

struct Kept {
  double badness = 0;
  Difference difference;
};

BadElement ToText(const Difference& d, const ge::Tensor& actual, const ge::Tensor& expected,
                  const std::vector<int64_t>& shape) {
  return {IndexText(d.index, shape),
          ElementText(actual, d.index),
          ElementText(expected, d.index),
          d.abs,
          d.rel,
          d.ulp,
          d.same_class(),
          d.index};
}

// Compares the errors of `actual` with those of `reference`, another engine's result. An exact reference would allow no
// error at all, so each element may be off by one rounding, which is half a spacing of the dtype at the element.
std::string JudgeDoubleBenchmark(const Standard& standard, const ge::Tensor& actual, const ge::Tensor& expected,
                                 const ge::Tensor* reference) {
  if (reference == nullptr) return "double_benchmark needs a second engine's result, and there is none";
  ErrorMetrics mine, theirs;
  static_cast<void>(Measure(*reference, expected, theirs, [](const Difference&) {}));
  double mare = 0, roundings = 0, squares = 0;
  static_cast<void>(Measure(actual, expected, mine, [&](const Difference& d) {
    if (!d.same_class() || d.actual_class != ElementClass::kFinite) return;
    const double rounding = d.ulp_of_expected / 2;
    if (d.abs > standard.ratios[0] * rounding) mare = std::max(mare, d.abs / (d.magnitude + kMereGuard));
    roundings += rounding / (d.magnitude + kMereGuard);
    squares += rounding * rounding;
  }));
  const auto count = static_cast<double>(std::max<int64_t>(1, mine.compared));
  const auto judge = [](const char* name, double error, double other, double least, double limit) -> std::string {
    if (error <= std::max(other, least) * limit) return "";
    return fmt::format("{} {:.3g} is over {:g} times the reference's {:.3g}", name, error, limit, other);
  };
  for (const std::string& text :
       {judge("MARE", mare, theirs.mare, 0, standard.ratios[0]),
        judge("MERE", mine.mere, theirs.mere, roundings / count, standard.ratios[1]),
        judge("RMSE", mine.rmse, theirs.rmse, std::sqrt(squares / count), standard.ratios[2])}) {
    if (!text.empty()) return text;
  }
  return "";
}

// Returns why the whole tensor fails the standard; "" if it passes.
std::string Judge(const Comparison& comparison, const Standard& standard, double worst_over_floor,
                  int64_t class_mismatches) {
  const ErrorMetrics& metrics = comparison.metrics;
  const auto share = [&](int64_t count) {
    return fmt::format(
        "{} of {} elements ({:.3g} %)", count, metrics.elements,
        100.0 * static_cast<double>(count) / static_cast<double>(std::max<int64_t>(1, metrics.elements)));
  };
  // No standard forgives a NaN or an infinity in another place.
  if (class_mismatches > 0) {
    return fmt::format("{} differ in class (NaN, infinity or number)", share(class_mismatches));
  }
  switch (standard.kind) {
    case StandardKind::kMixed:
      if (static_cast<double>(comparison.bad) > (1 - kMixedShare) * static_cast<double>(metrics.elements)) {
        return fmt::format("{} are beyond the tolerance, at most 1 % may be", share(comparison.bad));
      }
      return worst_over_floor > 1
                 ? fmt::format("the largest error is {:.3g} times what a single element may have", worst_over_floor)
                 : "";
    case StandardKind::kMereMare:
      if (comparison.bad == 0 && metrics.mere >= standard.rtol) {
        return fmt::format("the mean relative error {:.3g} is not below {:.3g}", metrics.mere, standard.rtol);
      }
      break;
    default:
      break;
  }
  return comparison.bad == 0 ? "" : fmt::format("{} are beyond the tolerance", share(comparison.bad));
}

// Returns "; at most 3.1e-07 of an element's magnitude; 2 elements not judged: …".
std::string DescribeBounds(const CaseTensor& expected) {
  double largest = 0;
  int64_t open = 0;
  for (const double bound : expected.bounds) {
    if (std::isinf(bound)) {
      ++open;
    } else {
      largest = std::max(largest, bound);
    }
  }
  std::string text = fmt::format(", here at most {:.3g}", kDerivedFactor * largest);
  if (open > 0) {
    text += fmt::format(
        "; {} elements may be anything: a value on the way doesn't fit its dtype, or a rounding decides", open);
  }
  return text;
}

// Collects the facts of a comparison while the elements are visited.
class Collector {
 public:
  Collector(const CaseTensor& expected, const Standard& standard)
      : expected_(expected),
        standard_(standard),
        shape_(MeasuredShape(expected.value.GetTensorDesc())),
        bad_(static_cast<size_t>(std::max<int64_t>(0, ElementCount(shape_)))) {}

  void operator()(const Difference& d) {
    const auto i = static_cast<size_t>(d.index);
    const bool wrong_zero = !expected_.negative_zero.empty() && i < expected_.negative_zero.size() &&
                            expected_.negative_zero[i] && !(d.actual == 0 && std::signbit(d.actual));
    if (standard_.kind == StandardKind::kMixed && d.same_class() && !d.equal) {
      worst_over_floor_ = std::max(worst_over_floor_, d.abs / std::max(standard_.floor, 32 * d.ulp_of_expected));
    }
    const double bound = i < expected_.bounds.size() ? expected_.bounds[i] : 0;
    if (!wrong_zero && !IsBad(d, standard_, bound)) {
      forgiven_classes_ += d.equal || d.same_class() ? 0 : 1;
      return;
    }
    wrong_zeros_ += wrong_zero ? 1 : 0;
    bad_[i] = true;
    ++count_;
    if (first_.size() < kShownElements) first_.push_back(d);
    const Kept kept{wrong_zero ? std::numeric_limits<double>::max() : Badness(d, standard_, bound), d};
    const auto place =
        std::find_if(worst_.begin(), worst_.end(), [&](const Kept& k) { return k.badness < kept.badness; });
    worst_.insert(place, kept);
    if (worst_.size() > kShownElements) worst_.pop_back();
  }

  void Fill(const ge::Tensor& actual, Comparison& comparison) const {
    comparison.bad = count_;
    for (const Difference& d : first_) comparison.first.push_back(ToText(d, actual, expected_.value, shape_));
    for (const Kept& k : worst_) comparison.worst.push_back(ToText(k.difference, actual, expected_.value, shape_));
    if (count_ == 0) return;
    comparison.wrong = bad_;
    comparison.pattern = GuessPattern(bad_, shape_);
    comparison.heat = MakeHeatMap(bad_, shape_, 32, 64);
  }

  int64_t wrong_zeros() const { return wrong_zeros_; }
  double worst_over_floor() const { return worst_over_floor_; }
  // Returns the number of elements of another class with an infinite derived bound.
  int64_t forgiven_classes() const { return forgiven_classes_; }

 private:
  const CaseTensor& expected_;
  const Standard& standard_;
  std::vector<int64_t> shape_;
  std::vector<bool> bad_;
  int64_t count_ = 0;
  int64_t wrong_zeros_ = 0;
  int64_t forgiven_classes_ = 0;
  double worst_over_floor_ = 0;
  std::vector<Difference> first_;
  std::vector<Kept> worst_;
};

}  // namespace

std::string Comparison::Explain() const {
  if (passed) return "";
  std::string text = reason + "\n  judged by " + standard;
  if (!pattern.empty()) text += "\n  where: " + pattern;
  for (size_t i = 0; i < std::min<size_t>(worst.size(), 5); ++i) {
    const BadElement& element = worst[i];
    text += fmt::format("\n  {} is {}, expected {}", element.index, element.actual, element.expected);
    if (element.same_class) {
      text += fmt::format("; error {:.3g}, relative {:.3g}, {} ULP", element.abs, element.rel, element.ulp);
    }
  }
  if (metrics.compared > 0) {
    text += fmt::format(
        "\n  max abs {:.3g}, mean abs {:.3g}, max rel {:.3g}, mean rel {:.3g}, max ULP {}, sign bias {:+.2f}",
        metrics.max_abs, metrics.mean_abs, metrics.max_rel, metrics.mean_rel, metrics.max_ulp, metrics.sign_bias);
  }
  return text;
}

std::string CompareDescs(const ge::TensorDesc& actual, const ge::TensorDesc& expected) {
  if (actual.GetDataType() == expected.GetDataType() && actual.GetShape().GetDims() == expected.GetShape().GetDims()) {
    return "";
  }
  return fmt::format("{} was expected, got {}", DescText(expected), DescText(actual));
}

Comparison Compare(const ge::Tensor& actual, const CaseTensor& expected, const Standard& standard,
                   const ge::Tensor* reference) {
  Comparison comparison;
  comparison.standard = standard.Describe();
  comparison.reason = CompareDescs(actual.GetTensorDesc(), expected.value.GetTensorDesc());
  if (!comparison.reason.empty()) return comparison;
  comparison.passed = !expected.has_data;
  if (comparison.passed) return comparison;  // only dtype and shape are compared
  if (actual.GetSize() != expected.value.GetSize()) {
    comparison.reason = fmt::format("{} bytes were expected, got {}", expected.value.GetSize(), actual.GetSize());
    return comparison;
  }
  if (standard.kind == StandardKind::kDerived) {
    const int64_t elements = ElementCount(MeasuredShape(actual.GetTensorDesc()));
    if (static_cast<int64_t>(expected.bounds.size()) != elements) {
      comparison.reason = "the tolerance is to be derived, but the operator has no expression for these dtypes";
      return comparison;
    }
    comparison.standard += DescribeBounds(expected);
  }
  Collector collector(expected, standard);
  if (!Measure(actual, expected.value, comparison.metrics, [&](const Difference& d) { collector(d); })) {
    comparison.reason = "elements of " + DtypeName(actual.GetTensorDesc().GetDataType()) + " can't be compared";
    return comparison;
  }
  collector.Fill(actual, comparison);
  if (collector.wrong_zeros() > 0) {
    comparison.reason = fmt::format("{} elements lack the sign of an expected -0", collector.wrong_zeros());
  } else {
    comparison.reason = Judge(comparison, standard, collector.worst_over_floor(),
                              comparison.metrics.class_mismatches - collector.forgiven_classes());
    if (comparison.reason.empty() && standard.kind == StandardKind::kDoubleBenchmark) {
      comparison.reason = JudgeDoubleBenchmark(standard, actual, expected.value, reference);
    }
  }
  comparison.passed = comparison.reason.empty();
  return comparison;
}

std::string CompareBits(const ge::Tensor& a, const ge::Tensor& b) {
  std::string descs = CompareDescs(a.GetTensorDesc(), b.GetTensorDesc());
  if (!descs.empty()) return descs;
  if (a.GetSize() != b.GetSize()) return fmt::format("{} bytes against {}", a.GetSize(), b.GetSize());
  if (std::memcmp(a.GetData(), b.GetData(), a.GetSize()) == 0) return "";
  std::string text;
  bool nothing_but_nan = false;
  ErrorMetrics metrics;
  static_cast<void>(Measure(a, b, metrics, [&](const Difference& d) {
    if (!text.empty()) return;
    const std::string left = ElementText(a, d.index), right = ElementText(b, d.index);
    if (left == right) return;
    nothing_but_nan = std::isnan(d.actual) && std::isnan(d.expected);
    if (nothing_but_nan) return;
    text =
        fmt::format("element {} is {} and then {}", IndexText(d.index, MeasuredShape(a.GetTensorDesc())), left, right);
  }));
  if (!text.empty() || nothing_but_nan) return text;
  return "the bits differ";
}

}  // namespace opdk::verify
