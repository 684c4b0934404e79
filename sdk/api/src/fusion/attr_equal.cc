#include "sdk/api/src/fusion/attr_equal.h"

#include <algorithm>
#include <cstring>

namespace ge {
namespace fusion {

namespace {

bool Same(float a, float b) { return std::memcmp(&a, &b, sizeof(float)) == 0; }
bool Same(const Tensor& a, const Tensor& b) { return SameTensor(a, b); }
bool Same(const std::shared_ptr<opdk::NamedAttrs>& a, const std::shared_ptr<opdk::NamedAttrs>& b) {
  if (a == nullptr || b == nullptr) return a == b;
  return a->name == b->name &&
         std::equal(a->attrs.begin(), a->attrs.end(), b->attrs.begin(), b->attrs.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first && SameAttr(x.second, y.second); });
}
template <typename T>
bool Same(const T& a, const T& b) {
  return a == b;
}
template <typename T>
bool SameList(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& x, const T& y) { return Same(x, y); });
}
bool Same(const std::vector<float>& a, const std::vector<float>& b) { return SameList(a, b); }
bool Same(const std::vector<Tensor>& a, const std::vector<Tensor>& b) { return SameList(a, b); }
bool Same(const std::vector<std::shared_ptr<opdk::NamedAttrs>>& a,
          const std::vector<std::shared_ptr<opdk::NamedAttrs>>& b) {
  return SameList(a, b);
}

const opdk::Attr* ValueOf(const opdk::OpDesc& op, const opdk::IrAttr& declared) {
  const auto found = op.attrs.find(declared.name);
  const opdk::Attr& value = found == op.attrs.end() ? declared.default_value : found->second;
  return std::holds_alternative<std::monostate>(value) ? nullptr : &value;
}

}  // namespace

bool SameTensor(const Tensor& a, const Tensor& b) {
  const TensorDesc x = a.GetTensorDesc(), y = b.GetTensorDesc();
  if (x.GetDataType() != y.GetDataType() || x.GetShape().GetDims() != y.GetShape().GetDims()) return false;
  return a.GetSize() == b.GetSize() && (a.GetSize() == 0 || std::memcmp(a.GetData(), b.GetData(), a.GetSize()) == 0);
}

bool SameAttr(const opdk::Attr& a, const opdk::Attr& b) {
  if (a.index() != b.index()) return false;
  return std::visit([&b](const auto& value) { return Same(value, std::get<std::decay_t<decltype(value)>>(b)); }, a);
}

bool SameDeclaredAttrs(const opdk::OpDesc& pattern, const opdk::OpDesc& op) {
  return std::all_of(pattern.ir_attrs.begin(), pattern.ir_attrs.end(), [&](const opdk::IrAttr& declared) {
    const opdk::Attr* wanted = ValueOf(pattern, declared);
    if (wanted == nullptr) return true;
    const opdk::Attr* value = ValueOf(op, declared);
    return value != nullptr && SameAttr(*wanted, *value);
  });
}

}  // namespace fusion
}  // namespace ge
