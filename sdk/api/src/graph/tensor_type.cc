#include <algorithm>
#include <bitset>

#include "graph/types.h"

namespace ge {

namespace {

using Types = std::initializer_list<DataType>;

constexpr Types kSigned = {DT_INT8, DT_INT16, DT_INT32, DT_INT64};
constexpr Types kUnsigned = {DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64};
constexpr Types kReal = {DT_DOUBLE, DT_FLOAT, DT_FLOAT16};
constexpr Types kBf16 = {DT_BF16};
constexpr Types kComplex = {DT_COMPLEX128, DT_COMPLEX64, DT_COMPLEX32};
constexpr Types kQuantified = {DT_QINT8, DT_QINT16, DT_QINT32, DT_QUINT8, DT_QUINT16};

}  // namespace

TensorType::TensorType(DataType dt) : types_{dt} {}

TensorType::TensorType(const std::initializer_list<DataType>& initial_types) : types_(initial_types) {
  std::sort(types_.begin(), types_.end());
  types_.erase(std::unique(types_.begin(), types_.end()), types_.end());
}

TensorType TensorType::Union(const std::initializer_list<std::initializer_list<DataType>>& groups) {
  // Each new operator asks for the groups of its ports. A sort would take twice the time.
  std::bitset<DT_MAX> members;
  for (const auto& group : groups) {
    for (const DataType type : group) members.set(static_cast<size_t>(type));
  }
  TensorType result(std::initializer_list<DataType>{});
  result.types_.reserve(members.count());
  for (size_t i = 0; i < members.size(); ++i) {
    if (members.test(i)) result.types_.push_back(static_cast<DataType>(i));
  }
  return result;
}

TensorType TensorType::ALL() {
  return Union({kSigned, kUnsigned, kReal, kBf16, kComplex, kQuantified, {DT_BOOL, DT_RESOURCE, DT_STRING}});
}
TensorType TensorType::QuantifiedType() { return Union({kQuantified}); }
TensorType TensorType::OrdinaryType() { return Union({kSigned, kUnsigned, kReal, kBf16, kComplex, {DT_BOOL}}); }
TensorType TensorType::BasicType() { return Union({kSigned, kUnsigned, kReal, kBf16, kComplex, kQuantified}); }
TensorType TensorType::NumberType() {
  return Union({kSigned, kUnsigned, kReal, kBf16, kComplex, {DT_QINT32, DT_QINT8, DT_QUINT8}});
}
TensorType TensorType::RealNumberType() { return Union({kSigned, kUnsigned, kReal, kBf16}); }
TensorType TensorType::ComplexDataType() { return Union({kComplex}); }
TensorType TensorType::IntegerDataType() { return Union({kSigned, kUnsigned}); }
TensorType TensorType::SignedDataType() { return Union({kSigned}); }
TensorType TensorType::UnsignedDataType() { return Union({kUnsigned}); }
TensorType TensorType::FloatingDataType() { return Union({kReal}); }
TensorType TensorType::IndexNumberType() { return Union({{DT_INT32, DT_INT64}}); }
TensorType TensorType::UnaryDataType() { return Union({kReal, kBf16, kComplex}); }
TensorType TensorType::FLOAT() { return Union({{DT_FLOAT, DT_FLOAT16}, kBf16}); }

Promote::Promote(const std::initializer_list<const char*>& syms) {
  for (const char* symbol : syms) syms_.emplace_back(symbol);
}

}  // namespace ge
