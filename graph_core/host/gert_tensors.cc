#include "graph_core/host/gert_tensors.h"

#include <fmt/format.h>

#include <atomic>
#include <memory>
#include <utility>

namespace ge {

using opdk::ErrorCode;

namespace {

// The bytes of a ge::Tensor, held by the gert::Tensors that share them.
struct HeldBytes {
  Tensor tensor;
  std::atomic<int> holders{1};
};

graphStatus ManageHeld(gert::TensorAddress addr, gert::TensorOperateType operate_type, void** out) {
  auto* const held = static_cast<HeldBytes*>(addr);
  switch (operate_type) {
    case gert::kGetTensorAddress:
      if (out == nullptr) return GRAPH_FAILED;
      *out = held->tensor.GetData();
      return GRAPH_SUCCESS;
    case gert::kFreeTensor:
      if (held->holders.fetch_sub(1) == 1) delete held;
      return GRAPH_SUCCESS;
    case gert::kPlusShareCount:
      held->holders.fetch_add(1);
      return GRAPH_SUCCESS;
    case gert::kTensorOperateType:
      break;
  }
  return GRAPH_FAILED;
}

opdk::Result<Tensor> Borrow(const gert::Tensor& given) {
  const gert::Shape& stored = given.GetStorageShape();
  std::vector<int64_t> dims;
  for (size_t i = 0; i < stored.GetDimNum(); ++i) dims.push_back(stored.GetDim(i));
  for (const int64_t dim : dims) {
    if (dim < 0)
      return opdk::Status(ErrorCode::kInputMismatch, fmt::format("dimension {} of a tensor is negative", dim));
  }
  if (given.GetPlacement() == gert::kFollowing) {
    return opdk::Status(ErrorCode::kInputMismatch,
                        "its bytes would lie behind it, where the vector holds another tensor")
        .Hint("give the address of the bytes, and kOnHost");
  }
  Tensor tensor(TensorDesc(Shape(dims), given.GetStorageFormat(), given.GetDataType()));
  auto* const bytes = const_cast<void*>(given.GetAddr());
  if (bytes != nullptr) tensor.SetData(static_cast<uint8_t*>(bytes), given.GetSize(), [](uint8_t*) {});
  return tensor;
}

void SetShape(gert::Shape& shape, const std::vector<int64_t>& dims) {
  shape.SetScalar();
  for (const int64_t dim : dims) shape.AppendDim(dim);
}

}  // namespace

opdk::Result<std::vector<Tensor>> Borrowed(const std::vector<gert::Tensor>& given) {
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < given.size(); ++i) {
    auto tensor = Borrow(given[i]);
    if (!tensor.ok()) return std::move(tensor).status().At(fmt::format("tensor {}", i));
    tensors.push_back(*std::move(tensor));
  }
  return tensors;
}

void Return(std::vector<Tensor> made, std::vector<gert::Tensor>& outputs) {
  outputs.resize(made.size());
  for (size_t i = 0; i < made.size(); ++i) {
    const TensorDesc desc = made[i].GetTensorDesc();
    gert::Tensor& output = outputs[i];
    SetShape(output.MutableOriginShape(), desc.GetShape().GetDims());
    SetShape(output.MutableStorageShape(), desc.GetShape().GetDims());
    output.SetOriginFormat(desc.GetFormat());
    output.SetStorageFormat(desc.GetFormat());
    output.SetDataType(desc.GetDataType());
    if (output.GetAddr() != nullptr) continue;
    const size_t bytes = made[i].GetSize();
    auto held = std::make_unique<HeldBytes>();
    held->tensor = std::move(made[i]);
    output.SetData(gert::TensorData(held.release(), ManageHeld, bytes, gert::kOnHost));
  }
}

}  // namespace ge
