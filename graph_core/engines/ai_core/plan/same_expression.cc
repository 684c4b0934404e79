// Both expressions are walked in the same order, and their nodes compared pair by pair:
//
//   %0 = input 0               %0 = input 0               the fields are the same
//   %1 = exp %0                %1 = exp %0                the same, and both read the node of the same place, 0
//   return %1                  return %0                  places 1 and 0: another result
//
// The lists of names below take a structure apart, which doesn't compile unless all its members are there: a new member
// can't be forgotten.
#include "graph_core/engines/ai_core/plan/same_expression.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <vector>

#include "tbe/pointer_index.h"
#include "tbe/walk.h"

namespace opdk {
namespace {

// Compares bit for bit: zeros differ by their sign, and a NaN equals itself.
bool SameNumber(const tbe::Number& a, const tbe::Number& b) {
  if (a.index() != b.index()) return false;
  if (const auto* whole = std::get_if<int64_t>(&a)) return *whole == std::get<int64_t>(b);
  return std::bit_cast<uint64_t>(std::get<double>(a)) == std::bit_cast<uint64_t>(std::get<double>(b));
}

auto FieldsOf(const tbe::ConvParams& params) {
  const auto& [strides, pads_begin, pads_end, dilations, groups] = params;
  return std::tie(strides, pads_begin, pads_end, dilations, groups);
}

auto FieldsOf(const tbe::PoolParams& params) {
  const auto& [mode, window, strides, pads_begin, pads_end, dilations] = params;
  return std::tie(mode, window, strides, pads_begin, pads_end, dilations);
}

bool SameHints(const tbe::ScheduleHints& a, const tbe::ScheduleHints& b) {
  const auto fields = [](const tbe::ScheduleHints& hints) {
    const auto& [materialize, recompute, no_fuse, tiles, parallel_above] = hints;
    static_cast<void>(tiles);
    return std::tie(materialize, recompute, no_fuse, parallel_above);
  };
  const auto same_tile = [](const tbe::ScheduleHints::Tile& x, const tbe::ScheduleHints::Tile& y) {
    const auto& [axis, size] = x;
    return axis == y.axis && size == y.size;
  };
  return fields(a) == fields(b) &&
         std::equal(a.tiles.begin(), a.tiles.end(), b.tiles.begin(), b.tiles.end(), same_tile);
}

// Compares two nodes without the nodes below them.
bool SameFields(const tbe::ExprNode& a, const tbe::ExprNode& b, ParamValues) {
  const auto fields = [](const tbe::ExprNode& node) {
    const auto& [kind, dtype, index, axis, value, unary, binary, operands] = node;
    static_cast<void>(value);
    static_cast<void>(operands);
    return std::tie(kind, dtype, index, axis, unary, binary);
  };
  return fields(a) == fields(b) && SameNumber(a.value, b.value);
}

bool SameBody(const tbe::ExprPtr& a, const tbe::ExprPtr& b);

bool SameValue(const tbe::TensorNode& a, const tbe::TensorNode& b, ParamValues values) {
  return (values == ParamValues::kIgnored && a.kind == tbe::Kind::kParam) || SameNumber(a.value, b.value);
}

bool SameFields(const tbe::TensorNode& a, const tbe::TensorNode& b, ParamValues values) {
  const auto fields = [](const tbe::TensorNode& node) {
    const auto& [kind, dtype, shape, inputs, input_index, name, value, unary, binary, reduce, rounding, axes, keepdims,
                 overwrite, starts, steps, trans_a, trans_b, conv, pool, body, reduce_shape, hints] = node;
    static_cast<void>(inputs);
    static_cast<void>(value);
    static_cast<void>(conv);
    static_cast<void>(pool);
    static_cast<void>(body);
    static_cast<void>(hints);
    return std::tie(kind, dtype, shape, input_index, name, unary, binary, reduce, rounding, axes, keepdims, overwrite,
                    starts, steps, trans_a, trans_b, reduce_shape);
  };
  return fields(a) == fields(b) && SameValue(a, b, values) && FieldsOf(a.conv) == FieldsOf(b.conv) &&
         FieldsOf(a.pool) == FieldsOf(b.pool) && SameHints(a.hints, b.hints) && SameBody(a.body, b.body);
}

const std::vector<tbe::Tensor>& Below(const tbe::TensorNode& node) { return node.inputs; }
const std::vector<tbe::ExprPtr>& Below(const tbe::ExprNode& node) { return node.operands; }

// Compares the nodes below two sets of roots, each in the order of a walk from its roots.
template <typename Handle>
bool SameNodes(std::span<const Handle> roots_a, const std::vector<Handle>& a, std::span<const Handle> roots_b,
               const std::vector<Handle>& b, ParamValues values) {
  if (a.size() != b.size()) return false;
  tbe::PointerIndex places_a, places_b;
  const auto same = [&](const Handle& x, const Handle& y) {
    if (x.get() == nullptr || y.get() == nullptr) return x.get() == y.get();
    return places_a.At(x.get()) == places_b.At(y.get());
  };
  for (size_t i = 0; i < a.size(); ++i) {
    const auto &below_a = Below(*a[i]), &below_b = Below(*b[i]);
    if (!std::equal(below_a.begin(), below_a.end(), below_b.begin(), below_b.end(), same)) return false;
    if (a[i].get() != b[i].get() && !SameFields(*a[i], *b[i], values)) return false;
    places_a.Add(a[i].get());
    places_b.Add(b[i].get());
  }
  return std::equal(roots_a.begin(), roots_a.end(), roots_b.begin(), roots_b.end(), same);
}

bool SameBody(const tbe::ExprPtr& a, const tbe::ExprPtr& b) {
  if (a == b || a == nullptr || b == nullptr) return a == b;
  return SameNodes<tbe::ExprPtr>({&a, 1}, tbe::PostOrder(a), {&b, 1}, tbe::PostOrder(b), ParamValues::kCompared);
}

}  // namespace

bool SameExpression(std::span<const tbe::Tensor> a, std::span<const tbe::Tensor> b, ParamValues values) {
  return SameNodes<tbe::Tensor>(a, tbe::PostOrder(a), b, tbe::PostOrder(b), values);
}

}  // namespace opdk
