#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "graph_core/ir/attr_compare.h"
#include "sdk/tools/verify/explain/suspect.h"

namespace opdk::verify {
namespace {

using List = std::vector<int64_t>;
// Another value, and the text for this misreading: "were 0", "had the other sign".
using Misread = std::pair<std::string, Attr>;

std::vector<Misread> MisreadInt(int64_t value, const Attr& by_default) {
  std::vector<Misread> misread;
  const auto add = [&](const std::string& text, int64_t other) { misread.emplace_back(text, other); };
  if (const auto* number = std::get_if<int64_t>(&by_default)) add(fmt::format("were {}", *number), *number);
  if (value < -1) add("were -1 wherever it is negative", -1);
  add("had the other sign", -value);
  add("were cut to 8 bits", static_cast<int8_t>(value));
  add("were cut to 8 bits without a sign", static_cast<uint8_t>(value));
  add("were cut to 32 bits", static_cast<int32_t>(value));
  add("went through float, which holds 24 bits", static_cast<int64_t>(static_cast<float>(value)));
  for (const int64_t other : {0, 1, -1, 2, 8}) add(fmt::format("were {}", other), other);
  add("were one more", value + 1);
  add("were one less", value - 1);
  add("were twice as much", value * 2);
  add("were half as much", value / 2);
  return misread;
}

std::vector<Misread> MisreadFloat(float value, const Attr& by_default) {
  std::vector<Misread> misread;
  const auto add = [&](const std::string& text, float other) {
    if (std::isfinite(other)) misread.emplace_back(text, other);
  };
  if (const auto* number = std::get_if<float>(&by_default)) add(fmt::format("were {}", *number), *number);
  add("had the other sign", -value);
  for (const double other : {0.0, 1.0, 0.5, 2.0, -1.0, 0.1, 0.01, 1e-3, 1e-5, 1e-6}) {
    add(fmt::format("were {}", other), static_cast<float>(other));
  }
  add("were ten times as much", value * 10);
  add("were a tenth", value / 10);
  add("were a hundredth", value / 100);
  add("were twice as much", value * 2);
  add("were half as much", value / 2);
  add("were its reciprocal", 1 / value);
  add("were its square", value * value);
  add("were a whole number", std::trunc(value));
  return misread;
}

std::vector<Misread> MisreadList(const List& value, const Attr& by_default, size_t rank) {
  std::vector<Misread> misread;
  const auto add = [&](const std::string& text, List other) { misread.emplace_back(text, std::move(other)); };
  if (const auto* list = std::get_if<List>(&by_default)) add("were as by default", *list);
  add("were empty", {});
  List all(rank);
  std::iota(all.begin(), all.end(), 0);
  add("named all axes", all);
  add("named the last axis alone", {-1});
  List other = value;
  for (int64_t& entry : other) entry = entry < 0 ? -1 : entry;
  add("were -1 wherever they are negative", other);
  add("were read backwards", {value.rbegin(), value.rend()});
  if (!value.empty()) add("had their first entry alone", {value.front()});
  if (!value.empty()) add("had their last entry alone", {value.back()});
  List inverse(value.size(), -1);
  for (size_t i = 0; i < value.size(); ++i) {
    const int64_t entry = value[i] < 0 ? value[i] + static_cast<int64_t>(value.size()) : value[i];
    if (entry >= 0 && entry < static_cast<int64_t>(value.size())) {
      inverse[static_cast<size_t>(entry)] = static_cast<int64_t>(i);
    }
  }
  add("were their inverse permutation", inverse);
  return misread;
}

std::vector<Misread> MisreadAttr(const Attr& value, const Attr& by_default, size_t rank) {
  if (const auto* number = std::get_if<int64_t>(&value)) return MisreadInt(*number, by_default);
  if (const auto* number = std::get_if<float>(&value)) return MisreadFloat(*number, by_default);
  if (const auto* flag = std::get_if<bool>(&value)) return {{fmt::format("were {}", !*flag), Attr(!*flag)}};
  if (const auto* list = std::get_if<List>(&value)) return MisreadList(*list, by_default, rank);
  return {};
}

}  // namespace

std::vector<Suspect> AttrSuspects(const OpCase& op_case, const CaseInstance& instance) {
  std::vector<Suspect> suspects;
  const OpDesc& op = instance.op;
  const size_t rank = op.inputs.empty() ? 0 : op.inputs[0].desc.GetShape().GetDims().size();
  std::vector<std::pair<std::string, Attr>> values;
  for (const IrAttr& declared : op.ir_attrs) {
    const auto found = op.attrs.find(declared.name);
    const Attr& value = found == op.attrs.end() ? declared.default_value : found->second;
    values.emplace_back(declared.name, value);
    const bool given = std::any_of(op_case.attrs.begin(), op_case.attrs.end(),
                                   [&](const WrittenAttr& attr) { return attr.name.text == declared.name; });
    std::vector<Attr> tried = {value};
    for (auto& misread : MisreadAttr(value, declared.default_value, rank)) {
      const std::string& text = misread.first;
      Attr& other = misread.second;
      if (std::any_of(tried.begin(), tried.end(), [&](const Attr& known) { return SameAttr(known, other); })) continue;
      tried.push_back(other);
      suspects.push_back({fmt::format("{}{} {}", given ? "" : "the default of ", declared.name, text),
                          [name = declared.name, other = std::move(other)](CaseInstance& changed) {
                            changed.op.attrs[name] = other;
                          }});
    }
  }
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t j = i + 1; j < values.size(); ++j) {
      if (values[i].second.index() != values[j].second.index() || SameAttr(values[i].second, values[j].second))
        continue;
      suspects.push_back({fmt::format("{} and {} were exchanged", values[i].first, values[j].first),
                          [a = values[i], b = values[j]](CaseInstance& changed) {
                            changed.op.attrs[a.first] = b.second;
                            changed.op.attrs[b.first] = a.second;
                          }});
    }
  }
  return suspects;
}

}  // namespace opdk::verify
