#include "sdk/tools/model/string_tensor.h"

#include <cstring>

#include "graph_core/base/type_names.h"

namespace opdk {

std::vector<std::string> StringsOf(const ge::Tensor& tensor) {
  std::vector<std::string> strings;
  const int64_t count = ElementCount(tensor.GetTensorDesc().GetShape().GetDims());
  for (int64_t i = 0; i < count; ++i) {
    ge::StringHead head{};
    const size_t at = static_cast<size_t>(i) * sizeof(head);
    if (at + sizeof(head) > tensor.GetSize()) break;
    std::memcpy(&head, tensor.GetData() + at, sizeof(head));
    const auto size = static_cast<int64_t>(tensor.GetSize());
    const bool inside = head.addr >= 0 && head.len >= 0 && head.addr <= size && head.len <= size - head.addr;
    strings.emplace_back();
    if (inside) strings.back().assign(reinterpret_cast<const char*>(tensor.GetData()) + head.addr, size_t(head.len));
  }
  return strings;
}

}  // namespace opdk
