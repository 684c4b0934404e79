#include "plugins/importer/joined_types.h"

#include <cstdint>
#include <utility>

namespace opdk::importer {
namespace {

constexpr int kExactJoins = 2;

std::vector<int64_t> ExtentsOf(const ge::TensorDesc& desc) { return desc.GetShape().GetDims(); }

ge::TensorDesc TypeWith(const std::vector<int64_t>& dims, ge::DataType dtype) {
  return ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, dtype);
}

}  // namespace

ge::TensorDesc UnknownOf(ge::DataType dtype) {
  ge::TensorDesc desc(ge::Shape(), ge::FORMAT_ND, dtype);
  static_cast<void>(desc.SetUnknownDimNumShape());
  return desc;
}

bool SaysRank(const ge::TensorDesc& desc) {
  return desc.GetDataType() != ge::DT_UNDEFINED && ExtentsOf(desc) != ge::UNKNOWN_RANK;
}

ge::TensorDesc AnyExtents(const ge::TensorDesc& desc) {
  if (!SaysRank(desc)) return desc;
  return TypeWith(std::vector<int64_t>(ExtentsOf(desc).size(), ge::UNKNOWN_DIM), desc.GetDataType());
}

ge::TensorDesc Join(const ge::TensorDesc& a, const ge::TensorDesc& b) {
  const ge::DataType first = a.GetDataType(), second = b.GetDataType();
  if (first == ge::DT_UNDEFINED || second == ge::DT_UNDEFINED) {
    return UnknownOf(first == ge::DT_UNDEFINED ? second : first);
  }
  if (first != second) return UnknownOf();
  std::vector<int64_t> dims = ExtentsOf(a);
  const std::vector<int64_t> others = ExtentsOf(b);
  if (!SaysRank(a) || !SaysRank(b) || dims.size() != others.size()) return UnknownOf(first);
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] != others[i]) dims[i] = ge::UNKNOWN_DIM;
  }
  return TypeWith(dims, first);
}

bool IsSameType(const ge::TensorDesc& a, const ge::TensorDesc& b) {
  return a.GetDataType() == b.GetDataType() && ExtentsOf(a) == ExtentsOf(b);
}

bool Widen(std::span<const ge::TensorDesc> given, int round, std::vector<ge::TensorDesc>& values) {
  bool widened = false;
  for (size_t i = 0; i < values.size(); ++i) {
    ge::TensorDesc wider = given.empty() ? AnyExtents(values[i]) : Join(values[i], given[i]);
    // Inference of the whole graph refuses a value that changes its element type.
    if (wider.GetDataType() == ge::DT_UNDEFINED || IsSameType(wider, values[i])) continue;
    values[i] = round < kExactJoins ? std::move(wider) : UnknownOf(wider.GetDataType());
    widened = true;
  }
  return widened;
}

}  // namespace opdk::importer
