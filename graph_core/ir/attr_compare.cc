#include "graph_core/ir/attr_compare.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

namespace opdk {

namespace {

// Floats are compared by their bits: 0.0 and -0.0 differ, a NaN equals itself.
struct Same {
  bool operator()(float a, float b) const { return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b); }
  bool operator()(const ge::Tensor& a, const ge::Tensor& b) const { return SameTensor(a, b); }
  bool operator()(const std::shared_ptr<NamedAttrs>& a, const std::shared_ptr<NamedAttrs>& b) const {
    if (a == nullptr || b == nullptr) return a == b;
    return a->name == b->name && SameAttrs(a->attrs, b->attrs);
  }
  template <typename T>
  bool operator()(const std::vector<T>& a, const std::vector<T>& b) const {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& x, const T& y) { return Same()(x, y); });
  }
  template <typename T>
  bool operator()(const T& a, const T& b) const {
    return a == b;
  }
};

size_t Mix(size_t seed, size_t value) { return seed ^ (value + 0x9e3779b97f4a7c15u + (seed << 6) + (seed >> 2)); }

size_t HashBytes(const void* data, size_t size) {
  return std::hash<std::string_view>()({static_cast<const char*>(data), size});
}

size_t HashTensor(const ge::Tensor& tensor) {
  // Weights of one net differ in size or in their first bytes nearly always; the comparison settles the rest.
  constexpr size_t kRead = 1024;
  size_t hash = Mix(tensor.GetSize(), static_cast<size_t>(tensor.GetDataType()));
  return tensor.GetData() == nullptr ? hash : Mix(hash, HashBytes(tensor.GetData(), std::min(kRead, tensor.GetSize())));
}

struct Hash {
  size_t operator()(std::monostate) const { return 0; }
  size_t operator()(float value) const { return std::bit_cast<uint32_t>(value); }
  size_t operator()(const ge::Tensor& value) const { return HashTensor(value); }
  size_t operator()(const std::shared_ptr<NamedAttrs>& value) const {
    return value == nullptr ? 0 : Mix(std::hash<std::string>()(value->name), HashAttrs(value->attrs));
  }
  template <typename T>
  size_t operator()(const std::vector<T>& list) const {
    size_t hash = list.size();
    for (const T& item : list) hash = Mix(hash, Hash()(item));
    return hash;
  }
  template <typename T>
  size_t operator()(const T& value) const {
    return std::hash<T>()(value);
  }
};

}  // namespace

bool SameTensor(const ge::Tensor& a, const ge::Tensor& b) {
  if (a.GetDataType() != b.GetDataType() || a.GetFormat() != b.GetFormat() || a.GetSize() != b.GetSize()) return false;
  if (a.GetTensorDesc().GetShape().GetDims() != b.GetTensorDesc().GetShape().GetDims()) return false;
  return a.GetSize() == 0 || a.GetData() == b.GetData() || std::memcmp(a.GetData(), b.GetData(), a.GetSize()) == 0;
}

bool SameAttr(const Attr& a, const Attr& b) {
  if (a.index() != b.index()) return false;
  return std::visit([&](const auto& value) { return Same()(value, std::get<std::decay_t<decltype(value)>>(b)); }, a);
}

bool SameAttrs(const AttrMap& a, const AttrMap& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first && SameAttr(x.second, y.second); });
}

size_t HashAttrs(const AttrMap& attrs) {
  size_t hash = attrs.size();
  for (const auto& [name, value] : attrs) {
    hash = Mix(hash, std::hash<std::string>()(name));
    hash = Mix(hash, std::visit(Hash(), value));
  }
  return hash;
}

}  // namespace opdk
