#include "sdk/tools/verify/cases/mutate_attrs.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>

namespace opdk::verify {
namespace {

using Numbers = std::vector<int64_t>;

// Returns the largest rank of an input, which bounds the axes.
int64_t RankOf(const OperatorUse& use) {
  size_t rank = 0;
  for (const UseInput& input : use.inputs) rank = std::max(rank, input.shape.size());
  return static_cast<int64_t>(rank);
}

// Returns the numbers of a list, given or by default; nullopt if they can't be told.
std::optional<Numbers> ListOf(const OperatorUse& use, const IrAttr& attr) {
  const auto set = use.attrs.find(attr.name);
  if (set == use.attrs.end()) {
    const auto* given = std::get_if<Numbers>(&attr.default_value);
    return given == nullptr ? std::nullopt : std::optional<Numbers>(*given);
  }
  Numbers numbers;
  for (const std::string& text : set->second.Scalars()) {
    char* end = nullptr;
    numbers.push_back(std::strtoll(text.c_str(), &end, 10));
    if (end == text.c_str() || *end != '\0') return std::nullopt;
  }
  return numbers;
}

bool IsPermutation(const Numbers& numbers) {
  Numbers sorted = numbers;
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i] != static_cast<int64_t>(i)) return false;
  }
  return sorted.size() >= 2;
}

Numbers RotatedOrder(int64_t count, int64_t by) {
  Numbers order;
  for (int64_t i = 0; i < count; ++i) order.push_back((i + by) % count);
  return order;
}

class Values {
 public:
  Values(const OperatorUse& use, const IrAttr& attr) : use_(use), attr_(attr), rank_(RankOf(use)) {}

  std::vector<Written> Make(const std::vector<OperatorUse>& others) {
    for (const OperatorUse& other : others) {
      const auto found = other.attrs.find(attr_.name);
      if (found != other.attrs.end()) Add(found->second);
    }
    if (attr_.type == "Bool") {
      AddTexts({"true", "false"});
    } else if (attr_.type == "Int") {
      AddTexts(
          {"-1", "0", "1", "2", "3", "-2", "7", "-7", "33", "65", "-100", "100", "1000", "16777217", "5000000001"});
      for (int64_t axis = -rank_; axis < rank_; ++axis) Add(Written(axis));
    } else if (attr_.type == "Float") {
      AddTexts({"0", "0.5", "1", "-1.5", "0.1", "-0.25", "3", "100", "1e-3"});
    } else if (attr_.type == "ListInt") {
      Lists();
    } else if (attr_.type == "ListFloat") {
      FloatLists();
    }
    return std::move(values_);
  }

 private:
  void Add(const Written& value) {
    const auto set = use_.attrs.find(attr_.name);
    if (set != use_.attrs.end() && set->second == value) return;
    if (seen_.insert(value.Text()).second) values_.push_back(value);
  }
  void AddTexts(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) Add(Written(text));
  }
  void AddList(const Numbers& numbers) { Add(Written::List(numbers)); }

  void Lists() {
    if (!attr_.required) AddList({});
    for (int64_t axis = -rank_; axis < rank_; ++axis) AddList({axis});
    if (rank_ >= 2) {
      AddList({0, rank_ - 1});
      AddList({-1, -2});
      AddList({-rank_, 1});
    }
    for (const Numbers& numbers : {Numbers{1, 1}, Numbers{2, 2}, Numbers{1, 2}}) AddList(numbers);
    const auto given = ListOf(use_, attr_);
    if (!given || given->empty()) return;
    Numbers reversed = *given, rotated = *given, other_end = *given;
    std::reverse(reversed.begin(), reversed.end());
    std::rotate(rotated.begin(), rotated.begin() + 1, rotated.end());
    for (int64_t& axis : other_end) axis += axis < 0 ? rank_ : -rank_;
    AddList(reversed);
    AddList(rotated);
    AddList(other_end);
    std::rotate(rotated.begin(), rotated.end() - 2 % static_cast<ptrdiff_t>(rotated.size()), rotated.end());
    AddList(rotated);
    for (size_t i = 0; i < given->size(); ++i) {
      for (const int64_t by : {1, -1}) {
        Numbers one = *given;
        one[i] += by;
        AddList(one);
      }
    }
  }

  void FloatLists() {
    const auto set = use_.attrs.find(attr_.name);
    if (set == use_.attrs.end()) return;
    const std::vector<std::string> given = set->second.Scalars();
    for (size_t i = 0; i < given.size(); ++i) {
      for (const char* other : {"0", "-1.5", "0.5"}) {
        std::vector<std::string> one = given;
        one[i] = other;
        Add(Written::List(one));
      }
    }
  }

  const OperatorUse& use_;
  const IrAttr& attr_;
  int64_t rank_;
  std::set<std::string> seen_;
  std::vector<Written> values_;
};

// Adds orders of one more axis. Three axes tell a permutation from its inverse, two don't.
void AddLongerOrders(const OperatorUse& use, const IrAttr& attr, std::vector<OperatorUse>& changes) {
  const auto given = attr.type == "ListInt" ? ListOf(use, attr) : std::nullopt;
  if (!given || !IsPermutation(*given)) return;
  const auto rank = static_cast<int64_t>(given->size());
  for (const int64_t by : {int64_t{1}, rank}) {
    OperatorUse longer = use;
    for (UseInput& input : longer.inputs) {
      if (!input.fixed && static_cast<int64_t>(input.shape.size()) == rank) input.shape.insert(input.shape.begin(), 5);
    }
    longer.attrs[attr.name] = Written::List(RotatedOrder(rank + 1, by));
    changes.push_back(std::move(longer));
  }
}

}  // namespace

bool HasExtremeAttrs(const OperatorUse& use, const OpDesc& prototype) {
  constexpr int64_t kMost = 1'000'000;
  return std::any_of(prototype.ir_attrs.begin(), prototype.ir_attrs.end(), [&](const IrAttr& attr) {
    const auto numbers = attr.type == "ListInt" ? ListOf(use, attr) : std::nullopt;
    return numbers && std::any_of(numbers->begin(), numbers->end(),
                                  [&](int64_t number) { return number > kMost || number < -kMost; });
  });
}

std::vector<OperatorUse> AttrChanges(const OperatorUse& use, const OpDesc& prototype,
                                     const std::vector<OperatorUse>& others) {
  std::vector<OperatorUse> changes;
  for (const IrAttr& attr : prototype.ir_attrs) {
    if (use.attrs.contains(attr.name) && !attr.required) {
      changes.push_back(use);
      changes.back().attrs.erase(attr.name);
    }
    for (const Written& value : Values(use, attr).Make(others)) {
      changes.push_back(use);
      changes.back().attrs[attr.name] = value;
    }
    AddLongerOrders(use, attr, changes);
  }
  return changes;
}

void ChangeAllAttrs(OperatorUse& use, const OpDesc& prototype, const std::vector<OperatorUse>& others,
                    std::mt19937_64& generator) {
  const OperatorUse original = use;
  for (const IrAttr& attr : prototype.ir_attrs) {
    if (generator() % 4 == 0) continue;
    const std::vector<Written> values = Values(original, attr).Make(others);
    if (!values.empty()) use.attrs[attr.name] = values[generator() % values.size()];
  }
}

}  // namespace opdk::verify
