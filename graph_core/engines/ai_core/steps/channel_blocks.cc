#include "graph_core/engines/ai_core/steps/channel_blocks.h"

#include <algorithm>

#include "graph_core/base/machine.h"

namespace opdk {
namespace {

std::vector<int64_t> ListOf(const OpDesc& op, std::string_view attr) {
  const auto* list = op.GetAttr<std::vector<int64_t>>(attr);
  return list == nullptr ? std::vector<int64_t>() : *list;
}

void RestoreOrigin(std::vector<Port>& ports, const std::vector<int64_t>& blocks) {
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i] == 0) continue;
    ports[i].desc.SetFormat(ports[i].desc.GetOriginFormat());
    ports[i].desc.SetShape(ports[i].desc.GetOriginShape());
  }
}

}  // namespace

int64_t MachineC0() {
  static const int64_t c0 = [] {
    const auto isa = TargetIsa();  // if there is none, the session says why
    return !isa.ok() || *isa == Isa::kBaseline ? 0 : *isa == Isa::kAvx512 ? 16 : 8;
  }();
  return c0;
}

Shape StorageShape(const Shape& shape, int64_t c0) {
  if (c0 == 0) return shape;
  Shape storage = shape;
  storage[1] = (shape[1] + c0 - 1) / c0;
  storage.push_back(c0);
  return storage;
}

bool FillsBlocks(const Shape& shape, int64_t c0) { return shape.size() >= 3 && shape[1] % c0 == 0; }

bool SameInBothFormats(const Shape& shape, int64_t c0) {
  return c0 != 0 && FillsBlocks(shape, c0) &&
         std::all_of(shape.begin() + 2, shape.end(), [](int64_t e) { return e == 1; });
}

bool PortBlocks::any() const {
  auto blocked = [](int64_t c0) { return c0 != 0; };
  return std::any_of(inputs.begin(), inputs.end(), blocked) || std::any_of(outputs.begin(), outputs.end(), blocked);
}

PortBlocks BlocksOf(const OpDesc& op) { return {ListOf(op, kInputBlocksAttr), ListOf(op, kOutputBlocksAttr)}; }

ge::TensorDesc WithBlocks(const ge::TensorDesc& desc, int64_t c0) {
  ge::TensorDesc blocked = desc;
  blocked.SetOriginFormat(ge::FORMAT_NCHW);
  blocked.SetOriginShape(desc.GetShape());
  blocked.SetFormat(ge::FORMAT_NC1HWC0);
  blocked.SetShape(ge::Shape(StorageShape(desc.GetShape().GetDims(), c0)));
  return blocked;
}

OpDesc WithoutBlocks(const OpDesc& op) {
  OpDesc plain = op;
  PortBlocks blocks = BlocksOf(op);
  RestoreOrigin(plain.inputs, blocks.inputs);
  RestoreOrigin(plain.outputs, blocks.outputs);
  return plain;
}

}  // namespace opdk
