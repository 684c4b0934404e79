#include "sdk/tools/verify/explain/conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "graph_core/base/element_type.h"
#include "graph_core/base/ports.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/compare/error_metrics.h"

namespace opdk::verify {
namespace {

using Dims = std::vector<int64_t>;

// The range of a dtype.
struct Range {
  double normal = 0;  // the least positive normal number
  double least = 0;
  double largest = 0;
  bool whole = false;
};

struct NumberOf {
  const char* text;
  bool (*holds)(double x, const Range& range);
};

Range RangeOf(ge::DataType dtype) {
  Range range;
  VisitElementType(dtype, [&]<typename T>(T) {
    using Limits = std::numeric_limits<T>;
    range = {static_cast<double>(Limits::min()), static_cast<double>(Limits::lowest()),
             static_cast<double>(Limits::max()), std::is_integral_v<T>};
  });
  return range;
}

// The more telling a condition is, the earlier it stands.
constexpr NumberOf kOfNumbers[] = {
    {"is NaN", [](double x, const Range&) { return std::isnan(x); }},
    {"is infinite", [](double x, const Range&) { return std::isinf(x); }},
    {"is -inf", [](double x, const Range&) { return std::isinf(x) && x < 0; }},
    {"is -0", [](double x, const Range&) { return x == 0 && std::signbit(x); }},
    {"is zero", [](double x, const Range&) { return x == 0; }},
    {"is denormal", [](double x, const Range& r) { return !r.whole && x != 0 && std::abs(x) < r.normal; }},
    {"is halfway between whole numbers", [](double x, const Range&) { return std::abs(x - std::trunc(x)) == 0.5; }},
    {"is beyond half of what its dtype holds (overflow, or saturation?)",
     [](double x, const Range& r) { return std::isfinite(x) && std::abs(x) >= r.largest / 2; }},
    {"is 2^53 or more in magnitude (double holds 53 bits)",
     [](double x, const Range& r) { return r.whole && std::abs(x) >= 0x1p53; }},
    {"doesn't fit 32 bits", [](double x, const Range& r) { return r.whole && (x >= 0x1p31 || x < -0x1p31); }},
    {"is 2^24 or more in magnitude (float holds 24 bits)",
     [](double x, const Range& r) { return r.whole && std::abs(x) >= 0x1p24; }},
    {"is negative", [](double x, const Range&) { return x < 0; }},
    {"is negative or -0", [](double x, const Range&) { return std::signbit(x); }},
    {"has its top bit set (its sign bit, were it signed)",
     [](double x, const Range& r) { return r.whole && r.least == 0 && x > r.largest / 2; }},
    {"is positive", [](double x, const Range&) { return x > 0; }},
    {"isn't a whole number", [](double x, const Range&) { return std::isfinite(x) && x != std::trunc(x); }},
    {"isn't a finite number", [](double x, const Range&) { return !std::isfinite(x); }},
};

struct RowOf {
  const char* text;
  bool (*holds)(const std::vector<double>& row);
};

bool AnyOf(const std::vector<double>& row, bool (*holds)(double)) { return std::any_of(row.begin(), row.end(), holds); }
bool AllOf(const std::vector<double>& row, bool (*holds)(double)) {
  return !row.empty() && std::all_of(row.begin(), row.end(), holds);
}

bool HasTies(std::vector<double> row) {
  std::sort(row.begin(), row.end(), [](double a, double b) { return std::isnan(b) ? !std::isnan(a) : a < b; });
  return std::adjacent_find(row.begin(), row.end()) != row.end();
}

bool LargestIsTied(const std::vector<double>& row) {
  if (row.size() < 2 || AnyOf(row, [](double x) { return std::isnan(x); })) return false;
  return std::count(row.begin(), row.end(), *std::max_element(row.begin(), row.end())) > 1;
}

// Returns whether a row's values are close together, relative to their size.
bool SpreadIsSmall(const std::vector<double>& row) {
  const auto [least, most] = std::minmax_element(row.begin(), row.end());
  return row.size() > 1 && *most - *least < 0.01 * std::max(std::abs(*least), std::abs(*most));
}

constexpr RowOf kOfRows[] = {
    {"holds NaN", [](const std::vector<double>& row) { return AnyOf(row, [](double x) { return std::isnan(x); }); }},
    {"holds nothing but -inf",
     [](const std::vector<double>& row) { return AllOf(row, [](double x) { return x == -INFINITY; }); }},
    {"holds infinities",
     [](const std::vector<double>& row) { return AnyOf(row, [](double x) { return std::isinf(x); }); }},
    {"is equal all over",
     [](const std::vector<double>& row) {
       return row.size() > 1 && *std::min_element(row.begin(), row.end()) == *std::max_element(row.begin(), row.end());
     }},
    {"has its largest element more than once (a tie)", LargestIsTied},
    {"holds equal elements (ties)", [](const std::vector<double>& row) { return HasTies(row); }},
    {"holds negative elements alone",
     [](const std::vector<double>& row) { return AllOf(row, [](double x) { return x < 0; }); }},
    {"holds no positive element",
     [](const std::vector<double>& row) { return AllOf(row, [](double x) { return x <= 0; }); }},
    {"has a small range beside its size", SpreadIsSmall},
    {"holds numbers of 2^24 or more in magnitude (float holds 24 bits)",
     [](const std::vector<double>& row) { return AnyOf(row, [](double x) { return std::abs(x) >= 0x1p24; }); }},
    {"holds negative elements",
     [](const std::vector<double>& row) { return AnyOf(row, [](double x) { return x < 0; }); }},
};

// A condition that holds for all wrong elements.
struct Found {
  std::string text;
  size_t right = 0;  // number of right elements for which it holds, too
};

class Search {
 public:
  explicit Search(const std::vector<bool>& wrong)
      : wrong_(wrong), right_(static_cast<size_t>(std::count(wrong.begin(), wrong.end(), false))) {}

  template <typename Holds>
  void Try(const std::string& text, const Holds& holds) {
    size_t right = 0;
    for (size_t i = 0; i < wrong_.size(); ++i) {
      if (wrong_[i] && !holds(i)) return;
      if (!wrong_[i] && holds(i)) ++right;
    }
    if (2 * right <= right_) found_.push_back({text, right});
  }

  std::vector<std::string> Best() {
    std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) { return a.right < b.right; });
    std::vector<std::string> texts;
    for (const Found& each : found_) texts.push_back(each.text);
    return texts;
  }

 private:
  const std::vector<bool>& wrong_;
  const size_t right_;
  std::vector<Found> found_;
};

// Returns the place of the input's element that is broadcast to each of the output's elements; nullopt if the input
// isn't broadcast to the output.
std::optional<std::vector<size_t>> BroadcastPlaces(const Dims& from, const Dims& to) {
  if (from.size() > to.size()) return std::nullopt;
  const size_t missing = to.size() - from.size();
  std::vector<size_t> places(static_cast<size_t>(ElementCount(to)));
  for (size_t axis = 0; axis < from.size(); ++axis) {
    if (from[axis] != to[axis + missing] && from[axis] != 1) return std::nullopt;
  }
  for (size_t i = 0; i < places.size(); ++i) {
    size_t rest = i, stride = 1;
    for (size_t axis = to.size(); axis-- > 0;) {
      const size_t at = rest % static_cast<size_t>(to[axis]);
      rest /= static_cast<size_t>(to[axis]);
      if (axis < missing) continue;
      const auto extent = static_cast<size_t>(from[axis - missing]);
      places[i] += extent == 1 ? 0 : at * stride;
      stride *= extent;
    }
  }
  return places;
}

// The rows of an input from which results are made: the row of each of the output's elements.
struct Rows {
  std::vector<std::vector<double>> rows;
  std::vector<size_t> row_of;
};

std::optional<size_t> AxisOf(const OpDesc& op, const Dims& from, const Dims& to) {
  const auto* named = op.GetAttr<int64_t>("axis");
  const auto rank = static_cast<int64_t>(from.size());
  if (rank == 0) return std::nullopt;
  if (named != nullptr) {
    const int64_t axis = *named < 0 ? *named + rank : *named;
    return axis >= 0 && axis < rank ? std::optional(static_cast<size_t>(axis)) : std::nullopt;
  }
  // The reduced axis, searched from the end.
  for (size_t axis = from.size(); axis-- > 0 && from != to;) {
    Dims without = from, kept = from;
    without.erase(without.begin() + static_cast<ptrdiff_t>(axis));
    kept[axis] = 1;
    if (without == to || kept == to) return axis;
  }
  return from == to ? std::optional(from.size() - 1) : std::nullopt;
}

std::optional<Rows> RowsOf(const OpDesc& op, const std::vector<double>& numbers, const Dims& from, const Dims& to) {
  const auto axis = AxisOf(op, from, to);
  if (!axis) return std::nullopt;
  size_t inner = 1;
  for (size_t i = *axis + 1; i < from.size(); ++i) inner *= static_cast<size_t>(from[i]);
  const auto extent = static_cast<size_t>(from[*axis]);
  if (extent < 2) return std::nullopt;
  Rows rows;
  rows.rows.resize(numbers.size() / extent);
  for (size_t i = 0; i < numbers.size(); ++i) rows.rows[i / (inner * extent) * inner + i % inner].push_back(numbers[i]);
  const auto count = static_cast<size_t>(ElementCount(to));
  if (count == rows.rows.size()) {
    for (size_t i = 0; i < count; ++i) rows.row_of.push_back(i);
  } else if (from == to) {
    for (size_t i = 0; i < count; ++i) rows.row_of.push_back(i / (inner * extent) * inner + i % inner);
  } else {
    return std::nullopt;
  }
  return rows;
}

void TryNumbers(const std::string& who, const std::vector<double>& numbers, const std::vector<size_t>& places,
                ge::DataType dtype, Search& search) {
  const Range range = RangeOf(dtype);
  for (const NumberOf& condition : kOfNumbers) {
    search.Try(fmt::format("{} {}", who, condition.text),
               [&](size_t i) { return condition.holds(numbers[places[i]], range); });
  }
}

}  // namespace

std::vector<std::string> Conditions(const CaseInstance& instance, const WrongOutput& output) {
  const size_t count = output.wrong.size();
  const auto bad = std::count(output.wrong.begin(), output.wrong.end(), true);
  if (bad == 0 || bad == static_cast<ptrdiff_t>(count)) return {};
  Search search(output.wrong);
  const OpDesc& op = instance.op;
  const Dims to = output.expected.value.GetTensorDesc().GetShape().GetDims();
  struct Operand {
    std::string name;
    std::vector<double> numbers;
    std::vector<size_t> places;
    Range range;
  };
  std::vector<Operand> operands;
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    if (IsAbsent(op.inputs[i])) continue;
    const ge::Tensor& input = instance.inputs[i].value;
    const Dims from = input.GetTensorDesc().GetShape().GetDims();
    const std::vector<double> numbers = NumbersOf(input);
    if (numbers.empty()) continue;
    const std::string& name = op.inputs[i].name;
    if (const auto places = BroadcastPlaces(from, to)) {
      TryNumbers(name, numbers, *places, input.GetTensorDesc().GetDataType(), search);
      operands.push_back({name, numbers, *places, RangeOf(input.GetTensorDesc().GetDataType())});
    }
    if (const auto rows = RowsOf(op, numbers, from, to)) {
      for (const RowOf& condition : kOfRows) {
        std::vector<bool> holds;
        for (const std::vector<double>& row : rows->rows) holds.push_back(condition.holds(row));
        search.Try(fmt::format("the row of {} {}", name, condition.text),
                   [&](size_t k) { return holds[rows->row_of[k]]; });
      }
    }
  }
  for (size_t a = 0; a < operands.size(); ++a) {
    for (size_t b = a + 1; b < operands.size(); ++b) {
      const Operand &x = operands[a], &y = operands[b];
      search.Try(fmt::format("the signs of {} and {} differ", x.name, y.name), [&](size_t i) {
        return std::signbit(x.numbers[x.places[i]]) != std::signbit(y.numbers[y.places[i]]);
      });
      if (!x.range.whole) continue;
      search.Try(fmt::format("{} - {} doesn't fit their dtype (overflow)", x.name, y.name),
                 [&](size_t i) { return std::abs(x.numbers[x.places[i]] - y.numbers[y.places[i]]) > x.range.largest; });
      search.Try(fmt::format("{} + {} doesn't fit their dtype (overflow)", x.name, y.name),
                 [&](size_t i) { return std::abs(x.numbers[x.places[i]] + y.numbers[y.places[i]]) > x.range.largest; });
    }
  }
  for (const auto& [bits, meaning] : {std::pair(53, "double"), std::pair(24, "float")}) {
    const double least = std::ldexp(1.0, bits);
    search.Try(fmt::format("some input is 2^{0} or more in magnitude ({1} holds {0} bits)", bits, meaning),
               [&](size_t i) {
                 return std::any_of(operands.begin(), operands.end(), [&](const Operand& each) {
                   return each.range.whole && std::abs(each.numbers[each.places[i]]) >= least;
                 });
               });
  }
  const std::vector<double> expected = NumbersOf(output.expected.value);
  std::vector<size_t> places(count);
  std::iota(places.begin(), places.end(), 0);
  if (expected.size() == count) {
    TryNumbers("the right result", expected, places, output.expected.value.GetTensorDesc().GetDataType(), search);
    double largest = 0, largest_wrong = 0;
    for (size_t i = 0; i < count; ++i) {
      if (!std::isfinite(expected[i])) continue;
      largest = std::max(largest, std::abs(expected[i]));
      if (output.wrong[i]) largest_wrong = std::max(largest_wrong, std::abs(expected[i]));
    }
    if (largest_wrong <= 0.2 * largest) {
      search.Try("the right result is small (numbers that nearly cancel, or a formula that loses digits near 0)",
                 [&](size_t i) { return std::abs(expected[i]) <= largest_wrong; });
    }
  }
  return search.Best();
}

}  // namespace opdk::verify
