#include "graph_core/loading/constant_memory.h"

#include <cstring>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "graph_core/base/aligned_memory.h"

namespace opdk {
namespace {

const ge::Tensor& ValueOf(const std::vector<Node*>& nodes, int number) {
  return *nodes[static_cast<size_t>(number)]->ConstValue();
}

// Visits the address and size of every constant whose bytes the program holds.
Status Visit(const Program& program, const std::function<void(const std::byte*, size_t)>& visit) {
  OPDK_TRY(const std::vector<Node*> nodes, NumberedNodes(program.graph));
  for (const Function& function : program.functions) {
    for (const int constant : function.constants) {
      const ge::Tensor& value = ValueOf(nodes, constant);
      if (value.GetSize() > 0) visit(reinterpret_cast<const std::byte*>(value.GetData()), value.GetSize());
    }
    for (const Step& step : function.steps) {
      const auto* kernel = step.As<KernelTask>();
      if (kernel == nullptr) continue;
      for (const PackedConstant& packed : kernel->packed) visit(packed.data.get(), packed.bytes);
    }
  }
  return Status();
}

// Copies byte strings into the caller's memory, one behind the other.
class Placer {
 public:
  explicit Placer(std::span<std::byte> memory) : memory_(memory) {}

  // Copies the bytes and returns their new address. nullptr: the memory is full.
  std::byte* Put(const void* bytes, size_t size) {
    if (size > memory_.size() - used_) return nullptr;
    std::byte* place = memory_.data() + used_;
    std::memcpy(place, bytes, size);
    used_ = std::min(memory_.size(), used_ + AlignUp(size));
    return place;
  }

 private:
  std::span<std::byte> memory_;
  size_t used_ = 0;
};

bool PlacePlain(const ge::Tensor& loaded, Node& node, Placer& placer) {
  if (loaded.GetSize() == 0) return true;
  const ge::Tensor& value = *node.ConstValue();
  if (value.GetSize() != loaded.GetSize()) return false;
  std::byte* place = placer.Put(value.GetData(), value.GetSize());
  if (place == nullptr) return false;
  ge::Tensor placed(value.GetTensorDesc());
  placed.SetData(reinterpret_cast<uint8_t*>(place), value.GetSize(), [](uint8_t*) {});
  node.op().attrs["value"] = placed;
  return true;
}

bool PlacePacked(const Step& loaded, Step& step, Placer& placer) {
  const auto* from = loaded.As<KernelTask>();
  auto* kernel = step.As<KernelTask>();
  if (from == nullptr || kernel == nullptr) return from == nullptr && kernel == nullptr;
  kernel->packed = from->packed;
  for (PackedConstant& packed : kernel->packed) {
    const std::byte* place = placer.Put(packed.data.get(), packed.bytes);
    if (place == nullptr) return false;
    packed.data = {std::shared_ptr<const void>(), place};
  }
  return true;
}

bool PlaceFunction(const Function& loaded, const std::vector<Node*>& loaded_nodes, Function& function,
                   const std::vector<Node*>& nodes, Placer& placer) {
  if (loaded.constants != function.constants || loaded.steps.size() != function.steps.size()) return false;
  for (const int constant : function.constants) {
    if (!PlacePlain(ValueOf(loaded_nodes, constant), *nodes[static_cast<size_t>(constant)], placer)) return false;
  }
  for (size_t s = 0; s < function.steps.size(); ++s) {
    if (!PlacePacked(loaded.steps[s], function.steps[s], placer)) return false;
  }
  return true;
}

}  // namespace

size_t ConstantBytes(const Program& loaded) {
  size_t bytes = 0;
  const Status status = Visit(loaded, [&](const std::byte*, size_t size) { bytes += AlignUp(size); });
  return status.ok() ? bytes : 0;
}

Status PlaceConstants(const Program& loaded, Program& program, std::span<std::byte> memory) {
  OPDK_TRY(const std::vector<Node*> loaded_nodes, NumberedNodes(loaded.graph));
  OPDK_TRY(const std::vector<Node*> nodes, NumberedNodes(program.graph));
  bool same = loaded_nodes.size() == nodes.size() && loaded.functions.size() == program.functions.size();
  Placer placer(memory);
  for (size_t f = 0; same && f < program.functions.size(); ++f) {
    same = PlaceFunction(loaded.functions[f], loaded_nodes, program.functions[f], nodes, placer);
  }
  if (same) return Status();
  return Status(ErrorCode::kInternal, "the graph that was compiled once more is another program");
}

Status CheckPlaced(const Program& loaded, std::span<const std::byte> memory) {
  bool placed = true;
  OPDK_TRY(Visit(loaded, [&](const std::byte* bytes, size_t size) {
    placed = placed && bytes >= memory.data() && bytes + size <= memory.data() + memory.size();
  }));
  if (placed) return Status();
  return Status(ErrorCode::kInternal, "a kernel keeps constants beside the memory that was given for them");
}

}  // namespace opdk
